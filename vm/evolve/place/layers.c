/* layers.c -- layers of age: their limits. */
#include "layers.h"

#include <assert.h>

const char *const layers_growths[AGE_GROWTHS + 1] = {
    [AGES_LINEAR] = "linear",
    [AGES_FIBONACCI] = "fibonacci",
    [AGES_POLYNOMIAL] = "polynomial",
    [AGES_EXPONENTIAL] = "exponential",
};

static uint64_t fibonacci(size_t layer) {
    uint64_t a = 1, b = 2;
    for (; layer > 0 && b < UINT32_MAX; layer--) {
        uint64_t sum = a + b;
        a = b;
        b = sum;
    }
    return a;
}

/* Gaps of a layer: more than 2^32 are as good as any. */
static uint64_t gaps(AgeGrowth growth, size_t layer) {
    switch (growth) {
    case AGES_FIBONACCI:   return fibonacci(layer);
    case AGES_POLYNOMIAL:  return layer < 2 ? layer + 1 : layer * layer;
    case AGES_EXPONENTIAL: return UINT64_C(1) << (layer < 32 ? layer : 32);
    case AGES_LINEAR:
    case AGE_GROWTHS: break;
    }
    return layer + 1;
}

uint64_t layers_limit(const Layers *layers, size_t layer, size_t count) {
    assert(layer < count && layers->gap <= LAYERS_GAP_MAX);
    if (layer + 1 == count) return UINT64_MAX;
    return layers->gap * gaps(layers->growth, layer);
}

bool layers_check(const Layers *layers, size_t count, Err *err) {
    if (!layers->gap) return true;
    if (layers->gap > LAYERS_GAP_MAX)
        return err_set(err, "a gap of 1 to %d generations, not %zu",
                       LAYERS_GAP_MAX, layers->gap);
    if (count < 2) return err_set(err, "there are at least 2 layers of age");
    return true;
}
