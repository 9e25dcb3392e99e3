/* ant.h -- the Santa Fe ant by hand, in plain C: what rules are measured
 * against.
 *
 * A recursive walker as one would write it for this game alone. The programs
 * are those of the rules' vocabulary; symbols are matched by name once per
 * program.
 */
#ifndef ANT_ANT_H
#define ANT_ANT_H

#include <stdbool.h>
#include <stdint.h>

#include "program/tree/tree.h"

enum { ANT_SIDE = 32, ANT_CELLS = ANT_SIDE * ANT_SIDE };

typedef enum AntOp {
    ANT_LEFT, ANT_RIGHT, ANT_MOVE, ANT_IF_FOOD, ANT_PROGN2, ANT_PROGN3, ANT_OPS
} AntOp;

typedef struct Ant {
    const uint8_t *pc;               /* the next node */
    const uint8_t *op;               /* by symbol */
    const uint8_t *arity;            /* by symbol */
    const uint8_t *code;
    const uint16_t *span;            /* parallel to code */
    int            x, y, dir, eaten, pellets;
    int            left;             /* actions */
    uint32_t       nodes;
    bool           stop;
    uint8_t        food[ANT_CELLS];
} Ant;

/* The operation of each symbol; false if the vocabulary has others. */
bool ant_ops(const Vocab *vocab, uint8_t op[VOCAB_SYMBOLS_MAX], Err *err);

/* Plays until `actions` are spent or all pellets are eaten; ant->eaten and
 * ant->nodes say how it went. */
void ant_play(Ant *ant, const uint8_t trail[ANT_CELLS], int pellets,
              int actions);

#endif
