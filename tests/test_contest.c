/* test_contest.c -- rules of contests that make no sense, and halls of fame that
 * are damaged. */
#include "base/mem.h"
#include "evolve/evolve_inner.h"
#include "greatest.h"
#include "program/vector/vector_species.h"

TEST a_contest_that_makes_no_sense_is_refused(void) {
    Err err;
    Contest c = { .pairing = PAIRING_SOME,
                  .count = CONTEST_COUNT_MAX,
                  .hall = CONTEST_HALL_MAX,
                  .shared = true,
                  .sides = true };
    ASSERT(contest_check(&c, &err));
    c.count++;
    ASSERT_FALSE(contest_check(&c, &err));
    ASSERT_STR_EQ("programs meet 1 to 10000 others, not 10001", err.text);
    c.count = 0;
    ASSERT_FALSE(contest_check(&c, &err));
    c.count = 1;
    c.hall++;
    ASSERT_FALSE(contest_check(&c, &err));
    ASSERT_STR_EQ("programs meet up to 1000 of the hall, not 1001", err.text);
    c = (Contest){ .pairing = PAIRING_SWISS, .count = 1, .sides = true };
    ASSERT_FALSE(contest_check(&c, &err));
    ASSERT_STR_EQ("a Swiss tournament has one side", err.text);
    c = (Contest){ .pairing = PAIRING_SWISS, .count = 1, .shared = true };
    ASSERT_FALSE(contest_check(&c, &err));
    ASSERT_STR_EQ("a Swiss tournament has no shared scoring", err.text);
    PASS();
}

/* Two members of three genes each. */
typedef struct Bytes {
    char   text[256];
    size_t len;
} Bytes;

static void add(Bytes *b, const void *from, size_t n) {
    memcpy(b->text + b->len, from, n);
    b->len += n;
}

static Bytes hall_of_two(uint8_t side, uint64_t bytes) {
    Bytes b = { .len = 0 };
    uint64_t head[] = { 2, 7 };
    double genes[] = { 0.5, 0.25, 0 };
    add(&b, head, sizeof head);
    for (int i = 0; i < 2; i++) {
        add(&b, &side, 1);
        add(&b, &bytes, sizeof bytes);
        add(&b, genes, sizeof genes);
    }
    return b;
}

TEST a_damaged_hall_is_refused(void) {
    VectorSpecies v;
    VectorShape shape;
    Err err;
    vector_init(&shape, VECTOR_REALS, 3, (VectorRange){ 0, 1 }, NULL);
    vector_species_init(&v, shape);
    EvolveOptions options = { .count = 4, .seed = 1, .threads = 1 };
    Evolution *e = evolve_new(&v.species, NULL, &options, &err);
    ASSERT(e);
    Bytes whole = hall_of_two(1, 3 * sizeof(double));
    ASSERT(contest_load(e, whole.text, whole.len, &err));
    ASSERT_EQ(2, hall_count(&e->hall));
    ASSERT_EQ(7, e->hall.last);
    Buf saved = { 0 };
    contest_save(e, &saved);
    ASSERT_EQ(whole.len, saved.len);
    ASSERT_MEM_EQ(whole.text, saved.text, whole.len);
    buf_free(&saved);
    for (size_t n = 0; n < whole.len; n++)
        ASSERT_FALSE(contest_load(e, whole.text, n, &err));
    ASSERT_STR_EQ("the checkpoint's hall of fame is damaged", err.text);
    ASSERT_FALSE(contest_load(e, whole.text, whole.len + 1, &err));
    Bytes third = hall_of_two(2, 3 * sizeof(double));
    ASSERT_FALSE(contest_load(e, third.text, third.len, &err));
    Bytes large = hall_of_two(1, UINT64_MAX);
    ASSERT_FALSE(contest_load(e, large.text, large.len, &err));
    evolve_free(e);
    vector_free(&v.shape);
    PASS();
}

SUITE(test_contest) {
    RUN_TEST(a_contest_that_makes_no_sense_is_refused);
    RUN_TEST(a_damaged_hall_is_refused);
}
