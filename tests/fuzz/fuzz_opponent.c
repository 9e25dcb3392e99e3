/* fuzz_opponent.c -- what a store remembers of a Battleship opponent: refused, or
 * good enough to go on learning; once loaded it is saved and loaded alike. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "battleship/player/opponent.h"

static const Fleet *fleet(void) {
    static Fleet small;
    const int lens[] = { 3, 2 };
    Err err;
    if (!small.ships)
        fuzz_demand(fleet_init(&small, 5, 6, lens, 2, &err), "a fleet");
    return &small;
}

void fuzz_rival(const uint8_t *bytes, size_t n) {
    static Opponent rival;
    static Prior prior;
    Err err = { .text = "" };
    Source copy = fuzz_source(bytes, n);
    if (!opponent_load(&rival, fleet(), copy.text, n, &err)) {
        fuzz_demand(err.text[0], "a refusal has a reason");
    } else {
        Buf out = { 0 }, again = { 0 };
        float density[CELLS_MAX];
        uint8_t shots[2] = { 3, 4 };
        opponent_save(&rival, &out);
        fuzz_demand(opponent_load(&rival, fleet(), out.text, out.len, &err),
                    "what is saved is loaded");
        opponent_save(&rival, &again);
        fuzz_demand(again.len == out.len &&
                        memcmp(again.text, out.text, out.len) == 0,
                    "what is loaded is saved as it was");
        buf_free(&again);
        opponent_learn(&rival, fleet()->sample, shots, 2);
        opponent_density(&rival, 5, density);
        opponent_prior(&rival, 5, opponent_sharpness(&rival, 5), &prior);
        buf_free(&out);
    }
    free((char *)(uintptr_t)copy.text);
}
