/* machine_lex.h -- the words of a machine's text (grammar/machine.re). */
#ifndef LUDUS_MACHINE_LEX_H
#define LUDUS_MACHINE_LEX_H

#include <stddef.h>

#include "base/err.h"

typedef enum MachineTokenKind {
    MACHINE_TOKEN_END,
    MACHINE_TOKEN_BAD,               /* a byte that begins nothing */
    MACHINE_TOKEN_WORD,              /* start  C  rock */
    MACHINE_TOKEN_NUMBER,            /* 12 */
    MACHINE_TOKEN_GROUP,             /* c01  c10.11  r0.1.12 */
    MACHINE_TOKEN_COLON,
    MACHINE_TOKEN_ARROW,             /* -> */
} MachineTokenKind;

typedef struct MachineToken {
    MachineTokenKind kind;
    size_t           at, len;        /* place in the source */
} MachineToken;

/* The token at or behind offset `at`. */
MachineToken machine_lex(const Source *src, size_t at);

#endif
