/* gunner.h -- linear programs that play Battleship: Bridon's sinking logic.
 *
 * Three blocks of 10, 20 and 20 lines; registers TargetPos, TempPos (squares,
 * also just off the board), TargetDir, TargetHit, TempHit. They survive changes
 * of state. gunner_play() is the fast engine, gunner_plain() the same by the
 * reference engine of linear_run.h: equal shots, equal steps.
 */
#ifndef BATTLESHIP_GUNNER_H
#define BATTLESHIP_GUNNER_H

#include "engine/walk/linear_run.h"
#include "engine/walk/trace.h"
#include "battleship/board/waters.h"

typedef enum GunOp {
#define GUN(id, name, kind, help) GUN_##id,
#include "gunner.def"
#undef GUN
} GunOp;

enum {
#define GUN(id, name, kind, help) + 1
    GUN_COUNT = 0
#include "gunner.def"
#undef GUN
};

enum {
    GUN_BLOCKS = 3,
    GUN_BYTES = 50,                  /* lines of a whole program */
    GUN_LINES_MAX = 20,
};

extern const LinearSet gunner_set;

/* How the paper's silences are filled. */
typedef struct GunnerOptions {
    bool     nested;                 /* a skipped If skips its own line, too */
    bool     restart;                /* a sinking leads to the first state */
    uint32_t patience;               /* steps without a new shot: a loop */
    uint32_t loops;                  /* that are allowed; the next one ends the
                                        game. 0 for any number */
} GunnerOptions;

enum { GUNNER_PATIENCE = 400 };

/* Answers Target: a square that was not shot yet. If there is an `order` of all
 * squares, the answer is the first open one, and nobody is asked. */
typedef struct Targeter {
    int (*answer)(void *self, const Waters *sea);
    void (*told)(void *self, const Waters *sea, int cell, ShotResult result);
    void *self;
    const uint8_t *order;
} Targeter;

typedef struct GunnerReport {
    uint64_t steps;
    uint32_t loops;                  /* times the patience ran out */
    uint32_t shots, left;            /* fired; ships afloat: by drill_shots() */
} GunnerReport;

/* A program and how it is read. */
typedef struct GunnerProgram {
    const LinearSet     *set;
    const uint8_t       *code;
    const GunnerOptions *options;
} GunnerProgram;

/* Shoots until every ship is sunk. After a loop there is a forced Target and
 * Shoot (a hit goes to the second state with TempPos there), or the end if
 * there were too many. `told` of the targeter may be NULL. */
GunnerReport gunner_play(const GunnerProgram *program, Waters *sea,
                         const Targeter *targeter, Rng *rng);
GunnerReport gunner_plain(const GunnerProgram *program, Waters *sea,
                          const Targeter *targeter, Rng *rng);

/* What is written down of a game, and what is supposed in it: of a test 1 that
 * it holds, 0 that it does not; of Shoot the same for a hit, whatever the sea
 * knows of it; of Target a square; of a direction one of 0..3. */
typedef struct GunnerNotes {
    size_t  lines;                   /* a line per step, at most so many */
    Buf    *out;
    TraceIf suppose;
} GunnerNotes;

/* The same as gunner_plain(), written down. A line ends with what the step
 * gave, as in ` gave=true`, if it gives something. */
GunnerReport gunner_trace(const GunnerProgram *program, Waters *sea,
                          const Targeter *targeter, Rng *rng,
                          const GunnerNotes *notes);

#endif
