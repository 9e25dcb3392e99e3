/* test_vector.c -- vectors: text, limits, operators. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "base/mem.h"
#include "program/vector/vector_bounded.h"
#include "program/vector/vector_species.h"
#include "program/vector/vector.h"

enum { ROUNDS = 2000, BLOCK = 512 };

/* A species of `length` genes; integers 0..18, reals -2..3. */
static VectorSpecies make(VectorType type, size_t length) {
    VectorShape shape;
    VectorRange range = type == VECTOR_REALS ? (VectorRange){ -2, 3 }
                                             : (VectorRange){ 0, 18 };
    Err err;
    vector_init(&shape, type, length, range, &err);
    VectorSpecies vector;
    vector_species_init(&vector, shape);
    return vector;
}

static bool parse(const VectorSpecies *v, const char *text, void *genome,
                  Err *err) {
    Source src = { "v", text, strlen(text) };
    return vector_parse(&v->shape, &src, genome, err);
}

static const char *printed(const VectorSpecies *v, const void *genome,
                           Buf *buf) {
    buf->len = 0;
    vector_print(&v->shape, genome, buf);
    return buf_get(buf);
}

TEST every_type_prints_as_documented(void) {
    uint64_t block[BLOCK / 8];
    Buf buf = { 0 };
    Err err;
    VectorSpecies v = make(VECTOR_INTEGERS, 4);
    ASSERT(parse(&v, "(14 4,8\n , 0) // a plan", block, &err));
    ASSERT_STR_EQ("(14, 4, 8, 0)", printed(&v, block, &buf));
    vector_species_free(&v);
    v = make(VECTOR_BITS, 10);
    ASSERT(parse(&v, "(1,0 11 0 100 01)", block, &err));
    ASSERT_STR_EQ("(10110100 01)", printed(&v, block, &buf));
    vector_species_free(&v);
    v = make(VECTOR_REALS, 3);
    ASSERT(parse(&v, "(0.1, -1.25, 1e-3)", block, &err));
    ASSERT_STR_EQ("(0.1, -1.25, 0.001)", printed(&v, block, &buf));
    vector_species_free(&v);
    buf_free(&buf);
    PASS();
}

TEST what_is_printed_reads_back_to_the_same_bytes(void) {
    for (int type = VECTOR_INTEGERS; type <= VECTOR_REALS; type++)
        for (size_t length = 1; length < 70; length += 17) {
            VectorSpecies v = make((VectorType)type, length);
            Buf buf = { 0 };
            Err err;
            uint64_t a[BLOCK], b[BLOCK];
            for (uint64_t i = 0; i < 50; i++) {
                Rng rng = rng_key(1, i, length, RNG_TEST);
                v.species.class->random(&v.species, &rng, 0, 1, a);
                ASSERT(v.species.class->check(&v.species, a, v.species.slot,
                                              &err));
                ASSERT(parse(&v, printed(&v, a, &buf), b, &err));
                ASSERT_EQ(0, memcmp(a, b, v.species.slot));
            }
            buf_free(&buf);
            vector_species_free(&v);
        }
    PASS();
}

static bool fails(const VectorSpecies *v, const char *text,
                  const char *message) {
    uint64_t block[BLOCK];
    Err err;
    if (parse(v, text, block, &err)) return false;
    if (strcmp(err.text, message) == 0) return true;
    printf("got:  %s\nwant: %s\n", err.text, message);
    return false;
}

TEST bad_text_is_refused_with_its_place(void) {
    VectorSpecies v = make(VECTOR_INTEGERS, 3);
    ASSERT(fails(&v, "", "v:1:1: expected '(', got the end\n  \n  ^"));
    ASSERT(fails(&v, "(1, 2\n, 3",
                 "v:2:4: expected a number or ')', got the "
                 "end\n  , 3\n     ^"));
    ASSERT(fails(&v, "(1, 2)",
                 "v:1:6: too few genes: this vector has 3, got "
                 "2\n  (1, 2)\n       ^"));
    ASSERT(fails(&v, "(1 2 3 4)",
                 "v:1:8: too many genes: this vector has 3\n"
                 "  (1 2 3 4)\n         ^"));
    ASSERT(fails(&v, "(1, 19, 3)",
                 "v:1:5: gene 1 must be 0 to 18, got 19\n"
                 "  (1, 19, 3)\n      ^"));
    ASSERT(fails(&v, "(1, 1.5, 3)",
                 "v:1:5: gene 1 must be a whole number, got "
                 "1.5\n  (1, 1.5, 3)\n      ^"));
    ASSERT(fails(&v, "(1, x9, 3)",
                 "v:1:5: expected a number, got 'x9'\n"
                 "  (1, x9, 3)\n      ^"));
    ASSERT(fails(&v, "(1,, 3)",
                 "v:1:4: expected a number, got ','\n"
                 "  (1,, 3)\n     ^"));
    ASSERT(fails(&v, "(1, 2, )",
                 "v:1:8: expected a number, got ')'\n"
                 "  (1, 2, )\n         ^"));
    ASSERT(fails(&v, "(1 2 3) 4",
                 "v:1:9: expected the end, got '4'\n"
                 "  (1 2 3) 4\n          ^"));
    vector_species_free(&v);
    v = make(VECTOR_BITS, 3);
    ASSERT(fails(&v, "(012)",
                 "v:1:2: expected bits 0 and 1, got '012'\n"
                 "  (012)\n   ^"));
    vector_species_free(&v);
    PASS();
}

TEST random_bytes_never_crash_the_reader(void) {
    VectorSpecies v = make(VECTOR_REALS, 3);
    static const char alphabet[] = "()(),,  0123456789.-+eE/x\n\0";
    for (uint64_t i = 0; i < 20000; i++) {
        Rng rng = rng_key(2, i, 0, RNG_TEST);
        char text[24];
        size_t len = rng_below(&rng, sizeof text);
        for (size_t k = 0; k < len; k++)
            text[k] = alphabet[rng_below(&rng, sizeof alphabet)];
        text[len] = '\0';
        uint64_t block[8];
        Err err;
        Source src = { "v", text, len };
        vector_parse(&v.shape, &src, block, &err);
    }
    vector_species_free(&v);
    PASS();
}

TEST limits_hold_and_one_past_is_refused(void) {
    VectorShape s;
    Err err;
    VectorRange r = { 0, 1 };
    ASSERT(vector_init(&s, VECTOR_BITS, VECTOR_LENGTH_MAX, r, &err));
    vector_free(&s);
    ASSERT_FALSE(vector_init(&s, VECTOR_BITS, VECTOR_LENGTH_MAX + 1, r, &err));
    ASSERT_STR_EQ("a vector has 1 to 65536 genes, not 65537", err.text);
    ASSERT_FALSE(vector_init(&s, VECTOR_BITS, 0, r, &err));
    r = (VectorRange){ -VECTOR_INTEGER_MAX, VECTOR_INTEGER_MAX };
    ASSERT(vector_init(&s, VECTOR_INTEGERS, 2, r, &err));
    VectorSpecies v;
    vector_species_init(&v, s);
    int32_t genome[2];
    for (uint64_t i = 0; i < 1000; i++) {
        Rng rng = rng_key(3, i, 0, RNG_TEST);
        v.species.class->random(&v.species, &rng, 0, 1, genome);
        ASSERT(vector_check(&v.shape, genome, sizeof genome, &err));
    }
    vector_species_free(&v);
    r.hi++;
    ASSERT_FALSE(vector_init(&s, VECTOR_INTEGERS, 2, r, &err));
    ASSERT_STR_EQ("integer genes lie within -1073741824..1073741824, got "
                  "-1073741824..1073741825",
                  err.text);
    ASSERT_FALSE(
        vector_init(&s, VECTOR_REALS, 2, (VectorRange){ 0, INFINITY }, &err));
    ASSERT_FALSE(
        vector_init(&s, VECTOR_INTEGERS, 2, (VectorRange){ 0, 0.5 }, &err));
    ASSERT_STR_EQ("the range of an integer gene must be whole numbers, got "
                  "0..0.5",
                  err.text);
    r = (VectorRange){ -1e308, 1e308 };
    ASSERT_FALSE(vector_init(&s, VECTOR_REALS, 2, r, &err));
    ASSERT_STR_EQ("the range -1e+308..1e+308 is too wide", err.text);
    ASSERT(vector_init(&s, VECTOR_BITS, 2, r, &err));
    ASSERT_FALSE(vector_range(&s, 0, (VectorRange){ 1, 1 }, &err));
    ASSERT_STR_EQ("bits have no ranges of their own", err.text);
    vector_free(&s);
    PASS();
}

TEST numbers_are_read_up_to_64_characters(void) {
    VectorSpecies v = make(VECTOR_REALS, 1);
    char text[80];
    double gene = 0;
    Err err;
    for (int digits = 62; digits <= 63; digits++) {
        snprintf(text, sizeof text, "(1.%0*d)", digits, 5);
        ASSERT_EQ(digits == 62, parse(&v, text, &gene, &err));
        if (digits == 62) ASSERT_IN_RANGE(1, gene, 0);
    }
    const char *message = "v:1:2: a number of 65 characters; the limit is 64\n";
    ASSERT_EQ(0, strncmp(message, err.text, strlen(message)));
    vector_species_free(&v);
    PASS();
}

/* Reals lie apart by shares of their range; a gene that cannot vary by none. */
TEST reals_lie_apart_by_shares_of_their_range(void) {
    VectorSpecies v = make(VECTOR_REALS, 3);
    Err err;
    ASSERT(vector_range(&v.shape, 2, (VectorRange){ 7, 7 }, &err));
    double a[] = { -2, 0, 7 }, b[] = { 3, 1, 7 };
    ASSERT_IN_RANGE(1.2, vector_distance(&v.shape, a, b), 1e-12);
    ASSERT_IN_RANGE(0, vector_distance(&v.shape, a, a), 0);
    ASSERT_EQ(3u, v.species.class->size(&v.species, a));
    vector_species_free(&v);
    PASS();
}

TEST stored_blocks_are_not_trusted(void) {
    Err err;
    VectorSpecies v = make(VECTOR_INTEGERS, 2);
    int32_t genes[2] = { 18, 19 };
    ASSERT_FALSE(vector_check(&v.shape, genes, sizeof genes, &err));
    ASSERT_FALSE(vector_check(&v.shape, genes, 4, &err));
    vector_species_free(&v);
    v = make(VECTOR_BITS, 3);
    uint64_t bits = 8;
    ASSERT_FALSE(vector_check(&v.shape, &bits, 8, &err));
    bits = 7;
    ASSERT(vector_check(&v.shape, &bits, 8, &err));
    vector_species_free(&v);
    v = make(VECTOR_REALS, 1);
    double x = NAN;
    ASSERT_FALSE(vector_check(&v.shape, &x, 8, &err));
    vector_species_free(&v);
    PASS();
}

/* ---- operators ---------------------------------------------------------- */

static void defaults(const Operator *op, double *param) {
    for (int i = 0; i < OPERATOR_PARAMS && op->params[i].name; i++)
        param[i] = op->params[i].normal;
}

TEST every_operator_makes_valid_children(void) {
    for (int type = VECTOR_INTEGERS; type <= VECTOR_REALS; type++)
        for (size_t length = 1; length < 140; length = length * 3 + 1) {
            VectorSpecies v = make((VectorType)type, length);
            const Species *s = &v.species;
            for (const Operator *op = s->class->operators; op->name; op++)
                for (uint64_t i = 0; i < 200; i++) {
                    uint64_t a[BLOCK], b[BLOCK], child[BLOCK];
                    double param[OPERATOR_NUMBERS] = { 0 };
                    const void *parents[] = { a, b };
                    Rng rng = rng_key(4, i, length, RNG_TEST);
                    Origin origin;
                    Err err;
                    s->class->random(s, &rng, 0, 1, a);
                    s->class->random(s, &rng, 0, 1, b);
                    defaults(op, param);
                    bool made = op->apply(s, param, &rng, parents, child,
                                          &origin);
                    ASSERT(made || length == 1);
                    ASSERT(s->class->check(s, child, s->slot, &err));
                }
            vector_species_free(&v);
        }
    PASS();
}

/* Exchanged parents and the same draws make the other twin: at every place the
 * two children hold what the two parents hold. */
TEST crossovers_make_twins(void) {
    static const char *const names[] = { "onepoint", "twopoint", "uniform" };
    for (int type = VECTOR_INTEGERS; type <= VECTOR_REALS; type++) {
        VectorSpecies v = make((VectorType)type, 75);
        for (uint64_t i = 0; i < ROUNDS; i++) {
            Rng rng = rng_key(5, i, 0, RNG_TEST);
            uint64_t a[BLOCK], b[BLOCK], c[BLOCK], d[BLOCK];
            const Species *s = &v.species;
            const Operator *op = species_operator(s, names[i % 3], NULL);
            const void *ab[] = { a, b }, *ba[] = { b, a };
            Origin origin;
            s->class->random(s, &rng, 0, 1, a);
            s->class->random(s, &rng, 0, 1, b);
            double half = 0.5;
            Rng again = rng;
            op->apply(s, &half, &rng, ab, c, &origin);
            op->apply(s, &half, &again, ba, d, &origin);
            for (size_t g = 0; g < 75; g++) {
                double w = vector_get(&v.shape, a, g);
                double x = vector_get(&v.shape, b, g);
                double y = vector_get(&v.shape, c, g);
                double z = vector_get(&v.shape, d, g);
                ASSERT((y == w && z == x) || (y == x && z == w));
            }
        }
        vector_species_free(&v);
    }
    PASS();
}

TEST one_point_keeps_genes_up_to_the_cut(void) {
    VectorSpecies v = make(VECTOR_INTEGERS, 5);
    int32_t a[5] = { 1, 1, 1, 1, 1 }, b[5] = { 2, 2, 2, 2, 2 }, child[5];
    const void *parents[] = { a, b };
    bool seen[6] = { false };
    for (uint64_t i = 0; i < 200; i++) {
        Rng rng = rng_key(6, i, 0, RNG_TEST);
        Origin origin;
        species_operator(&v.species, "onepoint", NULL)
            ->apply(&v.species, NULL, &rng, parents, child, &origin);
        int kept = 0;
        while (kept < 5 && child[kept] == 1) kept++;
        for (int g = kept; g < 5; g++) ASSERT_EQ(2, child[g]);
        ASSERT_EQ(kept, (int)origin.at[0]);
        seen[kept] = true;
    }
    for (int kept = 1; kept < 5; kept++) ASSERT(seen[kept]);
    ASSERT_FALSE(seen[0] || seen[5]);
    vector_species_free(&v);
    PASS();
}

TEST mutations_change_as_many_genes_as_they_say(void) {
    VectorSpecies v = make(VECTOR_BITS, 100);
    const Species *s = &v.species;
    const Operator *flip = species_operator(s, "flip", NULL);
    const Operator *point = species_operator(s, "point", NULL);
    double rates[] = { 0, 0.25, 1 }, wanted[] = { 1, 25, 100 };
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (uint64_t i = 0; i < 10000; i++) {
            uint64_t a[2] = { 0 }, child[2];
            const void *parents[] = { a };
            Rng rng = rng_key(7, i, (uint64_t)k, RNG_TEST);
            Origin origin;
            double one = 1, rate[OPERATOR_NUMBERS] = { rates[k] };
            if (i % 2) species_derive(s, flip, rate);
            flip->apply(s, rate, &rng, parents, child, &origin);
            sum += vector_distance(&v.shape, a, child);
            point->apply(s, &one, &rng, parents, child, &origin);
            ASSERT_EQ(1, (int)vector_distance(&v.shape, a, child));
        }
        ASSERT(fabs(sum / 10000 - wanted[k]) < 0.05 * wanted[k]);
    }
    vector_species_free(&v);
    PASS();
}

/* Of n draws a share of p, give or take six standard deviations. */
static bool is_share(size_t count, size_t n, double p) {
    return fabs((double)count - p * (double)n) <
           6 * sqrt((double)n * p * (1 - p));
}

/* Far from the bounds of the range the children of 0 and 1 lie at a distance
 * from the middle, in halves of the parents', of at most b < 1 with a chance of
 * b^(eta+1) / 2, of more than b > 1 with one of b^-(eta+1) / 2; half of all are
 * as the first parent. */
TEST simulated_binary_crossover_spreads_as_it_should(void) {
    enum { DRAWS = 20000 };
    Rng rng = rng_key(8, 0, 0, RNG_TEST);
    size_t near = 0, within = 0, far = 0, crossed = 0, low = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = vector_sbx((VectorRange){ -1e9, 1e9 }, 0, 1, 2, &rng);
        double beta = fabs(2 * x - 1);
        if (x == 0) continue;
        crossed++;
        near += beta <= 0.5;
        within += beta <= 1;
        far += beta > 2;
        low += x < 0.5;
    }
    ASSERT(is_share(crossed, DRAWS, 0.5));
    ASSERT(is_share(near, crossed, 0.0625));
    ASSERT(is_share(within, crossed, 0.5));
    ASSERT(is_share(far, crossed, 0.0625));
    ASSERT(is_share(low, crossed, 0.5));
    PASS();
}

/* From the middle of the range, h being 2^-(eta+1): a step of more than s has a
 * chance of ((1-s)^(eta+1) - h) / (1 - h), and none leaves the range. */
TEST polynomial_mutation_steps_as_it_should(void) {
    enum { DRAWS = 20000 };
    Rng rng = rng_key(8, 1, 0, RNG_TEST);
    size_t far = 0, farther = 0, up = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = vector_polynomial((VectorRange){ 0, 1 }, 0.5, 2, &rng);
        ASSERT(x >= 0 && x <= 1);
        far += fabs(x - 0.5) > 0.1;
        farther += fabs(x - 0.5) > 0.3;
        up += x > 0.5;
    }
    ASSERT(is_share(far, DRAWS, (0.729 - 0.125) / 0.875));
    ASSERT(is_share(farther, DRAWS, (0.343 - 0.125) / 0.875));
    ASSERT(is_share(up, DRAWS, 0.5));
    PASS();
}

TEST unknown_operators_name_the_nearest(void) {
    VectorSpecies v = make(VECTOR_REALS, 3);
    Err err;
    ASSERT(species_operator(&v.species, "gausian", &err) == NULL);
    ASSERT_STR_EQ("no operator 'gausian' for vector programs; did you mean "
                  "'gaussian'?",
                  err.text);
    ASSERT(species_operator(&v.species, "flip", &err) == NULL);
    vector_species_free(&v);
    PASS();
}

SUITE(test_vector) {
    RUN_TEST(every_type_prints_as_documented);
    RUN_TEST(what_is_printed_reads_back_to_the_same_bytes);
    RUN_TEST(bad_text_is_refused_with_its_place);
    RUN_TEST(random_bytes_never_crash_the_reader);
    RUN_TEST(limits_hold_and_one_past_is_refused);
    RUN_TEST(numbers_are_read_up_to_64_characters);
    RUN_TEST(reals_lie_apart_by_shares_of_their_range);
    RUN_TEST(stored_blocks_are_not_trusted);
    RUN_TEST(every_operator_makes_valid_children);
    RUN_TEST(crossovers_make_twins);
    RUN_TEST(one_point_keeps_genes_up_to_the_cut);
    RUN_TEST(mutations_change_as_many_genes_as_they_say);
    RUN_TEST(simulated_binary_crossover_spreads_as_it_should);
    RUN_TEST(polynomial_mutation_steps_as_it_should);
    RUN_TEST(unknown_operators_name_the_nearest);
}
