/* lexicase_sets.c -- draws in which only the best at a case remain.
 *
 * Who remains is a set of classes, a bit each; of its words of 64 only those
 * are kept in which there is anybody:
 *
 *     classes   0 1 ... 63 | 64 ... 127 | 128 ... 191
 *     bits      . 1 ... 1  | .  ... .   | 1   ... .
 *     words     at 0: 1..1               at 2: 1.....
 *
 * Where a few of them are as good at a case as anybody at all, the next set is
 * this one and those, a word at a time; only where there is none must the costs
 * be looked at. Sets after the first case, and after the first two, are the
 * same for every draw and are made once, the latter where they take little
 * room.
 */
#include <assert.h>
#include <math.h>

#include "base/hot.h"
#include "base/mem.h"
#include "lexicase_inner.h"

enum { WORD = 64 };

typedef struct Set {
    const uint32_t *at;              /* numbers of its words, rising */
    const uint64_t *bits;
    size_t          n;
} Set;

/* Sets one behind the other: set i has the words start[i] to start[i + 1] - 1
 * of these. */
typedef struct Store {
    size_t   *start;
    uint32_t *at;
    uint64_t *bits;
} Store;

struct LexicaseSets {
    size_t    words;
    uint64_t *best;                  /* width x words: the best of all */
    Store     one;                   /* who remains after a case, */
    Store     two;                   /* and after two, if it is there */
};

/* The class of the lowest bit. */
static size_t class_of(uint32_t word, uint64_t bits) {
    return (size_t)word * WORD + (size_t)__builtin_ctzll(bits);
}

/* ---- who remains --------------------------------------------------------- */

/* Those of s who are best of all at case k; n of 0 if there are none. */
static Set meet(const LexicaseSets *sets, size_t k, Set s, LexicaseSpace *to) {
    const uint64_t *best = sets->best + k * sets->words;
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        uint64_t bits = s.bits[i] & best[s.at[i]];
        to->at[n] = s.at[i];
        to->bits[n] = bits;
        n += bits != 0;
    }
    return (Set){ to->at, to->bits, n };
}

/* Those of s who are the best of s at case k. */
static Set compare(const Lexicase *x, size_t k, Set s, LexicaseSpace *to) {
    const double *costs = x->costs + k * x->classes;
    double best = INFINITY;
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        uint64_t kept = 0;
        for (uint64_t left = s.bits[i]; left; left &= left - 1) {
            double cost = costs[class_of(s.at[i], left)];
            if (cost > best) continue;
            if (cost < best) kept = 0, n = 0;
            best = cost;
            kept |= left & (~left + 1);
        }
        to->at[n] = s.at[i];
        to->bits[n] = kept;
        n += kept != 0;
    }
    hot_assert(n >= 1);
    return (Set){ to->at, to->bits, n };
}

static Set sift(const Lexicase *x, size_t k, Set s, LexicaseSpace *to) {
    Set best = meet(x->sets, k, s, to);
    return best.n ? best : compare(x, k, s, to);
}

static bool is_one(Set s) {
    return s.n == 1 && (s.bits[0] & (s.bits[0] - 1)) == 0;
}

/* ---- making them --------------------------------------------------------- */

static Set stored(const Store *store, size_t i) {
    size_t from = store->start[i];
    return (Set){ store->at + from, store->bits + from,
                  store->start[i + 1] - from };
}

static void free_store(Store *store) {
    mem_free(store->start);
    mem_free(store->at);
    mem_free(store->bits);
}

static bool make_store(Store *store, size_t sets, size_t words, Err *err) {
    store->start = mem_new(sets + 1, sizeof *store->start, err);
    store->at = mem_new(words, sizeof *store->at, err);
    store->bits = mem_new(words, sizeof *store->bits, err);
    return store->start && store->at && store->bits;
}

/* The room behind the sets that are there. */
static LexicaseSpace behind(const Store *store, size_t i) {
    size_t from = store->start[i];
    return (LexicaseSpace){ store->at + from, store->bits + from };
}

static void find_best(const Lexicase *x, LexicaseSets *sets, size_t k) {
    const double *costs = x->costs + k * x->classes;
    uint64_t *bits = sets->best + k * sets->words;
    double best = INFINITY;
    for (size_t c = 0; c < x->classes; c++)
        best = costs[c] < best ? costs[c] : best;
    for (size_t c = 0; c < x->classes; c++)
        if (costs[c] <= best) bits[c / WORD] |= (uint64_t)1 << c % WORD;
}

static bool make_ones(const Lexicase *x, LexicaseSets *sets, Err *err) {
    Store *one = &sets->one;
    if (!make_store(one, x->width, x->width * sets->words, err)) return false;
    for (size_t k = 0; k < x->width; k++) {
        find_best(x, sets, k);
        size_t n = one->start[k];
        for (size_t i = 0; i < sets->words; i++) {
            uint64_t bits = sets->best[k * sets->words + i];
            one->at[n] = (uint32_t)i;
            one->bits[n] = bits;
            n += bits != 0;
        }
        one->start[k + 1] = n;
    }
    return true;
}

/* The sets after case a and then b, as set a * width + b. */
static bool make_twos(const Lexicase *x, LexicaseSets *sets, Err *err) {
    size_t w = x->width, words = sets->one.start[w];
    if (w > PAIR_CASES || words * w > PAIR_ROOM) return true;
    Store *two = &sets->two;
    if (!make_store(two, w * w, words * w, err)) return false;
    for (size_t i = 0; i < w * w; i++) {
        LexicaseSpace to = behind(two, i);
        Set s = sift(x, i % w, stored(&sets->one, i / w), &to);
        two->start[i + 1] = two->start[i] + s.n;
    }
    return true;
}

void lexicase_sets_free(LexicaseSets *sets) {
    if (!sets) return;
    mem_free(sets->best);
    free_store(&sets->one);
    free_store(&sets->two);
    mem_free(sets);
}

bool lexicase_sets_make(Lexicase *x, Err *err) {
    LexicaseSets *sets = x->sets = mem_new(1, sizeof *sets, err);
    if (!sets) return false;
    sets->words = (x->classes + WORD - 1) / WORD;
    sets->best = mem_new(x->width * sets->words, sizeof *sets->best, err);
    return sets->best && make_ones(x, sets, err) && make_twos(x, sets, err);
}

bool lexicase_sets_room(const Lexicase *x, LexicaseRoom *room, Err *err) {
    for (int i = 0; i < 2; i++) {
        LexicaseSpace *space = &room->space[i];
        space->at = mem_new(x->sets->words, sizeof *space->at, err);
        space->bits = mem_new(x->sets->words, sizeof *space->bits, err);
        if (!space->at || !space->bits) return false;
    }
    return true;
}

/* ---- drawing ------------------------------------------------------------- */

/* Who remains after the first case, or the first two. */
static Set begin(const Lexicase *x, LexicaseRoom *room, size_t *cases,
                 Rng *rng) {
    const LexicaseSets *sets = x->sets;
    uint32_t a = lexicase_next(x, room, 0, rng);
    Set s = stored(&sets->one, a);
    *cases = 1;
    if (!is_one(s) && sets->two.start && x->width > 1) {
        uint32_t b = lexicase_next(x, room, 1, rng);
        s = stored(&sets->two, a * x->width + b);
        *cases = 2;
    }
    return s;
}

/* Any program of the class that is left: who is the same at all cases is of one
 * class. */
static uint32_t draw_member(const Lexicase *x, Set s, Rng *rng) {
    hot_assert(is_one(s));
    size_t c = class_of(s.at[0], s.bits[0]);
    return x->members[x->first[c] + rng_below(rng, lexicase_members(x, c))];
}

uint32_t lexicase_sets_pick(const Lexicase *x, LexicaseRoom *room,
                            size_t *cases, Rng *rng) {
    Set s = begin(x, room, cases, rng);
    for (int to = 0; !is_one(s) && *cases < x->width; to = !to) {
        uint32_t k = lexicase_next(x, room, (*cases)++, rng);
        s = sift(x, k, s, &room->space[to]);
    }
    return draw_member(x, s, rng);
}
