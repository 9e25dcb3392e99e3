/* rules_c_lanes.c -- writing the engine of lanes, with the rules inlined.
 *
 * Like rules_c_flat.c, but every number is a vector. A value is written only in
 * the lanes that are active: `on` is the mask of them, `active` the same as
 * bits. What it does per step it does without a call; lanes that part, run out,
 * end or are spoiled are looked after by rules_lanes.c, and meanwhile all
 * variables are in their places (SAVE, LOAD).
 *
 * The vector operations come in two kinds: for AVX2, with 32 lanes, and in C
 * with vectors of 16 bytes, which any compiler can do.
 */
#include "rules_c_lanes.h"

#include <stdio.h>
#include <string.h>

/* ---- text ---------------------------------------------------------------- */

enum {
#define TEXT(id, ...) TEXT_##id,
#include "rules_c_lanes.inc"
#undef TEXT
    TEXT_COUNT
};

static const char *const texts[] = {
#define TEXT(id, ...) [TEXT_##id] = #__VA_ARGS__ "\n",
#include "rules_c_lanes.inc"
#undef TEXT
};

static const char *const control[] = {
#define SHARED(...) #__VA_ARGS__ "\n",
#include "rules_lanes.inc"
#undef SHARED
};

static const char *const macros =
    "#define TAKE active = l->active; wait = l->wait; purse = l->purse; MASK\n"
    "#define GIVE_BACK l->active = active; l->purse = purse; l->in = in;\n"
    "#define SAVE GIVE_BACK VARS_TO\n"
    "#define LOAD TAKE VARS_FROM\n"
    "#define ON_GO(k) { in += (int16_t)in->x[k]; "
    "if (in == wait) goto met; goto *in->go; }\n"
    "#define ON_NEXT ON_GO(RULES_NEXT)\n"
    "#define PAY_ON purse -= in->charge; if (BROKE(purse)) goto out;\n"
    "#define SPOIL if (__builtin_expect((bad &= active) != 0, 0)) { "
    "GIVE_BACK l->spoil(l, bad); TAKE if (!active) goto unwind; }\n";

static const char *const endings =
    "out: {\npurse += in->charge;\nSAVE l->broke(g, l, in->charge, false);\n"
    "LOAD if (!active) goto unwind;\ngoto *in->go;\n}\n"
    "part: {\npurse += in->charge;\nSAVE l->part(g, l, asks);\nLOAD\n"
    "goto *in->go;\n}\n"
    "choose: {\nGIVE_BACK\nin = lanes_fork(l, in);\nTAKE\ngoto *in->go;\n}\n"
    "unwind: met: {\nGIVE_BACK\nin = lanes_meet(l);\nif (!in) return 0;\n"
    "TAKE\ngoto *in->go;\n}\n}\n"
    "const void *const *ludus_rules_lanes(RulesState *g, RulesLanes *l) {\n"
    "return lanes(g, l);\n}\n";

/* ---- the frame ----------------------------------------------------------- */

static void write_types(LaneWriter *w) {
    const LanesPlan *p = w->plan;
    int bytes = p->avx2 ? 32 : 16;
    buf_format(w->out,
               "typedef int%d_t T;\ntypedef uint%d_t UT;\n"
               "enum { BYTES = %d, LANES = %d, PART = %d };\n"
               "#define PART_BITS (UINT32_MAX >> (32 - PART))\n"
               "typedef T V __attribute__((vector_size(BYTES)));\n"
               "typedef UT U __attribute__((vector_size(BYTES)));\n"
               "typedef T M __attribute__((vector_size(BYTES), may_alias));\n",
               p->bits, p->bits, bytes, p->lanes, p->lanes / p->parts);
    buf_format(w->out,
               "#define inline inline __attribute__((always_inline))\n"
               "#define K(n) ((V){ 0 } + (T)(n))\n"
               "#define UNKNOWN K(-%lld - 1)\n",
               (long long)lanes_hi(p));
    buf_text(w->out, macros);
}

/* All lanes of a vector read a cell each; the numbers of the cells are taken
 * from memory, which is faster than from a vector. */
static void write_gather(LaneWriter *w) {
    int wide = w->plan->lanes / w->plan->parts;
    buf_text(w->out,
             "static inline V gather_all(const T *cell, const Index *at) {\n"
             "__asm__(\"\" : \"+m\"(*(Index(*)[PART])(uintptr_t)at));\n"
             "return (V){ ");
    for (int i = 0; i < wide; i++) buf_format(w->out, "cell[at[%d]], ", i);
    buf_text(w->out, "};\n}\nstatic const V one_lane[] = { ");
    for (int i = 0; i < wide; i++) {
        buf_text(w->out, "{ ");
        for (int k = 0; k < i; k++) buf_text(w->out, "0, ");
        buf_text(w->out, "-1 }, ");
    }
    buf_text(w->out, "};\n");
}

/* Cells are numbered through all lanes; as narrow as that can be. */
static void write_index(LaneWriter *w) {
    const LanesPlan *p = w->plan;
    size_t cells = p->stride;
    bool near = (size_t)p->lanes * cells <= UINT16_MAX;
    bool wide = p->bits == 8 && near;
    buf_format(w->out,
               "typedef uint%d_t Index;\nstatic const Index first_cell[] = { ",
               near && p->bits < 32 ? 16 : 32);
    for (int i = 0; i < p->lanes; i++)
        buf_format(w->out, "%zu, ", (size_t)i * cells);
    buf_text(w->out, "};\n");
    if (wide && p->avx2)             /* each knows its own way best */
        buf_format(w->out, "#ifdef __clang__\n%s#else\n%s#endif\n",
                   texts[TEXT_C_WIDE], texts[TEXT_AVX2_WIDE]);
    else if (wide) buf_text(w->out, texts[TEXT_C_WIDE]);
    buf_text(w->out, texts[wide                       ? TEXT_INDEX_16
                           : near || p->bits == 32 ? TEXT_INDEX
                                                   : TEXT_INDEX_FAR]);
}

static void write_vectors(LaneWriter *w) {
    const LanesPlan *p = w->plan;
    int own = p->bits == 8    ? TEXT_AVX2_8
              : p->bits == 16 ? TEXT_AVX2_16
                              : TEXT_AVX2_32;
    if (p->avx2) buf_text(w->out, texts[TEXT_AVX2]);
    buf_text(w->out, texts[p->avx2 ? own : TEXT_C]);
    write_index(w);
    buf_text(w->out, texts[TEXT_LONG]);
    buf_text(w->out, texts[TEXT_SHIFTS]);
    write_gather(w);
    buf_text(w->out, texts[TEXT_CELLS]);
    if (p->planes) buf_text(w->out, texts[TEXT_PLANES]);
}

static bool is_few(const Rules *r, int table) {
    const int32_t *item = r->item + r->table[table].start;
    if (r->table[table].len > 16) return false;
    for (int i = 0; i < r->table[table].len; i++)
        if (item[i] < INT8_MIN || item[i] > INT8_MAX) return false;
    return true;
}

bool lane_few(const LaneWriter *w, int table) {
    return is_few(w->rules, table);
}

/* A table is numbers of lanes; a short one bytes, twice as for AVX2. */
static void write_table(LaneWriter *w, int number) {
    const RulesTable *t = &w->rules->table[number];
    bool few = is_few(w->rules, number);
    int count = few ? 32 : t->len;
    buf_format(w->out, "static const %s %s_%d[] = { ", few ? "int8_t" : "T",
               few ? "few" : "many", number);
    for (int i = 0; i < count; i++) {
        int at = few ? i % 16 : i;
        buf_format(w->out, "(T)%lldLL, ",
                   at < t->len
                       ? (long long)w->rules->item[t->start + (uint32_t)at]
                       : 0);
    }
    buf_text(w->out, "};\n");
}

static void write_transfer(LaneWriter *w, const char *name, bool to) {
    buf_format(w->out, "#define %s ", name);
    for (int i = 0; i < (int)w->rules->var_count; i++)
        for (int p = 0; p < w->plan->parts; p++) {
            int at = i * w->plan->parts + p;
            if (to) buf_format(w->out, "vars[%d] = v%d_%d; ", at, i, p);
            else buf_format(w->out, "v%d_%d = vars[%d]; ", i, p, at);
        }
    buf_char(w->out, '\n');
}

static void write_mask(LaneWriter *w) {
    int wide = w->plan->lanes / w->plan->parts;
    buf_text(w->out, "#define MASK ");
    for (int p = 0; p < w->plan->parts; p++)
        buf_format(w->out, "on_%d = of(active >> %d); ", p, p * wide);
    buf_char(w->out, '\n');
}

static void write_labels(LaneWriter *w) {
    buf_text(w->out,
             "__attribute__((noinline))\n"
             "static const void *const *lanes(RulesState *g, RulesLanes *l) {\n"
             "static const void *const labels[] = {\n&&on_none, &&on_move, "
             "&&on_call, &&on_return, &&on_end, &&on_none, &&on_later,\n");
    for (size_t i = 0; i < w->rules->prim_count; i++)
        buf_format(w->out, "&&on_%zu,\n", i);
    buf_text(w->out, "};\nif (!g) return labels;\n");
}

static void write_frame(LaneWriter *w) {
    write_types(w);
    write_vectors(w);
    for (size_t i = 0; i < w->rules->table_count; i++) write_table(w, (int)i);
    write_transfer(w, "VARS_TO", true);
    write_transfer(w, "VARS_FROM", false);
    write_mask(w);
    write_labels(w);
    for (size_t i = 0; i < w->rules->var_count; i++)
        lane_line(w, "V v%zu_@; ", i);
    lane_line(w, "V on_@; ");
    buf_text(w->out,
             "M *m = l->slot, *vars = l->var, *plane = (M *)l->plane;\n"
             "T *cell = l->cell;\nconst RulesStep *in = l->in, *wait;\n"
             "uint32_t active, asks;\nuint64_t purse;\nLOAD\ngoto *in->go;\n");
}

/* ---- steps --------------------------------------------------------------- */

static void write_give(LaneWriter *w, Lane x) {
    lane_line(w,
              "{ M *to = &m[in->x[RULES_D] * %d + @]; "
              "*to = pick(%s, %s, *to); } ",
              w->plan->parts, w->mask.name, x.name);
}

static void write_own(LaneWriter *w) {
    int parts = w->plan->parts;
    buf_text(w->out, "on_none: { PAY_ON ON_NEXT }\non_move: {\nPAY_ON\n");
    lane_line(w, "V x_@ = m[in->x[RULES_A] * %d + @]; ", parts);
    write_give(w, (Lane){ .name = "x_@" });
    buf_format(w->out,
               "ON_NEXT\n}\non_call: {\nPAY_ON\n"
               "const uint16_t *place = in[1].x;\n"
               "M *to = m + in->x[RULES_A] * %d;\n"
               "for (int i = 0; i < in->x[RULES_A + 1]; i++) {\n",
               parts);
    lane_line(w, "to[i * %d + @] = m[place[i] * %d + @]; ", parts, parts);
    buf_text(w->out, "}\nl->back[l->depth++] = in;\nON_GO(RULES_TO)\n}\n"
                     "on_return: {\nPAY_ON\n");
    lane_line(w, "V x_@ = m[in->x[RULES_A] * %d + @]; ", parts);
    buf_text(w->out, "in = l->back[--l->depth];\n");
    write_give(w, (Lane){ .name = "x_@" });
    buf_text(w->out, "ON_NEXT\n}\n"
                     "on_later: { in = g->later(g, in); goto *in->go; }\n");
}

static void write_done(LaneWriter *w) {
    int number = w->rules->block[RULE_DONE];
    if (number < 0) return;
    Lane x = lane_inlined(w, &w->rules->rule[number], NULL);
    Lane t = { .name = "ends_@" };
    lane_line(w,
              x.mask ? "V ends_@ = %s & on_@; "
                     : "V ends_@ = (%s != K(0)) & on_@; ",
              x.name);
    buf_text(w->out, "SPOIL\nuint32_t ends = ");
    lane_bits(w, t);
    buf_text(w->out, " & active;\nif (__builtin_expect(ends != 0, 0)) {\n"
                     "SAVE l->end(g, l, ends, true);\nLOAD\n"
                     "if (!active) goto unwind;\n}\n");
}

/* Where argument k on demand stands among those on demand. */
static int target_of(const Rule *rule, int k) {
    int n = 0;
    for (int i = 0; i < k; i++) n += rule->lazy >> i & 1;
    return n;
}

static void go(LaneWriter *w, int target) {
    w->goes |= 1u << target;
    buf_format(w->out, "go%d |= ", target);
    lane_bits(w, w->mask);
    buf_text(w->out, ";\n");
}

/* Writes which lanes of a choice go where. */
static void choose(LaneWriter *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    if (a->kind == AST_BLOCK) {
        choose(w, lane_lead(w, a));
    } else if (a->kind == AST_LAZY) {
        go(w, target_of(w->rule, a->k));
    } else if (a->kind == AST_IF) {
        Lane test = lane_test(w, a->kid[0]);
        for (int i = 1; i <= 2; i++) {
            bool whole = w->whole;
            Lane before = lane_enter(w, test, i == 1);
            buf_text(w->out, "{\n");
            choose(w, a->kid[i]);
            buf_text(w->out, "}\n");
            lane_leave(w, before, whole);
        }
    } else {
        write_give(w, lane_number(w, n));
        go(w, 3);
    }
}

static void write_choice(LaneWriter *w) {
    static const char *const to[] = { "RULES_TO", "RULES_TO + 1",
                                      "RULES_TO + 2", "RULES_NEXT" };
    w->goes = 0;
    buf_text(w->out, "uint32_t go0 = 0, go1 = 0, go2 = 0, go3 = 0;\n");
    choose(w, w->rule->body);
    buf_text(w->out, "SPOIL\n");
    for (int i = 0; i < 4; i++)
        if (w->goes >> i & 1)
            buf_format(w->out,
                       "go%d &= active;\nif (go%d == active) ON_GO(%s)\n", i, i,
                       to[i]);
    buf_text(w->out, "l->go[0] = go0; l->go[1] = go1; l->go[2] = go2; "
                     "l->go[3] = go3;\ngoto choose;\n");
}

/* A step that may part can be undone. */
static void write_part(LaneWriter *w) {
    const Rule *rule = w->rule;
    buf_text(w->out, "#undef PART_HERE\n#define PART_HERE { ");
    for (int i = 0; i < (int)w->rules->var_count; i++)
        for (int p = 0; p < w->plan->parts && (rule->vars_set >> i & 1); p++)
            buf_format(w->out, "v%d_%d = s%d_%d; ", i, p, i, p);
    buf_text(w->out, "goto part; }\nl->undo_count = 0;\n");
    for (int i = 0; i < (int)w->rules->var_count; i++)
        if (rule->vars_set >> i & 1) lane_line(w, "V s%d_@ = v%d_@; ", i, i);
}

static void write_arguments(LaneWriter *w, LaneRange *range) {
    const Rule *rule = w->rule;
    w->scope = ++w->scopes;
    w->local = range;
    for (int i = 0; i < rule->locals; i++) {
        bool given = i < rule->arity && !(rule->lazy >> i & 1);
        range[i] = (LaneRange){ given ? lanes_lo(w->plan) : 0,
                                given ? lanes_hi(w->plan) : 0 };
        if (given)
            lane_line(w, "V l%d_%d_@ = m[in->x[RULES_A + %d] * %d + @]; ",
                      w->scope, i, i, w->plan->parts);
        else lane_line(w, "V l%d_%d_@ = K(0); ", w->scope, i);
    }
}

static void begin(LaneWriter *w, const Rule *rule, int last_ask) {
    w->rule = rule;
    w->last_ask = last_ask;
    w->mask = lane_step;
    w->whole = true;
    w->writes = w->asks = 0;
    w->parts = rule && rule->grids_read & w->plan->vary;
    buf_text(w->out, "uint32_t bad = 0;\n");
}

static void write_step(LaneWriter *w, size_t prim) {
    LaneRange range[RULES_LOCALS_MAX];
    FlatRow row = rules_flat_row(w->rules, prim);
    const Rule *rule = &w->rules->rule[w->rules->prim_rule[prim]];
    w->asks = 0;
    buf_format(w->out, "on_%zu: {\nPAY_ON\n", prim);
    if (row.kind == FLAT_VALUE || row.kind == FLAT_CHOICE) {
        begin(w, rule, w->plan->asks[prim]);
        if (w->parts) write_part(w);
        write_arguments(w, range);
        if (row.kind == FLAT_CHOICE) {
            write_choice(w);
        } else {
            write_give(w, lane_number(w, rule->body));
            if (rules_asks_done(w->rules, rule)) write_done(w);
            else buf_text(w->out, "SPOIL\n");
        }
    }
    buf_text(w->out, "ON_NEXT\n}\n");
    w->plan->asks[prim] = (uint16_t)w->asks;
}

/* The program has run through: as write_end() of rules_c_flat.c. */
static void write_end(LaneWriter *w) {
    int turn = w->rules->block[RULE_TURN];
    buf_text(w->out, "on_end: {\nPAY_ON\n");
    begin(w, NULL, 0);
    lane_line(w, "v0_@ = pick(on_@, m[in->x[RULES_A] * %d + @], v0_@); ",
              w->plan->parts);
    if (turn >= 0) {
        int32_t cost = w->rules->rule[turn].cost;
        buf_format(w->out,
                   "uint64_t price = PACK(%d, %d);\n"
                   "if (BROKE(purse - price)) {\n"
                   "SAVE l->broke(g, l, price, true);\n"
                   "LOAD if (!active) goto unwind;\n}\npurse -= price;\n",
                   cost, cost == 0);
        lane_inlined(w, &w->rules->rule[turn], NULL);
        buf_text(w->out, "SPOIL\n");
    }
    write_done(w);
    buf_text(w->out,
             "GIVE_BACK\nuint32_t over = ++l->pass == g->passes ? active : "
             "lanes_idle(l);\nif (over) {\nSAVE l->end(g, l, over, false);\n"
             "LOAD if (!active) return 0;\n}\nlanes_begin(l);\n"
             "in = g->flat;\ngoto *in->go;\n}\n");
}

bool rules_c_lanes(const Rules *rules, LanesPlan *plan, Buf *out) {
    LaneWriter writer = {
        .rules = rules, .plan = plan, .out = out, .mask = lane_step
    };
    LaneWriter *w = &writer;
    LanesPlan before = *plan;
    for (size_t i = 0; i < sizeof control / sizeof *control; i++)
        buf_text(out, control[i]);
    write_frame(w);
    write_own(w);
    write_end(w);
    for (size_t i = 0; i < rules->prim_count; i++) write_step(w, i);
    buf_text(out, endings);
    return !w->failed && before.planes == plan->planes &&
           memcmp(before.asks, plan->asks, sizeof before.asks) == 0 &&
           memcmp(before.var, plan->var, sizeof before.var) == 0;
}
