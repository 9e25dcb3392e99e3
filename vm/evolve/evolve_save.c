/* evolve_save.c -- an evolution as bytes, and back.
 *
 *     "LUDUS2\n\0"  slot bytes, count, seed, generation, evaluations, steps
 *                   (u64 each)
 *     then per program: bytes in use (u32), the birth, the score, the genome
 *     then the seal: a hash of all bytes before it (u64)
 *
 * All numbers are in the machine's byte order, which the first word proves. The
 * reader trusts nothing: the seal must fit, lengths are checked before they are
 * used and every genome is checked by its species. Version 0.1.0 wrote
 * "LUDUS1\n\0" and no seal; that is read, too.
 */
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "evolve_inner.h"

static const char MAGIC[8] = "LUDUS2\n", UNSEALED[8] = "LUDUS1\n";
static const uint64_t ORDER = 0x0102030405060708u;

typedef struct Header {
    char     magic[8];
    uint64_t order, slot, count, seed, generation, evaluations, steps;
} Header;

typedef struct Record {
    uint32_t bytes;
    uint32_t parent[2];
    uint32_t vary;
    double   raw, standardized;
    uint64_t steps;
    uint32_t hits, zero;
} Record;

bool evolve_save(const Evolution *e, Buf *out, Err *err) {
    Header header = { .order = ORDER,
                      .slot = e->species->slot,
                      .count = e->count,
                      .seed = e->seed,
                      .generation = e->generation,
                      .evaluations = e->totals.evaluations,
                      .steps = e->totals.steps };
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    size_t from = out->len;
    buf_bytes(out, &header, sizeof header);
    const Generation *g = &e->living;
    for (size_t i = 0; i < e->count; i++) {
        const void *genome = evolve_slot(e, g, i);
        const Score *s = &g->scores[i];
        const Birth *b = &g->births[i];
        Record r = { (uint32_t)e->species->class->bytes(e->species, genome),
                     { b->parent[0], b->parent[1] },
                     b->vary,
                     s->raw,
                     s->standardized,
                     s->steps,
                     s->hits,
                     0 };
        assert(r.bytes <= e->species->slot);
        buf_bytes(out, &r, sizeof r);
        buf_bytes(out, genome, r.bytes);
    }
    if (!buf_ok(out, err)) return false;
    uint64_t seal = hash_bytes(out->text + from, out->len - from);
    buf_bytes(out, &seal, sizeof seal);
    return buf_ok(out, err);
}

bool evolve_sound(const void *bytes, size_t n) {
    uint64_t seal;
    if (n < sizeof(Header)) return false;
    if (memcmp(bytes, UNSEALED, sizeof UNSEALED) == 0) return true;
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0) return false;
    n -= sizeof seal;
    memcpy(&seal, (const char *)bytes + n, sizeof seal);
    return seal == hash_bytes(bytes, n);
}

static bool check_header(const Evolution *e, const Header *h, Err *err) {
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 &&
        memcmp(h->magic, UNSEALED, sizeof UNSEALED) != 0)
        return err_set(err, "the checkpoint is not one of this version of "
                            "Ludus");
    if (h->order != ORDER)
        return err_set(err, "the checkpoint was written on a machine of "
                            "another byte order");
    if (h->slot != e->species->slot || h->count != e->count)
        return err_set(err,
                       "the checkpoint has %llu programs of %llu bytes, "
                       "the experiment %zu of %zu",
                       (unsigned long long)h->count,
                       (unsigned long long)h->slot, e->count, e->species->slot);
    return true;
}

/* Reads one program into slot i; returns the bytes consumed, or 0. */
static size_t restore_one(Evolution *e, size_t i, const char *at, size_t left,
                          Err *err) {
    Generation *g = &e->living;
    Record r;
    if (left < sizeof r) goto cut;
    memcpy(&r, at, sizeof r);
    if (r.bytes > e->species->slot || left - sizeof r < r.bytes) goto cut;
    char *genome = evolve_slot(e, g, i);
    memset(genome, 0, e->species->slot);
    memcpy(genome, at + sizeof r, r.bytes);
    Err why;
    if (!e->species->class->check(e->species, genome, r.bytes, &why)) {
        err_set(err, "the checkpoint's program %zu is damaged: %s", i + 1,
                why.text);
        return 0;
    }
    g->scores[i] = (Score){ r.raw, r.standardized, r.steps, r.hits };
    g->births[i] = (Birth){ { r.parent[0], r.parent[1] }, (uint8_t)r.vary };
    g->sizes[i] = (uint32_t)e->species->class->size(e->species, genome);
    g->hashes[i] = species_hash(e->species, genome);
    return sizeof r + r.bytes;
cut:
    err_set(err, "the checkpoint ends within program %zu", i + 1);
    return 0;
}

bool evolve_restore(Evolution *e, const void *bytes, size_t n, Err *err) {
    Header header;
    if (n < sizeof header)
        return err_set(err, "the checkpoint is only %zu bytes long", n);
    memcpy(&header, bytes, sizeof header);
    if (!check_header(e, &header, err)) return false;
    if (!evolve_sound(bytes, n))
        return err_set(err, "the checkpoint is damaged: its bytes are not "
                            "those that were written");
    const char *at = (const char *)bytes + sizeof header;
    size_t left = n - sizeof header;
    for (size_t i = 0; i < e->count; i++) {
        size_t used = restore_one(e, i, at, left, err);
        if (!used) return false;
        assert(used <= left);
        at += used;
        left -= used;
    }
    e->seed = header.seed;
    e->generation = header.generation;
    e->totals = (Totals){ .evaluations = header.evaluations,
                          .steps = header.steps };
    return true;
}
