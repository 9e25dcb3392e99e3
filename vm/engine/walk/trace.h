/* trace.h -- everything that happened when a program played one case.
 *
 * Each step is kept in 20 bytes. A step of a tree begins when its node is
 * entered: its arguments are later steps, and what the node itself does happens
 * after them.
 *
 *     step      0    1    2    3    (UNC (ADD 1 2)): ADD is step 1, and the
 *     node      UNC  ADD  1    2    square opens when 4 steps have begun
 *
 * What the game has to tell stands in notes: a few words, and a picture of the
 * state from then on. A game gets its steps written down by traced.inc and
 * calls trace_note() where its state changes.
 *
 * Linear programs and machines are kept alike: `node` is then a place in the
 * program (a line, a state) and no step lies in another.
 */
#ifndef LUDUS_TRACE_H
#define LUDUS_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum { TRACE_STEPS_MAX = 1 << 22, TRACE_NO_STEP = -1, TRACE_END_MAX = 32 };

typedef struct TraceStep {
    uint32_t node;                   /* index over the whole code */
    int32_t  value;                  /* what the node gave in the end */
    int32_t  parent;                 /* the step that asked for it, or none */
    uint32_t until;                  /* one past the last step of its subtree */
    uint32_t said;                   /* in `texts`: a value that is no number
                                        of 32 bits, or an answer; 0: none */
} TraceStep;

typedef struct TraceNote {
    uint32_t when;                   /* steps begun when it happened */
    int32_t  step;                   /* whose doing it was, or none */
    bool     after;                  /* the game's own doing, no step ran */
    size_t   text, picture;          /* in `texts`; 0: no new picture */
} TraceNote;

/* What is supposed instead of what happens: that a step gives another value, or
 * with `always` also every later step of the same node. */
typedef struct TraceIf {
    bool   given, always;
    size_t step;                     /* from 0 */
    double value;
    const char *text;                /* the value if it is no number, for games
                                        in Lua, as trace_say() has it; or
                                        NULL. Outlives the recording */
} TraceIf;

typedef struct Trace {
    TraceIf    suppose;              /* set between init and the first step */
    TraceStep *steps;
    size_t     count, step_room;
    TraceNote *notes;                /* in order of time */
    size_t     note_count, note_room;
    Buf        texts;                /* each ends with a zero */
    int32_t    parent;               /* the step whose arguments run now */
    uint64_t   spent;                /* steps as the game counts them; 0: as
                                        many as there are here */
    double     raw;                  /* of the case, and how it ended */
    char       end[TRACE_END_MAX];
    Err       *err;                  /* during the recording */
    bool       failed;
} Trace;

/* ---- life ------------------------------------------------------------ */

/* An empty trace; `err` receives the reason if it cannot be kept. */
void trace_init(Trace *trace, Err *err);
void trace_free(Trace *trace);

/* ---- writing ---------------------------------------------------------- */

/* A node begins: its step, or TRACE_NO_STEP and `failed` if that takes more
 * memory or more than TRACE_STEPS_MAX steps. */
int32_t trace_enter(Trace *trace, uint32_t node);

/* It has given its value. Returns that, or the one that is supposed. */
int32_t trace_leave(Trace *trace, int32_t step, int32_t value);

/* Is another value supposed for that step, which has begun? */
bool trace_supposes(const Trace *trace, int32_t step);

/* What a step says besides its value. */
void trace_say(Trace *trace, int32_t step, const char *text);

/* Something happened, told in a word or a few ("": nothing to tell); the state
 * looks like `picture` from now on (NULL: as before). It is the doing of the
 * step whose node runs now; of the last one if the program has ended and the
 * game moves on. */
void trace_note(Trace *trace, const char *text, const char *picture);

/* The case has ended, and with it the steps that are still open. False with the
 * reason if not all of it was kept. */
bool trace_end(Trace *trace, double raw, const char *end);

/* ---- reading ---------------------------------------------------------- */

/* The words of a note; what a step said; the picture when step `n` begins (n =
 * count: at the end). Each is "" if there is none and lives as long as the
 * trace. */
const char *trace_text(const Trace *trace, const TraceNote *note);
const char *trace_said(const Trace *trace, size_t step);
const char *trace_picture(const Trace *trace, size_t n);

#endif
