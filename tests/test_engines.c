/* test_engines.c -- every engine gives what the reference gives, to the step.
 *
 * Programs are random, mutated and evolved; games differ in size, mines,
 * cases and in each choice of the rules. LUDUS_SOAK=N in the environment asks
 * for N programs (`make soak`). A failure prints the seed, the game and the
 * program.
 */
#include <stdlib.h>
#include <string.h>

#include "arena_kit.h"
#include "engine/lanes/code.h"
#include "greatest.h"
#include "base/rng.h"

enum { FUZZ = 24000 };

/* ---- programs ----------------------------------------------------------- */

static uint8_t random_symbol(const Vocab *v, Rng *rng, int branch, bool leaf) {
    for (;;) {
        uint8_t s = (uint8_t)rng_below(rng, v->symbols);
        if ((v->arity[s] == 0) != leaf || !vocab_allows(v, branch, s)) continue;
        return s;
    }
}

/* Appends a random tree at n; the new length, or more than NODES. */
static int grow(const Vocab *v, Rng *rng, uint8_t *code, int n, int branch,
                int depth) {
    if (n >= NODES) return NODES + 1;
    bool leaf = depth <= 1 || rng_below(rng, 5) == 0;
    uint8_t s = random_symbol(v, rng, branch, leaf);
    code[n++] = s;
    for (int k = 0; k < v->arity[s] && n <= NODES; k++)
        n = grow(v, rng, code, n, branch, depth - 1);
    return n;
}

static void random_genome(const Vocab *v, Rng *rng, int deep, void *genome) {
    Tree t = tree_at(v, genome);
    size_t at = 0;
    for (int b = 0; b < v->branches; b++) {
        int n;
        do
            n = grow(v, rng, t.code + at, 0, b,
                     1 + (int)rng_below(rng, (uint32_t)deep));
        while (n > NODES);
        t.len[b] = (uint16_t)n;
        at += (size_t)n;
    }
}

/* Changes a few nodes to others of the same arity. */
static void mutate(const Vocab *v, Rng *rng, void *genome) {
    Tree t = tree_at(v, genome);
    for (int i = 1 + (int)rng_below(rng, 8); i > 0; i--) {
        size_t at = rng_below(rng, (uint32_t)tree_size(&t));
        int branch = tree_branch_of(&t, at), arity = v->arity[t.code[at]];
        for (int tries = 0; tries < 50; tries++) {
            uint8_t s = random_symbol(v, rng, branch, arity == 0);
            if (v->arity[s] != arity) continue;
            t.code[at] = s;
            break;
        }
    }
}

/* Puts a subtree of one program into the same branch of another. */
static void cross(const Vocab *v, Rng *rng, uint8_t *a, uint8_t *b,
                  void *child) {
    Tree mother = tree_at(v, a), father = tree_at(v, b), t = tree_at(v, child);
    size_t at = rng_below(rng, (uint32_t)tree_size(&mother));
    int branch = tree_branch_of(&mother, at);
    size_t from = tree_start(&father, branch) +
                  rng_below(rng, father.len[branch]);
    size_t cut = tree_span(v, mother.code + at);
    size_t n = tree_span(v, father.code + from);
    if (mother.len[branch] - cut + n > NODES) {
        memcpy(child, a, tree_slot(v, NODES));
        return;
    }
    tree_splice(&t, &mother, at, cut, father.code + from, n);
}

/* ADFs that multiply by 2, 4 and 16, so that numbers leave 8 and 32 bits. */
static void doubling(const Vocab *v, void *genome) {
    static const char *const body[] = {
        "ADF1", "ADF1", "ARG0", "ARG1", "ARG2", "ADF2", "ADF2",
        "ADD",  "ARG0", "ARG1", "ADD",  "ARG0", "ARG0",
    };
    Tree t = tree_at(v, genome);
    if (v->branches != 4 || v->shape.arity[0] != 3) return;
    uint8_t *at = t.code + t.len[0];
    for (size_t i = 0; i < sizeof body / sizeof *body; i++)
        *at++ = (uint8_t)vocab_find(v, body[i]);
    t.len[1] = 5;
    t.len[2] = 5;
    t.len[3] = 3;
}

/* ---- comparing ---------------------------------------------------------- */

/* The next program: a random one, one that overflows, or a child of the pool.
 * */
static void next_program(Arena *a, Rng *rng, uint8_t *child) {
    uint8_t *mother = a->pool + rng_below(rng, POOL) * a->slot;
    uint8_t *father = a->pool + rng_below(rng, POOL) * a->slot;
    switch (rng_below(rng, 8)) {
    case 0: random_genome(&a->vocab, rng, 5, child); break;
    case 1: random_genome(&a->vocab, rng, 9, child); break;
    case 2:
        random_genome(&a->vocab, rng, 7, child);
        doubling(&a->vocab, child);
        break;
    case 3:
        memcpy(child, mother, a->slot);
        mutate(&a->vocab, rng, child);
        break;
    default: cross(&a->vocab, rng, mother, father, child);
    }
}

static bool fuzz(Arena *a, uint64_t programs, uint64_t seed) {
    uint8_t *child = calloc(1, a->slot);
    bool same = true;
    for (uint64_t i = 0; i < programs && same; i++) {
        Rng rng = rng_key(seed, 0, i, RNG_TEST);
        double raw = 0;
        if (i < POOL) random_genome(&a->vocab, &rng, 6, child);
        else next_program(a, &rng, child);
        same = agree(a, child, i, &raw);
        size_t loser = i < POOL ? i : rng_below(&rng, POOL);
        if (i >= POOL && raw < a->raw[loser]) continue;
        memcpy(a->pool + loser * a->slot, child, a->slot);
        a->raw[loser] = raw;
    }
    free(child);
    return same;
}

TEST engines_agree_on_random_mutated_and_evolved_programs(void) {
    const char *soak = getenv("LUDUS_SOAK");
    uint64_t all = soak ? strtoull(soak, NULL, 10) : FUZZ;
    uint64_t programs = (all + VARIANTS - 1) / VARIANTS;
    uint64_t seed = soak ? 2 : 1;
    for (int i = 0; i < VARIANTS; i++) {
        Arena a;
        bool ok = arena_init(&a, &variants[i], 0) && fuzz(&a, programs, seed);
        if (soak)
            printf("%-14s %llu programs%s\n", variants[i].name,
                   (unsigned long long)programs, ok ? "" : " FAILED");
        fflush(stdout);
        arena_free(&a);
        ASSERT(ok);
    }
    PASS();
}

TEST engines_agree_when_the_budget_is_short(void) {
    static const int64_t budgets[] = { 1, 2, 17, 100, 333, 1000000 };
    for (int i = 0; i < 12; i++) {
        const Variant *game = &variants[i < 6 ? 0 : VARIANTS - 2];
        Arena a;
        bool ok = arena_init(&a, game, budgets[i % 6]) && fuzz(&a, 300, 3);
        arena_free(&a);
        ASSERT(ok);
    }
    PASS();
}

/* ---- the printed programs ----------------------------------------------- */

static bool read_program(const Vocab *v, const char *file, void *genome) {
    static char text[20000];
    FILE *f = fopen(file, "rb");
    if (!f) return false;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    Source src = { file, text, n };
    Err err;
    return tree_parse(v, &src, NODES, genome, &err);
}

TEST the_printed_programs_have_their_golden_values(void) {
    static const struct {
        const char *file;
        int64_t raw;
        uint64_t steps;
    } row[] = {
        { "scripts/programs/quartetti-unc0.gp", 69, 72 },
        { "scripts/programs/quartetti-row.gp", 384, 2014 },
        { "scripts/programs/quartetti-gen0.gp", 745, 9585 },
        { "scripts/programs/quartetti-best.gp", 2449, 91648 },
    };
    Arena a;
    double raw;
    ASSERT(arena_init(&a, &variants[0], 0));
    uint8_t *genome = calloc(1, a.slot);
    for (int i = 0; i < 4; i++) {
        ASSERT(read_program(&a.vocab, row[i].file, genome));
        ASSERT(agree(&a, genome, 0, &raw));
        Tree t = tree_at(&a.vocab, genome);
        MinesTotal total = mines_score(a.mines[2], a.scratch[2], &t, NULL);
        ASSERT_EQ(row[i].raw, total.raw);
        ASSERT_EQ(row[i].steps, total.steps);
    }
    free(genome);
    arena_free(&a);
    PASS();
}

/* ---- code --------------------------------------------------------------- */

static uint64_t key_of(const Arena *a, int e, const void *genome) {
    return mines_class.key(&a->mines[e]->game, &a->vocab, a->scratch[e],
                           genome);
}

static void parse(const Vocab *v, const char *text, void *genome) {
    Source src = { "p", text, strlen(text) };
    Err err;
    if (!tree_parse(v, &src, NODES, genome, &err)) memset(genome, 0, 8);
}

/* Rules that play well look at all there is near a square, many times over; so
 * do their children. */
TEST calls_that_are_left_out_would_have_changed_nothing(void) {
    static const char *const rules[] = {
        "RPB (PROGN (ADF2 0) (PROGN (SUM (ADF2 (DIR))) (IF (IDLE) (UNC 0) 0)))"
        " ADF0 0 ADF1 0 ADF2 (IF (ADD (MORE ARG0) (OTHER ARG0)) (IF (SUB (MORE ARG0)"
        " (OWN ARG0)) 0 (MRKOWN ARG0)) (UNCOWN ARG0))",
        "RPB (PROGN (SUM (PROGN (ADF2 (DIR)) (PROGN (ADF2 (ADD 8 (DIR)))"
        " (ADF2 (ADD 8 (ADD 8 (DIR))))))) (PROGN (ADF2 0) (IF (IDLE) (UNC 0) 0)))"
        " ADF0 0 ADF1 0 ADF2 (IF (ADD (MORE ARG0) (OTHER ARG0)) (IF (SUB (MORE ARG0)"
        " (OWN ARG0)) 0 (MRKOWN ARG0)) (UNCOWN ARG0))",
        "RPB (IF (IFCOV (IDLE) (OWNDIR)) (IF (SUB (MOREDIR) (OWNDIR)) (IF"
        " (MOREDIR) 4 (UNCOWNDIR)) (UNC (MRKOWNDIR))) (MRKOWNDIR))"
        " ADF0 0 ADF1 0 ADF2 0",
        "RPB (IF (LT (SHUT) (ADD (REST) 6)) (IFCOV (UNC 0) 0) (SUM (MRK (DIR))))"
        " ADF0 0 ADF1 0 ADF2 0",
        "RPB (IF (GT (REST) (MOST (NUM (DIR)))) (UNC (MOV 2)) (UNMRK 3))"
        " ADF0 0 ADF1 0 ADF2 0",
        "RPB (IF (EQ (STORE 0 (ADD 1 (LOAD 0))) (MUL 8 7)) (UNC 0) 0)"
        " ADF0 0 ADF1 0 ADF2 0",
    };
    enum { RULES = sizeof rules / sizeof *rules, EACH = 400 };
    for (int v = VARIANTS - 3; v < VARIANTS; v++) {
        Arena a;
        double raw;
        ASSERT(arena_init(&a, &variants[v], 100000));
        for (int i = 0; i < POOL; i++)
            parse(&a.vocab, rules[i % RULES], a.pool + (size_t)i * a.slot);
        uint8_t *child = calloc(1, a.slot);
        for (uint64_t i = 0; i < EACH; i++) {
            Rng rng = rng_key(4, (uint64_t)v, i, RNG_TEST);
            next_program(&a, &rng, child);
            ASSERT(agree(&a, i < RULES ? a.pool + i * a.slot : child, i, &raw));
        }
        free(child);
        arena_free(&a);
    }
    PASS();
}

TEST programs_that_differ_only_in_what_nobody_sees_share_a_key(void) {
    static const char *const text[] = {
        "RPB (PROGN (ADD 1 2) (UNC 3)) ADF0 0 ADF1 0 ADF2 0",
        "RPB (PROGN (SUB 4 2) (UNC 3)) ADF0 1 ADF1 (MOV 2) ADF2 0",
        "RPB (PROGN (SUB 4 2) (UNC 4)) ADF0 1 ADF1 (MOV 2) ADF2 0",
    };
    Arena a;
    uint64_t key[3];
    ASSERT(arena_init(&a, &variants[0], 0));
    uint8_t *genome = calloc(1, a.slot);
    for (int i = 0; i < 3; i++) {
        parse(&a.vocab, text[i], genome);
        key[i] = key_of(&a, 2, genome);
    }
    ASSERT_EQ(key[0], key[1]);
    ASSERT(key[0] != key[2]);
    free(genome);
    arena_free(&a);
    PASS();
}

TEST programs_without_code_have_their_bytes_for_a_key(void) {
    static const char *const text[] = {
        "RPB (PROGN (ADD 1 2) (LOAD 3)) ADF0 0 ADF1 0 ADF2 0",
        "RPB (PROGN (ADD 1 3) (LOAD 3)) ADF0 0 ADF1 0 ADF2 0",
        "RPB (PROGN (ADD 1 2) (LOAD 3)) ADF0 0 ADF1 0 ADF2 0",
    };
    Arena a;
    uint64_t key[3];
    ASSERT(arena_init(&a, &variants[21], 0));
    ASSERT_STR_EQ("registers", a.name);
    uint8_t *genome = calloc(1, a.slot);
    for (int i = 0; i < 3; i++) {
        parse(&a.vocab, text[i], genome);
        key[i] = key_of(&a, 2, genome);
        ASSERT_EQ(key[i], key_of(&a, ENGINES - 1, genome));
    }
    ASSERT(key[0] != 0 && key[0] != key[1]);
    ASSERT_EQ(key[0], key[2]);
    free(genome);
    arena_free(&a);
    PASS();
}

TEST a_score_is_that_of_its_own_genome_whatever_was_keyed_before(void) {
    Arena a;
    Score keyed, plain;
    Err err;
    ASSERT(arena_init(&a, &variants[0], 0));
    uint8_t *genome = calloc(1, a.slot);
    parse(&a.vocab, "RPB (UNC 3) ADF0 0 ADF1 0 ADF2 0", genome);
    key_of(&a, 2, genome);
    parse(&a.vocab, "RPB (UNC (UNC 3)) ADF0 0 ADF1 0 ADF2 0", genome);
    mines_class.score(&a.mines[2]->game, &a.vocab, a.scratch[2], genome, &plain,
                      &err);
    key_of(&a, 2, genome);
    mines_class.score(&a.mines[2]->game, &a.vocab, a.scratch[2], genome, &keyed,
                      &err);
    ASSERT_EQ(keyed.raw, plain.raw);
    ASSERT_EQ(keyed.steps, plain.steps);
    ASSERT_EQ(36u * 3, plain.steps);
    free(genome);
    arena_free(&a);
    PASS();
}

/* Does a scout of so many steps bring the score of the program? */
static int scouts(const char *text, uint32_t scout, int64_t budget) {
    MinesOptions o = mines_options();
    Err err;
    Vocab v;
    uint8_t genome[1000];
    o.scout = scout;
    o.budget = budget;
    Mines *m = mines_new(&o, &err);
    Groups *g = groups_new(m, &err);
    vocab_init(&v, &m->language, &m->language.normal, &err);
    parse(&v, text, genome);
    Tree t = tree_at(&v, genome);
    int found = short_walk_play(g, &t, NULL) ? (int)g->total.steps : -1;
    groups_free(g);
    mines_free(m);
    return found;
}

TEST scouts_go_as_far_as_they_may_and_no_further(void) {
#define ADFS " ADF0 0 ADF1 0 ADF2 (MOV (MOV (MOV (MOV 1))))"
    const char *moves = "RPB (PROGN (MOV 1) (MOV (ADD 1 1)))" ADFS;
    const char *calls = "RPB (PROGN (ADF2 1) (ADF2 2))" ADFS;
    const char *asks = "RPB (PROGN (UNC 0) (NUM 0))" ADFS;
    const char *asks_covered = "RPB (PROGN (NUM 0) (UNC 0))" ADFS;
#undef ADFS
    ASSERT_EQ(36 * 7, scouts(moves, 14, 0));    /* 14 nodes, 7 steps */
    ASSERT_EQ(-1, scouts(moves, 13, 0));
    ASSERT_EQ(36 * 15, scouts(calls, 15, 0));   /* 12 nodes, 15 steps */
    ASSERT_EQ(-1, scouts(calls, 14, 0));
    ASSERT_EQ(36 * 15, scouts(calls, 20, 15));
    ASSERT_EQ(-1, scouts(calls, 20, 14));       /* out of budget: not theirs */
    ASSERT_EQ(-1, scouts(asks, 64, 0));         /* the cases differ */
    ASSERT_EQ(36 * 5, scouts(asks_covered, 64, 0));
    ASSERT_EQ(-1, scouts(moves, 0, 0));
    PASS();
}

TEST what_a_scout_brings_is_scored_and_not_cached(void) {
    Arena a;
    Score score;
    Err err;
    ASSERT(arena_init(&a, &variants[0], 0));
    uint8_t *genome = calloc(1, a.slot);
    parse(&a.vocab, "RPB (PROGN (NUM 0) (UNC 0)) ADF0 0 ADF1 0 ADF2 0", genome);
    ASSERT(key_of(&a, 2, genome) != 0);
    ASSERT_EQ(0, key_of(&a, ENGINES - 1, genome));
    ASSERT(mines_class.score(&a.mines[ENGINES - 1]->game, &a.vocab,
                             a.scratch[ENGINES - 1], genome, &score, &err));
    ASSERT_EQ(35 * 2 - 1, score.raw);               /* one case explodes */
    ASSERT_EQ(36u * 5, score.steps);
    free(genome);
    arena_free(&a);
    PASS();
}

/* One branch of (OP (OP ... x y) y) with `levels` operators. */
static void chain(const Arena *a, int levels, const char *op, const char *leaf,
                  void *genome) {
    Tree t = tree_at(&a->vocab, genome);
    int n = 0;
    for (int i = 0; i < levels; i++)
        t.code[n++] = (uint8_t)vocab_find(&a->vocab, op);
    t.code[n++] = 0;
    for (int i = 0; i < levels; i++) {
        t.code[n++] = (uint8_t)vocab_find(&a->vocab, leaf);
        t.code[n++] = (uint8_t)(1 + i % 8);
    }
    t.len[0] = (uint16_t)n;
}

static void right_chain(const Arena *a, int levels, void *genome) {
    Tree t = tree_at(&a->vocab, genome);
    int n = 0;
    t.code[n++] = (uint8_t)vocab_find(&a->vocab, "MOV");
    for (int i = 0; i < levels; i++) {
        t.code[n++] = (uint8_t)vocab_find(&a->vocab, "ADD");
        t.code[n++] = (uint8_t)vocab_find(&a->vocab, "UNC");
        t.code[n++] = 0;
    }
    t.code[n++] = (uint8_t)vocab_find(&a->vocab, "NUM");
    t.code[n++] = 3;
    t.len[0] = (uint16_t)n;
}

TEST deep_and_long_programs_stay_within_the_limits_of_code(void) {
    Arena a;
    double raw;
    ASSERT(arena_init(&a, &variants[22], 0));       /* no ADFs */
    ASSERT_STR_EQ("no ADFs", a.name);
    uint8_t *genome = calloc(1, tree_slot(&a.vocab, TREE_NODES_MAX));
    Groups *g = groups_new(a.mines[2], &(Err){ 0 });
    Tree t = tree_at(&a.vocab, genome);
    right_chain(&a, CODE_SLOTS_MAX, genome);
    ASSERT(groups_compile(g, &t));                  /* all slots in use */
    ASSERT(agree(&a, genome, 0, &raw));
    right_chain(&a, CODE_SLOTS_MAX + 1, genome);
    ASSERT_FALSE(groups_compile(g, &t));
    ASSERT(agree(&a, genome, 0, &raw));
    chain(&a, 900, "PROGN", "UNC", genome);
    ASSERT(agree(&a, genome, 0, &raw));
    chain(&a, CODE_NESTING_MAX - 1, "IFCOV", "MOV", genome);
    ASSERT(agree(&a, genome, 0, &raw));
    chain(&a, CODE_NESTING_MAX + 1, "IFCOV", "MOV", genome);
    ASSERT(agree(&a, genome, 0, &raw));
    groups_free(g);
    free(genome);
    arena_free(&a);
    PASS();
}

/* n sums of `leaf`, not deep. */
static void sums(Buf *out, int n, const char *leaf) {
    if (n == 0) {
        buf_text(out, leaf);
        return;
    }
    buf_text(out, "(ADD ");
    sums(out, (n - 1) / 2, leaf);
    buf_char(out, ' ');
    sums(out, n - 1 - (n - 1) / 2, leaf);
    buf_char(out, ')');
}

/* Seven doublings of what NUM says are past a byte, in some lanes and in others
 * not; what comes before tells the cases apart. */
TEST sums_past_a_byte_leave_their_lane(void) {
    Rng rng = rng_seed(11);
    for (size_t i = 0; i < 400; i++) {
        const Variant *v = &variants[i % 10];
        Arena a;
        Err err;
        double raw;
        Buf text = { 0 };
        int before = (int)rng_below(&rng, 12);
        buf_text(&text, "RPB ");
        for (int k = 0; k < before; k++)
            buf_format(&text, "(PROGN (IF (NUM %d) (MOV %d) (UNC %d)) ",
                       (int)rng_below(&rng, 9), (int)rng_below(&rng, 9),
                       (int)rng_below(&rng, 9));
        buf_text(&text, "(IF (GT ");
        for (int k = 0; k < 7; k++) buf_text(&text, "(ADF2 ");
        buf_format(&text, "(NUM %d)", (int)rng_below(&rng, 9));
        for (int k = 0; k < 7; k++) buf_char(&text, ')');
        buf_text(&text, " 8) (MOV 3) (UNC 1))");
        for (int k = 0; k < before; k++) buf_char(&text, ')');
        buf_text(&text, " ADF0 0 ADF1 0 ADF2 (ADD (ARG0) (ARG0))");
        ASSERT(arena_init(&a, v, 0));
        uint8_t *genome = calloc(1, a.slot);
        Source src = { "sum", buf_get(&text), text.len };
        ASSERTm(buf_get(&text),
                tree_parse(&a.vocab, &src, NODES, genome, &err));
        ASSERT(agree(&a, genome, i, &raw));
        free(genome);
        arena_free(&a);
        buf_free(&text);
    }
    PASS();
}

/* Nothing of 81,000 steps is seen: they are charged, by more than one
 * instruction. */
TEST steps_that_no_instruction_can_charge_are_charged(void) {
    static const int64_t budgets[] = { 1000000, 81005, 65536, 65535, 4096 };
    Buf text = { 0 };
    buf_text(&text, "RPB (PROGN (ADF1 1 2) (UNC 0))\nADF0 0\nADF1 ");
    sums(&text, 200, "(ADF2 1)");
    buf_text(&text, "\nADF2 ");
    sums(&text, 200, "1");
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        Arena a;
        Err err;
        double raw;
        ASSERT(arena_init(&a, &variants[0], budgets[i]));
        uint8_t *genome = calloc(1, tree_slot(&a.vocab, TREE_NODES_MAX));
        Source src = { "sums", buf_get(&text), text.len };
        ASSERT(tree_parse(&a.vocab, &src, TREE_NODES_MAX, genome, &err));
        Tree t = tree_at(&a.vocab, genome);
        MinesTotal total = mines_score(a.mines[0], a.scratch[0], &t, NULL);
        ASSERT(agree(&a, genome, i, &raw));
        /* The parts of ADF1: itself and its arguments, 200 sums, 201 calls. */
        uint64_t whole = 1 + 3 + 200 + 201 * (2 + 401) + 2;
        if (i == 0) ASSERT_EQ(36 * whole, total.steps);
        free(genome);
        arena_free(&a);
    }
    buf_free(&text);
    PASS();
}

/* More than 65,000 instructions: the engines that compile leave it to the
 * others. */
TEST the_longest_programs_are_played(void) {
    Variant v = variants[0];
    Arena a;
    Err err;
    double raw;
    Buf text = { 0 }, nest = { 0 };
    for (int i = 0; i < 900; i++) buf_text(&nest, "(UNC ");
    buf_text(&nest, "(NUM 0)");
    for (int i = 0; i < 900; i++) buf_text(&nest, ")");
    v.shape = (Shape){ 8, { 0 } };
    buf_text(&text, "ARITY 0 0 0 0 0 0 0 0\n");
    for (int branch = 0; branch < 9; branch++) {
        if (branch) buf_format(&text, "\nADF%d (PROGN ", branch - 1);
        else buf_text(&text, "RPB (PROGN ");
        if (branch < 8) buf_format(&text, "(ADF%d) ", branch);
        else buf_text(&text, "0 ");
        sums(&text, 10, buf_get(&nest));
        buf_text(&text, ")");
    }
    ASSERT(arena_init(&a, &v, 0));
    uint8_t *genome = calloc(1, tree_slot(&a.vocab, TREE_NODES_MAX));
    Source src = { "long", buf_get(&text), text.len };
    ASSERTm(err.text, tree_parse(&a.vocab, &src, TREE_NODES_MAX, genome, &err));
    Groups *g = groups_new(a.mines[2], &err);
    Tree t = tree_at(&a.vocab, genome);
    ASSERT_FALSE(groups_compile(g, &t));
    ASSERT(agree(&a, genome, 0, &raw));
    groups_free(g);
    free(genome);
    arena_free(&a);
    buf_free(&nest);
    buf_free(&text);
    PASS();
}

TEST a_listing_has_a_line_per_instruction(void) {
    Arena a;
    Buf out = { 0 };
    ASSERT(arena_init(&a, &variants[0], 0));
    uint8_t *genome = calloc(1, a.slot);
    parse(&a.vocab, "RPB (PROGN 1 (UNC (ADD 1 (NUM 2)))) ADF0 0 ADF1 0 ADF2 0",
          genome);
    Groups *g = groups_new(a.mines[2], &(Err){ 0 });
    Tree t = tree_at(&a.vocab, genome);
    ASSERT(groups_compile(g, &t));
    code_print(g->code, &out);
    ASSERT_STR_EQ("    0  +7   game4K    2  0\n"
                  "    1  +0   ADDK      1  0\n"
                  "    2  +0   game1     0  0\n"
                  "    3  +0   END       0  0\n",
                  out.text);
    buf_free(&out);
    groups_free(g);
    free(genome);
    arena_free(&a);
    PASS();
}

SUITE(test_engines) {
    RUN_TEST(the_printed_programs_have_their_golden_values);
    RUN_TEST(engines_agree_on_random_mutated_and_evolved_programs);
    RUN_TEST(calls_that_are_left_out_would_have_changed_nothing);
    RUN_TEST(engines_agree_when_the_budget_is_short);
    RUN_TEST(programs_that_differ_only_in_what_nobody_sees_share_a_key);
    RUN_TEST(programs_without_code_have_their_bytes_for_a_key);
    RUN_TEST(a_score_is_that_of_its_own_genome_whatever_was_keyed_before);
    RUN_TEST(scouts_go_as_far_as_they_may_and_no_further);
    RUN_TEST(what_a_scout_brings_is_scored_and_not_cached);
    RUN_TEST(deep_and_long_programs_stay_within_the_limits_of_code);
    RUN_TEST(sums_past_a_byte_leave_their_lane);
    RUN_TEST(steps_that_no_instruction_can_charge_are_charged);
    RUN_TEST(the_longest_programs_are_played);
    RUN_TEST(a_listing_has_a_line_per_instruction);
}
