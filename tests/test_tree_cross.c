/* test_tree_cross.c -- crossovers that look at sizes and places. */
#include <math.h>
#include <string.h>

#include "greatest.h"
#include "mines_kit.h"

enum { ROUNDS = 3000 };

/* Two parents and a child. */
typedef struct Family {
    Kit  *kit;
    void *genome[3];
    Rng   rng;
} Family;

static Family family_new(const Shape *shape) {
    static MinesOptions options;
    options = mines_options();
    Family f = { .kit = kit_new(&options, shape) };
    for (int i = 0; i < 3; i++)
        f.genome[i] = calloc(1, f.kit->species.species.slot);
    return f;
}

static void family_free(Family *f) {
    for (int i = 0; i < 3; i++) free(f->genome[i]);
    kit_free(f->kit);
}

static Tree family_tree(const Family *f, int i) {
    return tree_at(&f->kit->vocab, f->genome[i]);
}

static void family_draw(Family *f, unsigned round) {
    const Species *sp = &f->kit->species.species;
    f->rng = rng_key(21, 0, round, RNG_TEST);
    for (int i = 0; i < 2; i++)
        sp->class->random(sp, &f->rng, round, ROUNDS, f->genome[i]);
}

static void family_read(Family *f, const char *mother, const char *father) {
    const char *text[] = { mother, father };
    for (int i = 0; i < 2; i++) {
        kit_read(f->kit, text[i]);
        Tree t = kit_tree(f->kit);
        memcpy(f->genome[i], f->kit->genome, tree_bytes(&t));
    }
}

static bool family_cross(Family *f, const char *name, double first,
                         Origin *origin) {
    const Species *sp = &f->kit->species.species;
    const Operator *op = species_operator(sp, name, NULL);
    double param[OPERATOR_NUMBERS] = { 0 };
    for (int k = 0; op->params[k].name; k++) param[k] = op->params[k].normal;
    if (first >= 0) param[0] = first;
    const void *parents[] = { f->genome[0], f->genome[1] };
    *origin = (Origin){ 0 };
    return op->apply(sp, param, &f->rng, parents, f->genome[2], origin);
}

/* The way to a node from the root of its branch: the numbers of arguments. */
typedef struct Way {
    int    step[TREE_NODES_MAX];
    size_t n;
} Way;

static Way way_to(const Tree *t, size_t at) {
    Way way = { .n = 0 };
    size_t node = tree_start(t, tree_branch_of(t, at));
    while (node != at) {
        size_t child = node + 1;
        int k = 0;
        for (size_t n; child + (n = tree_span(t->vocab, t->code + child)) <= at;
             k++)
            child += n;
        way.step[way.n++] = k;
        node = child;
    }
    return way;
}

static size_t shared(const Way *a, const Way *b) {
    size_t n = 0;
    while (n < a->n && n < b->n && a->step[n] == b->step[n]) n++;
    return n;
}

TEST size_fair_children_are_as_large_as_their_mothers(void) {
    Family f = family_new(NULL);
    double change = 0, square = 0, grown = 0;
    unsigned made = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        Origin o;
        family_draw(&f, i);
        if (!family_cross(&f, "sizefair", 0, &o)) continue;
        Tree mother = family_tree(&f, 0), child = family_tree(&f, 2);
        double d = (double)tree_size(&child) - (double)tree_size(&mother);
        ASSERT_EQ((double)o.len[1] - (double)o.len[0], d);
        ASSERT(o.len[1] <= 1 + 2 * o.len[0]);
        change += d;
        square += d * d;
        made++;
        grown += d > 0;
    }
    ASSERT(made > ROUNDS / 2);
    ASSERT(grown > made / 5);        /* some grow, others shrink */
    ASSERT(fabs(change) < 4 * sqrt(square));     /* four deviations of the sum */
    family_free(&f);
    PASS();
}

/* Of subtrees of 3, 1 and 5 nodes for 3: equal ones with chance 1/3, the rest
 * shared by the two others, whose differences are the same. */
TEST size_fair_crossover_draws_sizes_as_langdon_does(void) {
    Family f = family_new(&(Shape){ 0 });
    unsigned count[8] = { 0 }, made = 0;
    family_read(&f, "(ADD 1 2)", "(ADD (ADD 3 4) 5)");
    f.rng = rng_key(22, 0, 0, RNG_TEST);
    for (unsigned i = 0; i < 20000; i++) {
        Origin o;
        if (!family_cross(&f, "sizefair", 0, &o)) continue;
        ASSERT_EQ(3u, o.len[0]);
        count[o.len[1]]++;
        made++;
    }
    ASSERT_EQ(20000u, made);
    ASSERT_IN_RANGE(1 / 3.0, count[3] / 20000.0, 0.015);
    ASSERT_IN_RANGE(1 / 3.0, count[1] / 20000.0, 0.015);
    ASSERT_IN_RANGE(1 / 3.0, count[5] / 20000.0, 0.015);
    family_free(&f);
    PASS();
}

TEST homologous_crossover_takes_who_lies_nearest(void) {
    Family f = family_new(NULL);
    unsigned made = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        Origin o;
        family_draw(&f, i);
        if (!family_cross(&f, "homologous", -1, &o)) continue;
        made++;
        Tree mother = family_tree(&f, 0), father = family_tree(&f, 1);
        Way here = way_to(&mother, o.at[0]), taken = way_to(&father, o.at[1]);
        size_t start = tree_start(&father, (int)o.part);
        for (size_t k = start; k < start + father.len[o.part]; k++) {
            if (tree_span(father.vocab, father.code + k) != o.len[1]) continue;
            Way other = way_to(&father, k);
            ASSERT(shared(&here, &other) <= shared(&here, &taken));
        }
    }
    ASSERT(made > ROUNDS / 2);
    family_free(&f);
    PASS();
}

TEST homologous_crossover_with_oneself_changes_little(void) {
    Family f = family_new(&(Shape){ 0 });
    const char *text = "(ADD (SUB 1 2) (ADD (SUB 3 4) (SUB 5 6)))";
    family_read(&f, text, text);
    f.rng = rng_key(23, 0, 0, RNG_TEST);
    for (unsigned i = 0; i < 500; i++) {
        Origin o;
        if (!family_cross(&f, "homologous", -1, &o)) continue;
        if (o.len[0] == o.len[1]) ASSERT_EQ(o.at[0], o.at[1]);
    }
    family_free(&f);
    PASS();
}

TEST one_point_crossover_stays_in_its_place(void) {
    Family f = family_new(NULL);
    unsigned made = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        Origin o;
        family_draw(&f, i);
        if (!family_cross(&f, "onepoint", -1, &o)) continue;
        made++;
        Tree mother = family_tree(&f, 0), father = family_tree(&f, 1);
        Tree child = family_tree(&f, 2);
        Way a = way_to(&mother, o.at[0]), b = way_to(&father, o.at[1]);
        ASSERT(a.n > 0);
        ASSERT_EQ(a.n, b.n);
        ASSERT_EQ(a.n, shared(&a, &b));
        size_t deepest = tree_deepest(&mother);
        if (tree_deepest(&father) > deepest) deepest = tree_deepest(&father);
        ASSERT(tree_deepest(&child) <= deepest);
    }
    ASSERT(made > ROUNDS / 2);
    family_free(&f);
    PASS();
}

TEST uniform_crossover_takes_each_node_of_one_or_the_other(void) {
    Family f = family_new(&(Shape){ 0 });
    unsigned seen = 0;
    family_read(&f, "(ADD (NOT 1) (SUB 2 3))", "(SUB (UNC 4) 5)");
    static const char *const texts[] = {
        "(ADD (NOT 1) (SUB 2 3))", "(ADD (NOT 1) 5)",
        "(ADD (NOT 4) 5)",         "(ADD (NOT 4) (SUB 2 3))",
        "(ADD (UNC 1) (SUB 2 3))", "(ADD (UNC 1) 5)",
        "(ADD (UNC 4) (SUB 2 3))", "(ADD (UNC 4) 5)",
        "(SUB (NOT 1) (SUB 2 3))", "(SUB (NOT 1) 5)",
        "(SUB (NOT 4) 5)",         "(SUB (NOT 4) (SUB 2 3))",
        "(SUB (UNC 1) (SUB 2 3))", "(SUB (UNC 1) 5)",
        "(SUB (UNC 4) (SUB 2 3))", "(SUB (UNC 4) 5)",
    };
    enum { TEXTS = sizeof texts / sizeof *texts };
    f.rng = rng_key(24, 0, 0, RNG_TEST);
    for (unsigned i = 0; i < 2000; i++) {
        Origin o;
        ASSERT(family_cross(&f, "uniform", -1, &o));
        Tree child = family_tree(&f, 2);
        Buf buf = { 0 };
        tree_print_code(child.vocab, child.own, child.code, &buf);
        int k = 0;
        while (k < TEXTS && strcmp(texts[k], buf_get(&buf)) != 0) k++;
        ASSERTm(buf_get(&buf), k < TEXTS);
        seen |= 1u << k;
        buf_free(&buf);
    }
    ASSERT_EQ((1u << TEXTS) - 1, seen);
    Origin o;
    Tree mother = family_tree(&f, 0), father = family_tree(&f, 1);
    ASSERT(family_cross(&f, "uniform", 0, &o));
    Tree child = family_tree(&f, 2);
    ASSERT(tree_same(&child, &mother));
    ASSERT(family_cross(&f, "uniform", 1, &o));
    child = family_tree(&f, 2);
    ASSERT(tree_same(&child, &father));
    family_free(&f);
    PASS();
}

SUITE(test_tree_cross) {
    RUN_TEST(size_fair_children_are_as_large_as_their_mothers);
    RUN_TEST(size_fair_crossover_draws_sizes_as_langdon_does);
    RUN_TEST(homologous_crossover_takes_who_lies_nearest);
    RUN_TEST(homologous_crossover_with_oneself_changes_little);
    RUN_TEST(one_point_crossover_stays_in_its_place);
    RUN_TEST(uniform_crossover_takes_each_node_of_one_or_the_other);
}
