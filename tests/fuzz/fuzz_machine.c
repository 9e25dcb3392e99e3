/* fuzz_machine.c -- machines: as texts, and in matches played in every way. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "ipd/match.h"
#include "program/machine/machine_species.h"

static bool same(const Tally *a, const Tally *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

void fuzz_machine(const uint8_t *bytes, size_t n) {
    MachineSpecies species;
    Machine m;
    Err err;
    fuzz_demand(machine_species_init(&species, &alphabet_dilemma,
                                     MACHINE_STATES_MAX, 1, 4, &err),
                "a species");
    Source text = fuzz_source(bytes, n);
    if (fuzz_text(&species.species, &text, &m)) {
        Machine small, again;
        Buf out = { 0 };
        machine_minimise(&alphabet_dilemma, &small, &m);
        fuzz_demand(machine_equivalent(&alphabet_dilemma, &small, &m),
                    "minimising keeps meaning");
        machine_compact(&alphabet_dilemma, &m, &out);
        Source compact = { "compact", buf_get(&out), out.len };
        fuzz_demand(
            machine_parse_for(&alphabet_dilemma, &again, &compact, &err) &&
                machine_same(&alphabet_dilemma, &again, &m),
            "the compact notation says the same");
        machine_draw(&alphabet_dilemma, &m, &out);
        machine_dot(&alphabet_dilemma, &m, "title", &out);
        buf_free(&out);
    }
    free((char *)(uintptr_t)text.text);
}

/* ---- matches ------------------------------------------------------------- */

static Machine make(FuzzBytes *in) {
    Machine m = { .states = (uint8_t)(1 + fuzz_below(in, MACHINE_STATES_MAX)) };
    m.start = (uint8_t)fuzz_below(in, m.states);
    for (int i = 0; i < m.states; i++) {
        m.at[i].out = fuzz_byte(in) & 1;
        for (int k = 0; k < 2; k++)
            m.at[i].next[k] = (uint8_t)fuzz_below(in, m.states);
    }
    return m;
}

void fuzz_match(const uint8_t *bytes, size_t n) {
    FuzzBytes in = { bytes, n };
    uint32_t turns = fuzz_below(&in, 1000);
    Machine a = make(&in), b = make(&in);
    MatchTable ta, tb;
    match_table(&ta, &a);
    match_table(&tb, &b);
    const MatchTable *others[2] = { &tb, &ta };
    Tally many[2], plain = match_plain(&a, &b, turns);
    Tally cycle = match_cycle(&a, &b, turns);
    Tally turned = payoff_swap(match_plain(&b, &a, turns));
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    Tally calm = match_noisy(&a, &b, turns, 0, &rng);
    match_many(&ta, others, 2, turns, many);
    fuzz_demand(same(&plain, &cycle) && same(&plain, &many[0]) &&
                    same(&plain, &turned) && same(&plain, &calm),
                "all ways to play a match agree");
}
