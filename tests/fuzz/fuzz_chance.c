/* fuzz_chance.c -- texts of players of the prisoner's dilemma that draw their
 * moves by chances or look them up in a table; those that are read play. */
#include <stdlib.h>

#include "fuzz.h"
#include "ipd/player.h"

enum { TURNS = 20 };

static void play(const Player *player) {
    const Rules rules = { TURNS, true, 0.1, payoff_paper() };
    Tally tally;
    Err err;
    Meeting meeting = { player, player, &rules, 1, 0 };
    fuzz_demand(player_match(&meeting, &tally, NULL, &err), "a match");
    fuzz_demand(tally.n[0][0] + tally.n[0][1] + tally.n[1][0] + tally.n[1][1] ==
                    TURNS,
                "all turns are counted");
}

void fuzz_chance(const uint8_t *bytes, size_t n) {
    Source text = fuzz_source(bytes, n);
    MemoryPlayer memory;
    LookupPlayer lookup;
    Err err = { .text = "" };
    if (player_memory(&memory, text.text, &err)) play(&memory.player);
    else fuzz_demand(err.text[0], "a refusal has a reason");
    err.text[0] = '\0';
    if (player_lookup(&lookup, text.text, &err)) play(&lookup.player);
    else fuzz_demand(err.text[0], "a refusal has a reason");
    free((char *)(uintptr_t)text.text);
}
