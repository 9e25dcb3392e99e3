/* parser.c -- the declarations of rules.
 *
 *     rules = declaration*
 *     declaration =
 *         "const" name "=" number
 *       | ("var" | "input") [kind] name ["=" first] {"," name ["=" first]}
 *       | "grid" name "[" number ["," number] "]" ["=" number] {"," ...}
 *       | "table" name "=" number+
 *       | "constants" number ("to" number | number*)
 *       | "cost" number
 *       | "def" name "(" [[kind] name {"," ...}] ")" block
 *       | ("start" | "done" | "score" | "won") block
 *       | "turn" ["cost" number] block
 *       | ["test"] NAME ["(" [kind] name ["?"] {"," ...} ")"] ["cost" number]
 *         [string] block
 *       | "lua" NAME ["(" name {"," name} ")"] ["cost" number] [string]
 *     kind = "whole" | "truth" | "real"
 *     first = number | "true" | "false"
 *
 * Line ends mean nothing. parser_token.c goes from word to word, parser_data.c
 * reads what holds values, parser_body.c what stands between braces,
 * parser_value.c the values in it.
 */
#include "parser.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

/* ---- names and numbers --------------------------------------------------- */

static const char *const words[] = {
    "const", "var",  "grid", "table", "constants", "cost", "def",
    "start", "turn", "done", "score", "test",      "let",  "if",
    "else",  "for",  "to",   "and",   "or",        "lua",
    "input", "won",  "real", "whole", "truth",     "true", "false",
};

const char *parser_keyword(size_t i) {
    return i < sizeof words / sizeof *words ? words[i] : NULL;
}

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
    char text[11];                   /* the most digits, and the end */
    if (p->tok.kind != RULES_NUMBER) return parser_expected(p, "a number");
    parser_word(p, text, sizeof text);
    long long n = strtoll(text, NULL, 10);
    if (p->tok.len > 10 || n > (long long)INT32_MAX + 1)
        return RULES_FAIL(p, p->tok.at, "numbers are at most %d", INT32_MAX);
    *out = (int32_t)(uint32_t)n;     /* 2147483648 is there for its negative */
    parser_advance(p);
    return true;
}

int parser_real(Parser *p, size_t at, double value) {
    Rules *r = p->rules;
    r->reals = true;
    for (size_t i = 0; i < r->real_count; i++)
        if (real_bits(r->real[i]) == real_bits(value)) return (int)i;
    if (r->real_count == RULES_REALS_MAX) {
        RULES_FAIL(p, at, "rules have at most %d different reals",
                   RULES_REALS_MAX);
        return -1;
    }
    r->real[r->real_count] = value;
    return (int)r->real_count++;
}

RulesName *parser_constant(const Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (p->tok.kind != RULES_NAME || p->tok.len >= sizeof text) return NULL;
    RulesName *name = parser_find(p, parser_word(p, text, sizeof text));
    return name && name->kind == NAME_CONST ? name : NULL;
}

static bool real_digits(Parser *p, double *out) {
    char text[64];
    if (p->tok.len >= sizeof text)
        return RULES_FAIL(p, p->tok.at, "a real has at most %zu digits",
                          sizeof text - 1);
    *out = strtod(parser_word(p, text, sizeof text), NULL);
    if (isinf(*out))
        return RULES_FAIL(p, p->tok.at, "reals are at most 1.79e308");
    parser_advance(p);
    return true;
}

bool parser_amount(Parser *p, const char *what, double *out, RulesKind *kind) {
    bool minus = parser_take(p, "-");
    RulesName *name = parser_constant(p);
    int32_t k;
    *kind = KIND_WHOLE;
    if (p->tok.kind == RULES_REAL) {
        *kind = KIND_REAL;
        if (!real_digits(p, out)) return false;
    } else if (name) {
        name->used = true;
        *kind = (RulesKind)name->gives;
        *out = *kind == KIND_REAL ? p->rules->real[name->k] : name->k;
        parser_advance(p);
    } else if (p->tok.kind != RULES_NUMBER) {
        return parser_expected(p, what);
    } else if (!parser_digits(p, &k)) {
        return false;
    } else {
        *out = k;
    }
    if (!minus) return true;
    bool least = *kind == KIND_WHOLE && *out <= INT32_MIN;
    *out = least ? INT32_MIN : *kind == KIND_WHOLE ? 0 - *out : -*out;
    return true;
}

bool parser_number(Parser *p, const char *what, int32_t *out) {
    size_t at = p->tok.at;
    double x;
    RulesKind kind;
    if (!parser_amount(p, what, &x, &kind)) return false;
    if (kind == KIND_REAL)
        return RULES_FAIL(p, at, "expected %s, found a real", what);
    *out = (int32_t)x;
    return true;
}

RulesKind parser_kind(Parser *p, RulesKind other) {
    RulesToken before = p->tok;
    for (int kind = KIND_WHOLE; kind <= KIND_REAL; kind++) {
        if (!parser_take(p, rules_kind_name[kind])) continue;
        if (p->tok.kind == RULES_NAME) {
            p->rules->reals |= kind == KIND_REAL;
            p->rules->truths |= kind == KIND_TRUTH;
            return (RulesKind)kind;
        }
        p->tok = before;
    }
    return other;
}

bool parser_within(Parser *p, const char *what, int32_t min, int32_t max,
                   int32_t *out) {
    size_t at = p->tok.at;
    if (!parser_number(p, what, out)) return false;
    if (*out >= min && *out <= max) return true;
    return RULES_FAIL(p, at, "expected %s of %d to %d, found %d", what, min,
                      max, *out);
}

RulesName *parser_declare(Parser *p, RulesNameKind kind, const char *name,
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
    RulesKind kind = parser_kind(p, (RulesKind)p->rules->kind);
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
    p->local[p->local_count - 1].kind = (uint8_t)kind;
    rule->arg[rule->arity] = (uint8_t)kind;
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

/* What a rule gives, and whether it may. */
static bool gives(Parser *p) {
    Rule *rule = p->rule;
    rule->gives = p->rules->ast[rule->body].gives;
    if (rule->kind == RULE_START || rule->kind == RULE_TURN) return true;
    if (rule->kind == RULE_DONE || rule->kind == RULE_WON ||
        rule->kind == RULE_TEST)
        return parser_test(p, rule->body);
    return rule->gives != KIND_MIXED || parser_fit(p, rule->body, KIND_WHOLE);
}

static bool body(Parser *p) {
    p->nest = 0;
    p->open = p->tok.at;
    p->rule->body = parser_block(p);
    if (!p->rule->body || !gives(p)) return false;
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
    return parameters(p) && body(p) && parser_declare(p, NAME_DEF, name, at, k);
}

/* "cost" and a number, or nothing; a word that is nearly it is told. */
static bool cost_word(Parser *p, int32_t *cost) {
    char word[VOCAB_NAME_MAX];
    if (parser_take(p, "cost"))
        return parser_within(p, "a cost", 0, RULES_COST_MAX, cost);
    if (p->tok.kind != RULES_NAME) return true;
    parser_word(p, word, sizeof word);
    return suggest_distance(word, "cost") > 1 ||
           RULES_FAIL(p, p->tok.at,
                      "expected '{', found '%s'; did you mean 'cost'?", word);
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
    static const char *const known[] = { "const", "var",   "input",
                                         "grid",  "table", "constants" };
    Suggest near = suggest_start(name);
    int32_t cost;
    if (!cost_word(p, &cost)) return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        suggest_offer(&near, known[i]);
    if (!near.best) return parser_expected(p, "'{'");
    return RULES_FAIL(p, at, "'%s' declares nothing; did you mean '%s'?", name,
                      near.best);
}

/* May programs have a primitive of that name, and one more? */
static bool may_be_prim(Parser *p, size_t at, const char *name) {
    if (p->rules->prim_count == PRIM_ROWS_MAX)
        return RULES_FAIL(p, at, "there are at most %d primitives",
                          PRIM_ROWS_MAX);
    if (strncmp(name, "ARG", 3) == 0 || strncmp(name, "ADF", 3) == 0 ||
        strncmp(name, "RPB", 3) == 0)
        return RULES_FAIL(p, at,
                          "names with ARG, ADF or RPB in front belong to "
                          "programs");
    return true;
}

/* A variable that programs can look at: a primitive of the same name. */
static bool one_input(Parser *p, RulesKind kind, bool stated) {
    Rules *r = p->rules;
    size_t at;
    if (!parser_variable(p, kind, stated, &at)) return false;
    RulesName *n = &r->name[r->name_count - 1];
    n->used = true;
    if (!may_be_prim(p, at, n->name) ||
        !parser_set_kind(p, at, (RulesKind)r->var_kind[n->k]))
        return false;
    Rule *rule = add_rule(p, RULE_PRIM, n->name, at);
    if (!rule) return false;
    rule->input = true;
    snprintf(rule->help, sizeof rule->help, "the input %s", n->name);
    rule->body = parser_gives(p, at, n->k);
    r->prim_count++;
    return rule->body && gives(p);
}

static bool input_line(Parser *p) {
    RulesKind kind = parser_kind(p, KIND_NONE);
    bool stated = kind != KIND_NONE;
    do {
        if (!one_input(p, stated ? kind : KIND_WHOLE, stated)) return false;
    } while (parser_take(p, ","));
    return true;
}

static bool prim_line(Parser *p, RuleKind kind) {
    char name[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    if (!parser_name(p, "a declaration", name)) return false;
    if (kind == RULE_PRIM && !parser_head(p) && !parser_is(p, "("))
        return no_rule(p, at, name);
    if (!may_be_prim(p, at, name)) return false;
    RulesName *n = parser_declare(p, NAME_PRIM, name, at, 0);
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
    rule->gives = p->rules->kind;
    return kind == RULE_OUTER || body(p);
}

static bool cost_line(Parser *p) {
    return parser_within(p, "a cost", 0, RULES_COST_MAX, &p->rules->cost);
}

static bool declaration(Parser *p) {
    size_t at = p->tok.at;
    if (parser_take(p, ";")) return true;
    if (parser_take(p, "const")) return parser_const_line(p);
    if (parser_take(p, "var")) return parser_var_line(p);
    if (parser_take(p, "input")) return input_line(p);
    if (parser_take(p, "grid")) return parser_grid_line(p);
    if (parser_take(p, "table")) return parser_table_line(p);
    if (parser_take(p, "constants")) return parser_constants_line(p);
    if (parser_take(p, "cost")) return cost_line(p);
    if (parser_take(p, "def")) return def_line(p);
    if (parser_take(p, "test")) return prim_line(p, RULE_TEST);
    if (parser_take(p, "lua")) return prim_line(p, RULE_OUTER);
    if (parser_take(p, "start"))
        return special_line(p, RULE_START, "start", at);
    if (parser_take(p, "turn")) return special_line(p, RULE_TURN, "turn", at);
    if (parser_take(p, "done")) return special_line(p, RULE_DONE, "done", at);
    if (parser_take(p, "won")) return special_line(p, RULE_WON, "won", at);
    if (parser_kind(p, KIND_NONE) != KIND_NONE)
        return RULES_FAIL(p, at,
                          "a kind stands behind 'input', for what programs "
                          "see, or 'var'");
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

static bool no_real_functions(Parser *p) {
    const Rules *r = p->rules;
    for (size_t i = 0; i < r->rule_count; i++)
        if (r->rule[i].kind == RULE_OUTER && r->reals)
            return RULES_FAIL(p, r->rule[i].at,
                              "rules with reals have no Lua functions: say it "
                              "in rules");
    return true;
}

static bool declare_given(Parser *p, const RulesGiven *given) {
    for (size_t i = 0; given && i < given->count; i++) {
        RulesName *name = parser_declare(p, NAME_CONST, given->name[i], 0,
                                         given->value[i]);
        if (!name) return false;
        name->gives = KIND_WHOLE;
        name->used = true;
    }
    return true;
}

static bool whole(Parser *p, const RulesGiven *given) {
    Rules *r = p->rules;
    r->cost = 1;
    for (int i = 0; i <= RULE_SCORE; i++) r->block[i] = -1;
    RulesName *name = parser_declare(p, NAME_VAR, "value", 0, 0);
    if (!name) return false;
    name->used = true;
    r->var_count = 1;
    if (!declare_given(p, given)) return false;
    while (p->tok.kind != RULES_END)
        if (!declaration(p)) return false;
    if (r->prim_count == 0)
        return RULES_FAIL(p, p->tok.at,
                          "there is no primitive: a program needs "
                          "at least one, for instance MOVE { x = x + 1 }");
    if (r->block[RULE_SCORE] < 0) return no_score(p);
    r->prim_count = 0;
    return no_real_functions(p);
}

bool rules_parse(Rules *rules, const RulesGiven *given, Err *err) {
    Parser parser = { .rules = rules, .tok = { RULES_BAD, 0, 0 }, .err = err };
    parser_advance(&parser);
    return whole(&parser, given);
}
