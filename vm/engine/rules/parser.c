/* parser.c -- the declarations of rules.
 *
 *     rules = declaration*
 *     declaration =
 *         "const" name "=" number
 *       | "var" name ["=" number] {"," name ["=" number]}
 *       | "grid" name "[" number ["," number] "]" ["=" number] {"," ...}
 *       | "table" name "=" number+
 *       | "constants" number ("to" number | number*)
 *       | "cost" number
 *       | "def" name "(" [name {"," name}] ")" block
 *       | ("start" | "done" | "score") block | "turn" ["cost" number] block
 *       | ["test"] NAME ["(" name ["?"] {"," ...} ")"] ["cost" number] [string]
 *         block
 *       | "lua" NAME ["(" name {"," name} ")"] ["cost" number] [string]
 *
 * Line ends mean nothing. What stands between braces is for
 * parser_body.c.
 */
#include "parser.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

/* ---- tokens -------------------------------------------------------------- */

void parser_advance(Parser *p) {
    p->tok = rules_lex(p->rules->text, p->rules->len, p->tok.at + p->tok.len);
}

bool parser_is(const Parser *p, const char *text) {
    return (p->tok.kind == RULES_SIGN || p->tok.kind == RULES_NAME) &&
           p->tok.len == strlen(text) &&
           memcmp(p->rules->text + p->tok.at, text, p->tok.len) == 0;
}

bool parser_take(Parser *p, const char *text) {
    if (!parser_is(p, text)) return false;
    parser_advance(p);
    return true;
}

const char *parser_word(const Parser *p, char *out, size_t room) {
    size_t n = p->tok.len < room - 1 ? p->tok.len : room - 1;
    memcpy(out, p->rules->text + p->tok.at, n);
    out[n] = '\0';
    return out;
}

bool parser_expected(Parser *p, const char *what) {
    char text[VOCAB_NAME_MAX];
    if (p->tok.kind == RULES_END)
        return RULES_FAIL(p, p->tok.at,
                          "expected %s, found the end of the rules", what);
    unsigned char byte = (unsigned char)p->rules->text[p->tok.at];
    if (p->tok.kind == RULES_BAD && isprint(byte))
        return RULES_FAIL(p, p->tok.at,
                          "expected %s, found '%c', which no rules have", what,
                          byte);
    if (p->tok.kind == RULES_BAD)
        return RULES_FAIL(p, p->tok.at,
                          "expected %s, found a byte that no rules have", what);
    return RULES_FAIL(p, p->tok.at, "expected %s, found '%s'", what,
                      parser_word(p, text, sizeof text));
}

bool parser_need(Parser *p, const char *text, const char *what) {
    return parser_take(p, text) || parser_expected(p, what);
}

/* ---- names and numbers --------------------------------------------------- */

static const char *const words[] = {
    "const", "var",  "grid", "table", "constants", "cost", "def",
    "start", "turn", "done", "score", "test",      "let",  "if",
    "else",  "for",  "to",   "and",   "or",        "lua",
};

bool parser_reserved(const char *name) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0) return true;
    for (int i = 0; i < RULES_OP_COUNT; i++)
        if (strcmp(rules_ops[i].name, name) == 0) return true;
    return false;
}

RulesName *parser_find(const Parser *p, const char *name) {
    for (size_t i = 0; i < p->rules->name_count; i++)
        if (strcmp(p->rules->name[i].name, name) == 0)
            return &p->rules->name[i];
    return NULL;
}

bool parser_name(Parser *p, const char *what, char *out) {
    if (p->tok.kind != RULES_NAME) return parser_expected(p, what);
    if (p->tok.len >= VOCAB_NAME_MAX)
        return RULES_FAIL(p, p->tok.at, "a name has at most %d letters",
                          VOCAB_NAME_MAX - 1);
    parser_word(p, out, VOCAB_NAME_MAX);
    if (parser_reserved(out))
        return RULES_FAIL(p, p->tok.at,
                          "expected %s, found '%s', a word of the "
                          "language",
                          what, out);
    parser_advance(p);
    return true;
}

bool parser_digits(Parser *p, int32_t *out) {
    char text[12];
    if (p->tok.kind != RULES_NUMBER) return parser_expected(p, "a number");
    parser_word(p, text, sizeof text);
    long long n = strtoll(text, NULL, 10);
    if (p->tok.len > 10 || n > (long long)INT32_MAX + 1)
        return RULES_FAIL(p, p->tok.at, "numbers are at most %d", INT32_MAX);
    *out = (int32_t)(uint32_t)n;     /* 2147483648 is there for its negative */
    parser_advance(p);
    return true;
}

bool parser_number(Parser *p, const char *what, int32_t *out) {
    bool minus = parser_take(p, "-");
    if (p->tok.kind == RULES_NAME) {
        char text[VOCAB_NAME_MAX];
        RulesName *name = p->tok.len >= sizeof text
                              ? NULL
                              : parser_find(p,
                                            parser_word(p, text, sizeof text));
        if (!name || name->kind != NAME_CONST) return parser_expected(p, what);
        name->used = true;
        *out = name->k;
        parser_advance(p);
    } else if (p->tok.kind != RULES_NUMBER) {
        return parser_expected(p, what);
    } else if (!parser_digits(p, out)) {
        return false;
    }
    if (minus) *out = (int32_t)(0 - (uint32_t)*out);
    return true;
}

/* Reads a number from min to max. */
static bool number_within(Parser *p, const char *what, int32_t min, int32_t max,
                          int32_t *out) {
    size_t at = p->tok.at;
    if (!parser_number(p, what, out)) return false;
    if (*out >= min && *out <= max) return true;
    return RULES_FAIL(p, at, "expected %s of %d to %d, found %d", what, min,
                      max, *out);
}

/* Declares a name; NULL after failing. */
static RulesName *declare(Parser *p, RulesNameKind kind, const char *name,
                          size_t at, int32_t k) {
    Rules *r = p->rules;
    if (parser_find(p, name)) {
        RULES_FAIL(p, at, "'%s' is already declared", name);
        return NULL;
    }
    if (r->name_count == RULES_NAMES_MAX) {
        RULES_FAIL(p, at, "rules declare at most %d names", RULES_NAMES_MAX);
        return NULL;
    }
    RulesName *n = &r->name[r->name_count++];
    *n = (RulesName){ .kind = kind, .k = k, .at = (uint32_t)at };
    strcpy(n->name, name);
    return n;
}

void parser_warn(Parser *p, size_t at, const char *what, const char *name) {
    Err err;
    if (name)
        err_at(&err, &p->rules->script, p->rules->from + at, "warning: '%s' %s",
               name, what);
    else
        err_at(&err, &p->rules->script, p->rules->from + at, "warning: %s",
               what);
    buf_format(&p->rules->warnings, "%s\n", err.text);
}

/* ---- data ---------------------------------------------------------------- */

static bool const_line(Parser *p) {
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    int32_t k;
    return parser_name(p, "a name after 'const'", name) &&
           parser_need(p, "=", "'='") && parser_number(p, "a number", &k) &&
           declare(p, NAME_CONST, name, at, k);
}

static bool one_var(Parser *p) {
    Rules *r = p->rules;
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    int32_t first = 0;
    if (!parser_name(p, "a name after 'var'", name)) return false;
    if (parser_take(p, "=") && !parser_number(p, "a number", &first))
        return false;
    if (r->var_count == RULES_VARS_MAX)
        return RULES_FAIL(p, at, "rules have at most %d variables",
                          RULES_VARS_MAX - 1);
    r->var[r->var_count] = first;
    return declare(p, NAME_VAR, name, at, (int32_t)r->var_count++);
}

static bool var_line(Parser *p) {
    do {
        if (!one_var(p)) return false;
    } while (parser_take(p, ","));
    return true;
}

static bool grid_sides(Parser *p, RulesGrid *g) {
    int32_t width, height = 1;
    if (!parser_need(p, "[", "'[' and the sides of the grid") ||
        !number_within(p, "a side", 1, RULES_SIDE_MAX, &width))
        return false;
    g->sides = 1;
    if (parser_take(p, ",")) {
        if (!number_within(p, "a side", 1, RULES_SIDE_MAX, &height))
            return false;
        g->sides = 2;
    }
    g->width = (uint16_t)width;
    g->height = (uint16_t)height;
    return parser_need(p, "]", "']'");
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
    return declare(p, NAME_GRID, name, at, (int32_t)r->grid_count++);
}

static bool grid_line(Parser *p) {
    do {
        if (!one_grid(p)) return false;
    } while (parser_take(p, ","));
    return true;
}

/* A list of numbers goes on while there is one; a name is one only if it names
 * a constant, since anything else begins the next declaration. */
static bool more_numbers(const Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (p->tok.kind == RULES_NUMBER || parser_is(p, "-")) return true;
    if (p->tok.kind != RULES_NAME || p->tok.len >= sizeof text) return false;
    const RulesName *name = parser_find(p, parser_word(p, text, sizeof text));
    return name && name->kind == NAME_CONST;
}

static bool table_line(Parser *p) {
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
    return declare(p, NAME_TABLE, name, at, (int32_t)r->table_count++);
}

static bool add_constant(Parser *p, size_t at, int32_t k) {
    Rules *r = p->rules;
    for (size_t i = 0; i < r->constant_count; i++)
        if ((int32_t)r->constant[i] == k)
            return RULES_FAIL(p, at, "the constant %d is there twice", k);
    if (r->constant_count == RULES_CONSTANTS_MAX)
        return RULES_FAIL(p, at, "programs have at most %d constants",
                          RULES_CONSTANTS_MAX);
    r->constant[r->constant_count++] = k;
    return true;
}

static bool constants_line(Parser *p) {
    do {
        size_t at = p->tok.at;
        int32_t k, last;
        if (!parser_number(p, "a number", &k)) return false;
        last = k;
        if (parser_take(p, "to") && !parser_number(p, "a number", &last))
            return false;
        if (last < k)
            return RULES_FAIL(p, at, "expected the lesser number first");
        for (int64_t i = k; i <= last; i++)
            if (!add_constant(p, at, (int32_t)i)) return false;
        parser_take(p, ",");
    } while (more_numbers(p));
    return true;
}

/* ---- rules --------------------------------------------------------------- */

static Rule *add_rule(Parser *p, RuleKind kind, const char *name, size_t at) {
    Rules *r = p->rules;
    if (r->rule_count == RULES_RULES_MAX) {
        RULES_FAIL(p, at, "there are at most %d rules", RULES_RULES_MAX);
        return NULL;
    }
    Rule *rule = &r->rule[r->rule_count++];
    *rule = (Rule){ .kind = kind, .at = (uint32_t)at, .cost = -1 };
    strcpy(rule->name, name);
    p->rule = rule;
    p->local_count = 0;
    return rule;
}

static bool parameter(Parser *p) {
    Rule *rule = p->rule;
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    if (!parser_name(p, "the name of an argument", name)) return false;
    bool lazy = parser_is(p, "?");
    if (lazy && rule->kind == RULE_DEF)
        return RULES_FAIL(p, at,
                          "the arguments of 'def' are values: only "
                          "primitives evaluate theirs on demand");
    if (lazy) parser_advance(p);
    if (rule->arity == PRIM_ARGS_MAX)
        return RULES_FAIL(p, at, "a rule has at most %d arguments",
                          PRIM_ARGS_MAX);
    if (parser_local(p, name, at, lazy) < 0) return false;
    if (lazy) rule->lazy = (uint8_t)(rule->lazy | 1u << rule->arity);
    rule->arity++;
    return true;
}

static bool parameters(Parser *p) {
    if (!parser_take(p, "(")) return true;
    if (parser_take(p, ")")) return true;
    do {
        if (!parameter(p)) return false;
    } while (parser_take(p, ","));
    return parser_need(p, ")", "',' or ')'");
}

static bool body(Parser *p) {
    p->nest = 0;
    p->open = p->tok.at;
    p->rule->body = parser_block(p);
    if (!p->rule->body) return false;
    if (p->rule->kind == RULE_DEF) {
        for (size_t i = 0; i < p->local_count; i++)
            if (!p->local[i].used)
                parser_warn(p, p->local[i].at, "is never used",
                            p->local[i].name);
    }
    return true;
}

static bool def_line(Parser *p) {
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    if (!parser_name(p, "a name after 'def'", name)) return false;
    if (parser_find(p, name))
        return RULES_FAIL(p, at, "'%s' is already declared", name);
    if (!add_rule(p, RULE_DEF, name, at)) return false;
    if (!parser_is(p, "(")) return parser_expected(p, "'('");
    int32_t k = (int32_t)p->rules->rule_count - 1;
    return parameters(p) && body(p) && declare(p, NAME_DEF, name, at, k);
}

static bool cost_word(Parser *p, int32_t *cost) {
    return !parser_take(p, "cost") ||
           number_within(p, "a cost", 0, RULES_COST_MAX, cost);
}

static bool special_line(Parser *p, RuleKind kind, const char *name,
                         size_t at) {
    Rules *r = p->rules;
    if (r->block[kind] >= 0)
        return RULES_FAIL(p, at, "'%s' is there twice", name);
    Rule *rule = add_rule(p, kind, name, at);
    if (!rule) return false;
    if (kind == RULE_TURN) rule->cost = 1;
    if (kind == RULE_TURN && !cost_word(p, &rule->cost)) return false;
    r->block[kind] = (int)r->rule_count - 1;
    return body(p);
}

static bool help_text(Parser *p, Rule *rule) {
    if (p->tok.kind != RULES_STRING) return true;
    if (p->tok.len - 2 >= RULES_HELP_MAX)
        return RULES_FAIL(p, p->tok.at, "a help text has at most %d bytes",
                          RULES_HELP_MAX - 1);
    memcpy(rule->help, p->rules->text + p->tok.at + 1, p->tok.len - 2);
    parser_advance(p);
    return true;
}

bool parser_head(const Parser *p) {
    return parser_is(p, "{") || parser_is(p, "cost") ||
           p->tok.kind == RULES_STRING;
}

/* A name that no rule follows: a misspelt word of the language? */
static bool no_rule(Parser *p, size_t at, const char *name) {
    static const char *const known[] = { "const", "var", "grid", "table",
                                         "constants" };
    Suggest near = suggest_start(name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        suggest_offer(&near, known[i]);
    if (!near.best) return parser_expected(p, "'{'");
    return RULES_FAIL(p, at, "'%s' declares nothing; did you mean '%s'?", name,
                      near.best);
}

static bool prim_line(Parser *p, RuleKind kind) {
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    if (!parser_name(p, "a declaration", name)) return false;
    if (kind == RULE_PRIM && !parser_head(p) && !parser_is(p, "("))
        return no_rule(p, at, name);
    if (p->rules->prim_count == PRIM_ROWS_MAX)
        return RULES_FAIL(p, at, "there are at most %d primitives",
                          PRIM_ROWS_MAX);
    if (strncmp(name, "ARG", 3) == 0 || strncmp(name, "ADF", 3) == 0 ||
        strncmp(name, "RPB", 3) == 0)
        return RULES_FAIL(p, at,
                          "names with ARG, ADF or RPB in front belong to "
                          "programs");
    RulesName *n = declare(p, NAME_PRIM, name, at, 0);
    if (!n) return false;
    n->k = (int32_t)p->rules->rule_count;
    n->used = true;
    Rule *rule = add_rule(p, kind, name, at);
    if (!rule || !parameters(p) || !cost_word(p, &rule->cost) ||
        !help_text(p, rule))
        return false;
    if (kind == RULE_TEST && rule->arity > 0)
        return RULES_FAIL(p, at, "a test has no arguments");
    if (kind == RULE_OUTER && rule->lazy)
        return RULES_FAIL(p, at,
                          "the arguments of Lua functions are values: "
                          "only rules evaluate theirs on demand");
    p->rules->prim_count++;
    return kind == RULE_OUTER || body(p);
}

static bool cost_line(Parser *p) {
    return number_within(p, "a cost", 0, RULES_COST_MAX, &p->rules->cost);
}

static bool declaration(Parser *p) {
    size_t at = p->tok.at;
    if (parser_take(p, ";")) return true;
    if (parser_take(p, "const")) return const_line(p);
    if (parser_take(p, "var")) return var_line(p);
    if (parser_take(p, "grid")) return grid_line(p);
    if (parser_take(p, "table")) return table_line(p);
    if (parser_take(p, "constants")) return constants_line(p);
    if (parser_take(p, "cost")) return cost_line(p);
    if (parser_take(p, "def")) return def_line(p);
    if (parser_take(p, "test")) return prim_line(p, RULE_TEST);
    if (parser_take(p, "lua")) return prim_line(p, RULE_OUTER);
    if (parser_take(p, "start"))
        return special_line(p, RULE_START, "start", at);
    if (parser_take(p, "turn")) return special_line(p, RULE_TURN, "turn", at);
    if (parser_take(p, "done")) return special_line(p, RULE_DONE, "done", at);
    if (parser_take(p, "score"))
        return special_line(p, RULE_SCORE, "score", at);
    return prim_line(p, RULE_PRIM);
}

/* ---- whole texts --------------------------------------------------------- */

/* Nothing says what a case is worth: is the rule there, but misspelt? */
static bool no_score(Parser *p) {
    const Rules *r = p->rules;
    for (size_t i = 0; i < r->rule_count; i++) {
        const Rule *rule = &r->rule[i];
        Suggest near = suggest_start(rule->name);
        suggest_offer(&near, "score");
        if (rule->kind == RULE_PRIM && rule->arity == 0 && near.best)
            return RULES_FAIL(p, rule->at,
                              "'score { ... }' is missing, and "
                              "'%s' is a primitive; did you mean 'score'?",
                              rule->name);
    }
    return RULES_FAIL(p, p->tok.at,
                      "'score { ... }' is missing: what is a "
                      "case worth?");
}

static bool whole(Parser *p) {
    Rules *r = p->rules;
    r->cost = 1;
    for (int i = 0; i <= RULE_SCORE; i++) r->block[i] = -1;
    RulesName *name = declare(p, NAME_VAR, "value", 0, 0);
    if (!name) return false;
    name->used = true;
    r->var_count = 1;
    while (p->tok.kind != RULES_END)
        if (!declaration(p)) return false;
    if (r->prim_count == 0)
        return RULES_FAIL(p, p->tok.at,
                          "there is no primitive: a program needs "
                          "at least one, for instance MOVE { x = x + 1 }");
    if (r->block[RULE_SCORE] < 0) return no_score(p);
    r->prim_count = 0;
    return true;
}

bool rules_parse(Rules *rules, Err *err) {
    Parser parser = { .rules = rules, .tok = { RULES_BAD, 0, 0 }, .err = err };
    parser_advance(&parser);
    return whole(&parser);
}
