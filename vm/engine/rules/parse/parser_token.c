/* parser_token.c -- from word to word, and what to say of one that is not it.
 *
 * What people write by habit, from other languages, is answered by what rules
 * have instead.
 */
#include "parser.h"

#include <ctype.h>
#include <string.h>

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

/* Signs that people write by habit. */
static bool habit(Parser *p) {
    static const char *const signs[][2] = {
        { "+=", "write it out: x = x + 1" },
        { "-=", "write it out: x = x - 1" },
        { "*=", "write it out: x = x * 2" },
        { "/=", "write it out: x = x / 2" },
        { "%=", "write it out: x = x % 2" },
        { "++", "write it out: x = x + 1" },
        { "**", "write x * x" },
        { "&&", "write 'and'" },
        { "||", "write 'or'" },
        { "!", "write 'not'" },
        { "~=", "write '!='" },
        { "<>", "write '!='" },
        { "//", "'/' of whole numbers rounds down, comments begin with '--'" },
        { "?", "write 'if test { ... } else { ... }'" },
        { ".", "a real has digits on both sides of its point: 0.5" },
        { "^", "write x * x; '~' has the bits that differ" },
    };
    const char *text = p->rules->text + p->tok.at;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i][0]) == p->tok.len &&
            memcmp(signs[i][0], text, p->tok.len) == 0)
            RULES_FAIL(p, p->tok.at, "rules have no '%s': %s", signs[i][0],
                       signs[i][1]);
    return false;
}

bool parser_foreign(Parser *p, size_t at, const char *name) {
    static const char *const words[][2] = {
        { "while", "'for i = 1 to n { ... }' counts, and the field 'repeats' "
                   "runs programs again" },
        { "return", "the value of a rule is that of its last statement" },
        { "local", "write 'let'" },
        { "int", "write 'let'; numbers are whole unless they have a point" },
        { "then", "write 'if test { ... } else { ... }'" },
        { "elseif", "write 'else if'" },
        { "function", "write 'def name(a) { ... }'" },
        { "nil", "a value that is not there is 0" },
        { "math", "write sqrt(x), sin(x), abs(x), floor(x) and so on" },
        { "pow", "write x * x, or exp(n * log(x))" },
        { "ln", "write log(x)" },
        { "tan", "write sin(x) / cos(x)" },
        { "ceil", "write -floor(-x)" },
        { "round", "write floor(x + 0.5)" },
        { "print", "'ludus trace' shows what a program does" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0) {
            RULES_FAIL(p, at, "rules have no '%s': %s", name, words[i][1]);
            return true;
        }
    return false;
}

bool parser_expected(Parser *p, const char *what) {
    char text[VOCAB_NAME_MAX];
    bool choice = parser_is(p, "?") && strcmp(what, "a value") == 0;
    if (p->tok.kind == RULES_HABIT || choice) return habit(p);
    if (p->tok.kind == RULES_NAME &&
        !parser_find(p, parser_word(p, text, sizeof text)) &&
        parser_foreign(p, p->tok.at, text))
        return false;
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
