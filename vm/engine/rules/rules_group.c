/* rules_group.c -- sets of cases: how they differ, how they part. */
#include "rules_group.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* ---- games --------------------------------------------------------------- */

static bool differ(const int32_t *cells, size_t cases, size_t count, size_t i) {
    for (size_t c = 1; c < cases; c++)
        if (cells[c * count + i] != cells[i]) return true;
    return false;
}

static uint64_t differing_grids(const Rules *r, size_t cases,
                                const int32_t *cells) {
    uint64_t grids = 0;
    for (size_t g = 0; g < r->grid_count; g++) {
        size_t n = (size_t)r->grid[g].width * r->grid[g].height;
        for (size_t i = 0; i < n; i++)
            if (differ(cells, cases, r->cell_count, r->grid[g].start + i)) {
                grids |= UINT64_C(1) << g;
                break;
            }
    }
    return grids;
}

static bool touches(const Rule *rule, uint64_t grids) {
    return ((rule->grids_read | rule->grids_set) & grids) != 0;
}

/* Everything that is not a step of its own must leave these grids alone. */
static bool fits(const Rules *r, uint64_t grids) {
    for (size_t i = 0; i < r->prim_count; i++) {
        const Rule *rule = &r->rule[r->prim_rule[i]];
        if (rules_flat_row(r, i).kind == FLAT_WALK) return false;
        if (touches(rule, grids) && !rules_flat_light(rule)) return false;
    }
    for (int kind = RULE_START; kind <= RULE_SCORE; kind++)
        if (r->block[kind] >= 0 && touches(&r->rule[r->block[kind]], grids))
            return false;
    return true;
}

uint64_t rules_group_grids(const Rules *rules, size_t cases,
                           const int32_t *vars, const int32_t *cells) {
    if (cases < 2 || rules->draws || rules->cell_count > GROUP_CELLS_MAX ||
        cases * rules->cell_count > GROUP_TABLE_MAX)
        return 0;
    for (size_t i = 0; i < rules->var_count; i++)
        if (differ(vars, cases, rules->var_count, i)) return 0;
    uint64_t grids = differing_grids(rules, cases, cells);
    return fits(rules, grids) ? grids : 0;
}

/* Adds the parts of a cell in the block of cases that begins at `first`. */
static size_t sort_cell(GroupPart *part, const RulesGroups *g,
                        const int32_t *cells, size_t first, size_t cell) {
    size_t count = 0, last = first + g->block;
    for (size_t c = first; c < last && c < g->cases; c++) {
        int32_t value = cells[c * g->cells + cell];
        size_t i = 0;
        while (i < count && part[i].value != value) i++;
        if (i == count) part[count++] = (GroupPart){ 0, value };
        part[i].cases |= UINT64_C(1) << (c - first);
    }
    return count;
}

void rules_groups_free(void *groups) {
    RulesGroups *g = groups;
    if (!g) return;
    mem_free(g->known);
    mem_free(g->start);
    mem_free(g->part);
    mem_free(g->narrow);
    mem_free(g->image);
    mem_free(g);
}

RulesGroups *rules_groups_new(const Rules *rules, size_t cases, size_t block,
                              const int32_t *cells, Err *err) {
    assert(block >= 1 && block <= GROUP_CASES);
    RulesGroups *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->cells = rules->cell_count;
    g->cases = cases;
    g->block = block;
    g->first = cells;
    size_t blocks = (cases + block - 1) / block, count = 0;
    g->known = mem_new(g->cells, 1, err);
    g->start = mem_new(blocks * g->cells + 1, sizeof *g->start, err);
    g->part = mem_new(cases * g->cells, sizeof *g->part, err);
    if (!g->known || !g->start || !g->part) {
        rules_groups_free(g);
        return NULL;
    }
    for (size_t i = 0; i < blocks * g->cells; i++) {
        g->start[i] = (uint32_t)count;
        count += sort_cell(g->part + count, g, cells, i / g->cells * block,
                           i % g->cells);
    }
    assert(count <= cases * g->cells);
    g->start[blocks * g->cells] = (uint32_t)count;
    for (size_t i = 0; i < g->cells; i++)
        g->known[i] = !differ(cells, cases, g->cells, i);
    return g;
}

/* ---- playing ------------------------------------------------------------- */

void rules_sets_free(void *sets) {
    RulesSets *s = sets;
    if (!s) return;
    mem_free(s->kept);
    mem_free(s->known);
    mem_free(s->kept_known);
    mem_free(s);
}

RulesSets *rules_sets_new(const RulesGroups *groups, Err *err) {
    RulesSets *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->groups = groups;
    s->kept = mem_new(GROUP_CASES * (groups->cells + FLAT_SLOTS),
                      sizeof *s->kept, err);
    s->known = mem_new(groups->cells, 1, err);
    s->kept_known = mem_new(GROUP_CASES * groups->cells, 1, err);
    if (s->kept && s->known && s->kept_known) return s;
    rules_sets_free(s);
    return NULL;
}

size_t rules_groups_cells(const RulesGroups *groups, size_t block,
                          uint64_t only) {
    assert(only && !(only & (only - 1)));
    size_t c = block * groups->block + (size_t)__builtin_ctzll(only);
    return c * groups->cells;
}

static void put(void *numbers, int bits, size_t i, int32_t x) {
    if (bits == 8) ((int8_t *)numbers)[i] = (int8_t)x;
    else if (bits == 16) ((int16_t *)numbers)[i] = (int16_t)x;
    else ((int32_t *)numbers)[i] = x;
}

/* All cells, those that are not known with the least number. There is no such
 * image where a known cell has that number. */
static bool draw_image(RulesGroups *g, int bits, Err *err) {
    int32_t least = (int32_t) - (INT64_C(1) << (bits - 1));
    for (size_t i = 0; i < g->cells; i++)
        if (g->known[i] && g->first[i] == least) return true;
    g->image = mem_new(g->cells, (size_t)bits / 8, err);
    for (size_t i = 0; i < g->cells && g->image; i++)
        put(g->image, bits, i, g->known[i] ? g->first[i] : least);
    return g->image != NULL;
}

bool rules_groups_narrow(RulesGroups *groups, int bits, Err *err) {
    size_t count = groups->cases * groups->cells;
    groups->narrow = mem_new(count, (size_t)bits / 8, err);
    for (size_t i = 0; i < count && groups->narrow; i++)
        put(groups->narrow, bits, i, groups->first[i]);
    return groups->narrow && draw_image(groups, bits, err);
}

uint64_t rules_groups_all(const RulesGroups *groups, size_t block) {
    assert(block * groups->block < groups->cases);
    size_t count = groups->cases - block * groups->block;
    if (count > groups->block) count = groups->block;
    return UINT64_MAX >> (GROUP_CASES - count);
}

void rules_sets_begin(RulesSets *sets, RulesState *state, size_t block,
                      uint64_t cases) {
    const RulesGroups *g = sets->groups;
    assert(cases && !(cases & ~rules_groups_all(g, block)));
    sets->block = block;
    sets->count = 0;
    memcpy(sets->known, g->known, g->cells);
    state->known = sets->known;
    state->sets = sets;
    state->cases = cases;
}

/* Keeps what waits: the state as it was when the step began. */
static void keep(RulesSets *s, const RulesState *g, uint64_t cases,
                 uint32_t cell, int32_t value) {
    assert(s->count < GROUP_CASES && cell < s->groups->cells);
    size_t n = s->count++, cells = s->groups->cells;
    GroupFork *fork = &s->fork[n];
    int32_t *kept = s->kept + n * (cells + FLAT_SLOTS);
    uint8_t *known = s->kept_known + n * cells;
    *fork = (GroupFork){ .cases = cases,
                         .purse = g->purse,
                         .in = g->in,
                         .pass = g->pass,
                         .before = g->before,
                         .depth = g->depth };
    memcpy(fork->back, g->back, sizeof fork->back);
    memcpy(fork->var, g->var, sizeof fork->var);
    memcpy(kept, g->cell, cells * sizeof *kept);
    memcpy(kept + cells, g->slot + FLAT_ARGS, s->slots * sizeof *kept);
    memcpy(known, s->known, cells);
    for (uint32_t i = g->undo_count; i-- > 0;) {
        kept[g->undo[i].cell] = g->undo[i].value;
        known[g->undo[i].cell] = g->undo[i].known;
    }
    kept[cell] = value;
    known[cell] = 1;
}

typedef int32_t Four __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef int16_t Shorts __attribute__((vector_size(16)));

/* Fills in four cells where the mask has zeros. */
static void fill(int32_t *cell, const int32_t *first, Four mask) {
    Four mine, other;
    memcpy(&mine, cell, sizeof mine);
    memcpy(&other, first, sizeof other);
    mine = (mine & mask) | (other & ~mask);
    memcpy(cell, &mine, sizeof mine);
}

/* The lower or the upper half, each of it twice. */
#define LOW_BYTES(v)                                                        \
    __builtin_shufflevector(v, v, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, \
                            22, 7, 23)
#define HIGH_BYTES(v)                                                       \
    __builtin_shufflevector(v, v, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, \
                            29, 14, 30, 15, 31)
#define LOW(v)  (Four) __builtin_shufflevector(v, v, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(v) (Four) __builtin_shufflevector(v, v, 4, 12, 5, 13, 6, 14, 7, 15)

/* A case alone knows all of its cells: those that it did not are filled in.
 * Which those are follows no pattern, so a branch for each would cost more. */
static void know_all(RulesSets *s, RulesState *g) {
    const int32_t *first = s->groups->first +
                           rules_groups_cells(s->groups, s->block, g->cases);
    size_t i = 0, n = s->groups->cells;
    for (; i + 16 <= n; i += 16) {
        Bytes known;
        memcpy(&known, s->known + i, sizeof known);
        known = -known;
        Shorts low = (Shorts)LOW_BYTES(known), high = (Shorts)HIGH_BYTES(known);
        fill(g->cell + i, first + i, LOW(low));
        fill(g->cell + i + 4, first + i + 4, HIGH(low));
        fill(g->cell + i + 8, first + i + 8, LOW(high));
        fill(g->cell + i + 12, first + i + 12, HIGH(high));
    }
    for (; i < n; i++)
        if (!s->known[i]) g->cell[i] = first[i];
    memset(s->known, 1, n);
}

void rules_sets_part(RulesState *g, uint32_t cell) {
    RulesSets *s = g->sets;
    const uint32_t *start = s->groups->start + s->block * s->groups->cells +
                            cell;
    const GroupPart *first = NULL;
    for (uint32_t i = start[0]; i < start[1]; i++) {
        const GroupPart *part = &s->groups->part[i];
        uint64_t cases = part->cases & g->cases;
        if (!cases) continue;
        if (!first) first = part;
        else keep(s, g, cases, cell, part->value);
    }
    assert(first);                   /* of its cases one has some value */
    g->cases &= first->cases;
    g->cell[cell] = first->value;
    s->known[cell] = 1;
    if (!(g->cases & (g->cases - 1))) know_all(s, g);
}

bool rules_sets_next(RulesSets *s, RulesState *g) {
    if (s->count == 0) return false;
    size_t n = --s->count, cells = s->groups->cells;
    const GroupFork *fork = &s->fork[n];
    const int32_t *kept = s->kept + n * (cells + FLAT_SLOTS);
    g->cases = fork->cases;
    g->left = (uint32_t)(fork->purse >> 33);
    g->fuel = (uint32_t)fork->purse;
    g->in = fork->in;
    g->pass = fork->pass;
    g->before = fork->before;
    g->depth = fork->depth;
    memcpy(g->back, fork->back, sizeof fork->back);
    memcpy(g->var, fork->var, sizeof fork->var);
    memcpy(g->cell, kept, cells * sizeof *kept);
    memcpy(g->slot + FLAT_ARGS, kept + cells, s->slots * sizeof *kept);
    memcpy(s->known, s->kept_known + n * cells, cells);
    g->stop = g->out = g->done = false;
    return true;
}
