/* vector_lex.h -- the words of a vector's text.
 *
 * The text must end with a zero byte at text[len], as Lua strings and Bufs do.
 */
#ifndef LUDUS_LEX_VECTOR_H
#define LUDUS_LEX_VECTOR_H

#include <stddef.h>

#include "base/err.h"

typedef enum VectorToken {
    VECTOR_TOK_END,
    VECTOR_TOK_OPEN,
    VECTOR_TOK_CLOSE,
    VECTOR_TOK_COMMA,
    VECTOR_TOK_BAR,
    VECTOR_TOK_NUMBER,
    VECTOR_TOK_WORD,                 /* anything else, up to a separator */
} VectorToken;

/* Reads the word at or after *at, sets *from to where it starts and *at to just
 * behind it. */
VectorToken lex_vector(const Source *src, size_t *at, size_t *from);

#endif
