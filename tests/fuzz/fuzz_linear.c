/* fuzz_linear.c -- linear programs of Battleship: as texts, and as bytes for
 * both engines. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "battleship/board/fleet.h"
#include "battleship/sink/gunner.h"
#include "battleship/aim/hunt.h"
#include "program/linear/linear_species.h"

void fuzz_linear(const uint8_t *bytes, size_t n) {
    LinearSpecies species;
    linear_species_init(&species, &gunner_set);
    uint8_t genome[GUN_BYTES];
    Source text = fuzz_source(bytes, n);
    fuzz_text(&species.species, &text, genome);
    free((char *)(uintptr_t)text.text);
}

/* ---- engines ------------------------------------------------------------- */

static const Fleet *fleet(void) {
    static Fleet classic;
    const int lens[] = { 5, 4, 3, 3, 2 };
    Err err;
    if (!classic.ships)
        fuzz_demand(fleet_init(&classic, 10, 10, lens, 5, &err), "a fleet");
    return &classic;
}

static int answer(void *self, const Waters *sea) {
    return hunt_target(self, sea);
}

void fuzz_gunner(const uint8_t *bytes, size_t n) {
    FuzzBytes in = { bytes, n };
    GunnerOptions options = { fuzz_byte(&in) & 1, fuzz_byte(&in) & 1,
                              1 + fuzz_byte(&in), 1 + fuzz_byte(&in) % 20 };
    Rng rng = rng_key(fuzz_byte(&in), 0, 0, RNG_TEST);
    HuntKind kind = (HuntKind)fuzz_below(&in, HUNT_KINDS);
    uint8_t code[GUN_BYTES];
    for (int i = 0; i < GUN_BYTES; i++)
        code[i] = (uint8_t)fuzz_below(&in, (uint32_t)gunner_set.instr_count);
    Err err;
    fuzz_demand(linear_check(&gunner_set, code, GUN_BYTES, &err), "a program");
    Cells ship[SHIPS_MAX];
    fleet_draw(fleet(), &rng, ship);
    Waters sea[2];
    Hunt hunt[2];
    hunt_init(&hunt[0], kind, fleet(), &rng);
    hunt[1] = hunt[0];
    Rng chance[2] = { rng, rng };
    GunnerReport report[2];
    for (int k = 0; k < 2; k++) {
        Targeter targeter = { answer, NULL, &hunt[k],
                              k ? NULL : hunt_order(&hunt[k]) };
        waters_init(&sea[k], fleet(), ship);
        GunnerProgram program = { &gunner_set, code, &options };
        report[k] = (k ? gunner_plain : gunner_play)(&program, &sea[k],
                                                     &targeter, &chance[k]);
    }
    fuzz_demand(sea[0].shots == sea[1].shots &&
                    memcmp(sea[0].log, sea[1].log, sizeof sea[0].log) == 0 &&
                    report[0].steps == report[1].steps &&
                    report[0].loops == report[1].loops &&
                    rng_next(&chance[0]) == rng_next(&chance[1]),
                "both engines shoot alike");
}
