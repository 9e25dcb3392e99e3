/* captain.c -- placing, targeting and sinking, adapted to one opponent. */
#include "captain.h"

#include <string.h>

#include "base/mem.h"
#include "program/linear/linear_species.h"

struct Captain {
    const Fleet     *fleet;
    const WaveTable *table;
    CaptainOptions   options;
    Opponent           *rival;
    Drill           *drill;
    float            density[CELLS_MAX];     /* that waves are bred towards */
    Prior            prior;
    DrillGame        game[RIVAL_FLEETS_MAX];
    Hunt             ranked;                 /* Target's answers in this game */
    Rng              chance;                 /* of waves during a game */
};

void captain_defaults(CaptainOptions *options) {
    *options = (CaptainOptions){
        .targeting = CAPTAIN_WAVE,
        .sinking = CAPTAIN_PROGRAM,
        .filter = HUNT_LARGEST,
        .spaced = true,
        .gunner.patience = GUNNER_PATIENCE,
        .learn = true,
        .adapt = true,
        .before = 200,
        .per_turn = 1,
        .mutation = 0.25,
        .trust = 4,
        .sharp = -1,
        .heed = 8,
        .rounds = 20,
        .drill = { 20, 2, 0.1 },
    };
}

void captain_free(Captain *captain) {
    if (!captain) return;
    drill_free(captain->drill);
    mem_free(captain);
}

Captain *captain_new(const Fleet *fleet, const WaveTable *table,
                     const CaptainOptions *options, Opponent *rival, Err *err) {
    Captain *c = mem_new(1, sizeof *c, err);
    if (!c) return NULL;
    c->fleet = fleet;
    c->table = table;
    c->options = *options;
    c->rival = rival;
    c->drill = drill_new(fleet, &gunner_set, &options->drill, 0, err);
    if (c->drill) return c;
    captain_free(c);
    return NULL;
}

/* ---- between games ------------------------------------------------------- */

static void rank_wave(Captain *c, int offset) {
    float value[CELLS_MAX];
    wave_values(c->table, &c->rival->waves.gene[0], value);
    hunt_ranked(&c->ranked, c->options.filter, c->fleet, value, offset);
}

static Shooter target_shooter(const Captain *c) {
    Shooter s = { .set = &gunner_set, .options = c->options.gunner };
    if (c->options.targeting == CAPTAIN_WAVE) s.ranked = &c->ranked;
    else if (c->options.targeting == CAPTAIN_CALL)
        s.hunt = (int)c->options.filter;
    else s.hunt = TARGET_DENSITY, s.prior = &c->prior;
    return s;
}

/* Programs to start from: those of the rival, then mutated copies of them. */
static void fill_drill(Captain *c, uint64_t seed) {
    uint32_t known = c->rival->programs;
    for (int i = 0; known && i < c->options.drill.population; i++) {
        uint8_t *code = drill_code(c->drill, i);
        memcpy(code, c->rival->code[(uint32_t)i % known], GUN_BYTES);
        Rng rng = rng_key(seed, c->rival->games, (uint64_t)i, RNG_INIT);
        if ((uint32_t)i >= known) linear_mutate(&gunner_set, &rng, 0.5, code);
    }
}

static void keep_programs(Captain *c) {
    uint32_t n = (uint32_t)c->options.drill.population;
    c->rival->programs = n < RIVAL_PROGRAMS_MAX ? n : RIVAL_PROGRAMS_MAX;
    memcpy(c->rival->code, c->drill->code, c->rival->programs * GUN_BYTES);
}

/* The paper's Figure 9 on the saved games of this opponent. */
static void drill_programs(Captain *c, uint64_t seed) {
    size_t n = c->rival->saved;
    Shooter shooter = target_shooter(c);
    for (size_t i = 0; i < n; i++) {
        memcpy(c->game[i].ship, c->rival->ships[i], sizeof c->game[i].ship);
        c->game[i].target = rng_key(seed, i, 2, RNG_CASES);
        c->game[i].play = rng_key(seed, i, 3, RNG_CASES);
    }
    fill_drill(c, seed);
    for (int round = 0; round <= c->options.rounds; round++) {
        drill_rank(c->drill, &shooter, c->game, n);
        if (round < c->options.rounds)
            drill_breed(c->drill, seed + c->rival->games, (uint64_t)round);
    }
    keep_programs(c);
}

void captain_prepare(Captain *c, uint64_t seed) {
    Opponent *rival = c->rival;
    bool learn = c->options.learn && rival->saved > 0;
    const CaptainCalls *calls = &c->options.calls;
    opponent_density(rival, c->options.trust, c->density);
    if (calls->begin) calls->begin(calls->context, c->density, rival->games);
    if (c->options.targeting == CAPTAIN_WAVE) {
        Rng rng = rng_key(seed, rival->games, 0, RNG_BREED);
        wave_breed(c->table, &rng, c->density, learn ? c->options.before : 0,
                   c->options.mutation, &rival->waves);
        rank_wave(c, 0);
    } else if (learn && c->options.targeting == CAPTAIN_DENSITY) {
        double sharp = c->options.sharp;
        if (sharp < 0) sharp = opponent_sharpness(rival, c->options.trust);
        opponent_prior(rival, c->options.trust, sharp, &c->prior);
    } else {
        density_uniform(&c->prior, c->fleet);
    }
    c->prior.spaced = c->options.spaced;
    if (learn && c->options.sinking == CAPTAIN_PROGRAM) drill_programs(c, seed);
}

void captain_place(Captain *c, Rng *rng, Cells ship[]) {
    const CaptainCalls *calls = &c->options.calls;
    if (!c->options.adapt && !calls->place) {
        fleet_draw(c->fleet, rng, ship);
        return;
    }
    double weight[CELLS_MAX];
    place_model_weights(c->fleet, c->rival->random, &c->rival->habit,
                        c->options.heed, weight);
    if (calls->place) calls->place(calls->context, weight, rng, ship);
    else place_model_draw(c->fleet, weight, rng, ship);
}

/* ---- during a game ------------------------------------------------------- */

/* Each turn the waves go on breeding, from the second game on. */
static int answer_wave(void *self, const Waters *sea) {
    Captain *c = self;
    if (c->options.learn && c->rival->saved > 0 && c->options.per_turn > 0) {
        wave_breed(c->table, &c->chance, c->density, c->options.per_turn,
                   c->options.mutation, &c->rival->waves);
        rank_wave(c, c->ranked.offset);
    }
    return hunt_target(&c->ranked, sea);
}

/* The caller's answer, or any open square if it has none. */
static int answer_call(void *self, const Waters *sea) {
    const Captain *c = self;
    int cell = c->options.calls.shoot(c->options.calls.context, sea);
    for (int i = 0; cell < 0; i++)
        if (!cells_has(sea->shot, i)) cell = i;
    return cell;
}

static void play_program(Captain *c, Waters *sea, Rng target, Rng *play) {
    const uint8_t *code = c->rival->code[0];
    if (c->options.targeting != CAPTAIN_DENSITY) {
        bool wave = c->options.targeting == CAPTAIN_WAVE;
        Targeter targeter = { wave ? answer_wave : answer_call, NULL, c, NULL };
        GunnerProgram program = { &gunner_set, code, &c->options.gunner };
        gunner_play(&program, sea, &targeter, play);
        return;
    }
    Shooter shooter = target_shooter(c);
    shooter.code = code;
    shooter_program(&shooter, sea, target, play);
}

void captain_play(Captain *c, Waters *sea, Rng target, Rng play) {
    c->chance = target;
    int offset = (int)rng_below(&c->chance, LATTICE_SHIFTS);
    if (c->options.targeting == CAPTAIN_WAVE) rank_wave(c, offset);
    if (c->options.sinking == CAPTAIN_PLAYER)
        while (sea->left > 0) waters_fire(sea, answer_call(c, sea));
    else if (c->options.sinking == CAPTAIN_PROGRAM && c->rival->programs > 0)
        play_program(c, sea, target, &play);
    else if (c->options.targeting == CAPTAIN_DENSITY)
        density_play(&c->prior, sea, &play);
    else sink_by_hand_play(CHASE_THREE, &c->ranked, sea, &play);
}
