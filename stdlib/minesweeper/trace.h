/* trace.h -- everything that happened when a program played one case.
 *
 * The steps are a Trace, as of every game for trees; what changed on the board
 * is a list of its own, so the board at any moment is the first board with the
 * changes up to then.
 */
#ifndef LUDUS_MINES_TRACE_H
#define LUDUS_MINES_TRACE_H

#include "engine/walk/trace.h"
#include "mines.h"

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
    Trace        trace;              /* first: see bind_trace.h */
    const Mines *mines;              /* must outlive the trace */
    size_t       case_number;
    TraceChange *changes;            /* in order of time */
    size_t       change_count;
    MinesCase    result;
} MinesTrace;

/* Plays the case and keeps all of it; NULL if that takes more memory or more
 * than TRACE_STEPS_MAX steps. `suppose` may be NULL. */
MinesTrace *mines_trace_new(const Mines *mines, const Tree *tree,
                            size_t case_number, const TraceIf *suppose,
                            Err *err);
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
