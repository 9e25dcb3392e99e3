/* shooter.c -- calls the way of playing that a Shooter names. */
#include "shooter.h"

#include "foresight.h"

static void start_hunt(const Shooter *s, Hunt *hunt, const Waters *sea,
                       Rng *rng) {
    if (s->ranked) *hunt = *s->ranked;
    else hunt_init(hunt, (HuntKind)s->hunt, sea->fleet, rng);
}

/* ---- targets of programs ------------------------------------------------- */

static int answer_hunt(void *self, const Waters *sea) {
    return hunt_target(self, sea);
}

typedef struct DensityTarget {
    Density density;
    Rng     rng;
} DensityTarget;

static int answer_density(void *self, const Waters *sea) {
    DensityTarget *t = self;
    (void)sea;
    return density_target(&t->density, &t->rng);
}

static void told_density(void *self, const Waters *sea, int cell,
                         ShotResult result) {
    DensityTarget *t = self;
    (void)sea;
    density_told(&t->density, cell, result, &t->rng);
}

GunnerReport shooter_program(const Shooter *s, Waters *sea, Rng target,
                             Rng *rng) {
    GunnerProgram program = { s->set, s->code, &s->options };
    if (s->hunt == TARGET_DENSITY) {
        DensityTarget t = { .rng = target };
        density_init(&t.density, sea, s->prior);
        Targeter targeter = { answer_density, told_density, &t, NULL };
        return gunner_play(&program, sea, &targeter, rng);
    }
    Hunt hunt;
    start_hunt(s, &hunt, sea, &target);
    Targeter targeter = { answer_hunt, NULL, &hunt, hunt_order(&hunt) };
    return gunner_play(&program, sea, &targeter, rng);
}

/* ---- the others ---------------------------------------------------------- */

static void play_chase(const Shooter *s, Waters *sea, Rng target, Rng *rng) {
    Hunt hunt;
    start_hunt(s, &hunt, sea, &target);
    sink_by_hand_play(s->chase, &hunt, sea, rng);
}

static bool play_call(const Shooter *s, Waters *sea) {
    while (sea->left > 0) {
        int cell = s->call(s->context, sea);
        if (cell < 0) return false;
        waters_fire(sea, cell);
    }
    return true;
}

bool shooter_play(const Shooter *shooter, Waters *sea, Rng target, Rng play) {
    switch (shooter->kind) {
    case SHOOTER_CHASE:   play_chase(shooter, sea, target, &play); break;
    case SHOOTER_PROGRAM: shooter_program(shooter, sea, target, &play); break;
    case SHOOTER_DENSITY: density_play(shooter->prior, sea, &play); break;
    case SHOOTER_FORESIGHT: foresight_play(sea, &play); break;
    case SHOOTER_CALL:    return play_call(shooter, sea);
    }
    return true;
}

/* ---- programs whose Target is a hunt ------------------------------------- */

bool shooter_hunts(const Shooter *s) {
    return s->kind == SHOOTER_PROGRAM && s->hunt != TARGET_DENSITY;
}

GunnerReport shooter_trace(const Shooter *s, Waters *sea, Rng target, Rng *play,
                           const GunnerNotes *notes) {
    GunnerProgram program = { s->set, s->code, &s->options };
    Hunt hunt;
    start_hunt(s, &hunt, sea, &target);
    Targeter targeter = { answer_hunt, NULL, &hunt, NULL };
    return gunner_trace(&program, sea, &targeter, play, notes);
}

uint64_t shooter_steps(const Shooter *s, const Fleet *fleet, uint64_t seed,
                       size_t games, bool plain) {
    GunnerProgram program = { s->set, s->code, &s->options };
    uint64_t steps = 0;
    for (size_t i = 0; i < games; i++) {
        Rng target = rng_key(seed, i, 2, RNG_PLAY);
        Rng play = rng_key(seed, i, 0, RNG_PLAY);
        Cells ship[SHIPS_MAX];
        fleet_draw(fleet, &play, ship);
        Waters sea;
        waters_init(&sea, fleet, ship);
        Hunt hunt;
        start_hunt(s, &hunt, &sea, &target);
        Targeter t = { answer_hunt, NULL, &hunt, hunt_order(&hunt) };
        steps += (plain ? gunner_plain : gunner_play)(&program, &sea, &t, &play)
                     .steps;
    }
    return steps;
}
