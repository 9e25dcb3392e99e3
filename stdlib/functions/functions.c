/* functions.c -- the usual test functions for vectors, as games. */
#include "functions.h"

#include "zdt.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"

enum { TRAP = 5 };                   /* bits of one trap */

static const double TAU = 6.283185307179586;

static double onemax(const VectorShape *shape, const void *genome) {
    const uint64_t *words = genome;
    int length = (int)shape->length, ones = 0;
    for (int i = 0; i * 64 < length; i++)
        ones += __builtin_popcountll(words[i]);
    return length - ones;
}

static double leadingones(const VectorShape *shape, const void *genome) {
    size_t i = 0;
    while (i < shape->length && vector_get(shape, genome, i) > 0) i++;
    return (double)(shape->length - i);
}

/* Blocks that look better the fewer ones they have, and best with all. */
static double trap(const VectorShape *shape, const void *genome) {
    double cost = 0;
    for (size_t first = 0; first < shape->length; first += TRAP) {
        size_t left = shape->length - first, size = left < TRAP ? left : TRAP;
        double ones = 0;
        for (size_t i = 0; i < size; i++)
            ones += vector_get(shape, genome, first + i);
        cost += ones == (double)size ? 0 : ones + 1;
    }
    return cost;
}

static double sphere(const VectorShape *shape, const void *genome) {
    const double *x = genome;
    double sum = 0;
    for (size_t i = 0; i < shape->length; i++) sum += x[i] * x[i];
    return sum;
}

static double rastrigin(const VectorShape *shape, const void *genome) {
    const double *x = genome;
    double sum = 0;
    for (size_t i = 0; i < shape->length; i++)
        sum += x[i] * x[i] + 10 - 10 * cos(TAU * x[i]);
    return sum;
}

static double rosenbrock(const VectorShape *shape, const void *genome) {
    const double *x = genome;
    double sum = 0;
    for (size_t i = 1; i < shape->length; i++) {
        double a = x[i] - x[i - 1] * x[i - 1], b = 1 - x[i - 1];
        sum += 100 * a * a + b * b;
    }
    return sum;
}

const Function functions[] = {
    { "onemax", VECTOR_BITS, "zeros left", onemax, NULL },
    { "leadingones", VECTOR_BITS, "bits from the first zero on", leadingones,
      NULL },
    { "trap", VECTOR_BITS, "blocks of 5 that lead away from all ones", trap,
      NULL },
    { "sphere", VECTOR_REALS, "sum of squares", sphere, NULL },
    { "rastrigin", VECTOR_REALS, "many valleys on a bowl", rastrigin, NULL },
    { "rosenbrock", VECTOR_REALS, "a bent valley, best at (1, 1, ...)",
      rosenbrock, NULL },
    { "zdt1", VECTOR_REALS, "two objectives, a convex front", NULL, zdt1 },
    { "zdt2", VECTOR_REALS, "two objectives, a concave front", NULL, zdt2 },
    { "zdt3", VECTOR_REALS, "two objectives, a front in pieces", NULL, zdt3 },
    { "zdt4", VECTOR_REALS, "two objectives, many false fronts", NULL, zdt4 },
    { NULL, VECTOR_BITS, NULL, NULL, NULL },
};

static bool wrong_type(const Function *f, Err *err) {
    return err_set(err, "the function '%s' takes a vector of %s", f->name,
                   f->type == VECTOR_BITS ? "bits" : "reals");
}

static bool suits(const Game *game, const void *shape, Err *err) {
    const Function *f = ((const FunctionGame *)game)->function;
    return ((const VectorShape *)shape)->type == f->type || wrong_type(f, err);
}

static bool score_pair(const Function *f, const VectorShape *s,
                       const void *genome, Score *result) {
    double both[2];
    f->pair(s, genome, both);
    double sum = both[0] + both[1];
    *result = (Score){ .raw = sum, .standardized = sum };
    return true;
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *result, Err *err) {
    (void)scratch;
    const Function *f = ((const FunctionGame *)game)->function;
    const VectorShape *s = shape;
    if (s->type != f->type) return wrong_type(f, err);
    if (f->pair) return score_pair(f, s, genome, result);
    double cost = f->cost(s, genome);
    double raw = f->type == VECTOR_BITS ? (int)s->length - cost : -cost;
    *result = (Score){ .raw = raw, .standardized = cost, .hits = cost == 0 };
    return true;
}

static bool each(const Game *game, Entrant who, void *scratch, Score *result,
                 double *one, Err *err) {
    if (!score(game, who.shape, scratch, who.genome, result, err)) return false;
    const Function *f = ((const FunctionGame *)game)->function;
    if (f->pair) f->pair(who.shape, who.genome, one);
    else one[0] = result->raw;
    return true;
}

/* Nothing is kept between scores, but a game must have scratch memory. */
static void *scratch_new(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);
}

static const GameClass class = {
    .name = "functions",
    .kind = "vector",
    .suits = suits,
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .each = each,
};

bool functions_init(FunctionGame *game, const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (const Function *f = functions; f->name; f++) {
        if (strcmp(f->name, name) == 0) {
            *game = (FunctionGame){
                .game = { .class = &class,
                          .max = NAN,
                          .cases = f->pair ? 2 : 1,
                          .minimise = f->pair },
                .function = f,
            };
            return true;
        }
        suggest_offer(&near, f->name);
    }
    return err_set(err, "unknown function '%s'%s%s%s", name,
                   near.best ? "; did you mean '" : "",
                   near.best ? near.best : "", near.best ? "'?" : "");
}
