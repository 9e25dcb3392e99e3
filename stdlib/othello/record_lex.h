/* record_lex.h -- the words of an Othello game's text.
 *
 * The text must end with a zero byte at text[len], as Lua strings and Bufs do.
 */
#ifndef LUDUS_LEX_OTHELLO_H
#define LUDUS_LEX_OTHELLO_H

#include <stddef.h>

#include "base/err.h"

typedef enum OthelloToken {
    OTHELLO_TOK_END,
    OTHELLO_TOK_SQUARE,              /* a letter and a digit: f5 */
    OTHELLO_TOK_PASS,                /* -- or a word that begins like "pass" */
    OTHELLO_TOK_NUMBER,              /* a move's number with a point: 12. */
    OTHELLO_TOK_BAD,                 /* anything else, one byte */
} OthelloToken;

/* Reads the word at or after *at, sets *from to where it starts and *at to just
 * behind it. */
OthelloToken lex_othello(const Source *src, size_t *at, size_t *from);

#endif
