/* lane.c -- lanes: the values of rules in C over vectors, the lines that
 * compute them, and the masks they are computed under.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules_c_lanes.h"

const Lane lane_step = { .name = "on_@", .mask = true };

bool lane_is_step(Lane mask) { return strcmp(mask.name, lane_step.name) == 0; }

/* ---- lines --------------------------------------------------------------- */

static void put_part(Buf *out, const char *line, int part) {
    for (const char *c = line; *c; c++) {
        if (*c == '@') buf_format(out, "%d", part);
        else buf_char(out, *c);
    }
}

void lane_line(LaneWriter *w, const char *form, ...) {
    char line[512];
    va_list list;
    va_start(list, form);
    vsnprintf(line, sizeof line, form, list);
    va_end(list);
    for (int p = 0; p < w->plan->parts; p++) put_part(w->out, line, p);
    buf_char(w->out, '\n');
}

void lane_bits(LaneWriter *w, Lane mask) {
    int wide = w->plan->lanes / w->plan->parts;
    if (lane_is_step(mask)) {
        buf_text(w->out, "active");
        return;
    }
    for (int p = 0; p < w->plan->parts; p++) {
        buf_text(w->out, p ? " | bits(" : "(bits(");
        put_part(w->out, mask.name, p);
        buf_format(w->out, ") << %d", p * wide);
    }
    buf_char(w->out, ')');
}

/* ---- values -------------------------------------------------------------- */

Lane lane_temp(LaneWriter *w, LaneRange range, bool mask) {
    Lane t = { .range = range, .mask = mask };
    snprintf(t.name, sizeof t.name, "t%d_@", w->temps++);
    return t;
}

Lane lane_fixed(int32_t k) {
    Lane x = { .range = { k, k } };
    snprintf(x.name, sizeof x.name, "K(%d)", k);
    return x;
}

Lane lane_local(LaneWriter *w, int k) {
    Lane x = { .range = w->local[k] };
    snprintf(x.name, sizeof x.name, "l%d_%d_@", w->scope, k);
    return x;
}

Lane lane_var(LaneWriter *w, int k) {
    Lane x = { .range = w->plan->var[k] };
    snprintf(x.name, sizeof x.name, "v%d_@", k);
    return x;
}

LaneRange lane_all(const LaneWriter *w) {
    return (LaneRange){ lanes_lo(w->plan), lanes_hi(w->plan) };
}

LaneRange lane_join(LaneRange a, LaneRange b) {
    return (LaneRange){ a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi };
}

bool lane_within(LaneRange a, LaneRange b) {
    return a.lo >= b.lo && a.hi <= b.hi;
}

const LaneRange lane_truth = { 0, 1 };

Lane lane_as_number(LaneWriter *w, Lane x) {
    if (!x.mask) return x;
    Lane t = lane_temp(w, lane_truth, false);
    lane_line(w, "V %s = %s & K(1); ", t.name, x.name);
    return t;
}

Lane lane_as_mask(LaneWriter *w, Lane x) {
    if (x.mask) return x;
    Lane t = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = %s != K(0); ", t.name, x.name);
    return t;
}

Lane lane_number(LaneWriter *w, uint16_t n) {
    return lane_as_number(w, lane_value(w, n));
}
Lane lane_test(LaneWriter *w, uint16_t n) {
    return lane_as_mask(w, lane_value(w, n));
}

Lane lane_kept(LaneWriter *w, uint16_t n, uint16_t after) {
    Lane x = lane_number(w, n);
    bool place = x.name[0] == 'v' || x.name[0] == 'l';
    if (!place || !rules_disturbs(w->rules, after)) return x;
    Lane t = lane_temp(w, x.range, false);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    return t;
}

/* ---- masks --------------------------------------------------------------- */

Lane lane_enter(LaneWriter *w, Lane test, bool holds) {
    Lane before = w->mask;
    w->mask = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = %s & %s%s; ", w->mask.name, before.name,
              holds ? "" : "~", test.name);
    w->whole = false;
    return before;
}

void lane_leave(LaneWriter *w, Lane before, bool whole) {
    w->mask = before;
    w->whole = whole;
}

/* Does the subtree look at cells, or call a helper? */
static bool is_heavy(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n) return false;
    switch ((AstKind)a->kind) {
    case AST_GRID:
    case AST_SET_GRID:
    case AST_CALL: return true;
    case AST_BLOCK:
        for (uint16_t i = a->kid[0]; i; i = r->ast[i].next)
            if (is_heavy(r, i)) return true;
        return false;
    case AST_NONE:
    case AST_NUMBER:
    case AST_VAR:
    case AST_LOCAL:
    case AST_LAZY:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_IF:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL: break;
    }
    return is_heavy(r, a->kid[0]) || is_heavy(r, a->kid[1]) ||
           is_heavy(r, a->kid[2]);
}

void lane_open(LaneWriter *w, uint16_t n) {
    if (is_heavy(w->rules, n)) {
        buf_text(w->out, "if (");
        lane_bits(w, w->mask);
        buf_text(w->out, ") ");
    }
    buf_text(w->out, "{\n");
}

void lane_check(LaneWriter *w, Lane wrong) {
    Lane t = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = %s & %s; ", t.name, wrong.name, w->mask.name);
    buf_text(w->out, "bad |= ");
    lane_bits(w, t);
    buf_text(w->out, ";\n");
}
