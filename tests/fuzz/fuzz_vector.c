/* fuzz_vector.c -- texts of vectors; the first byte chooses the shape. */
#include <stdlib.h>

#include "fuzz.h"
#include "program/vector/vector_species.h"

enum { SHAPES = 6 };

static const struct {
    VectorType  type;
    size_t      length;
    VectorRange range;
} rows[SHAPES] = {
    { VECTOR_INTEGERS, 4, { 0, 15 } },
    { VECTOR_INTEGERS, 1, { -VECTOR_INTEGER_MAX, VECTOR_INTEGER_MAX } },
    { VECTOR_BITS, 10, { 0, 1 } },
    { VECTOR_BITS, 130, { 0, 1 } },
    { VECTOR_REALS, 3, { -1e300, 1e300 } },
    { VECTOR_REALS, 2, { -1, 1 } },
};

void fuzz_vector(const uint8_t *bytes, size_t n) {
    FuzzBytes in = { bytes, n };
    uint32_t row = fuzz_below(&in, SHAPES);
    VectorShape shape;
    VectorSpecies species;
    Err err;
    fuzz_demand(vector_init(&shape, rows[row].type, rows[row].length,
                            rows[row].range, &err),
                "a shape");
    vector_species_init(&species, shape);
    void *genome = malloc(species.species.slot);
    Source text = fuzz_source(in.at, in.left);
    fuzz_text(&species.species, &text, genome);
    free((char *)(uintptr_t)text.text);
    free(genome);
    vector_species_free(&species);
}
