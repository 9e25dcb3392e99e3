/* parser_data.c -- the declarations of rules that hold values: constants,
 * variables, grids, tables, and what programs may have for numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "parser.h"

bool parser_const_line(Parser *p) {
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    double x;
    RulesKind kind;
    if (!parser_name(p, "a name after 'const'", name) ||
        !parser_need(p, "=", "'='") || !parser_amount(p, "a number", &x, &kind))
        return false;
    int32_t k = kind == KIND_REAL ? parser_real(p, at, x) : (int32_t)x;
    RulesName *n = parser_declare(p, NAME_CONST, name, at, k);
    if (n) n->gives = (uint8_t)kind;
    return n && (kind != KIND_REAL || k >= 0);
}

/* Reads what a variable is at first; its kind is that of the value where none
 * is stated. */
static bool first_value(Parser *p, bool stated, RulesKind *kind, double *x) {
    size_t at = p->tok.at;
    RulesKind found = KIND_TRUTH;
    bool yes = parser_take(p, "true");
    *x = yes;
    if (!yes && !parser_take(p, "false") &&
        !parser_amount(p, "a number", x, &found))
        return false;
    if (!stated) *kind = found;
    bool fits = *kind == found || (*kind == KIND_REAL && found == KIND_WHOLE) ||
                (*kind == KIND_TRUTH && (*x == 0 || *x == 1));
    return fits ||
           RULES_FAIL(p, at, "expected %s",
                      *kind == KIND_TRUTH ? "true or false" : "a whole number");
}

bool parser_variable(Parser *p, RulesKind kind, bool stated, size_t *at) {
    Rules *r = p->rules;
    char name[VOCAB_NAME_MAX];
    double x = 0;
    *at = p->tok.at;
    if (!parser_name(p, "a name after 'var'", name)) return false;
    if (parser_take(p, "=") && !first_value(p, stated, &kind, &x)) return false;
    if (r->var_count == RULES_VARS_MAX)
        return RULES_FAIL(p, *at, "rules have at most %d variables",
                          RULES_VARS_MAX - 1);
    r->reals |= kind == KIND_REAL;
    r->truths |= kind == KIND_TRUTH;
    r->var_kind[r->var_count] = (uint8_t)kind;
    if (kind == KIND_REAL) r->real_var[r->var_count] = x;
    else r->var[r->var_count] = (int32_t)x;
    return parser_declare(p, NAME_VAR, name, *at, (int32_t)r->var_count++);
}

bool parser_var_line(Parser *p) {
    RulesKind kind = parser_kind(p, KIND_NONE);
    bool stated = kind != KIND_NONE;
    size_t at;
    do {
        if (!parser_variable(p, stated ? kind : KIND_WHOLE, stated, &at))
            return false;
    } while (parser_take(p, ","));
    return true;
}

bool parser_set_kind(Parser *p, size_t at, RulesKind kind) {
    Rules *r = p->rules;
    if (r->kind == kind || r->kind != KIND_WHOLE) return true;
    for (size_t i = 0; i < r->rule_count; i++)
        if (!r->rule[i].input)
            return RULES_FAIL(p, at,
                              "the first inputs and constants come before the "
                              "rules: arguments are of their kind");
    r->kind = r->var_kind[0] = (uint8_t)kind;
    return true;
}

static bool grid_sides(Parser *p, RulesGrid *g) {
    int32_t width, height = 1;
    if (!parser_need(p, "[", "'[' and the sides of the grid") ||
        !parser_within(p, "a side", 1, RULES_SIDE_MAX, &width))
        return false;
    g->sides = 1;
    if (parser_take(p, ",")) {
        if (!parser_within(p, "a side", 1, RULES_SIDE_MAX, &height))
            return false;
        g->sides = 2;
    }
    g->width = (uint16_t)width;
    g->height = (uint16_t)height;
    if (!parser_need(p, "]", "']'")) return false;
    return !parser_is(p, "[") ||
           RULES_FAIL(p, p->tok.at,
                      "both sides stand in one pair of brackets: [%d, %d]",
                      width, width);
}

static bool one_grid(Parser *p) {
    Rules *r = p->rules;
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    RulesGrid g = { 0 };
    if (!parser_name(p, "a name after 'grid'", name) || !grid_sides(p, &g))
        return false;
    if (parser_take(p, "=") && !parser_number(p, "a number", &g.fill))
        return false;
    if (r->grid_count == RULES_GRIDS_MAX)
        return RULES_FAIL(p, at, "rules have at most %d grids",
                          RULES_GRIDS_MAX);
    size_t cells = (size_t)g.width * g.height;
    if (r->cell_count + cells > RULES_CELLS_MAX)
        return RULES_FAIL(p, at, "all grids together have at most %d cells",
                          RULES_CELLS_MAX);
    g.start = (uint32_t)r->cell_count;
    r->cell_count += cells;
    r->grid[r->grid_count] = g;
    return parser_declare(p, NAME_GRID, name, at, (int32_t)r->grid_count++);
}

bool parser_grid_line(Parser *p) {
    do {
        if (!one_grid(p)) return false;
    } while (parser_take(p, ","));
    return true;
}

/* A list of numbers goes on while there is one; a name is one only if it names
 * a constant, since anything else begins the next declaration. */
static bool more_numbers(const Parser *p) {
    return p->tok.kind == RULES_NUMBER || p->tok.kind == RULES_REAL ||
           parser_is(p, "-") || parser_constant(p);
}

bool parser_table_line(Parser *p) {
    Rules *r = p->rules;
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    RulesTable t = { .start = (uint32_t)r->item_count };
    if (!parser_name(p, "a name after 'table'", name) ||
        !parser_need(p, "=", "'='"))
        return false;
    if (r->table_count == RULES_TABLES_MAX)
        return RULES_FAIL(p, at, "rules have at most %d tables",
                          RULES_TABLES_MAX);
    do {
        if (r->item_count == RULES_ITEMS_MAX)
            return RULES_FAIL(p, p->tok.at,
                              "all tables together have at most %d "
                              "numbers",
                              RULES_ITEMS_MAX);
        if (!parser_number(p, "a number", &r->item[r->item_count]))
            return false;
        r->item_count++;
        parser_take(p, ",");
    } while (more_numbers(p));
    t.len = (uint16_t)(r->item_count - t.start);
    r->table[r->table_count] = t;
    return parser_declare(p, NAME_TABLE, name, at, (int32_t)r->table_count++);
}

static bool has_constant(const Rules *r, double k) {
    for (size_t i = 0; i < r->constant_count; i++)
        if (!(r->constant[i] < k) && !(r->constant[i] > k)) return true;
    return false;
}

static bool add_constant(Parser *p, size_t at, double k) {
    Rules *r = p->rules;
    if (has_constant(r, k))
        return RULES_FAIL(p, at, "the constant %.17g is there twice", k);
    if (r->constant_count == RULES_CONSTANTS_MAX)
        return RULES_FAIL(p, at, "programs have at most %d constants",
                          RULES_CONSTANTS_MAX);
    r->constant[r->constant_count++] = k;
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double shortened(double x, double step) {
    char text[32];
    snprintf(text, sizeof text, "%.4g", floor(x / step + 0.5) * step);
    return strtod(text, NULL);
}

/* Draws from the range, rounded to three places of its width: so they are short
 * to read. They depend on the range alone, so the same text has the same. */
static bool draw_constants(Parser *p, size_t at, double low, double high) {
    Rules *r = p->rules;
    if (!(high > low) || isinf(high - low))
        return RULES_FAIL(p, at,
                          "expected a range from a lesser to a greater number");
    uint64_t key[2];
    double ends[2] = { low, high };
    memcpy(key, ends, sizeof key);
    Rng rng = rng_key(key[0] ^ key[1] << 1, 0, 0, RNG_RULES);
    double step = pow(10, floor(log10(high - low)) - 3);
    size_t first = r->constant_count;
    for (int tries = 0; tries < 10 * RULES_DRAWN; tries++) {
        double x = shortened(low + (high - low) * rng_real(&rng), step);
        if (r->constant_count == first + RULES_DRAWN) break;
        if (x < low || x > high || has_constant(r, x)) continue;
        if (!add_constant(p, at, x)) return false;
    }
    qsort(r->constant + first, r->constant_count - first, sizeof(double),
          by_size);
    return true;
}

static bool some_constants(Parser *p) {
    size_t at = p->tok.at;
    double k, last;
    RulesKind kind, other;
    if (!parser_amount(p, "a number", &k, &kind)) return false;
    last = k;
    other = kind;
    bool range = parser_take(p, "to");
    if (range && !parser_amount(p, "a number", &last, &other)) return false;
    if (last < k) return RULES_FAIL(p, at, "expected the lesser number first");
    bool real = kind == KIND_REAL || other == KIND_REAL;
    if (real && !parser_set_kind(p, at, KIND_REAL)) return false;
    p->rules->reals |= real;
    if (!range) return add_constant(p, at, k);
    if (real) return draw_constants(p, at, k, last);
    for (double i = k; i <= last; i++)
        if (!add_constant(p, at, i)) return false;
    return true;
}

/* `own -5.0 to 5.0`, or `own 0.0 spread 1.0`: programs have reals of their own,
 * drawn evenly from a range or normally around a number. */
static bool own_constants(Parser *p) {
    Rules *r = p->rules;
    size_t at = p->tok.at;
    RulesKind kind;
    if (r->has_own) return RULES_FAIL(p, at, "'constants own' is there twice");
    if (!parser_amount(p, "a number", &r->own[0], &kind)) return false;
    r->own_normal = !parser_take(p, "to");
    if (r->own_normal && !parser_need(p, "spread", "'to' or 'spread'"))
        return false;
    if (!parser_amount(p, "a number", &r->own[1], &kind)) return false;
    double width = r->own_normal ? r->own[1] : r->own[1] - r->own[0];
    if (!(width > 0) || isinf(width))
        return RULES_FAIL(p, at,
                          r->own_normal ? "expected a spread above 0"
                                        : "expected the lesser number first");
    r->has_own = r->reals = true;
    return parser_set_kind(p, at, KIND_REAL);
}

bool parser_constants_line(Parser *p) {
    if (parser_take(p, "own")) return own_constants(p);
    do {
        if (!some_constants(p)) return false;
        parser_take(p, ",");
    } while (more_numbers(p));
    return true;
}
