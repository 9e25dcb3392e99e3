/* parser_body.c -- statements of rules, and the blocks that hold them.
 *
 *     block = "{" statement* "}"
 *     statement = "let" name "=" value | name "=" value
 *               | name "[" value ["," value] "]" "=" value
 *               | "for" name "=" value "to" value block | value | ";"
 *
 * parser_value.c reads values.
 */
#include "base/suggest.h"
#include "parser.h"

/* ---- statements ---------------------------------------------------------- */

static uint16_t assignment(Parser *p, AstKind kind, const Ast *to) {
    Ast place = *to;
    if (!parser_need(p, "=", "'='")) return 0;
    uint16_t v = parser_value(p);
    if (!v || !parser_fit(p, v, (RulesKind)place.gives)) return 0;
    return parser_typed(p, parser_node2(p, kind, place.at, place.k, v, 0),
                        KIND_NONE);
}

static uint16_t let(Parser *p) {
    char text[VOCAB_NAME_MAX];
    parser_advance(p);
    size_t at = p->tok.at;
    if (!parser_name(p, "a name after 'let'", text)) return 0;
    if (!parser_need(p, "=", "'='")) return 0;
    uint16_t v = parser_value(p);
    if (!v) return 0;
    RulesKind kind = (RulesKind)p->rules->ast[v].gives;
    if (kind == KIND_MIXED && !parser_fit(p, v, KIND_WHOLE)) return 0;
    int slot = parser_local(p, text, at, false);
    if (slot < 0) return 0;
    if (kind == KIND_NONE) kind = KIND_WHOLE;
    p->local[p->local_count - 1].kind = (uint8_t)kind;
    return parser_typed(p, parser_node2(p, AST_SET_LOCAL, at, slot, v, 0),
                        KIND_NONE);
}

static void leave(Parser *p, size_t locals) {
    for (size_t i = locals; i < p->local_count; i++)
        if (!p->local[i].used)
            parser_warn(p, p->local[i].at, "is never used", p->local[i].name);
    p->local_count = locals;
}

static uint16_t loop(Parser *p) {
    char text[VOCAB_NAME_MAX];
    size_t at = p->tok.at, locals = p->local_count;
    uint16_t first, last, block;
    parser_advance(p);
    size_t name_at = p->tok.at;
    if (!parser_deeper(p) || !parser_name(p, "a name after 'for'", text) ||
        !parser_need(p, "=", "'='") || !(first = parser_value(p)) ||
        !parser_fit(p, first, KIND_WHOLE) ||
        !parser_need(p, "to", "'to' and the last number") ||
        !(last = parser_value(p)) || !parser_fit(p, last, KIND_WHOLE))
        return 0;
    int slot = parser_local(p, text, name_at, false);
    if (slot < 0) return 0;
    p->local[p->local_count - 1].used = true;
    if (!(block = parser_block(p))) return 0;
    leave(p, locals);
    p->nest--;
    return parser_typed(
        p,
        parser_node3(p, AST_FOR, at, slot, (uint16_t[]){ first, last, block }),
        KIND_NONE);
}

/* A value that turns out to be what is assigned to: `grid[x, y] = ...`. */
static uint16_t value_or_assignment(Parser *p) {
    uint16_t n = parser_value(p);
    if (!n || !parser_is(p, "=")) return n;
    Ast *a = &p->rules->ast[n];
    size_t at = a->at;
    switch ((AstKind)a->kind) {
    case AST_VAR: return assignment(p, AST_SET_VAR, a);
    case AST_LOCAL: return assignment(p, AST_SET_LOCAL, a);
    case AST_GRID: {
        parser_advance(p);
        uint16_t v = parser_value(p);
        if (!v || !parser_fit(p, v, KIND_WHOLE)) return 0;
        a->kind = AST_SET_GRID;
        a->gives = KIND_NONE;
        a->kid[2] = v;
        return parser_adopt(p, n, v);
    }
    case AST_NONE:
    case AST_NUMBER:
    case AST_LAZY:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_CALL:
    case AST_IF:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL:
    case AST_SET_GRID:
    case AST_BLOCK: break;
    }
    RULES_FAIL(p, at,
               "only variables, cells of grids and names of 'let' can be "
               "assigned to");
    return 0;
}

/* ---- a brace that is missing --------------------------------------------- */

static size_t line_of(const Rules *r, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < r->from + at; i++) line += r->script.text[i] == '\n';
    return line;
}

/* The body ends at the token without its last brace. */
static uint16_t unclosed(Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (p->tok.kind == RULES_END)
        RULES_FAIL(p, p->open, "the '{' of '%s' has no '}'", p->rule->name);
    else
        RULES_FAIL(p, p->open,
                   "the '{' of '%s' has no '}' before '%s' in line "
                   "%zu",
                   p->rule->name, parser_word(p, text, sizeof text),
                   line_of(p->rules, p->tok.at));
    return 0;
}

/* Is the token a word that begins a declaration and nothing else? */
static bool declares(const Parser *p) {
    static const char *const known[] = {
        "const", "var",  "grid",  "table", "constants", "cost",  "def", "start",
        "turn",  "done", "score", "test",  "lua",       "input", "won",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (parser_is(p, known[i])) return true;
    return false;
}

/* Does a rule begin behind the name: `(a, b?)`, cost, help or a brace? */
static bool rule_follows(Parser *p) {
    RulesToken before = p->tok;
    parser_advance(p);
    bool inside = parser_take(p, "(");
    while (inside && (p->tok.kind == RULES_NAME || parser_is(p, ",") ||
                      parser_is(p, "?") || parser_is(p, ")"))) {
        inside = !parser_is(p, ")");
        parser_advance(p);
    }
    bool follows = parser_head(p);
    p->tok = before;
    return follows;
}

/* A name that nothing has, at the beginning of a statement. */
static uint16_t strange(Parser *p, const char *name) {
    bool is_else = suggest_distance(name, "else") < 2;
    return !is_else && rule_follows(p)
               ? unclosed(p)
               : parser_unknown(p, p->tok.at, name, true);
}

static uint16_t statement(Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (declares(p)) return unclosed(p);
    if (p->tok.kind == RULES_NAME &&
        !parser_reserved(parser_word(p, text, sizeof text)) &&
        !parser_find_local(p, text) && !parser_find(p, text) &&
        parser_find_real(text) < 0)
        return strange(p, text);
    if (parser_is(p, "let")) return let(p);
    if (parser_is(p, "for")) return loop(p);
    return value_or_assignment(p);
}

/* Does a statement that only gives a value do anything else, too? */
static bool acts(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n) return false;
    if (a->kind == AST_LAZY || a->kind == AST_CALL || a->kind == AST_IF ||
        a->kind >= AST_FOR || (a->kind == AST_OP && a->k == RULES_RANDOM))
        return true;
    return acts(r, a->kid[0]) || acts(r, a->kid[1]) || acts(r, a->kid[2]);
}

uint16_t parser_block(Parser *p) {
    size_t at = p->tok.at, locals = p->local_count;
    uint16_t block, last = 0;
    if (!parser_need(p, "{", "'{'") || !parser_deeper(p)) return 0;
    if (!(block = parser_node(p, AST_BLOCK, at, 0))) return 0;
    while (!parser_is(p, "}")) {
        if (parser_take(p, ";")) continue;
        if (p->tok.kind == RULES_END) return unclosed(p);
        uint16_t s = statement(p);
        if (!s || !parser_adopt(p, block, s)) return 0;
        if (!last) p->rules->ast[block].kid[0] = s;
        else {
            p->rules->ast[last].next = s;
            if (!acts(p->rules, last))
                parser_warn(p, p->rules->ast[last].at, "this value is not used",
                            NULL);
        }
        last = s;
    }
    leave(p, locals);
    p->nest--;
    parser_advance(p);
    parser_join(p, block);
    return block;
}

uint16_t parser_gives(Parser *p, size_t at, int32_t variable) {
    uint16_t v = parser_node(p, AST_VAR, at, variable);
    if (!v) return 0;
    parser_typed(p, v, p->rules->var_kind[variable]);
    uint16_t block = parser_node2(p, AST_BLOCK, at, 0, v, 0);
    parser_join(p, block);
    return block;
}
