/* trace.h -- everything that happened when a program played one case.
 *
 * Each step is kept in 16 bytes; what changed on the board is a list of its
 * own, so the board at any moment is the first board with the changes up to
 * then. A step begins when its node is entered: its arguments are later steps,
 * and what the node itself does happens after them.
 *
 *     step      0    1    2         (UNC (ADD 1 2)): ADD is step 1, and the
 *     node      UNC  ADD  1  ...    square opens when 4 steps have begun
 */
#ifndef LUDUS_MINES_TRACE_H
#define LUDUS_MINES_TRACE_H

#include "mines.h"

enum { TRACE_STEPS_MAX = 1 << 22, TRACE_NO_STEP = -1 };

typedef struct TraceStep {
    uint32_t node;                   /* index over the whole code */
    int32_t  value;                  /* what the node gave in the end */
    int32_t  parent;                 /* the step that asked for it, or none */
    uint32_t until;                  /* one past the last step of its subtree */
} TraceStep;

typedef enum TraceKind {
    TRACE_SQUARE,
    TRACE_POSITION,
    TRACE_REGISTER,
} TraceKind;

typedef struct TraceChange {
    uint32_t  when;                  /* steps begun when it happened */
    uint32_t  step;                  /* whose doing it was */
    TraceKind kind;
    int32_t   place;                 /* square or register; else 0 */
    int32_t   before, after;
} TraceChange;

typedef struct MinesTrace {
    const Mines *mines;              /* must outlive the trace */
    size_t       case_number;
    TraceStep   *steps;
    size_t       count;
    TraceChange *changes;            /* in order of time */
    size_t       change_count;
    MinesCase    result;
} MinesTrace;

/* Plays the case and keeps all of it; NULL if that takes more memory or more
 * than TRACE_STEPS_MAX steps. */
MinesTrace *mines_trace_new(const Mines *mines, const Tree *tree,
                            size_t case_number, Err *err);
void        mines_trace_free(void *trace);

/* The board, position and registers when step `n` began (n = count: at the
 * end). `board` has room for all squares, `reg` for MINES_REGISTERS_MAX. */
void mines_trace_state(const MinesTrace *trace, size_t n, uint8_t *board,
                       uint32_t *at, int32_t *reg);

/* ---- behaviour ---------------------------------------------------------- */

/* What a program does to boards: a hash per case of the squares it uncovers,
 * their order and how it ends. Marks, steps and where it is do not count. */
typedef struct MinesActor MinesActor;

MinesActor *mines_actor_new(const Mines *mines, Err *err);
void        mines_actor_free(void *actor);

/* Gets ready for a program, which must outlive the calls below. */
void     mines_actor_program(MinesActor *actor, const Tree *tree);
uint64_t mines_actor_play(MinesActor *actor, size_t case_number);

#endif
