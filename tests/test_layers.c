/* test_layers.c -- limits of age. */
#include "evolve/place/layers.h"
#include "greatest.h"

static bool limits_are(AgeGrowth growth, const uint64_t *want, size_t n) {
    Layers layers = { 3, growth };
    for (size_t i = 0; i < n; i++)
        if (layers_limit(&layers, i, n + 1) != 3 * want[i]) return false;
    return layers_limit(&layers, n, n + 1) == UINT64_MAX;
}

TEST limits_grow_as_hornby_says(void) {
    static const uint64_t linear[] = { 1, 2, 3, 4, 5, 6 };
    static const uint64_t fibonacci[] = { 1, 2, 3, 5, 8, 13 };
    static const uint64_t polynomial[] = { 1, 2, 4, 9, 16, 25 };
    static const uint64_t exponential[] = { 1, 2, 4, 8, 16, 32 };
    ASSERT(limits_are(AGES_LINEAR, linear, 6));
    ASSERT(limits_are(AGES_FIBONACCI, fibonacci, 6));
    ASSERT(limits_are(AGES_POLYNOMIAL, polynomial, 6));
    ASSERT(limits_are(AGES_EXPONENTIAL, exponential, 6));
    PASS();
}

TEST limits_never_fall_however_many_layers(void) {
    for (int g = 0; g < AGE_GROWTHS; g++) {
        Layers layers = { LAYERS_GAP_MAX, (AgeGrowth)g };
        for (size_t i = 1; i < 256; i++)
            ASSERT(layers_limit(&layers, i, 256) >=
                   layers_limit(&layers, i - 1, 256));
    }
    PASS();
}

TEST the_lowest_layer_is_drawn_anew_in_every_gap(void) {
    Layers layers = { 4, AGES_LINEAR }, none = { 0, AGES_LINEAR };
    for (uint64_t g = 0; g < 20; g++) {
        ASSERT_EQ(g == 4 || g == 8 || g == 12 || g == 16,
                  layers_renew(&layers, g));
        ASSERT_FALSE(layers_renew(&none, g));
    }
    PASS();
}

TEST layers_that_make_no_sense_are_refused(void) {
    Err err;
    ASSERT(layers_check(&(Layers){ 0, AGES_LINEAR }, 1, &err));
    ASSERT(layers_check(&(Layers){ LAYERS_GAP_MAX, AGES_LINEAR }, 2, &err));
    ASSERT_FALSE(
        layers_check(&(Layers){ LAYERS_GAP_MAX + 1, AGES_LINEAR }, 2, &err));
    ASSERT_STR_EQ("a gap of 1 to 1000000 generations, not 1000001", err.text);
    ASSERT_FALSE(layers_check(&(Layers){ 1, AGES_LINEAR }, 1, &err));
    ASSERT_STR_EQ("there are at least 2 layers of age", err.text);
    PASS();
}

SUITE(test_layers) {
    RUN_TEST(limits_grow_as_hornby_says);
    RUN_TEST(limits_never_fall_however_many_layers);
    RUN_TEST(the_lowest_layer_is_drawn_anew_in_every_gap);
    RUN_TEST(layers_that_make_no_sense_are_refused);
}
