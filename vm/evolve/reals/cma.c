/* cma.c -- a normal distribution that learns where good vectors are.
 *
 * Children are mean + sigma * B D z, where z is normal, the columns of B are
 * the axes of the covariance C and D their lengths. All that changes lies in
 * one block of doubles, which is what is saved:
 *
 *     mean n | pc n | ps n | D n | C n*n | B n*n | history
 *
 * Weights and rates follow from the numbers of genes and children alone. The
 * axes are computed anew only now and then, as the covariance has changed: see
 * `lazy`. The functions used are those of base/real.h, so that a run is the
 * same on every machine.
 */
#include "cma.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/eigen.h"
#include "base/mem.h"
#include "base/real.h"

static const double TOL_COST = 1e-12, TOL_STEP = 1e-12, CONDITION_MAX = 1e14;
static const double SIGMA_MAX = 1e9;             /* of the range */
static const double LARGE = 5;                   /* times the usual brood */
enum { DRAWS = 20 };                             /* until one is inside */

/* What is saved besides the block. */
typedef struct CmaHead {
    uint64_t genes, brood, restarts;
    uint64_t age;                    /* generations since the last start */
    uint64_t solved;                 /* at that age the axes were computed */
    uint64_t improved;               /* at that age its best was found */
    double   sigma, start;           /* now, and at the last start */
    double   fade;                   /* (1 - cs) ^ (2 age) */
    double   best;                   /* cost since the last start */
    double   range;                  /* of the costs of the last brood */
} CmaHead;

/* Rates and such, as the tutorial calls them. */
typedef struct Rates {
    double mu_eff, cc, c1, cmu, cs, ds, chi, sum;
    size_t mu, lazy;
} Rates;

struct Cma {
    CmaHead h;
    Rates   r;
    size_t  recent;                  /* generations of the history */
    double *block;
    double *mean, *pc, *ps, *d, *c, *b, *history;
    double *weight;                  /* by rank */
    double *room;                    /* n * n + 3 n */
};

/* ---- constants ----------------------------------------------------------- */

bool cma_check(const CmaRule *rule, Err *err) {
    if (!(rule->sigma > 0 && rule->sigma <= 10))
        return err_set(err,
                       "cma: sigma must be above 0 and up to 10 ranges, got "
                       "%.9g",
                       rule->sigma);
    if (rule->restarts > CMA_RESTARTS_MAX)
        return err_set(err, "cma: restarts must be 0 to %d, got %u",
                       CMA_RESTARTS_MAX, (unsigned)rule->restarts);
    if (!(rule->growth >= 1 && rule->growth <= 10))
        return err_set(err, "cma: growth must be 1 to 10, got %.9g",
                       rule->growth);
    return true;
}

static double least(double a, double b) { return a < b ? a : b; }

/* Children beyond so many times the usual number, 4 + 3 ln n, are there to see
 * many valleys at once: nothing is learnt from the worst of them, which would
 * narrow the distribution towards one valley too soon. */
static bool is_large(const Cma *cma) {
    double usual = 4 + 3 * real_log((double)cma->h.genes);
    return (double)cma->h.brood > LARGE * usual;
}

/* Weights of the first `mu` by rank, which add up to 1; below 0 those of the
 * others, as much as keeps the covariance positive. */
static void set_weights(Cma *cma) {
    Rates *r = &cma->r;
    double n = (double)cma->h.genes, good = 0, good2 = 0, bad = 0, bad2 = 0;
    size_t count = cma->h.brood;
    bool large = is_large(cma);
    double half = real_log(((double)count + 1) / 2);
    r->mu = count / 2;
    for (size_t i = 0; i < count; i++) {
        double w = half - real_log((double)i + 1);
        cma->weight[i] = w;
        if (i < r->mu) good += w, good2 += w * w;
        else if (w < 0 && !large) bad -= w, bad2 += w * w;
    }
    r->mu_eff = good * good / good2;
    r->c1 = 2 / ((n + 1.3) * (n + 1.3) + r->mu_eff);
    r->cmu = least(1 - r->c1, 2 * (0.25 + r->mu_eff + 1 / r->mu_eff - 2) /
                                  ((n + 2) * (n + 2) + r->mu_eff));
    double most = bad > 0 ? 1 + 2 * (bad * bad / bad2) / (r->mu_eff + 2) : 0;
    most = least(most, 1 + r->c1 / r->cmu);
    most = least(most, (1 - r->c1 - r->cmu) / (n * r->cmu));
    if (!(most > 0)) most = 0;
    r->sum = 1;
    for (size_t i = 0; i < count; i++) {
        double *w = &cma->weight[i];
        if (i < r->mu) *w /= good;
        else *w = *w < 0 && most > 0 ? *w * most / bad : 0;
        if (i >= r->mu) r->sum += *w;
    }
}

static void set_rates(Cma *cma) {
    Rates *r = &cma->r;
    double n = (double)cma->h.genes;
    set_weights(cma);
    double m = r->mu_eff;
    r->cc = (4 + m / n) / (n + 4 + 2 * m / n);
    r->cs = (m + 2) / (n + m + 5);
    double more = sqrt((m - 1) / (n + 1)) - 1;
    r->ds = 1 + 2 * (more > 0 ? more : 0) + r->cs;
    r->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    double lazy = 1 / (10 * n * (r->c1 + r->cmu));
    r->lazy = lazy > 1 ? (size_t)lazy : 1;
}

/* ---- life ---------------------------------------------------------------- */

/* Generations over which the best must change. */
static size_t recent_of(size_t genes, size_t brood) {
    return 10 + (30 * genes + brood - 1) / brood;
}

static size_t block_of(size_t genes, size_t recent) {
    return 4 * genes + 2 * genes * genes + recent;
}

void cma_free(Cma *cma) {
    if (!cma) return;
    mem_free(cma->block);
    mem_free(cma->weight);
    mem_free(cma->room);
    mem_free(cma);
}

/* Room for so many genes and children; the block is empty. */
static Cma *make(size_t genes, size_t brood, Err *err) {
    Cma *cma = mem_new(1, sizeof *cma, err);
    if (!cma) return NULL;
    size_t n = genes;
    cma->h.genes = genes;
    cma->h.brood = brood;
    cma->recent = recent_of(genes, brood);
    cma->block = mem_new(block_of(n, cma->recent), sizeof *cma->block, err);
    cma->weight = mem_new(brood, sizeof *cma->weight, err);
    cma->room = mem_new(n * n + 3 * n, sizeof *cma->room, err);
    if (!cma->block || !cma->weight || !cma->room) {
        cma_free(cma);
        return NULL;
    }
    cma->mean = cma->block;
    cma->pc = cma->mean + n;
    cma->ps = cma->pc + n;
    cma->d = cma->ps + n;
    cma->c = cma->d + n;
    cma->b = cma->c + n * n;
    cma->history = cma->b + n * n;
    set_rates(cma);
    return cma;
}

/* Forgets all but the mean. */
static void begin(Cma *cma, double sigma) {
    size_t n = cma->h.genes;
    memset(cma->pc, 0, 2 * n * sizeof *cma->pc);
    memset(cma->c, 0, 2 * n * n * sizeof *cma->c);
    for (size_t i = 0; i < n; i++)
        cma->d[i] = cma->c[i * n + i] = cma->b[i * n + i] = 1;
    cma->h.age = cma->h.solved = cma->h.improved = 0;
    cma->h.sigma = cma->h.start = sigma;
    cma->h.fade = 1;
    cma->h.best = cma->h.range = INFINITY;
}

Cma *cma_new(size_t genes, size_t brood, const double *mean, double sigma,
             Err *err) {
    assert(genes >= 1 && genes <= CMA_GENES_MAX);
    assert(brood >= CMA_BROOD_LEAST && brood <= CMA_BROOD_MAX);
    Cma *cma = make(genes, brood, err);
    if (!cma) return NULL;
    memcpy(cma->mean, mean, genes * sizeof *mean);
    begin(cma, sigma);
    return cma;
}

size_t cma_genes(const Cma *cma) { return cma->h.genes; }
size_t cma_brood(const Cma *cma) { return cma->h.brood; }
uint32_t cma_restarts(const Cma *cma) { return (uint32_t)cma->h.restarts; }

double cma_spread(const Cma *cma) {
    double most = 0;
    for (size_t i = 0; i < cma->h.genes; i++)
        if (cma->d[i] > most) most = cma->d[i];
    return cma->h.sigma * most;
}

bool cma_restart(Cma *cma, const CmaRule *rule, Rng *rng, Err *err) {
    double more = (double)cma->h.brood * rule->growth;
    size_t brood = more < CMA_BROOD_MAX ? (size_t)more : CMA_BROOD_MAX;
    Cma *other = make(cma->h.genes, brood, err);
    if (!other) return false;
    for (size_t i = 0; i < cma->h.genes; i++) other->mean[i] = rng_real(rng);
    other->h.restarts = cma->h.restarts + 1;
    begin(other, rule->sigma);
    Cma old = *cma;
    *cma = *other;
    *other = old;
    cma_free(other);
    return true;
}

/* ---- drawing ------------------------------------------------------------- */

static void draw_one(const Cma *cma, Rng *rng, double *vector, double *room) {
    size_t n = cma->h.genes;
    for (size_t i = 0; i < n; i++) room[i] = cma->d[i] * rng_gauss(rng);
    for (size_t i = 0; i < n; i++) {
        const double *row = cma->b + i * n;
        double sum = 0;
        for (size_t k = 0; k < n; k++) sum += row[k] * room[k];
        vector[i] = cma->mean[i] + cma->h.sigma * sum;
    }
}

static bool is_inside(const double *vector, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!(vector[i] >= 0 && vector[i] <= 1)) return false;
    return true;
}

void cma_draw(const Cma *cma, Rng *rng, double *vector, double *room) {
    int left = DRAWS;
    do draw_one(cma, rng, vector, room);
    while (--left > 0 && !is_inside(vector, cma->h.genes));
}

/* ---- learning ------------------------------------------------------------ */

static double square(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

/* D^-1 B' y: y as it was drawn, but for a rotation. */
static void unstretch(const Cma *cma, const double *y, double *out) {
    size_t n = cma->h.genes;
    memset(out, 0, n * sizeof *out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) out[k] += cma->b[i * n + k] * y[i];
    for (size_t k = 0; k < n; k++) out[k] /= cma->d[k];
}

/* Adds weight * y y' to the upper triangle of a matrix. */
static void add_square(double *matrix, const double *y, size_t n,
                       double weight) {
    for (size_t i = 0; i < n; i++) {
        double f = weight * y[i];
        for (size_t k = i; k < n; k++) matrix[i * n + k] += f * y[k];
    }
}

/* The weighted mean of the steps of the best, and into `sum` the weighted
 * squares of the steps of all. */
static void gather(Cma *cma, const CmaBrood *brood, double *sum, double *step) {
    size_t n = cma->h.genes;
    double *y = step + n, *plain = y + n;
    memset(sum, 0, (n * n + n) * sizeof *sum);   /* and the step */
    for (size_t k = 0; k < cma->h.brood; k++) {
        double w = cma->weight[k];
        if (w == 0) continue;
        brood->draw(brood->context, brood->rank[k], y);
        for (size_t i = 0; i < n; i++)
            y[i] = (y[i] - cma->mean[i]) / cma->h.sigma;
        if (w > 0) {
            for (size_t i = 0; i < n; i++) step[i] += w * y[i];
        } else {
            unstretch(cma, y, plain);
            w *= (double)n / square(plain, n);
        }
        if (isfinite(w)) add_square(sum, y, n, w);
    }
}

/* The path of the steps: step size. */
static void follow_path(Cma *cma, const double *step, double *room) {
    size_t n = cma->h.genes;
    const Rates *r = &cma->r;
    double f = sqrt(r->cs * (2 - r->cs) * r->mu_eff);
    unstretch(cma, step, room);
    for (size_t i = 0; i < n; i++) {
        double back = 0;
        for (size_t k = 0; k < n; k++) back += cma->b[i * n + k] * room[k];
        cma->ps[i] = (1 - r->cs) * cma->ps[i] + f * back;
    }
}

/* The covariance. `calm`: the path is not longer than chance makes it. */
static void follow_shape(Cma *cma, const double *sum, const double *step,
                         bool calm) {
    size_t n = cma->h.genes;
    const Rates *r = &cma->r;
    double f = calm ? sqrt(r->cc * (2 - r->cc) * r->mu_eff) : 0;
    for (size_t i = 0; i < n; i++)
        cma->pc[i] = (1 - r->cc) * cma->pc[i] + f * step[i];
    double keep = 1 - r->c1 - r->cmu * r->sum;
    if (!calm) keep += r->c1 * r->cc * (2 - r->cc);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++) {
            double c = keep * cma->c[i * n + k] +
                       r->c1 * cma->pc[i] * cma->pc[k] +
                       r->cmu * sum[i * n + k];
            cma->c[i * n + k] = cma->c[k * n + i] = c;
        }
}

/* Axes and their lengths, which are never 0. */
static void find_axes(Cma *cma) {
    size_t n = cma->h.genes;
    double most = 0;
    memcpy(cma->room, cma->c, n * n * sizeof *cma->room);
    eigen_solve(cma->room, n, cma->b, cma->d);
    for (size_t i = 0; i < n; i++)
        if (cma->d[i] > most) most = cma->d[i];
    if (!(most > 0)) most = 1;
    for (size_t i = 0; i < n; i++) {
        if (!(cma->d[i] > most * 1e-20)) cma->d[i] = most * 1e-20;
        cma->d[i] = sqrt(cma->d[i]);
    }
    cma->h.solved = cma->h.age;
}

static void note_costs(Cma *cma, const CmaBrood *brood) {
    size_t last = cma->h.brood - 1;
    double best = brood->cost[0];
    cma->h.range = brood->cost[last] - best;
    cma->history[cma->h.age % cma->recent] = best;
    cma->h.age++;
    if (!(best < cma->h.best)) return;
    cma->h.best = best;
    cma->h.improved = cma->h.age;
}

void cma_learn(Cma *cma, const CmaBrood *brood) {
    size_t n = cma->h.genes;
    const Rates *r = &cma->r;
    double *sum = cma->room, *step = sum + n * n;
    gather(cma, brood, sum, step);
    follow_path(cma, step, step + n);
    double fade = 1 - r->cs, length = sqrt(square(cma->ps, n));
    cma->h.fade *= fade * fade;
    bool calm = length / sqrt(1 - cma->h.fade) <
                (1.4 + 2 / ((double)n + 1)) * r->chi;
    for (size_t i = 0; i < n; i++) cma->mean[i] += cma->h.sigma * step[i];
    follow_shape(cma, sum, step, calm);
    cma->h.sigma *= real_exp(least(1, r->cs / r->ds * (length / r->chi - 1)));
    if (!(cma->h.sigma < SIGMA_MAX)) cma->h.sigma = SIGMA_MAX;
    note_costs(cma, brood);
    if (cma->h.age - cma->h.solved >= r->lazy) find_axes(cma);
}

/* ---- the end ------------------------------------------------------------- */

/* Are the bests of the last generations, and all of the last, the same? */
static bool is_flat(const Cma *cma) {
    if (cma->h.age < cma->recent || cma->h.range > TOL_COST) return false;
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < cma->recent; i++) {
        double x = cma->history[i];
        if (x < lo) lo = x;
        if (x > hi) hi = x;
    }
    return !(hi - lo > TOL_COST);
}

static bool is_small(const Cma *cma) {
    size_t n = cma->h.genes;
    double tiny = TOL_STEP * cma->h.start / cma->h.sigma;
    for (size_t i = 0; i < n; i++)
        if (cma->c[i * n + i] > tiny * tiny || fabs(cma->pc[i]) > tiny)
            return false;
    return true;
}

static bool is_bent(const Cma *cma) {
    double lo = INFINITY, hi = 0;
    for (size_t i = 0; i < cma->h.genes; i++) {
        if (cma->d[i] < lo) lo = cma->d[i];
        if (cma->d[i] > hi) hi = cma->d[i];
    }
    return !(hi * hi < CONDITION_MAX * lo * lo);
}

bool cma_is_spent(const Cma *cma) {
    uint64_t wait = 110 + cma->recent + cma->h.age / 5;
    return is_flat(cma) || is_small(cma) || is_bent(cma) ||
           cma->h.sigma >= SIGMA_MAX || cma->h.age - cma->h.improved > wait;
}

/* ---- as bytes ------------------------------------------------------------ */

void cma_save(const Cma *cma, Buf *out) {
    size_t n = block_of(cma->h.genes, cma->recent);
    buf_bytes(out, &cma->h, sizeof cma->h);
    buf_bytes(out, cma->block, n * sizeof *cma->block);
}

Cma *cma_load(const void *bytes, size_t n, size_t genes, Err *err) {
    static const char damaged[] = "the checkpoint's distribution is damaged";
    CmaHead h;
    if (n < sizeof h) return err_set(err, damaged), NULL;
    memcpy(&h, bytes, sizeof h);
    if (h.genes != genes || genes > CMA_GENES_MAX ||
        h.brood < CMA_BROOD_LEAST || h.brood > CMA_BROOD_MAX ||
        n - sizeof h !=
            sizeof(double) * block_of(genes, recent_of(genes, h.brood)))
        return err_set(err, damaged), NULL;
    Cma *cma = make(genes, h.brood, err);
    if (!cma) return NULL;
    cma->h = h;
    memcpy(cma->block, (const char *)bytes + sizeof h, n - sizeof h);
    return cma;
}
