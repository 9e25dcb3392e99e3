/* rules_lex.h -- the shapes of words in rules; grammar/rules.re defines them.
 *
 * The text must be followed by a zero byte; zero bytes inside it are bad tokens
 * like any other.
 */
#ifndef LUDUS_RULES_LEX_H
#define LUDUS_RULES_LEX_H

#include <stddef.h>

typedef enum RulesWord {
    RULES_END,
    RULES_NAME,
    RULES_NUMBER,                    /* digits; a minus is a sign of its own */
    RULES_REAL,                      /* digits with a point or a power */
    RULES_STRING,                    /* with its quotes */
    RULES_SIGN,
    RULES_HABIT,                     /* a sign of other languages: += && */
    RULES_BAD,
} RulesWord;

typedef struct RulesToken {
    RulesWord kind;
    size_t    at, len;               /* in the text */
} RulesToken;

/* The next token at or after offset `at`. */
RulesToken rules_lex(const char *text, size_t len, size_t at);

#endif
