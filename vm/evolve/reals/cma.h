/* cma.h -- a normal distribution that learns where good vectors are.
 *
 * The evolution strategy with covariance matrix adaptation: vectors are drawn
 * about a mean; then mean, step size and covariance follow the best of them
 * (Hansen and Ostermeier 2001; all constants as in Hansen's tutorial of 2016,
 * with weights below 0 for the worst half unless the brood is large). When
 * nothing more can be learnt it starts again elsewhere with a larger brood
 * (Auger and Hansen 2005).
 *
 * It knows neither programs nor scores: vectors are in units of the genes'
 * ranges, 0 to 1, and may leave them; who asks for them brings them back.
 */
#ifndef LUDUS_CMA_H
#define LUDUS_CMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"

enum {
    CMA_BROOD_LEAST = 4,
    CMA_GENES_MAX = 1024,            /* the covariance has their square */
    CMA_BROOD_MAX = 1 << 20,         /* children, however often it grew */
    CMA_RESTARTS_MAX = 1000,
};

typedef struct CmaRule {
    double   sigma;                  /* first step size, of the range */
    uint32_t restarts;               /* at most so many */
    double   growth;                 /* of the brood at a restart */
} CmaRule;

/* False with the reason if its numbers make no sense. */
bool cma_check(const CmaRule *rule, Err *err);

typedef struct Cma Cma;

/* A distribution of n genes whose brood has so many children, at least 2,
 * about the mean. */
Cma *cma_new(size_t genes, size_t brood, const double *mean, double sigma,
             Err *err);
void cma_free(Cma *cma);

size_t cma_genes(const Cma *cma);
size_t cma_brood(const Cma *cma);

/* Restarts so far, and the standard deviation along the longest axis. */
uint32_t cma_restarts(const Cma *cma);
double   cma_spread(const Cma *cma);

/* Draws a vector; one that leaves 0 to 1 is drawn again, up to twenty times.
 * Any number of threads may draw at once. */
void cma_draw(const Cma *cma, Rng *rng, double *vector, double *room);

/* A brood that was drawn and scored: draw(context, i, vector) gives child i
 * again, rank[k] is the number of the k-th best, cost[k] its score. */
typedef struct CmaBrood {
    void (*draw)(void *context, size_t i, double *vector);
    void           *context;
    const uint32_t *rank;
    const double   *cost;
} CmaBrood;

/* Learns from a whole brood. */
void cma_learn(Cma *cma, const CmaBrood *brood);

/* Has it converged, or come where it can learn no more? */
bool cma_is_spent(const Cma *cma);

/* Starts again about another mean, drawn by rng, with a brood that has grown.
 */
bool cma_restart(Cma *cma, const CmaRule *rule, Rng *rng, Err *err);

/* All it knows as bytes, and back; NULL with the reason if the bytes are not
 * those of so many genes. */
void cma_save(const Cma *cma, Buf *out);
Cma *cma_load(const void *bytes, size_t n, size_t genes, Err *err);

#endif
