/* species.c -- what all species share. */
#include "species.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/suggest.h"

void species_copy(const Species *species, void *to, const void *from) {
    size_t used = species->class->bytes(species, from);
    assert(used <= species->slot);
    memcpy(to, from, used);
    memset((char *)to + used, 0, species->slot - used);
}

uint64_t species_hash(const Species *species, const void *genome) {
    size_t n = species->class->bytes(species, genome);
    assert(n <= species->slot);
    return hash_bytes(genome, n);
}

void species_hash_some(const Species *species, const void *const *genomes,
                       size_t count, uint64_t *hashes) {
    size_t bytes[HASH_LANES];
    for (size_t i = 0; i < count; i++) {
        bytes[i] = species->class->bytes(species, genomes[i]);
        assert(bytes[i] <= species->slot);
    }
    hash_some(genomes, bytes, count, hashes);
}

double species_distance(const Species *species, const void *a, const void *b) {
    if (species->class->distance)
        return species->class->distance(species, a, b);
    size_t n = species->class->bytes(species, a);
    size_t m = species->class->bytes(species, b), differ = 0;
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n && i < m; i++) differ += p[i] != q[i];
    return (double)(differ + (n > m ? n - m : m - n));
}

const Operator *species_operator(const Species *species, const char *name,
                                 Err *err) {
    Suggest near = suggest_start(name);
    for (const Operator *op = species->class->operators; op->name; op++) {
        if (strcmp(op->name, name) == 0)
            return species_suits(species, op, err) ? op : NULL;
        suggest_offer(&near, op->name);
    }
    err_set(err, "no operator '%s' for %s programs%s%s%s", name,
            species->class->name, near.best ? "; did you mean '" : "",
            near.best ? near.best : "", near.best ? "'?" : "");
    return NULL;
}

bool species_suits(const Species *species, const Operator *op, Err *err) {
    return !species->class->suits || species->class->suits(species, op, err);
}

void species_derive(const Species *species, const Operator *op, double *param) {
    const SpeciesClass *class = species->class;
    param[OPERATOR_PARAMS] = class->derive ? class->derive(species, op, param)
                                           : 0;
}
