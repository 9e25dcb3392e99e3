/* test_machine.c -- machines: text, form, behaviour, edits, pictures. */
#include <string.h>

#include "greatest.h"
#include "program/machine/machine.h"
#include "program/machine/machine_species.h"

static bool parse(Machine *m, const char *text, Err *err) {
    Source src = { "m", text, strlen(text) };
    return machine_parse_for(&alphabet_dilemma, m, &src, err);
}

static Machine made(const char *text) {
    Machine m;
    Err err;
    if (!parse(&m, text, &err)) memset(&m, 0, sizeof m);
    return m;
}

TEST both_notations_say_the_same(void) {
    Machine a = made("start 0\n0: C c->0 d->1\n1: D c->0 d->1\n");
    Machine b = made("c01 d01");
    Machine c = made("1:d d->1 c->0 // back\n0:c d->1c->0");
    ASSERT_EQ(2, a.states);
    ASSERT(machine_same(&alphabet_dilemma, &a, &b));
    ASSERT(machine_same(&alphabet_dilemma, &a, &c));
    ASSERT_EQ(1, made("start 1 c01 d01").start);
    PASS();
}

TEST text_survives_the_round_trip(void) {
    Rng rng = rng_seed(1);
    Err err;
    for (int i = 0; i < 400; i++) {
        Machine m, again;
        Buf text = { 0 }, compact = { 0 };
        machine_random(&alphabet_dilemma, &m, &rng, 1 + i % MACHINE_STATES_MAX);
        machine_print(&alphabet_dilemma, &m, &text);
        machine_compact(&alphabet_dilemma, &m, &compact);
        ASSERT(parse(&again, buf_get(&text), &err));
        ASSERT(machine_same(&alphabet_dilemma, &m, &again));
        ASSERT(parse(&again, buf_get(&compact), &err));
        ASSERT(machine_same(&alphabet_dilemma, &m, &again));
        buf_free(&text);
        buf_free(&compact);
    }
    PASS();
}

static const struct {
    const char *text, *message;
} wrong[] = {
    { "", "m:1:1: a machine needs at least one state\n  \n  ^" },
    { "strat 0 c00", "m:1:1: unknown word 'strat'; did you mean 'start'?\n"
                     "  strat 0 c00\n  ^" },
    { "c02 d01", "m:1:3: there is no state 2\n  c02 d01\n    ^" },
    { "0: C c->0 d->5", "m:1:14: there is no state 5\n  0: C c->0 d->5\n"
                        "               ^" },
    { "0: X c->0 d->0", "m:1:4: expected the output C or D, got 'X'\n"
                        "  0: X c->0 d->0\n     ^" },
    { "0: C c->0 c->0", "m:1:11: 'c' is given twice\n  0: C c->0 c->0\n"
                        "            ^" },
    { "0: C c->0", "m:1:10: expected the other of c-> and d->, got the end of "
                   "the text\n  0: C c->0\n           ^" },
    { "0: C c->64 d->0", "m:1:9: state 64 is past the limit: states are 0 to 63"
                         "\n  0: C c->64 d->0\n          ^" },
    { "c00 0: C c->0 d->0", "m:1:5: expected another group like c01, got '0'\n"
                            "  c00 0: C c->0 d->0\n      ^" },
    { "c0", "m:1:1: expected a group like c01 or c10.11, got 'c0'\n  c0\n  ^" },
    { "start 3 c00", "m:1:7: there is no state 3\n  start 3 c00\n        ^" },
    { "1: C c->1 d->1", "m:1:15: state 0 is missing: states count from 0\n"
                        "  1: C c->1 d->1\n                ^" },
    { "0: C c->0 d->0\n0: D c->0 d->0", "m:2:1: state 0 is given twice\n"
                                        "  0: D c->0 d->0\n  ^" },
    { "start 0 start 0 c00", "m:1:9: 'start' is given twice\n"
                             "  start 0 start 0 c00\n          ^" },
    { "c0.64",
      "m:1:4: state 64 is past the limit: states are 0 to 63\n  c0.64\n"
      "     ^" },
    { "c00 %", "m:1:5: expected 'start', a row like 0: C c->0 d->1, or a group "
               "like c01, got a stray character\n  c00 %\n      ^" },
};

TEST wrong_text_is_pointed_at(void) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Machine m;
        Err err;
        ASSERT_FALSE(parse(&m, wrong[i].text, &err));
        ASSERT_STR_EQ(wrong[i].message, err.text);
    }
    PASS();
}

TEST no_bytes_crash_the_reader(void) {
    static const char pieces[] = "cd01CD:->. \n9start/\0\xff";
    Rng rng = rng_seed(2);
    for (int i = 0; i < 20000; i++) {
        char text[40];
        size_t len = rng_below(&rng, sizeof text);
        for (size_t k = 0; k < len; k++)
            text[k] = pieces[rng_below(&rng, sizeof pieces)];
        Source src = { "m", text, len };
        Machine m;
        Err err;
        if (machine_parse_for(&alphabet_dilemma, &m, &src, &err))
            ASSERT(machine_check(&alphabet_dilemma, &m, sizeof m, &err));
    }
    PASS();
}

TEST the_limit_of_states_holds(void) {
    Buf text = { 0 };
    Machine m;
    Err err;
    for (int i = 0; i < MACHINE_STATES_MAX; i++) buf_text(&text, "c0.63 ");
    ASSERT(parse(&m, buf_get(&text), &err));
    ASSERT_EQ(MACHINE_STATES_MAX, m.states);
    buf_text(&text, "c00");
    ASSERT_FALSE(parse(&m, buf_get(&text), &err));
    ASSERT(strstr(err.text, "more than 64 states"));
    buf_free(&text);
    m = made("c01 d01");
    ASSERT_FALSE(machine_check(&alphabet_dilemma, &m, 4, &err));
    ASSERT_STR_EQ("the machine is cut off", err.text);
    ASSERT_FALSE(machine_check(&alphabet_dilemma, &m, 1, &err));
    ASSERT_STR_EQ("not a machine: 1 to 64 states", err.text);
    m.at[1].next[1] = 2;
    ASSERT_FALSE(machine_check(&alphabet_dilemma, &m, sizeof m, &err));
    PASS();
}

TEST a_species_has_its_own_limit_of_states(void) {
    MachineSpecies species;
    Machine m, other = made("c00");
    Machine two = made("c01 d01"), same = made("d01 d01");
    Err err;
    Source text = { "m", "c01 d12 d00", 11 };
    const Species *s = &species.species;
    ASSERT_FALSE(
        machine_species_init(&species, &alphabet_dilemma, 65, 1, 1, &err));
    ASSERT_STR_EQ("states must be 1 to 64, got 65", err.text);
    ASSERT_FALSE(
        machine_species_init(&species, &alphabet_dilemma, 2, 2, 3, &err));
    ASSERT_STR_EQ("first states must be 1 to 2, got 2 to 3", err.text);
    ASSERT(machine_species_init(&species, &alphabet_dilemma, 2, 1, 2, &err));
    ASSERT_FALSE(s->class->parse(s, &text, &m, &err));
    ASSERT_STR_EQ("3 states, more than the 2 of this species", err.text);
    text = (Source){ "m", "c01 d01", 7 };
    ASSERT(s->class->parse(s, &text, &m, &err));
    ASSERT(machine_same(&alphabet_dilemma, &m, &two));
    /* Distances count bytes: outputs and successors, and a state's more. */
    ASSERT_IN_RANGE(0, species_distance(s, &m, &two), 0);
    ASSERT_IN_RANGE(1, species_distance(s, &m, &same), 0);
    double apart = 2 + (double)(machine_bytes(&alphabet_dilemma, &two) -
                                machine_bytes(&alphabet_dilemma, &other));
    ASSERT_IN_RANGE(apart, species_distance(s, &two, &other), 0);
    ASSERT_IN_RANGE(apart, species_distance(s, &other, &two), 0);
    PASS();
}

/* The plain meaning of "behaves the same": walk all pairs of states. */
static bool walk_pairs(const Machine *a, const Machine *b) {
    bool seen[MACHINE_STATES_MAX][MACHINE_STATES_MAX] = { { false } };
    int stack[MACHINE_STATES_MAX * MACHINE_STATES_MAX][2], n = 1;
    stack[0][0] = a->start;
    stack[0][1] = b->start;
    seen[a->start][b->start] = true;
    while (n--) {
        const MachineState *x = &a->at[stack[n][0]], *y = &b->at[stack[n][1]];
        if (x->out != y->out) return false;
        for (int k = 0; k < 2; k++) {
            int p = x->next[k], q = y->next[k];
            if (seen[p][q]) continue;
            seen[p][q] = true;
            stack[n][0] = p;
            stack[n++][1] = q;
        }
    }
    return true;
}

TEST minimising_keeps_behaviour_and_tells_machines_apart(void) {
    Rng rng = rng_seed(3);
    int equal = 0;
    for (int i = 0; i < 4000; i++) {
        Machine a, b, small;
        machine_random(&alphabet_dilemma, &a, &rng,
                       1 + (int)rng_below(&rng, 6));
        machine_random(&alphabet_dilemma, &b, &rng,
                       1 + (int)rng_below(&rng, 6));
        machine_minimise(&alphabet_dilemma, &small, &a);
        ASSERT(small.states <= a.states);
        ASSERT(walk_pairs(&a, &small));
        bool same = walk_pairs(&a, &b);
        ASSERT_EQ(same, machine_equivalent(&alphabet_dilemma, &a, &b));
        equal += same;
    }
    ASSERT(equal > 100);
    PASS();
}

/* Renames states by chance and adds one that is never reached. */
static Machine disguise(const Machine *m, Rng *rng) {
    uint8_t name[MACHINE_STATES_MAX];
    Machine d = { 0 };
    int n = m->states + 1;
    for (int i = 0; i < n; i++) name[i] = (uint8_t)i;
    rng_shuffle(rng, name, (size_t)n, 1);
    d.states = (uint8_t)n;
    d.start = name[m->start];
    for (int i = 0; i < m->states; i++)
        d.at[name[i]] = (MachineState){
            m->at[i].out, { name[m->at[i].next[0]], name[m->at[i].next[1]] }
        };
    return d;
}

TEST renaming_changes_neither_trim_nor_hash(void) {
    Rng rng = rng_seed(4);
    for (int i = 0; i < 1000; i++) {
        Machine m, x, y;
        machine_random(&alphabet_dilemma, &m, &rng,
                       1 + (int)rng_below(&rng, 20));
        Machine d = disguise(&m, &rng);
        machine_trim(&alphabet_dilemma, &x, &m);
        machine_trim(&alphabet_dilemma, &y, &d);
        ASSERT(machine_same(&alphabet_dilemma, &x, &y));
        ASSERT_EQ(machine_hash(&alphabet_dilemma, &m),
                  machine_hash(&alphabet_dilemma, &d));
    }
    PASS();
}

TEST operators_keep_machines_valid(void) {
    MachineSpecies s;
    Err err;
    Rng rng = rng_seed(5);
    ASSERT(machine_species_init(&s, &alphabet_dilemma, 9, 1, 9, &err));
    ASSERT_FALSE(machine_species_init(&s, &alphabet_dilemma, 65, 1, 9, &err));
    ASSERT_FALSE(machine_species_init(&s, &alphabet_dilemma, 4, 1, 9, &err));
    ASSERT(machine_species_init(&s, &alphabet_dilemma, 9, 1, 9, &err));
    const Species *species = &s.species;
    for (const Operator *op = species->class->operators; op->name; op++) {
        for (int i = 0; i < 3000; i++) {
            Machine a, b, child;
            species->class->random(species, &rng, 0, 1, &a);
            species->class->random(species, &rng, 0, 1, &b);
            Origin origin = { 0 };
            bool done = op->apply(species, NULL, &rng,
                                  (const void *[]){ &a, &b }, &child, &origin);
            ASSERT(species->class->check(species, &child, sizeof child, &err));
            if (!done) ASSERT(machine_same(&alphabet_dilemma, &a, &child));
        }
    }
    PASS();
}

TEST deleting_wires_predecessors_to_the_heir(void) {
    Rng rng = rng_seed(6);
    Machine m = made("c12 d01 d21");
    machine_remove(&alphabet_dilemma, &m, &rng, 1,
                   MOVE_C); /* 1 leads to 0 on c */
    Machine want = made("c01 d10");
    ASSERT(machine_same(&alphabet_dilemma, &want, &m));
    m = made("start 1 c00 d11");
    machine_remove(&alphabet_dilemma, &m, &rng, 1,
                   MOVE_D); /* its own heir: anywhere */
    want = made("c00");
    ASSERT(machine_same(&alphabet_dilemma, &want, &m));
    PASS();
}

TEST a_drawing_shows_every_edge(void) {
    Machine m = made("c01 d01");
    Buf out = { 0 };
    machine_draw(&alphabet_dilemma, &m, &out);
    ASSERT_STR_EQ("   > 0 C ◄─┐\n"
                  "┌───d  ↺c  │\n"
                  "└─►  1 D   │\n"
                  "   d↺  c───┘\n",
                  buf_get(&out));
    buf_free(&out);
    machine_dot(&alphabet_dilemma, &m, "a \"b\"", &out);
    ASSERT(strstr(buf_get(&out), "label=\"a \\\"b\\\"\""));
    ASSERT(strstr(buf_get(&out), "s0 -> s1 [label=\"d\", style=dashed]"));
    buf_free(&out);
    m = made("c11 d01");
    machine_dot(&alphabet_dilemma, &m, "", &out);
    ASSERT(strstr(buf_get(&out), "  s0 -> s1 [label=\"c, d\"];\n"));
    ASSERT(strstr(buf_get(&out), "  s1 -> s0 [label=\"c\"];\n"));
    buf_free(&out);
    Rng rng = rng_seed(7);
    machine_random(&alphabet_dilemma, &m, &rng, MACHINE_STATES_MAX);
    machine_draw(&alphabet_dilemma, &m, &out);
    ASSERT(out.len > 1000);
    buf_free(&out);
    PASS();
}

SUITE(test_machine) {
    RUN_TEST(both_notations_say_the_same);
    RUN_TEST(text_survives_the_round_trip);
    RUN_TEST(wrong_text_is_pointed_at);
    RUN_TEST(no_bytes_crash_the_reader);
    RUN_TEST(the_limit_of_states_holds);
    RUN_TEST(a_species_has_its_own_limit_of_states);
    RUN_TEST(minimising_keeps_behaviour_and_tells_machines_apart);
    RUN_TEST(renaming_changes_neither_trim_nor_hash);
    RUN_TEST(operators_keep_machines_valid);
    RUN_TEST(deleting_wires_predecessors_to_the_heir);
    RUN_TEST(a_drawing_shows_every_edge);
}
