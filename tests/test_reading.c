/* test_reading.c -- what other readings of the paper's replicator do, and when
 * a veteran makes peace.
 */
#include <string.h>

#include "ipd/laran.h"
#include "ipd/retreat.h"
#include "ipd/strategies.h"
#include "greatest.h"
#include "program/machine/machine_species.h"

static bool is_whole(const Machine *m) {
    return machine_check(&alphabet_dilemma, m, machine_slot(&alphabet_dilemma),
                         NULL);
}

/* How many transitions lead to a state. */
static int leads_to(const Machine *m, int state) {
    int n = 0;
    for (int i = 0; i < m->states; i++)
        for (int k = 0; k < 2; k++) n += m->at[i].next[k] == state;
    return n;
}

TEST a_new_node_is_joined_as_the_reading_says(void) {
    Rng rng = rng_seed(1);
    for (int i = 0; i < 2000; i++) {
        Machine old, m;
        machine_random(&alphabet_dilemma, &old, &rng, 1 + i % 8);
        m = old;
        reading_grow(GROW_SPLIT, &m, &rng, 32);
        ASSERT(is_whole(&m));
        ASSERT_EQ(old.states + 1, m.states);
        int changed = 0, through = -1;
        for (int k = 0; k < 2 * old.states; k++) {
            uint8_t now = m.at[k / 2].next[k % 2];
            uint8_t was = old.at[k / 2].next[k % 2];
            if (now == was) continue;
            ASSERT_EQ(old.states, now);
            changed++;
            through = was;
        }
        ASSERT_EQ(1, changed);
        const MachineState *s = &m.at[old.states];
        ASSERT(s->next[0] == through || s->next[1] == through);
        m = old;
        reading_grow(GROW_SHARED, &m, &rng, 32);
        ASSERT(is_whole(&m));
        ASSERT_EQ(old.states + 1, m.states);
        for (int k = 0; k < 2 * old.states; k++) {
            uint8_t now = m.at[k / 2].next[k % 2];
            ASSERT(now == old.states || now == old.at[k / 2].next[k % 2]);
        }
        m = old;
        reading_grow(GROW_ONE, &m, &rng, 32);
        ASSERT(leads_to(&m, old.states) >= 1);
        m = old;
        reading_grow(GROW_SPLIT, &m, &rng, old.states);
        ASSERT_EQ(old.states, m.states);
    }
    PASS();
}

TEST modify_transition_has_three_readings(void) {
    Rng rng = rng_seed(2);
    for (int i = 0; i < 2000; i++) {
        Machine old, m;
        machine_random(&alphabet_dilemma, &old, &rng, 2 + i % 6);
        Reading reading = { .modify = (Modify)(i % MODIFY_COUNT) };
        m = old;
        reading_modify(&reading, &m, &rng, 32);
        ASSERT(is_whole(&m));
        bool node = reading.modify == MODIFY_NODE;
        ASSERT_EQ(old.states + node, m.states);
        int rows = 0, links = 0;
        for (int s = 0; s < old.states; s++) {
            int here = 0;
            for (int k = 0; k < 2; k++)
                here += m.at[s].next[k] != old.at[s].next[k];
            rows += here > 0;
            links += here;
            ASSERT_EQ(old.at[s].out, m.at[s].out);
        }
        ASSERT(rows <= 1 && links <= (reading.modify == MODIFY_BOTH ? 2 : 1));
    }
    PASS();
}

/* The hits of a model that always cooperates, after that history. */
static uint32_t hits_after(Replay replay, double weight, const char *theirs) {
    ReplicatorOptions o = replicator_defaults();
    Payoff payoff = payoff_paper();
    Machine ac = strategy_machine(strategy_find("AC", &(Err){ 0 }));
    o.population = o.offspring = o.first_states = o.max_states = 1;
    o.reading.replay = replay;
    o.reading.weight = weight;
    ReplicatorTask task = { &payoff, &ac, 1, 20 };
    Err err;
    uint32_t hits = 0;
    for (uint64_t seed = 1;; seed++) {
        Replicator *r = replicator_new(&o, &task, rng_seed(seed), &err);
        bool nice = replicator_best(r).machine->at[0].out == MOVE_C;
        if (nice) replicator_feed(r, "ccccccc", theirs, 3, &err);
        hits = replicator_best(r).hits;
        replicator_free(r);
        if (nice) return hits;
    }
}

TEST replayed_moves_count_as_the_reading_says(void) {
    ASSERT_EQ(5, hits_after(REPLAY_ALL, 0, "ccdccdc"));
    ASSERT_EQ(2, hits_after(REPLAY_FIRST, 0, "ccdccdc"));
    ASSERT_EQ(1, hits_after(REPLAY_LATEST, 0, "ccdccdc"));
    ASSERT_EQ(0, hits_after(REPLAY_LATEST, 0, "ccdccdd"));
    ASSERT_EQ(7, hits_after(REPLAY_FIRST, 0, "ccccccc"));
    ASSERT_EQ(5, hits_after(REPLAY_ALL, 2, "ccdccdc"));
    PASS();
}

/* How many different models there are among the best `n` cannot be seen; but
 * a reading that changes anything must change some game. */
static bool plays_alike(const LaranOptions *a, const LaranOptions *b) {
    static Laran laran[2];
    uint8_t moves[2][60];
    Err err;
    MachinePlayer other;
    Machine m = strategy_machine(strategy_find("T/D", &(Err){ 0 }));
    player_machine(&other, &m);
    Rules rules = { .turns = 60, .end_known = true, .payoff = payoff_paper() };
    for (uint64_t seed = 1; seed <= 5; seed++) {
        for (int i = 0; i < 2; i++) {
            Record record = { .moves = moves[i] };
            Tally t;
            Meeting meeting = { &laran[i].player, &other.player, &rules, seed,
                                7 };
            if (!laran_init(&laran[i], i ? b : a, NULL, 0, &err)) return false;
            if (!player_match(&meeting, &t, &record, &err)) return false;
        }
        if (memcmp(moves[0], moves[1], sizeof moves[0]) != 0) return false;
    }
    return true;
}

TEST every_choice_changes_games(void) {
    LaranOptions ours = laran_defaults();
    ASSERT(plays_alike(&ours, &ours));
    for (int i = 0; i < 14; i++) {
        LaranOptions o = ours;
        Reading *r = &o.replicator.reading;
        switch (i) {
        case 0: r->replay = REPLAY_LATEST; break;
        case 1: r->grow = GROW_SHARED; break;
        case 2: r->grow = GROW_SPLIT; break;
        case 3: r->modify = MODIFY_BOTH; break;
        case 4: r->modify = MODIFY_NODE; break;
        case 5: r->ties = TIES_OLDER; break;
        case 6: r->ties = TIES_NEWER; break;
        case 7: r->ties = TIES_SMALLER; break;
        case 8: r->one_child = true; break;
        case 9: r->no_contest = true; break;
        case 10: r->weight = 0.002; break;
        case 11: r->least_states = 8; break;
        case 12:
            o.even = EVEN_CHANCE;
            o.opening = 0;
            break;
        case 13: r->no_twins = false; break;
        }
        ASSERT_FALSEm("a reading that changes nothing", plays_alike(&ours, &o));
    }
    PASS();
}

TEST the_lazy_shortcut_is_off_where_it_would_not_be_exact(void) {
    for (int i = 0; i < 3; i++) {
        LaranOptions a = laran_defaults(), b;
        if (i == 0) a.replicator.reading.replay = REPLAY_FIRST;
        if (i == 1) a.replicator.reading.replay = REPLAY_LATEST;
        if (i == 2) a.replicator.reading.weight = 0.002;
        b = a;
        b.replicator.lazy = false;
        ASSERT(plays_alike(&a, &b));
    }
    PASS();
}

TEST wrong_readings_are_refused(void) {
    Err err;
    Reading r = { .least_states = 8 };
    ASSERT(reading_check(&r, 8, &err));
    ASSERT_FALSE(reading_check(&r, 7, &err));
    ASSERT_STR_EQ("least_states must be 1 to first_states 7, got 8", err.text);
    r = (Reading){ .weight = -1 };
    ASSERT_FALSE(reading_check(&r, 7, &err));
    ASSERT_STR_EQ("weight must be at least 0, got -1", err.text);
    PASS();
}

/* ---- peace ------------------------------------------------------------- */

/* Lets turns pass in which both defect. */
static void war(Retreat *r, int turns) {
    for (int i = 0; i < turns; i++) retreat_see(r, MOVE_D, MOVE_D);
}

TEST peace_is_offered_after_so_many_poor_turns(void) {
    Payoff payoff = payoff_axelrod();
    Retreat r = retreat_start(4, &payoff);
    war(&r, 3);
    ASSERT_FALSE(retreat_calm(&r));
    retreat_see(&r, MOVE_D, MOVE_C);   /* one good turn: counted anew */
    war(&r, 3);
    ASSERT_FALSE(retreat_calm(&r));
    war(&r, 1);
    ASSERT(retreat_calm(&r));
    for (int i = 0; i < RETREAT_OFFER; i++) {
        ASSERT_EQ(MOVE_C, retreat_move(&r));
        retreat_see(&r, MOVE_C, MOVE_D);
    }
    ASSERT_EQ(MOVE_D, retreat_move(&r));
    PASS();
}

TEST peace_lasts_while_it_pays_and_war_lasts_longer_then(void) {
    Payoff payoff = payoff_paper();
    Retreat r = retreat_start(4, &payoff);
    war(&r, 4);
    for (int i = 0; i < 100; i++) {
        retreat_see(&r, retreat_move(&r), MOVE_C);
        ASSERT(retreat_calm(&r));
        ASSERT_EQ(MOVE_C, retreat_move(&r));
    }
    r = retreat_start(4, &payoff);
    war(&r, 4);
    for (int i = 0; retreat_calm(&r); i++) {
        ASSERT(i < 20);
        retreat_see(&r, retreat_move(&r), MOVE_D);
    }
    war(&r, 7);
    ASSERT_FALSE(retreat_calm(&r));
    war(&r, 1);
    ASSERT(retreat_calm(&r));
    r = retreat_start(0, &payoff);
    war(&r, 2000);
    ASSERT_FALSE(retreat_calm(&r));
    PASS();
}

SUITE(test_reading) {
    RUN_TEST(a_new_node_is_joined_as_the_reading_says);
    RUN_TEST(modify_transition_has_three_readings);
    RUN_TEST(replayed_moves_count_as_the_reading_says);
    RUN_TEST(every_choice_changes_games);
    RUN_TEST(the_lazy_shortcut_is_off_where_it_would_not_be_exact);
    RUN_TEST(wrong_readings_are_refused);
    RUN_TEST(peace_is_offered_after_so_many_poor_turns);
    RUN_TEST(peace_lasts_while_it_pays_and_war_lasts_longer_then);
}
