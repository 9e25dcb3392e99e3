/* spread.c -- an evolution whose programs are spread over ranks.
 *
 * Scores, sizes, hashes and births of all programs are known to all ranks;
 * parents are chosen and places are taken from those alone, so every rank comes
 * to the same generation. What is spread is the work, in one of two ways:
 *
 *   together  every rank has every genome and breeds every child, but scores
 *             only those it owns: for what looks at genomes of others;
 *   apart     of the living a rank has those it owns alone. It breeds its share
 *             of the children, for which it fetches the parents it lacks.
 *
 * After either, each rank tells the others the records of its children. Who has
 * which share is settled in spread_share.c.
 */
#include "spread.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum {
    ROUND_BYTES = 1 << 24,           /* exchanged at once, at most about */
    FETCH_MOST = 1 << 20,            /* genomes that a rank asks for at once */
    GRAIN = 16,                      /* bytes to which a genome is aligned */
};

/* ---- life cycle ---------------------------------------------------------- */

void spread_free(Evolution *e) {
    Spread *s = e->spread;
    if (!s) return;
    mem_free(s->owner);
    mem_free(s->at);
    mem_free(s->wanted);
    mem_free(s->fetched);
    mem_free(s->counts);
    mem_free(s->edge);
    mem_free(s->work);
    mem_free(s->told);
    mem_free(s);
    e->spread = NULL;
}

bool spread_init(Evolution *e, Cluster *cluster, Err *err) {
    if (!cluster || cluster->ranks < 2) return true;
    Spread *s = e->spread = mem_new(1, sizeof *s, err);
    if (!s) return false;
    s->cluster = cluster;
    s->team = (Team){ 0, cluster->ranks };
    size_t ranks = (size_t)cluster->ranks;
    s->counts = mem_new(4 * ranks, sizeof *s->counts, err);
    s->edge = mem_new(2 * (ranks + 1), sizeof *s->edge, err);
    s->work = mem_new(ranks, sizeof *s->work, err);
    if (!s->counts || !s->edge || !s->work) return false;
    for (size_t r = 0; r <= ranks; r++) s->edge[r] = (double)r / (double)ranks;
    return true;
}

bool spread_grow(Evolution *e, size_t slots, Err *err) {
    Spread *s = e->spread;
    if (!s) return true;
    uint16_t *owner = mem_resize(s->owner, slots, sizeof *owner, err);
    if (owner) s->owner = owner;
    uint32_t *at = mem_new(slots, sizeof *at, err);
    if (!owner || !at) {
        mem_free(at);
        return false;
    }
    mem_free(s->at);
    s->at = at;
    s->wanted_count = 0;
    return true;
}

/* ---- what is told of a program ------------------------------------------- */

typedef struct Wire {
    double   raw, standardized;
    uint64_t steps, hash, mark;
    uint32_t hits, size, parent[2], child;
    uint16_t again;
    uint8_t  vary, copied;
} Wire;

static size_t wire_bytes(const Evolution *e, unsigned what) {
    return (what & TELL_SCORE ? sizeof(Wire) : 0) +
           (what & TELL_KEY ? sizeof *e->slots.keys : 0) +
           (what & TELL_ROW ? e->width * sizeof *e->rows : 0) +
           (what & TELL_GENOME ? e->species->slot : 0);
}

static char *put(char *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return to + n;
}

static const char *take(const char *from, void *to, size_t n) {
    memcpy(to, from, n);
    return from + n;
}

static char *pack(const Evolution *e, uint32_t slot, unsigned what, char *to) {
    const Slots *s = &e->slots;
    if (what & TELL_SCORE) {
        const Birth *b = &s->births[slot];
        const Score *x = &s->scores[slot];
        Wire w = { x->raw,         x->standardized,
                   x->steps,       s->hashes[slot],
                   b->mark,        x->hits,
                   s->sizes[slot],  { b->parent[0], b->parent[1] },
                   b->child,       b->again,
                   b->vary,        s->copied[slot] };
        to = put(to, &w, sizeof w);
    }
    if (what & TELL_KEY) to = put(to, &s->keys[slot], sizeof *s->keys);
    if (what & TELL_ROW)
        to = put(to, cases_row(e, slot), e->width * sizeof *e->rows);
    if (what & TELL_GENOME)
        to = put(to, evolve_slot(e, slot), e->species->slot);
    return to;
}

static const char *unpack(Evolution *e, uint32_t slot, unsigned what,
                          const char *from) {
    Slots *s = &e->slots;
    if (what & TELL_SCORE) {
        Wire w;
        from = take(from, &w, sizeof w);
        s->scores[slot] = (Score){ w.raw, w.standardized, w.steps, w.hits };
        s->hashes[slot] = w.hash;
        s->sizes[slot] = w.size;
        s->copied[slot] = w.copied;
        s->births[slot] = (Birth){
            { w.parent[0], w.parent[1] }, w.child, w.again, w.vary, w.mark
        };
    }
    if (what & TELL_KEY) from = take(from, &s->keys[slot], sizeof *s->keys);
    if (what & TELL_ROW)
        from = take(from, cases_row(e, slot), e->width * sizeof *e->rows);
    if (what & TELL_GENOME)
        from = take(from, evolve_slot(e, slot), e->species->slot);
    return from;
}

/* How many of n slots each rank owns, times the bytes of one. */
static void count_owned(const Evolution *e, const uint32_t *slots, size_t n,
                        size_t one, size_t *counts) {
    memset(counts, 0, (size_t)e->spread->cluster->ranks * sizeof *counts);
    for (size_t i = 0; i < n; i++) counts[e->spread->owner[slots[i]]] += one;
}

/* Turns counts into where each begins. */
static void to_places(const size_t *counts, size_t *places, int n) {
    size_t at = 0;
    for (int r = 0; r < n; r++) {
        places[r] = at;
        at += counts[r];
    }
}

/* One round: `bytes` has room for all records, then for one's own. */
static void tell_some(Evolution *e, const uint32_t *slots, size_t n,
                      unsigned what, char *bytes) {
    Spread *s = e->spread;
    Cluster *c = s->cluster;
    size_t one = wire_bytes(e, what), *places = s->counts + c->ranks;
    char *mine = bytes + n * one, *to = mine;
    count_owned(e, slots, n, one, s->counts);
    for (size_t i = 0; i < n; i++)
        if (s->owner[slots[i]] == c->rank) to = pack(e, slots[i], what, to);
    c->gather(c, mine, bytes, s->counts);
    to_places(s->counts, places, c->ranks);
    for (size_t i = 0; i < n; i++) {
        size_t *at = &places[s->owner[slots[i]]];
        if (s->owner[slots[i]] != c->rank)
            unpack(e, slots[i], what, bytes + *at);
        *at += one;
    }
}

/* Room that is kept: fresh pages for each generation would cost more than what
 * is done with them. */
static char *room_to_tell(Spread *s, size_t bytes, Err *err) {
    if (bytes <= s->told_room) return s->told;
    mem_free(s->told);
    s->told = mem_new(bytes, 1, err);
    s->told_room = s->told ? bytes : 0;
    return s->told;
}

bool spread_tell(Evolution *e, const uint32_t *slots, size_t n, unsigned what,
                 Err *err) {
    size_t one = wire_bytes(e, what), most = ROUND_BYTES / one + 1;
    if (most > n) most = n;
    char *bytes = room_to_tell(e->spread, (2 * most + 1) * one, err);
    if (!bytes) return false;
    for (size_t i = 0; i < n; i += most)
        tell_some(e, slots + i, n - i < most ? n - i : most, what, bytes);
    return true;
}

bool spread_rows(Evolution *e, void *rows, size_t n, size_t one, Err *err) {
    Cluster *c = e->spread->cluster;
    Range mine = spread_share(e, n);
    size_t bytes = (mine.last - mine.first) * one;
    char *copy = room_to_tell(e->spread, bytes + 1, err);
    if (!copy) return false;
    memcpy(copy, (char *)rows + mine.first * one, bytes);
    spread_counts(e, n, one, e->spread->counts);
    c->gather(c, copy, rows, e->spread->counts);
    return true;
}

/* ---- agreeing ------------------------------------------------------------ */

typedef struct Tally {
    Totals   totals;
    uint64_t failed;                 /* the lowest item, or UINT64_MAX */
    double   work;                   /* CPU seconds of a thread */
} Tally;

bool spread_agree(Evolution *e, Totals *totals, size_t failed, Err *why) {
    Cluster *c = e->spread->cluster;
    Err err;
    Tally *all = mem_new((size_t)c->ranks, sizeof *all, &err);
    if (!all) {
        if (why) *why = err;
        return false;
    }
    Tally mine = { *totals, failed == SIZE_MAX ? UINT64_MAX : failed,
                   (totals->breeding + totals->scoring) /
                       pool_threads(e->pool) };
    for (int r = 0; r < c->ranks; r++) e->spread->counts[r] = sizeof mine;
    c->gather(c, &mine, all, e->spread->counts);
    *totals = (Totals){ 0 };
    int first = 0;
    for (int r = 0; r < c->ranks; r++) {
        const Totals *t = &all[r].totals;
        totals->evaluations += t->evaluations;
        totals->steps += t->steps;
        totals->cached += t->cached;
        totals->breeding += t->breeding;
        totals->scoring += t->scoring;
        e->spread->work[r] += all[r].work;
        if (all[r].failed < all[first].failed) first = r;
    }
    bool ok = all[first].failed == UINT64_MAX;
    mem_free(all);
    if (ok) return true;
    Err told = { "" };
    if (first == c->rank)
        err_set(&told, "rank %d (%s): %s", first, c->host, why->text);
    c->broadcast(c, first, &told, sizeof told);
    *why = told;
    return false;
}

/* ---- genomes ------------------------------------------------------------- */

/* Packs the genomes of n slots that this rank owns, or measures them. */
static size_t pack_genomes(const Evolution *e, const uint32_t *slots, size_t n,
                           char *to) {
    const Species *species = e->species;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (e->spread->owner[slots[i]] != e->spread->cluster->rank) continue;
        const char *genome = evolve_slot(e, slots[i]);
        uint32_t bytes = (uint32_t)species->class->bytes(species, genome);
        if (to) {
            memcpy(to + used, &bytes, sizeof bytes);
            memcpy(to + used + sizeof bytes, genome, bytes);
        }
        used += sizeof bytes + bytes;
    }
    return used;
}

/* One round of spread_bring(). */
static bool bring_some(Evolution *e, const uint32_t *slots, size_t n,
                       char *room, Err *err) {
    Spread *s = e->spread;
    Cluster *c = s->cluster;
    size_t ranks = (size_t)c->ranks, total = 0;
    size_t *counts = s->counts, *sizes = counts + ranks,
           *places = counts + 2 * ranks;
    size_t mine = pack_genomes(e, slots, n, NULL);
    for (size_t r = 0; r < ranks; r++) counts[r] = sizeof mine;
    c->gather(c, &mine, sizes, counts);
    for (size_t r = 0; r < ranks; r++) total += sizes[r];
    char *bytes = mem_new(total + mine + 1, 1, err);
    if (!bytes) return false;
    pack_genomes(e, slots, n, bytes + total);
    c->gather(c, bytes + total, bytes, sizes);
    to_places(sizes, places, c->ranks);
    for (size_t i = 0; i < n; i++) {
        size_t *at = &places[s->owner[slots[i]]];
        uint32_t used;
        memcpy(&used, bytes + *at, sizeof used);
        char *to = room ? room + i * e->species->slot
                        : evolve_slot(e, slots[i]);
        if (room || s->owner[slots[i]] != c->rank)
            memcpy(to, bytes + *at + sizeof used, used);
        *at += sizeof used + used;
    }
    mem_free(bytes);
    return true;
}

bool spread_bring(Evolution *e, const uint32_t *slots, size_t n, char *room,
                  Err *err) {
    if (!e->spread || !e->spread->apart) return true;
    size_t most = ROUND_BYTES / e->species->slot + 1;
    for (size_t i = 0; i < n; i += most) {
        size_t some = n - i < most ? n - i : most;
        char *to = room ? room + i * e->species->slot : NULL;
        if (!bring_some(e, slots + i, some, to, err)) return false;
    }
    return true;
}

bool evolve_gather(Evolution *e, Err *err) {
    if (!e->spread || !e->spread->apart) return true;
    if (!spread_bring(e, e->order, e->count, NULL, err)) return false;
    e->spread->apart = false;
    return true;
}

bool evolve_show(Evolution *e, size_t slot, Err *err) {
    return spread_bring(e, e->order + slot, 1, NULL, err);
}

/* ---- parents ------------------------------------------------------------- */

bool spread_want_none(Evolution *e, size_t most, Err *err) {
    Spread *s = e->spread;
    for (size_t i = 0; i < s->wanted_count; i++) s->at[s->wanted[i]] = 0;
    s->wanted_count = s->used = 0;
    if (most <= s->wanted_room) return true;
    mem_free(s->wanted);
    s->wanted = mem_new(most, sizeof *s->wanted, err);
    s->wanted_room = s->wanted ? most : 0;
    return s->wanted;
}

void spread_want(Evolution *e, uint32_t slot) {
    Spread *s = e->spread;
    if (s->at[slot] || spread_has(e, slot)) return;
    s->at[slot] = UINT32_MAX;
    s->wanted[s->wanted_count++] = slot;
}

/* A list of slots that are wanted, by owner. */
typedef struct Orders {
    uint32_t *slots;                 /* mine, by owner; behind them theirs */
    size_t   *mine, *theirs;         /* bytes by rank */
} Orders;

static void by_owner(const Spread *s, const uint32_t *from, size_t n,
                     const Orders *orders) {
    size_t ranks = (size_t)s->cluster->ranks, *places = orders->theirs;
    memset(orders->mine, 0, ranks * sizeof *orders->mine);
    for (size_t i = 0; i < n; i++)
        orders->mine[s->owner[from[i]]] += sizeof *from;
    to_places(orders->mine, places, s->cluster->ranks);
    for (size_t i = 0; i < n; i++) {
        size_t *at = &places[s->owner[from[i]]];
        orders->slots[*at / sizeof *from] = from[i];
        *at += sizeof *from;
    }
}

static size_t sum(const size_t *counts, int n) {
    size_t all = 0;
    for (int r = 0; r < n; r++) all += counts[r];
    return all;
}

/* What each rank gives to each, told to all of them. */
static void swap_counts(Spread *s, const size_t *out, size_t *in) {
    Cluster *c = s->cluster;
    size_t *eight = s->counts + 2 * c->ranks;
    for (int r = 0; r < c->ranks; r++) eight[r] = sizeof *out;
    c->swap(c, out, eight, in, eight);
}

/* Packs the genomes that others have ordered; sizes by rank. */
static char *fill_orders(const Evolution *e, const uint32_t *slots,
                         const size_t *counts, size_t *sizes, Err *err) {
    const Species *species = e->species;
    size_t n = 0, total = 0, at = 0;
    for (int r = 0; r < e->spread->cluster->ranks; r++) {
        sizes[r] = 0;
        for (size_t i = 0; i < counts[r] / sizeof *slots; i++, n++)
            sizes[r] += sizeof(uint32_t) +
                        species->class->bytes(species,
                                              evolve_slot(e, slots[n]));
        total += sizes[r];
    }
    char *bytes = mem_new(total + 1, 1, err);
    for (size_t i = 0; bytes && i < n; i++) {
        const char *genome = evolve_slot(e, slots[i]);
        uint32_t used = (uint32_t)species->class->bytes(species, genome);
        memcpy(bytes + at, &used, sizeof used);
        memcpy(bytes + at + sizeof used, genome, used);
        at += sizeof used + used;
    }
    return bytes;
}

/* Keeps the genomes that came, in the order in which they were asked for. */
static bool keep_fetched(Evolution *e, const uint32_t *slots, size_t n,
                         const char *bytes, Err *err) {
    Spread *s = e->spread;
    size_t need = s->used + GRAIN, at = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t used;
        memcpy(&used, bytes + at, sizeof used);
        at += sizeof used + used;
        need += (used + GRAIN - 1) / GRAIN * GRAIN;
    }
    if (need > s->room) {
        char *room = mem_new_aligned(need + need / 4, 1, err);
        if (!room) return false;
        if (s->used) memcpy(room, s->fetched, s->used);
        mem_free(s->fetched);
        s->fetched = room;
        s->room = need + need / 4;
    }
    if (s->used == 0) s->used = GRAIN;           /* 0 is nowhere */
    at = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t used;
        memcpy(&used, bytes + at, sizeof used);
        memcpy(s->fetched + s->used, bytes + at + sizeof used, used);
        s->at[slots[i]] = (uint32_t)(s->used / GRAIN);
        s->used += (used + GRAIN - 1) / GRAIN * GRAIN;
        at += sizeof used + used;
    }
    return true;
}

/* One round: asks for n slots, answers what others ask. */
static bool fetch_some(Evolution *e, const uint32_t *wanted, size_t n,
                       Err *err) {
    Spread *s = e->spread;
    Cluster *c = s->cluster;
    size_t ranks = (size_t)c->ranks;
    size_t *all = mem_new(4 * ranks, sizeof *all, err);
    uint32_t *mine = mem_new(n + 1, sizeof *mine, err);
    uint32_t *theirs = NULL;
    char *out = NULL, *in = NULL;
    bool ok = all && mine;
    if (ok) {
        Orders orders = { mine, all, all + ranks };
        by_owner(s, wanted, n, &orders);
        swap_counts(s, all, all + ranks);
        theirs = mem_new(sum(all + ranks, c->ranks) + 1, 1, err);
        if ((ok = theirs)) c->swap(c, mine, all, theirs, all + ranks);
    }
    if (ok) out = fill_orders(e, theirs, all + ranks, all + 2 * ranks, err);
    if ((ok = ok && out)) {
        swap_counts(s, all + 2 * ranks, all + 3 * ranks);
        in = mem_new(sum(all + 3 * ranks, c->ranks) + 1, 1, err);
        if ((ok = in)) c->swap(c, out, all + 2 * ranks, in, all + 3 * ranks);
    }
    ok = ok && keep_fetched(e, mine, n, in, err);
    mem_free(in);
    mem_free(out);
    mem_free(theirs);
    mem_free(mine);
    mem_free(all);
    return ok;
}

bool spread_fetch(Evolution *e, Err *err) {
    Spread *s = e->spread;
    Cluster *c = s->cluster;
    uint64_t mine = s->wanted_count, most = 0;
    size_t *all = s->counts + c->ranks;
    for (int r = 0; r < c->ranks; r++) s->counts[r] = sizeof mine;
    c->gather(c, &mine, all, s->counts);
    for (int r = 0; r < c->ranks; r++)
        if (all[r] > most) most = all[r];
    for (uint64_t from = 0; from < most; from += FETCH_MOST) {
        uint64_t left = from < mine ? mine - from : 0;
        size_t n = left < FETCH_MOST ? (size_t)left : FETCH_MOST;
        if (!fetch_some(e, s->wanted + (n ? from : 0), n, err)) return false;
    }
    return true;
}
