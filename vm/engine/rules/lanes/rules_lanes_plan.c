/* rules_lanes_plan.c -- whether and how a game is played in lanes.
 *
 * Numbers of a lane are as narrow as what the game states allows: literals,
 * tables, first values, sides of grids, the greatest score. What grows beyond
 * that while a program runs spoils its lane, so a guess that is wrong costs
 * time alone.
 *
 * What each variable may be is found by writing the engine again and again: an
 * assignment widens the range, until nothing changes; one that goes on growing
 * may be anything. A grid is in planes as long as only 0 and 1 are assigned.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules_c_lanes.h"
#include "rules_lanes_run.h"

/* Rounds of writing; after the first ones a range that grows may be anything.
 */
enum { ROUNDS = 12, PATIENT = 4 };

/* ---- whether ------------------------------------------------------------- */

static bool refuse(LanesPlan *plan, const char *why) {
    snprintf(plan->why, sizeof plan->why, "%s", why);
    return false;
}

/* Is the rule one that is written in full? */
static bool is_light(const Rules *r, RuleKind kind) {
    return r->block[kind] < 0 || rules_flat_light(&r->rule[r->block[kind]]);
}

static bool has_outer(const Rules *r) {
    for (size_t i = 0; i < r->prim_count; i++)
        if (r->rule[r->prim_rule[i]].kind == RULE_OUTER) return true;
    return false;
}

static bool can(LanesPlan *plan, const Rules *r, size_t cases) {
    if (cases < 2) return refuse(plan, "there is only one case");
    if (r->reals) return refuse(plan, "they have reals");
    if (has_outer(r)) return refuse(plan, "they have Lua functions");
    if (r->draws) return refuse(plan, "they draw at random");
    for (size_t i = 0; i < r->prim_count; i++) {
        const Rule *rule = &r->rule[r->prim_rule[i]];
        FlatKind kind = (FlatKind)rules_flat_row(r, i).kind;
        if (kind == FLAT_PASS) continue;
        if (!rules_flat_light(rule) || kind == FLAT_WALK) {
            snprintf(plan->why, sizeof plan->why,
                     "'%s' has a loop, is long, or goes on after an argument",
                     rule->name);
            return false;
        }
    }
    if (!is_light(r, RULE_DONE) || !is_light(r, RULE_TURN))
        return refuse(plan, "'done' or 'turn' has a loop or is long");
    return true;
}

/* ---- how wide ------------------------------------------------------------ */

static int64_t size_of(int64_t k) { return k < 0 ? -k : k; }

static void grow(int64_t *most, int64_t k) {
    if (size_of(k) > *most) *most = size_of(k);
}

/* The largest literal of a body and of all that it calls. */
static void grow_body(const Rules *r, uint16_t n, int64_t *most) {
    const Ast *a = &r->ast[n];
    if (!n) return;
    if (a->kind == AST_NUMBER) grow(most, a->k);
    if (a->kind == AST_CALL) grow_body(r, r->rule[a->k].body, most);
    if (a->kind == AST_CALL || a->kind == AST_BLOCK) {
        for (uint16_t i = a->kid[0]; i; i = r->ast[i].next)
            grow_body(r, i, most);
        return;
    }
    for (int i = 0; i < 3; i++) grow_body(r, a->kid[i], most);
}

static int64_t greatest(const Rules *r, const LanesCases *cases) {
    int64_t most = 0;
    for (size_t i = 0; i < r->prim_count; i++)
        grow_body(r, r->rule[r->prim_rule[i]].body, &most);
    for (int kind = RULE_TURN; kind <= RULE_DONE; kind++)
        if (r->block[kind] >= 0)
            grow_body(r, r->rule[r->block[kind]].body, &most);
    for (size_t i = 0; i < r->item_count; i++) grow(&most, r->item[i]);
    for (size_t i = 0; i < r->grid_count; i++) {
        grow(&most, r->grid[i].width);
        grow(&most, r->grid[i].height);
    }
    for (size_t i = 0; i < cases->count * r->var_count; i++)
        grow(&most, cases->vars[i]);
    for (size_t i = 0; i < cases->count * r->cell_count; i++)
        grow(&most, cases->cells[i]);
    for (size_t i = 0; i < r->constant_count; i++)
        grow(&most, (int64_t)r->constant[i]);
    double max = fabs(cases->max) / (double)cases->count;
    if (max < 1e9) grow(&most, (int64_t)ceil(max));
    return most;
}

/* ---- what may be where --------------------------------------------------- */

static bool only_bits(const Rules *r, const LanesCases *cases, size_t grid) {
    const RulesGrid *g = &r->grid[grid];
    size_t count = (size_t)g->width * g->height;
    if (count > LANES_PLANES * 8) return false;
    for (size_t c = 0; c < cases->count; c++)
        for (size_t i = 0; i < count; i++) {
            int32_t x = cases->cells[c * r->cell_count + g->start + i];
            if (x != 0 && x != 1) return false;
        }
    return true;
}

static void find_planes(LanesPlan *plan, const Rules *r,
                        const LanesCases *cases) {
    int start = r->block[RULE_START];
    uint64_t set = start >= 0 ? r->rule[start].grids_set : 0;
    for (size_t i = 0; i < r->grid_count && plan->bits == 8; i++)
        if (!((set | plan->vary) >> i & 1) && only_bits(r, cases, i))
            plan->planes |= UINT64_C(1) << i;
}

static void place_planes(LanesPlan *plan, const Rules *r) {
    plan->plane_count = 0;
    for (size_t i = 0; i < r->grid_count; i++) {
        plan->first_plane[i] = plan->plane_count;
        if (!(plan->planes >> i & 1)) continue;
        const RulesGrid *g = &r->grid[i];
        plan->plane_count += ((uint32_t)g->width * g->height + 7) / 8;
    }
}

static void find_ranges(LanesPlan *plan, const Rules *r,
                        const LanesCases *cases) {
    int start = r->block[RULE_START];
    uint64_t set = start >= 0 ? r->rule[start].vars_set : 0;
    for (size_t i = 0; i < r->var_count; i++) {
        LaneRange range = { cases->vars[i], cases->vars[i] };
        for (size_t c = 1; c < cases->count; c++) {
            int32_t x = cases->vars[c * r->var_count + i];
            if (x < range.lo) range.lo = x;
            if (x > range.hi) range.hi = x;
        }
        if (i == 0 || (set >> i & 1))
            range = (LaneRange){ lanes_lo(plan), lanes_hi(plan) };
        plan->var[i] = range;
    }
}

/* Whatever has changed in the last round may be anything. */
static void cut_short(LanesPlan *plan, const LanesPlan *before) {
    for (int i = 0; i < RULES_VARS_MAX; i++)
        if (memcmp(&plan->var[i], &before->var[i], sizeof plan->var[i]) != 0)
            plan->var[i] = (LaneRange){ lanes_lo(plan), lanes_hi(plan) };
}

static bool settle(LanesPlan *plan, const Rules *r) {
    bool settled = false;
    for (int round = 0; round < ROUNDS && !settled; round++) {
        Buf text = { 0 };
        place_planes(plan, r);
        LanesPlan before = *plan;
        settled = rules_c_lanes(r, plan, &text) && round > 0;
        if (round >= PATIENT) cut_short(plan, &before);
        buf_free(&text);
    }
    return settled;
}

/* Equal cells of all lanes must not be at the same place of the cache: lanes
 * are an odd number of its lines apart. */
static size_t stride_of(const Rules *rules, int bits) {
    size_t line = 64 / ((size_t)bits / 8);
    return ((rules->cell_count + line - 1) / line | 1) * line;
}

void rules_lanes_plan_code(LanesPlan *plan, const Rules *rules,
                           const LanesCases *cases) {
    memset(plan, 0, sizeof *plan);
    if (!can(plan, rules, cases->count)) return;
    plan->vary = cases->vary;
    plan->bits = 32;
    plan->stride = stride_of(rules, plan->bits);
    plan->lanes = LANES_MOST;
    for (size_t i = 0; i < rules->var_count; i++)
        plan->var[i] = (LaneRange){ INT32_MIN, INT32_MAX };
}

void rules_lanes_plan(LanesPlan *plan, const Rules *rules,
                      const LanesCases *cases, bool avx2) {
    memset(plan, 0, sizeof *plan);
    if (!can(plan, rules, cases->count)) return;
    int64_t most = greatest(rules, cases);
    plan->avx2 = avx2;
    plan->vary = cases->vary;
    plan->bits = most <= INT8_MAX ? 8 : most <= INT16_MAX ? 16 : 32;
    plan->lanes = avx2 ? 32 : 16;
    plan->parts = plan->bits / 8;
    plan->stride = stride_of(rules, plan->bits);
    memset(plan->asks, 0xff, sizeof plan->asks);     /* until they are known */
    find_planes(plan, rules, cases);
    find_ranges(plan, rules, cases);
    if (!settle(plan, rules)) refuse(plan, "a rule sets too many cells");
}
