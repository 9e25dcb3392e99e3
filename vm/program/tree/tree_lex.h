/* tree_lex.h -- the shapes of words in tree programs, defined by
 * grammar/tree.re.
 *
 * The lexer knows shapes, the vocabulary knows names. The text must be followed
 * by a zero byte; zero bytes inside it are bad tokens like any other.
 */
#ifndef LUDUS_TREE_LEX_H
#define LUDUS_TREE_LEX_H

#include <stddef.h>

#include "base/err.h"

typedef enum TokenKind {
    TOK_END,
    TOK_OPEN,
    TOK_CLOSE,
    TOK_NUMBER,
    TOK_NAME,
    TOK_BAD,
} TokenKind;

typedef struct Token {
    TokenKind kind;
    size_t    at, len;               /* in the source */
} Token;

/* The next token at or after offset `at`. */
Token lex_tree(const Source *src, size_t at);

#endif
