/* shooter.h -- one who shoots: any of the ways of playing, behind one call. */
#ifndef BATTLESHIP_SHOOTER_H
#define BATTLESHIP_SHOOTER_H

#include "sink_by_hand.h"
#include "density.h"
#include "battleship/sink/gunner.h"

typedef enum ShooterKind {
    SHOOTER_CHASE,                   /* a hunt and hand-written sinking */
    SHOOTER_PROGRAM,                 /* a linear program; Target is a hunt */
    SHOOTER_DENSITY,                 /* probability density, with a prior */
    SHOOTER_FORESIGHT,               /* explains its hits and looks ahead */
    SHOOTER_CALL,                    /* the caller's own function, one thread */
} ShooterKind;

/* The targets of programs go beyond the hunts by one: the density player. */
enum { TARGET_DENSITY = HUNT_KINDS };

typedef struct Shooter {
    ShooterKind      kind;
    int              hunt;           /* a HuntKind, or TARGET_DENSITY */
    ChaseKind        chase;
    GunnerOptions    options;
    const LinearSet *set;            /* of the program; borrowed */
    const uint8_t   *code;           /* borrowed */
    const Prior     *prior;          /* borrowed; for densities */
    const Hunt      *ranked;         /* borrowed; if set, Target starts as it */
    int (*call)(void *context, const Waters *sea);   /* an open square, or -1 */
    void            *context;
} Shooter;

/* Shoots until every ship is sunk. All chance comes from the two generators:
 * one for the answers of Target, one for the rest, so that programs compared on
 * the same game hear the same answers. False if a caller's function gave up. */
bool shooter_play(const Shooter *shooter, Waters *sea, Rng target, Rng play);

/* The same for a program, with what it spent. */
GunnerReport shooter_program(const Shooter *shooter, Waters *sea, Rng target,
                             Rng *play);

/* ---- programs whose Target is a hunt ------------------------------------- */

/* Is it one of those? */
bool shooter_hunts(const Shooter *shooter);

/* Plays by the reference engine and writes it down. */
GunnerReport shooter_trace(const Shooter *shooter, Waters *sea, Rng target,
                           Rng *play, const GunnerNotes *notes);

/* Instructions executed in games 0..games-1 of the seed, against random fleets;
 * by the reference engine if `plain`. For benchmarks. */
uint64_t shooter_steps(const Shooter *shooter, const Fleet *fleet,
                       uint64_t seed, size_t games, bool plain);

#endif
