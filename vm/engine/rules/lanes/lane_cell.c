/* lane_cell.c -- cells of grids and items of tables as C over vectors.
 *
 * Indices wrap round the sides. Cells of a grid in planes are bits, chosen by
 * comparing; others are gathered and scattered, and those that are not known
 * yet are asked for.
 */
#include <string.h>

#include "rules_c_lanes.h"

/* ---- indices ------------------------------------------------------------- */

/* Where x is further than once round, all is computed the long way. */
static Lane put_far(LaneWriter *w, Lane x, int32_t n) {
    LaneRange hold = lane_all(w);
    int64_t lo = -(int64_t)n, hi = 2 * (int64_t)n - 1;
    bool low = x.range.lo < lo && lo > hold.lo;
    bool high = x.range.hi > hi && hi < hold.hi;
    if (!low && !high) return x;
    Lane far = lane_temp(w, lane_truth, true),
         here = lane_temp(w, lane_truth, true);
    Lane y = lane_temp(w, (LaneRange){ lo, hi }, false);
    lane_line(w, "V %s = K(0); ", far.name);
    if (low) lane_line(w, "%s |= %s < K(%d); ", far.name, x.name, (int)lo);
    if (high) lane_line(w, "%s |= %s > K(%d); ", far.name, x.name, (int)hi);
    lane_line(w, "V %s = %s & %s, %s = %s & ~%s; ", here.name, far.name,
              w->mask.name, y.name, x.name, far.name);
    buf_text(w->out, "if (__builtin_expect(");
    lane_bits(w, here);
    buf_text(w->out, " != 0, 0)) {\n");
    lane_line(w, "%s = far(%s, %d); ", y.name, x.name, n);
    buf_text(w->out, "}\n");
    return y;
}

Lane lane_wrapped(LaneWriter *w, Lane x, int32_t n) {
    LaneRange inside = { 0, n - 1 };
    if (lane_within(x.range, inside)) return x;
    if ((n & (n - 1)) == 0) {
        Lane t = lane_temp(w, inside, false);
        lane_line(w, "V %s = %s & K(%d); ", t.name, x.name, n - 1);
        return t;
    }
    x = put_far(w, x, n);
    if (x.range.lo < 0) {
        Lane t = lane_temp(w, (LaneRange){ 0, x.range.hi }, false);
        lane_line(w, "V %s = %s + (K(%d) & (%s < K(0))); ", t.name, x.name, n,
                  x.name);
        x = t;
    }
    if (x.range.hi >= n) {
        Lane t = lane_temp(w, inside, false);
        lane_line(w, "V %s = %s - (K(%d) & (%s > K(%d))); ", t.name, x.name, n,
                  x.name, n - 1);
        x = t;
    }
    x.range = inside;
    return x;
}

/* n times y, as sums: there are no products of bytes. */
static Lane put_scaled(LaneWriter *w, Lane y, int n) {
    Lane sum = { .name = "" }, power = y;
    for (; n; n >>= 1) {
        if (n & 1 && sum.name[0]) {
            Lane t = lane_temp(w, lane_all(w), false);
            lane_line(w, "V %s = (V)((U)%s + (U)%s); ", t.name, sum.name,
                      power.name);
            sum = t;
        } else if (n & 1) {
            sum = power;
        }
        if (n == 1) break;
        Lane t = lane_temp(w, lane_all(w), false);
        lane_line(w, "V %s = (V)((U)%s + (U)%s); ", t.name, power.name,
                  power.name);
        power = t;
    }
    return sum;
}

/* Declares iN, the numbers of the cells among all; or the name of their numbers
 * in a grid that is in planes. */
static Lane put_index(LaneWriter *w, const Ast *a, Lane x, Lane y) {
    const RulesGrid *grid = &w->rules->grid[a->k];
    x = lane_wrapped(w, x, grid->width);
    if (grid->sides == 2) y = lane_wrapped(w, y, grid->height);
    bool two = grid->sides == 2;
    Lane i = lane_temp(w, lane_all(w), false);
    if (w->plan->planes >> a->k & 1) {
        if (!two) return x;
        y = put_scaled(w, y, grid->width);
        lane_line(w, "V %s = %s + %s; ", i.name, y.name, x.name);
        return i;
    }
    i.name[0] = 'i';
    *strchr(i.name, '_') = 0;
    buf_format(w->out, "Index %s[LANES]; ", i.name);
    lane_line(w, "put_index(%s + @ * PART, %s, %s, %d, %u, @ * PART); ", i.name,
              x.name, two ? y.name : "K(0)", grid->width, grid->start);
    return i;
}

/* ---- cells --------------------------------------------------------------- */

/* The planes that cell i is in, chosen by the upper bits of its number. */
static Lane put_look(LaneWriter *w, int grid, Lane i) {
    const RulesGrid *g = &w->rules->grid[grid];
    uint32_t planes = ((uint32_t)g->width * g->height + 7) / 8;
    Lane t = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = look%d(plane + %u, %s); ", t.name,
              planes > 4   ? 8
              : planes > 2 ? 4
                           : (int)planes,
              w->plan->first_plane[grid], i.name);
    return t;
}

/* Unknown cells are asked for, and the step is done again. */
static void put_ask(LaneWriter *w, Lane x, Lane i) {
    Lane t = lane_temp(w, lane_truth, true);
    w->asks++;
    lane_line(w, "V %s = (%s == UNKNOWN) & %s; ", t.name, x.name, w->mask.name);
    buf_text(w->out, "asks = ");
    lane_bits(w, t);
    buf_format(w->out,
               ";\nif (__builtin_expect(asks != 0, 0)) {\n"
               "for (int i = 0; i < LANES; i++) "
               "l->at[i] = %s[i] - first_cell[i];\n"
               "PART_HERE\n}\n",
               i.name);
}

Lane lane_cell(LaneWriter *w, const Ast *a) {
    Lane x = lane_kept(w, a->kid[0], a->kid[1]), y = lane_fixed(0);
    if (a->kid[1]) y = lane_number(w, a->kid[1]);
    Lane i = put_index(w, a, x, y);
    if (w->plan->planes >> a->k & 1) return put_look(w, a->k, i);
    Lane t = lane_temp(w, lane_all(w), false);
    buf_format(w->out, "uint32_t at_%s = ", i.name);
    lane_bits(w, w->mask);
    buf_text(w->out, ";\n");
    bool some = w->plan->parts == 1 && lane_is_step(w->mask);
    lane_line(w,
              "V %s = gather%s(cell, %s + @ * PART, "
              "at_%s >> (@ * PART) & PART_BITS); ",
              t.name, some ? "" : "_any", i.name, i.name);
    if (w->plan->vary >> a->k & 1) put_ask(w, t, i);
    return t;
}

static void put_planes(LaneWriter *w, int grid, Lane i, Lane v) {
    const RulesGrid *g = &w->rules->grid[grid];
    uint32_t planes = ((uint32_t)g->width * g->height + 7) / 8;
    uint32_t first = w->plan->first_plane[grid];
    Lane x = lane_as_mask(w, v), here = lane_temp(w, lane_all(w), false);
    Lane row = lane_temp(w, lane_all(w), false);
    if (w->keeps) buf_format(w->out, "keep_planes(l, %u);\n", first);
    lane_line(w, "V %s = lookup(columns, %s) & %s; ", here.name, i.name,
              w->mask.name);
    lane_line(w, "V %s = %s & K(0x38); ", row.name, i.name);
    for (uint32_t p = 0; p < planes; p++)
        lane_line(w, "store(&plane[%u], %s == K(%u), %s, %s); ", first + p,
                  row.name, 8 * p, here.name, x.name);
}

static void put_cells(LaneWriter *w, int grid, Lane i, Lane v) {
    v = lane_as_number(w, v);
    if (w->plan->vary >> grid & 1 && v.range.lo == lanes_lo(w->plan)) {
        Lane t = lane_temp(w, lane_truth, true);
        lane_line(w, "V %s = %s == UNKNOWN; ", t.name, v.name);
        lane_check(w, t);
    }
    bool same = v.range.lo == v.range.hi;
    buf_text(w->out, "{\n");
    if (!same) {
        buf_text(w->out, "T x[LANES]; ");
        lane_line(w, "V x@ = %s; memcpy(x + @ * PART, &x@, sizeof x@); ",
                  v.name);
    }
    buf_format(w->out, "scatter(cell, %s, %s, %d, ", i.name, same ? "0" : "x",
               same ? (int)v.range.lo : 0);
    lane_bits(w, w->mask);
    buf_format(w->out, ", %s);\n}\n", w->keeps ? "l" : "0");
}

void lane_set_cell(LaneWriter *w, const Ast *a) {
    bool second = rules_disturbs(w->rules, a->kid[1]);
    Lane x = lane_kept(w, a->kid[0], a->kid[second ? 1 : 2]), y = lane_fixed(0);
    if (a->kid[1]) y = lane_kept(w, a->kid[1], a->kid[2]);
    Lane v = lane_value(w, a->kid[2]);
    Lane i = put_index(w, a, x, y);
    w->keeps = w->asks < w->last_ask;
    if (w->keeps && ++w->writes > LANES_WRITES) w->failed = true;
    if (!(w->plan->planes >> a->k & 1)) {
        put_cells(w, a->k, i, v);
    } else if (v.mask || lane_within(v.range, lane_truth)) {
        put_planes(w, a->k, i, v);
    } else {
        w->plan->planes &= ~(UINT64_C(1) << a->k);
    }
}

Lane lane_item(LaneWriter *w, const Ast *a) {
    const RulesTable *table = &w->rules->table[a->k];
    const int32_t *item = w->rules->item + table->start;
    Lane x = lane_wrapped(w, lane_number(w, a->kid[0]), table->len);
    LaneRange range = { item[0], item[0] };
    for (int i = 1; i < table->len; i++)
        range = lane_join(range, (LaneRange){ item[i], item[i] });
    Lane t = lane_temp(w, range, false);
    lane_line(w,
              lane_few(w, a->k) ? "V %s = lookup(few_%d, %s); "
                                : "V %s = many(many_%d, %s); ",
              t.name, a->k, x.name);
    return t;
}
