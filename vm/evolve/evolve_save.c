/* evolve_save.c -- an evolution as bytes, and back.
 *
 *     "LUDUS4\n\0"  slot bytes, count, seed, generation, evaluations, steps,
 *                   generation of the best so far (u64 each)
 *     then per program: bytes in use (u32), the birth, the score, the genome
 *     then the best program so far, in the same way
 *     then sections, of what a scheme, weights or samples of cases have learnt,
 *     of an archive and a hall of fame: which (u64), its bytes (u64), and they
 *     then the seal: a hash of all bytes before it (u64)
 *
 * All numbers are in the machine's byte order, which the first word proves. The
 * reader trusts nothing: the seal must fit, lengths are checked before they are
 * used and every genome is checked by its species. A brood that waits is not
 * saved: it would be bred again to the same bits.
 *
 * Earlier versions are read, too: "LUDUS1\n\0" has no seal, and neither that
 * nor "LUDUS2\n\0" has the best so far or more of a birth than parents and
 * row. There is no 3, which one flipped bit would turn into 1.
 */
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "evolve_inner.h"
#include "spread.h"

enum { MAGIC_BYTES = 8, VERSION = 4 };

static const char MAGIC[MAGIC_BYTES] = "LUDUS4\n";
static const uint64_t ORDER = 0x0102030405060708u;

typedef struct Header {
    char     magic[MAGIC_BYTES];
    uint64_t order, slot, count, seed, generation, evaluations, steps;
    uint64_t improved;               /* since version 4 */
} Header;

typedef struct Record {
    uint32_t bytes;
    uint32_t parent[2];
    uint32_t vary;
    double   raw, standardized;
    uint64_t steps;
    uint32_t hits, child;
    uint64_t mark, again;            /* since version 4 */
} Record;

/* What was learnt, or an archive. */
typedef struct Section {
    uint64_t kind, bytes;
} Section;

enum {
    SECTION_REALS = 1,
    SECTION_ARCHIVE = 2,
    SECTION_HALL = 3,
    SECTION_AGES = 5,
    SECTION_WEIGHTS = 6,
    SECTION_INFORMED = 7,
    SECTION_CEILING = 8,
    SECTIONS
};

static const size_t OLD_HEADER = offsetof(Header, improved);
static const size_t OLD_RECORD = offsetof(Record, mark);

/* What is read, and how far. */
typedef struct Reader {
    const char *at;
    size_t      left;
    int         version;
} Reader;

/* ---- saving -------------------------------------------------------------- */

static void save_one(const Evolution *e, const void *genome, const Score *s,
                     const Birth *b, Buf *out) {
    Record r = { .bytes = (uint32_t)e->species->class->bytes(e->species,
                                                             genome),
                 .parent = { b->parent[0], b->parent[1] },
                 .vary = b->vary,
                 .raw = s->raw,
                 .standardized = s->standardized,
                 .steps = s->steps,
                 .hits = s->hits,
                 .child = b->child,
                 .mark = b->mark,
                 .again = b->again };
    assert(r.bytes <= e->species->slot);
    buf_bytes(out, &r, sizeof r);
    buf_bytes(out, genome, r.bytes);
}

typedef void SaveSection(const Evolution *e, Buf *out);

static bool save_section(const Evolution *e, uint64_t kind, SaveSection *save,
                         Buf *out, Err *err) {
    Section section = { kind, 0 };
    size_t from = out->len;
    buf_bytes(out, &section, sizeof section);
    save(e, out);
    if (!buf_ok(out, err)) return false;
    section.bytes = out->len - from - sizeof section;
    memcpy(out->text + from, &section, sizeof section);
    return true;
}

static bool save_sections(const Evolution *e, Buf *out, Err *err) {
    return (!reals_learns(e) ||
            save_section(e, SECTION_REALS, reals_save, out, err)) &&
           (!e->archive.added ||
            save_section(e, SECTION_ARCHIVE, novelty_save, out, err)) &&
           (!e->hall.added ||
            save_section(e, SECTION_HALL, contest_save, out, err)) &&
           (!e->aged || save_section(e, SECTION_AGES, ages_save, out, err)) &&
           (!e->weights.list ||
            save_section(e, SECTION_WEIGHTS, weights_save, out, err)) &&
           (!e->informed.solved ||
            save_section(e, SECTION_INFORMED, informed_save, out, err)) &&
           (!e->ceiling ||
            save_section(e, SECTION_CEILING, ceiling_save, out, err));
}

/* Saves the living block by block: so many come here from other ranks. */
static bool save_living(Evolution *e, Buf *out, Err *err) {
    enum { BLOCK = 4096 };
    bool apart = e->spread && e->spread->apart;
    bool first = !e->spread || e->spread->cluster->rank == 0;
    char *room = apart ? mem_new_aligned(BLOCK, e->species->slot, err) : NULL;
    if (apart && !room) return false;
    bool ok = true;
    for (size_t from = 0; ok && from < e->count; from += BLOCK) {
        size_t n = e->count - from < BLOCK ? e->count - from : BLOCK;
        ok = spread_bring(e, e->order + from, n, room, err);
        for (size_t i = 0; ok && first && i < n; i++)
            save_one(e,
                     apart ? room + i * e->species->slot
                           : evolve_genome(e, from + i),
                     evolve_score_of(e, from + i), evolve_birth(e, from + i),
                     out);
    }
    mem_free(room);
    return ok;
}

bool evolve_save(Evolution *e, Buf *out, Err *err) {
    Header header = { .order = ORDER,
                      .slot = e->species->slot,
                      .count = e->count,
                      .seed = e->seed,
                      .generation = e->generation,
                      .evaluations = e->totals.evaluations,
                      .steps = e->totals.steps,
                      .improved = e->improved };
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    size_t from = out->len;
    if (!e->spread || e->spread->cluster->rank == 0)
        buf_bytes(out, &header, sizeof header);
    if (!save_living(e, out, err)) return false;
    if (e->spread && e->spread->cluster->rank != 0) return true;
    save_one(e, e->best, &e->best_score, &(Birth){ .vary = BIRTH_KEPT }, out);
    if (!buf_ok(out, err) || !save_sections(e, out, err)) return false;
    uint64_t seal = hash_bytes(out->text + from, out->len - from);
    buf_bytes(out, &seal, sizeof seal);
    return buf_ok(out, err);
}

/* ---- restoring ----------------------------------------------------------- */

/* The version that wrote the bytes, or 0. */
static int version_of(const void *bytes, size_t n) {
    const char *magic = bytes;
    if (n < OLD_HEADER || memcmp(magic, MAGIC, 5) != 0) return 0;
    int version = magic[5] - '0';
    bool known = (version == 1 || version == 2 || version == VERSION) &&
                 magic[6] == '\n' && magic[7] == '\0';
    return known ? version : 0;
}

bool evolve_sound(const void *bytes, size_t n) {
    uint64_t seal;
    int version = version_of(bytes, n);
    if (version < 2) return version == 1;
    if (n < (version < VERSION ? OLD_HEADER : sizeof(Header)) + sizeof seal)
        return false;
    n -= sizeof seal;
    memcpy(&seal, (const char *)bytes + n, sizeof seal);
    return seal == hash_bytes(bytes, n);
}

static bool check_header(const Evolution *e, const Header *h, Err *err) {
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

/* Takes the next n bytes; false if there are fewer. */
static bool take(Reader *reader, void *to, size_t n) {
    if (reader->left < n) return false;
    memcpy(to, reader->at, n);
    reader->at += n;
    reader->left -= n;
    return true;
}

/* Reads program number i into `genome`. */
static bool take_one(const Evolution *e, Reader *reader, size_t i, Record *r,
                     char *genome, Err *err) {
    bool old = reader->version < VERSION;
    *r = (Record){ 0 };
    memset(genome, 0, e->species->slot);
    if (!take(reader, r, old ? OLD_RECORD : sizeof *r) ||
        r->bytes > e->species->slot || !take(reader, genome, r->bytes))
        return err_set(err, "the checkpoint ends within program %zu", i + 1);
    if (old) r->child = (uint32_t)i;
    Err why;
    if (!e->species->class->check(e->species, genome, r->bytes, &why))
        return err_set(err, "the checkpoint's program %zu is damaged: %s",
                       i + 1, why.text);
    return true;
}

static Score score_of(const Record *r) {
    return (Score){ r->raw, r->standardized, r->steps, r->hits };
}

static bool take_living(Evolution *e, Reader *reader, Err *err) {
    for (size_t i = 0; i < e->count; i++) {
        Record r;
        uint32_t slot = e->order[i];
        if (!take_one(e, reader, i, &r, evolve_slot(e, slot), err))
            return false;
        e->slots.scores[slot] = score_of(&r);
        e->slots.births[slot] = (Birth){ { r.parent[0], r.parent[1] },
                                         r.child,
                                         (uint16_t)r.again,
                                         (uint8_t)r.vary,
                                         r.mark };
    }
    return true;
}

/* The best so far; that of the living where none was saved. */
static bool take_best(Evolution *e, Reader *reader, Err *err) {
    if (reader->version < VERSION) {
        size_t best = evolve_stats(e).best;
        e->best_score = *evolve_score_of(e, best);
        species_copy(e->species, e->best, evolve_genome(e, best));
        return true;
    }
    Record r;
    if (!take_one(e, reader, e->count, &r, e->best, err)) return false;
    e->best_score = score_of(&r);
    return true;
}

typedef bool LoadSection(Evolution *e, const void *bytes, size_t n, Err *err);

static LoadSection *const load_section[SECTIONS] = {
    [SECTION_REALS] = reals_load,       [SECTION_ARCHIVE] = novelty_load,
    [SECTION_HALL] = contest_load,      [SECTION_AGES] = ages_load,
    [SECTION_WEIGHTS] = weights_load,   [SECTION_INFORMED] = informed_load,
    [SECTION_CEILING] = ceiling_load,
};

/* What stands before the seal. */
static bool take_sections(Evolution *e, Reader *reader, Err *err) {
    if (reader->version < VERSION) return true;
    while (reader->left > sizeof(uint64_t)) {
        Section section;
        size_t most = reader->left - sizeof(uint64_t);
        if (most < sizeof section || !take(reader, &section, sizeof section) ||
            section.kind >= SECTIONS || !load_section[section.kind] ||
            section.bytes > most - sizeof section)
            return err_set(err, "the checkpoint has a part that this version "
                                "of Ludus does not know");
        if (!load_section[section.kind](e, reader->at, section.bytes, err))
            return false;
        reader->at += section.bytes;
        reader->left -= section.bytes;
    }
    return true;
}

bool evolve_restore(Evolution *e, const void *bytes, size_t n, Err *err) {
    Header header = { .improved = 0 };
    Reader reader = { bytes, n, version_of(bytes, n) };
    if (n < OLD_HEADER)
        return err_set(err, "the checkpoint is only %zu bytes long", n);
    if (!reader.version)
        return err_set(err, "the checkpoint is not one of this version of "
                            "Ludus");
    bool old = reader.version < VERSION;
    if (!take(&reader, &header, old ? OLD_HEADER : sizeof header))
        return err_set(err, "the checkpoint is only %zu bytes long", n);
    if (!check_header(e, &header, err)) return false;
    if (!evolve_sound(bytes, n))
        return err_set(err, "the checkpoint is damaged: its bytes are not "
                            "those that were written");
    evolve_reset(e, header.seed);
    e->generation = header.generation;
    if (!take_living(e, &reader, err) || !take_best(e, &reader, err) ||
        !take_sections(e, &reader, err))
        return false;
    e->started = true;
    e->first = false;
    e->improved = old ? header.generation : header.improved;
    e->totals = (Totals){ .evaluations = header.evaluations,
                          .steps = header.steps };
    return true;
}
