/* rules_lanes.c -- lanes of rules: how they begin, part, run out and end.
 *
 * Everything here happens a few times per case; what happens per step is in the
 * engines: native code (rules_c_lanes.c) and bytecode (rules_lanes_run.c).
 */
#include "rules_lanes.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* ---- numbers of a lane --------------------------------------------------- */

static int32_t get(const void *numbers, int bits, size_t i) {
    switch (bits) {
    case 8: return ((const int8_t *)numbers)[i];
    case 16: return ((const int16_t *)numbers)[i];
    default: return ((const int32_t *)numbers)[i];
    }
}

static void put(void *numbers, int bits, size_t i, int32_t x) {
    switch (bits) {
    case 8: ((int8_t *)numbers)[i] = (int8_t)x; break;
    case 16: ((int16_t *)numbers)[i] = (int16_t)x; break;
    default: ((int32_t *)numbers)[i] = x;
    }
}

static bool fits(const LanesPlan *p, int32_t x) {
    return x >= lanes_lo(p) && x <= lanes_hi(p);
}

static bool in_planes(const LanesPlan *p, size_t grid) {
    return p->planes >> grid & 1;
}

/* ---- making -------------------------------------------------------------- */

void rules_lanes_free(void *machine) {
    LanesMachine *m = machine;
    if (!m) return;
    mem_free(m->lanes.var);
    mem_free(m->lanes.slot);
    mem_free(m->lanes.cell);
    mem_free(m->lanes.plane);
    mem_free(m->lanes.undo);
    mem_free(m->waits);
    mem_free(m);
}

static void part(RulesState *g, RulesLanes *l, uint32_t asks);
static void broke(RulesState *g, RulesLanes *l, uint64_t charge, bool turn);
static void end(RulesState *g, RulesLanes *l, uint32_t lanes, bool done);
static void spoil(RulesLanes *l, uint32_t lanes);

/* What bytecode needs besides: its constants, and places to wait. */
static bool add_code(LanesMachine *m, const RulesCode *code, Err *err) {
    m->waits = mem_new(code->count, sizeof *m->waits, err);
    int32_t *fixed = (int32_t *)m->lanes.var + RULES_FIRST_FIX * LANES_MOST;
    for (size_t i = 0; i < code->fixed_count * LANES_MOST; i++)
        fixed[i] = code->fixed[i / LANES_MOST];
    return m->waits != NULL;
}

LanesMachine *rules_lanes_new(const LanesPlan *plan, const Rules *rules,
                              const RulesGroups *groups, const RulesCode *code,
                              Err *err) {
    LanesMachine *m = mem_new_aligned(1, sizeof *m, err);
    if (!m) return NULL;
    size_t wide = (size_t)plan->lanes * (size_t)plan->bits / 8;
    RulesLanes *l = &m->lanes;
    m->plan = plan;
    m->rules = rules;
    m->groups = groups;
    l->machine = m;
    l->part = part;
    l->broke = broke;
    l->end = end;
    l->spoil = spoil;
    size_t vars = code ? RULES_MEMORY : rules->var_count;
    size_t writes = code ? FLAT_LIGHT : LANES_WRITES;
    l->var = mem_new_aligned(vars, wide, err);
    l->slot = mem_new_aligned(FLAT_SLOTS, wide, err);
    l->cell = mem_new_aligned(plan->stride, wide, err);
    l->plane = mem_new_aligned(plan->plane_count + LANES_PLANES, LANES_MOST,
                               err);
    l->undo = mem_new(writes, sizeof *l->undo, err);
    if (l->var && l->slot && l->cell && l->plane && l->undo &&
        (!code || add_code(m, code, err)))
        return m;
    rules_lanes_free(m);
    return NULL;
}

/* Constants stay in their slots from one program to the next. */
static bool load_constants(LanesMachine *m, const Vocab *v) {
    size_t n = v->first_arg;
    if (m->constants == n && memcmp(m->constant, v->k, n * sizeof *v->k) == 0)
        return true;
    size_t lanes = (size_t)m->plan->lanes;
    for (size_t i = 0; i < n; i++)
        if (!fits(m->plan, v->k[i])) return false;
    for (size_t i = 0; i < n * lanes; i++)
        put(m->lanes.slot, m->plan->bits, i, v->k[i / lanes]);
    memcpy(m->constant, v->k, n * sizeof *v->k);
    m->constants = n;
    return true;
}

bool rules_lanes_load(LanesMachine *machine, const FlatTable *table,
                      const Tree *tree) {
    return load_constants(machine, tree->vocab) &&
           rules_flat_load(&machine->flat, table, tree, NULL) != NULL;
}

/* ---- beginning ----------------------------------------------------------- */

void rules_lanes_clear(LanesMachine *machine, size_t block) {
    machine->block = block;
    machine->again = 0;
    machine->lanes.alive = 0;
}

static void put_plane(LanesMachine *m, int lane, uint32_t plane, uint32_t i,
                      bool bit) {
    uint8_t *byte = m->lanes.plane + (plane + i / 8) * (size_t)m->plan->lanes +
                    lane;
    *byte = (uint8_t)((*byte & ~(1u << i % 8)) | (unsigned)bit << i % 8);
}

/* Do the cells begin as the game's image has them? */
static bool is_fresh(const LanesMachine *m, size_t grid) {
    int start = m->rules->block[RULE_START];
    bool set = start >= 0 && (m->rules->rule[start].grids_set >> grid & 1);
    return m->groups && m->groups->image && !set && !in_planes(m->plan, grid);
}

static bool load_grid(LanesMachine *m, const RulesState *g, int lane,
                      size_t number) {
    const LanesPlan *p = m->plan;
    const RulesGrid *grid = &m->rules->grid[number];
    size_t first = (size_t)lane * p->stride;
    uint32_t count = (uint32_t)grid->width * grid->height;
    if (is_fresh(m, number)) {
        size_t bytes = (size_t)p->bits / 8, from = grid->start;
        memcpy((char *)m->lanes.cell + (first + from) * bytes,
               (const char *)m->groups->image + from * bytes, count * bytes);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = grid->start + i;
        int32_t x = g->cell[c];
        if (in_planes(p, number)) {
            if (x != 0 && x != 1) return false;
            put_plane(m, lane, p->first_plane[number], i, x);
        } else {
            bool known = !m->groups || m->groups->known[c];
            if (known && (!fits(p, x) || x == lanes_lo(p))) return false;
            put(m->lanes.cell, p->bits, first + c,
                known ? x : (int32_t)lanes_lo(p));
        }
    }
    return true;
}

static bool load_lane(LanesMachine *m, const RulesState *g, int lane) {
    const LanesPlan *p = m->plan;
    for (size_t i = 0; i < m->rules->var_count; i++) {
        if (g->var[i] < p->var[i].lo || g->var[i] > p->var[i].hi) return false;
        /* lanes that are not used have values of the right range, too */
        for (int k = lane; k < p->lanes; k++)
            put(m->lanes.var, p->bits, i * (size_t)p->lanes + (size_t)k,
                g->var[i]);
    }
    for (size_t i = 0; i < m->rules->grid_count; i++)
        if (!load_grid(m, g, lane, i)) return false;
    return true;
}

void rules_lanes_enter(LanesMachine *machine, const RulesState *state,
                       uint64_t cases) {
    RulesLanes *l = &machine->lanes;
    int lane = __builtin_popcount(l->alive);
    if (lane == machine->plan->lanes || !load_lane(machine, state, lane)) {
        machine->again |= cases;
        return;
    }
    l->set[lane] = cases;
    l->base[lane] = (uint64_t)state->left << 33 | state->fuel;
    l->alive |= UINT32_C(1) << lane;
}

void rules_lanes_play(LanesMachine *machine, RulesState *state,
                      RulesLanesRun *run) {
    RulesLanes *l = &machine->lanes;
    if (!l->alive) return;
    l->purse = l->base[0];
    for (uint32_t left = l->alive; left; left &= left - 1)
        l->purse = purse_least(l->purse, l->base[__builtin_ctz(left)]);
    for (int i = 0; i < LANES_MOST; i++)
        l->base[i] = l->alive >> i & 1 ? l->base[i] - l->purse : 0;
    lanes_begin(l);
    l->active = l->alive;
    l->in = machine->flat.step + machine->flat.entry[0];
    l->wait = NULL;
    l->depth = l->pass = l->forks = 0;
    state->flat = l->in;
    state->program = &machine->flat;
    run(state, l);
}

/* ---- parting ------------------------------------------------------------- */

static void undo(LanesMachine *m) {
    RulesLanes *l = &m->lanes;
    while (l->undo_count > 0) {
        const LaneUndo *u = &l->undo[--l->undo_count];
        size_t wide = (size_t)m->plan->lanes;
        if (!u->lanes)
            memcpy(l->plane + u->plane * wide, u->planes, LANES_PLANES * wide);
        for (uint32_t left = u->lanes; left; left &= left - 1) {
            size_t lane = (size_t)__builtin_ctz(left);
            put(l->cell, m->plan->bits, u->at[lane], u->old[lane]);
        }
    }
}

static void copy_slots(LanesMachine *m, uint32_t from, uint32_t to, int lane,
                       int copy) {
    size_t lanes = (size_t)m->plan->lanes;
    int bits = m->plan->bits;
    void *slot = m->lanes.slot;
    for (size_t i = from * lanes; i < to * lanes; i += lanes)
        put(slot, bits, i + (size_t)copy, get(slot, bits, i + (size_t)lane));
}

/* What waits in slots: of each branch that runs its arguments and the values
 * below the step that it is at. */
static void copy_waiting(LanesMachine *m, int lane, int copy) {
    const RulesLanes *l = &m->lanes;
    uint32_t branch = 0;
    for (uint32_t i = 0; i <= l->depth; i++) {
        const RulesStep *at = i < l->depth ? l->back[i] : l->in;
        uint32_t args = FLAT_ARGS + branch * PRIM_ARGS_MAX;
        uint32_t end = at->x[RULES_D] + (i < l->depth ? 0u : FLAT_PLACES);
        copy_slots(m, args, args + PRIM_ARGS_MAX, lane, copy);
        copy_slots(m, m->flat.first[branch], end, lane, copy);
        branch = (at->x[RULES_A] - (uint32_t)FLAT_ARGS) / PRIM_ARGS_MAX;
    }
}

static void copy_lane(LanesMachine *m, int lane, int copy) {
    RulesLanes *l = &m->lanes;
    const LanesPlan *p = m->plan;
    size_t bytes = p->stride * (size_t)p->bits / 8;
    char *cell = l->cell;
    for (size_t i = 0; i < m->rules->var_count; i++) {
        size_t at = i * (size_t)p->lanes;
        put(l->var, p->bits, at + (size_t)copy,
            get(l->var, p->bits, at + (size_t)lane));
    }
    memcpy(cell + (size_t)copy * bytes, cell + (size_t)lane * bytes, bytes);
    for (uint32_t i = 0; i < p->plane_count; i++) {
        uint8_t *plane = l->plane + i * (size_t)p->lanes;
        plane[copy] = plane[lane];
    }
    copy_waiting(m, lane, copy);
    l->base[copy] = l->base[lane];
    l->paid &= ~(UINT32_C(1) << copy);
    l->paid |= (l->paid >> lane & 1) << copy;
    l->active |= UINT32_C(1) << copy;
    l->alive |= UINT32_C(1) << copy;
}

/* A new lane of those cases, or none if all are taken. */
static int new_lane(LanesMachine *m, int lane, uint64_t cases) {
    RulesLanes *l = &m->lanes;
    uint32_t all = UINT32_MAX >> (32 - m->plan->lanes);
    if (l->alive == all) {
        m->again |= cases;
        return -1;
    }
    int copy = __builtin_ctz(~l->alive);
    copy_lane(m, lane, copy);
    return copy;
}

/* Fills in the cells that are not known, many at once. */
#define LEARN(T, LEAST)                                                     \
    {                                                                       \
        typedef T Many __attribute__((vector_size(16), may_alias));         \
        const size_t wide = 16 / sizeof(T);                                 \
        T *cell = (T *)m->lanes.cell + (size_t)lane * m->plan->stride;      \
        const T *first = (const T *)m->groups->narrow + at;                 \
        size_t i = 0;                                                       \
        for (; i + wide <= n; i += wide) {                                  \
            Many c, f;                                                      \
            memcpy(&c, cell + i, sizeof c);                                 \
            memcpy(&f, first + i, sizeof f);                                \
            Many none = (Many)(c == LEAST);                                 \
            c = (f & none) | (c & ~none);                                   \
            memcpy(cell + i, &c, sizeof c);                                 \
        }                                                                   \
        for (; i < n; i++)                                                  \
            if (cell[i] == LEAST) cell[i] = first[i];                       \
    }

/* A case alone knows all of its cells. */
static void know_all(LanesMachine *m, int lane) {
    size_t n = m->rules->cell_count;
    size_t at = rules_groups_cells(m->groups, m->block, m->lanes.set[lane]);
    if (m->plan->bits == 8) LEARN(int8_t, INT8_MIN)
    else if (m->plan->bits == 16) LEARN(int16_t, INT16_MIN)
    else LEARN(int32_t, INT32_MIN)
}

/* The lane has only these cases left, and knows the cell it asked for. */
static void tell(LanesMachine *m, int lane, uint32_t cell, GroupPart part) {
    m->lanes.set[lane] = part.cases;
    put(m->lanes.cell, m->plan->bits, (size_t)lane * m->plan->stride + cell,
        part.value);
    if (!(part.cases & (part.cases - 1))) know_all(m, lane);
}

/* The lane parts into one for each value that the cell has in its cases. */
static void part_lane(LanesMachine *m, int lane) {
    uint32_t cell = m->lanes.at[lane];
    const RulesGroups *groups = m->groups;
    const uint32_t *start = groups->start + m->block * groups->cells + cell;
    uint64_t all = m->lanes.set[lane];
    GroupPart first = { 0 };
    for (uint32_t i = start[0]; i < start[1]; i++) {
        GroupPart part = groups->part[i];
        part.cases &= all;
        if (!part.cases) continue;
        int to = first.cases ? new_lane(m, lane, part.cases) : -1;
        if (!first.cases) first = part;
        if (to >= 0) tell(m, to, cell, part);
    }
    assert(first.cases);
    tell(m, lane, cell, first);
}

static void part(RulesState *g, RulesLanes *l, uint32_t asks) {
    LanesMachine *m = l->machine;
    (void)g;
    assert(m->groups && !(asks & ~l->active));
    undo(m);
    for (; asks; asks &= asks - 1) part_lane(m, __builtin_ctz(asks));
}

/* ---- ending -------------------------------------------------------------- */

static void kill(RulesLanes *l, uint32_t lanes) {
    l->active &= ~lanes;
    l->alive &= ~lanes;
}

static void spoil(RulesLanes *l, uint32_t lanes) {
    LanesMachine *m = l->machine;
    for (uint32_t left = lanes; left; left &= left - 1)
        m->again |= l->set[__builtin_ctz(left)];
    kill(l, lanes);
}

static void unload_grid(LanesMachine *m, RulesState *g, int lane,
                        size_t number) {
    const LanesPlan *p = m->plan;
    const RulesGrid *grid = &m->rules->grid[number];
    size_t first = (size_t)lane * p->stride;
    uint32_t count = (uint32_t)grid->width * grid->height;
    size_t wide = (size_t)p->lanes;
    const uint8_t *plane = m->lanes.plane + lane +
                           p->first_plane[number] * wide;
    for (uint32_t i = 0; i < count; i++)
        g->cell[grid->start + i] = in_planes(p, number)
                                       ? plane[i / 8 * wide] >> i % 8 & 1
                                       : get(m->lanes.cell, p->bits,
                                             first + grid->start + i);
}

static void unload_lane(LanesMachine *m, RulesState *g, int lane) {
    const Rules *r = m->rules;
    size_t lanes = (size_t)m->plan->lanes;
    uint64_t grids = 0;              /* that are looked at in the end */
    for (int kind = RULE_WON; kind <= RULE_SCORE; kind++)
        if (r->block[kind] >= 0) grids |= r->rule[r->block[kind]].grids_read;
    for (size_t i = 0; i < r->var_count; i++)
        g->var[i] = get(m->lanes.var, m->plan->bits, i * lanes + (size_t)lane);
    for (size_t i = 0; i < r->grid_count; i++)
        if (grids >> i & 1) unload_grid(m, g, lane, i);
    uint64_t left = m->lanes.purse + m->lanes.base[lane];
    g->left = (uint32_t)(left >> 33);
    g->fuel = (uint32_t)left;
    g->stop = g->out = g->done = false;
}

static void finish(LanesMachine *m, RulesState *g, int lane) {
    m->finish(g);
    m->ended(m->to, m->lanes.set[lane], g);
}

static void end(RulesState *g, RulesLanes *l, uint32_t lanes, bool done) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        unload_lane(l->machine, g, lane);
        if (done) rules_end(g, false);
        finish(l->machine, g, lane);
    }
    kill(l, lanes);
}

/* What the step at l->in costs, or a turn, cannot be paid from the purse: lanes
 * that cannot pay it end, the others find the purse as full as it can be. */
static void broke(RulesState *g, RulesLanes *l, uint64_t charge, bool turn) {
    const uint64_t bad = UINT64_C(1) << 63 | UINT64_C(1) << 32;
    uint64_t least = ~bad;
    uint32_t dead = 0;
    lanes_note(l);
    for (uint32_t left = l->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t purse = l->purse + l->base[lane];
        if (!((purse - charge) & bad)) {
            least = purse_least(least, purse);
            continue;
        }
        unload_lane(l->machine, g, lane);
        if (turn) rules_end(g, true);
        else rules_flat_settle(g, l->in);
        finish(l->machine, g, lane);
        dead |= left & -left;
    }
    kill(l, dead);
    for (uint32_t left = l->active; left; left &= left - 1)
        l->base[__builtin_ctz(left)] += l->purse - least;
    l->since = l->purse = least;
}
