/* lexicase.c -- choosing parents case by case.
 *
 * What programs scored becomes a table of classes: programs of equal rows are
 * one. Where only the best at a case remain in a draw, those who are the best
 * at no case at all are gone after the first and are not in it. Draws are made
 * by lexicase_sets.c or, with margins, by lexicase_lists.c.
 */
#include "lexicase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "engine/game.h"
#include "lexicase_inner.h"

const char *const lexicase_epsilons[EPSILONS + 1] = {
    [EPSILON_NONE] = "none",
    [EPSILON_STATIC] = "static",
    [EPSILON_SEMI] = "semi",
    [EPSILON_DYNAMIC] = "dynamic",
};

bool lexicase_check(const LexicaseRule *rule, Err *err) {
    double share = rule->informed;
    if (!(share >= 0 && share <= 1))
        return err_set(err,
                       "lexicase: informed must be a share of 0 to 1, got "
                       "%g",
                       share);
    if (share > 0 && !rule->sample)
        return err_set(err, "lexicase: only a sample can be informed");
    if (share > 0 && (rule->every < 1 || rule->every > LEXICASE_EVERY_MAX))
        return err_set(err, "lexicase: every must be 1 to %d, got %u",
                       LEXICASE_EVERY_MAX, rule->every);
    return true;
}

/* ---- the table ----------------------------------------------------------- */

/* Cases of a generation. */
static size_t sample_size(const CaseTable *t, const LexicaseRule *rule) {
    return rule->sample && rule->sample < t->width ? rule->sample : t->width;
}

/* The cases of a generation in the order they are batched. */
static uint32_t *draw_cases(const CaseTable *t, const LexicaseRule *rule,
                            Rng *rng, Err *err) {
    uint32_t *cases = mem_new(t->width, sizeof *cases, err);
    if (!cases) return NULL;
    for (size_t i = 0; i < t->width; i++)
        cases[i] = t->sample ? t->sample[i] : (uint32_t)i;
    size_t n = t->sample ? sample_size(t, rule) : t->width;
    if (rule->batch > 1 || (rule->sample && !t->sample))
        rng_shuffle(rng, cases, n, sizeof *cases);
    return cases;
}

/* The costs of program i, by case or batch. */
static void gather(const CaseTable *t, const uint32_t *cases, size_t used,
                   size_t batch, size_t i, double *to) {
    const double *row = t->rows + (t->order ? t->order[i] : i) * t->width;
    for (size_t k = 0; k < used; k += batch) {
        double sum = 0;
        for (size_t j = k; j < used && j < k + batch; j++)
            sum += game_tame(row[cases[j]], t->minimise);
        *to++ = (t->minimise ? sum : -sum) + 0.0;    /* no -0 */
    }
}

/* All costs, program by program; sets the width. */
static double *gather_all(Lexicase *x, const CaseTable *t,
                          const LexicaseRule *rule, Rng *rng, Err *err) {
    size_t used = sample_size(t, rule);
    size_t batch = rule->batch > 1 ? rule->batch : 1;
    x->width = (used + batch - 1) / batch;
    uint32_t *cases = draw_cases(t, rule, rng, err);
    double *all = cases ? mem_new(t->count * x->width, sizeof *all, err) : NULL;
    for (size_t i = 0; all && i < t->count; i++)
        gather(t, cases, used, batch, i, all + i * x->width);
    mem_free(cases);
    return all;
}

/* ---- classes ------------------------------------------------------------- */

/* Programs that may be drawn, and what they cost. */
typedef struct Rows {
    double   *all;                   /* of every program, by case or batch */
    size_t    count;                 /* programs */
    uint32_t *who;                   /* these may be drawn, */
    size_t    n;                     /* so many */
} Rows;

static const double *row_of(const Lexicase *x, const Rows *r, size_t i) {
    return r->all + r->who[i] * x->width;
}

/* Gives every program its class, in order of their first programs, by a table
 * of `size` places, a power of two. */
static void classify(Lexicase *x, const Rows *r, uint32_t *class,
                     uint32_t *table, size_t size) {
    size_t bytes = x->width * sizeof *r->all;
    for (size_t i = 0; i < r->n; i++) {
        const double *row = row_of(x, r, i);
        size_t at = hash_bytes(row, bytes) & (size - 1);
        while (table[at] &&
               memcmp(row_of(x, r, table[at] - 1), row, bytes) != 0)
            at = (at + 1) & (size - 1);
        if (table[at]) {
            class[i] = class[table[at] - 1];
            continue;
        }
        table[at] = (uint32_t)i + 1;
        class[i] = (uint32_t)x->classes++;
    }
}

/* Sorts programs by their class, and costs by case. */
static bool sort(Lexicase *x, const Rows *r, const uint32_t *class, Err *err) {
    x->first = mem_new(x->classes + 2, sizeof *x->first, err);
    x->members = mem_new(r->n, sizeof *x->members, err);
    x->costs = mem_new(x->width * x->classes, sizeof *x->costs, err);
    if (!x->first || !x->members || !x->costs) return false;
    for (size_t i = 0; i < r->n; i++) x->first[class[i] + 2]++;
    for (size_t c = 2; c < x->classes + 2; c++) x->first[c] += x->first[c - 1];
    for (size_t i = 0, seen = 0; i < r->n; i++) {
        size_t c = class[i];
        x->members[x->first[c + 1]++] = r->who[i];
        if (c < seen) continue;
        const double *row = row_of(x, r, i);
        for (size_t k = 0; k < x->width; k++)
            x->costs[k * x->classes + c] = row[k];
        seen++;
    }
    assert(x->first[x->classes] == r->n);
    return true;
}

static bool make_classes(Lexicase *x, const Rows *r, Err *err) {
    size_t size = 2;
    while (size < 2 * r->n) size *= 2;
    uint32_t *class = mem_new(r->n, sizeof *class, err);
    uint32_t *table = mem_new(size, sizeof *table, err);
    bool ok = class && table;
    if (ok) {
        classify(x, r, class, table, size);
        ok = sort(x, r, class, err);
    }
    mem_free(class);
    mem_free(table);
    return ok;
}

/* ---- who may be drawn ---------------------------------------------------- */

static void see_all(Rows *r) {
    for (r->n = 0; r->n < r->count; r->n++) r->who[r->n] = (uint32_t)r->n;
}

/* The least cost of each case. */
static void find_best(const Lexicase *x, const Rows *r, double *best) {
    size_t w = x->width;
    memcpy(best, r->all, w * sizeof *best);
    for (size_t i = 1; i < r->count; i++)
        for (size_t k = 0; k < w; k++) {
            double cost = r->all[i * w + k];
            best[k] = cost < best[k] ? cost : best[k];
        }
}

/* Cases at which a program is the best. */
static uint32_t count_wins(const double *row, const double *best, size_t w) {
    uint32_t wins = 0;
    for (size_t k = 0; k < w; k++) wins += row[k] <= best[k];
    return wins;
}

/* Those who are the best at some case, and before others who are at more: who
 * is left of a draw then stands close together. `wins` has room for a number
 * per program, `from` for one per case and two more. */
static void see_best(const Lexicase *x, Rows *r, const double *best,
                     uint32_t *wins, size_t *from) {
    size_t w = x->width;
    for (size_t i = 0; i < r->count; i++) {
        wins[i] = count_wins(r->all + i * w, best, w);
        from[w - wins[i] + 1]++;
    }
    for (size_t k = 1; k <= w; k++) from[k] += from[k - 1];
    r->n = from[w];
    for (size_t i = 0; i < r->count; i++)
        if (wins[i]) r->who[from[w - wins[i]]++] = (uint32_t)i;
    assert(r->n >= 1);
}

static bool see(const Lexicase *x, Rows *r, Err *err) {
    double *best = mem_new(x->width, sizeof *best, err);
    uint32_t *wins = mem_new(r->count, sizeof *wins, err);
    size_t *from = mem_new(x->width + 2, sizeof *from, err);
    bool ok = best && wins && from;
    if (ok) {
        find_best(x, r, best);
        see_best(x, r, best, wins, from);
    }
    mem_free(best);
    mem_free(wins);
    mem_free(from);
    return ok;
}

/* ---- margins ------------------------------------------------------------- */

/* How far from the best of each case is good enough. */
static bool make_margins(Lexicase *x, const Rows *r, Err *err) {
    x->margins = mem_new(x->width, sizeof *x->margins, err);
    LexicaseWeight *list = mem_new(r->count, sizeof *list, err);
    for (size_t k = 0; list && x->margins && k < x->width; k++) {
        for (size_t i = 0; i < r->count; i++)
            list[i] = (LexicaseWeight){ r->all[i * x->width + k], 1 };
        x->margins[k] = lexicase_deviation(list, r->count);
    }
    mem_free(list);
    return list && x->margins;
}

/* A static margin parts each case into passed and failed, once. */
static void make_passes(const Lexicase *x, const Rows *r) {
    for (size_t k = 0; k < x->width; k++) {
        double best = INFINITY;
        for (size_t i = 0; i < r->count; i++)
            best = fmin(best, r->all[i * x->width + k]);
        for (size_t i = 0; i < r->count; i++) {
            double *cost = &r->all[i * x->width + k];
            *cost = *cost <= best + x->margins[k] ? 0 : 1;
        }
    }
}

/* ---- making one ---------------------------------------------------------- */

static bool make(Lexicase *x, Rows *r, Err *err) {
    bool fixed = x->epsilon == EPSILON_STATIC || x->epsilon == EPSILON_SEMI;
    bool exact = x->epsilon == EPSILON_NONE || x->epsilon == EPSILON_STATIC;
    if (fixed && !make_margins(x, r, err)) return false;
    if (x->epsilon == EPSILON_STATIC) make_passes(x, r);
    if (!exact) see_all(r);
    return (!exact || see(x, r, err)) && make_classes(x, r, err) &&
           (exact ? lexicase_sets_make(x, err) : lexicase_lists_make(x, err));
}

Lexicase *lexicase_new(const CaseTable *table, const LexicaseRule *rule,
                       Rng *rng, Err *err) {
    assert(table->width >= 1 && table->count >= 1);
    Lexicase *x = mem_new(1, sizeof *x, err);
    if (!x) return NULL;
    x->epsilon = rule->epsilon;
    Rows rows = { .all = gather_all(x, table, rule, rng, err),
                  .count = table->count };
    rows.who = mem_new(table->count, sizeof *rows.who, err);
    bool ok = rows.all && rows.who && make(x, &rows, err);
    mem_free(rows.all);
    mem_free(rows.who);
    if (ok) return x;
    lexicase_free(x);
    return NULL;
}

void lexicase_free(Lexicase *x) {
    if (!x) return;
    mem_free(x->costs);
    mem_free(x->first);
    mem_free(x->members);
    mem_free(x->margins);
    lexicase_sets_free(x->sets);
    lexicase_lists_free(x->lists);
    mem_free(x);
}

/* ---- drawing ------------------------------------------------------------- */

bool lexicase_room(const Lexicase *x, LexicaseRoom *room, Err *err) {
    *room = (LexicaseRoom){
        .cases = mem_new(x->width, sizeof *room->cases, err),
        .swapped = mem_new(x->width, sizeof *room->swapped, err),
    };
    if (room->cases && room->swapped &&
        (x->sets ? lexicase_sets_room(x, room, err)
                 : lexicase_lists_room(x, room, err))) {
        for (size_t i = 0; i < x->width; i++) room->cases[i] = (uint32_t)i;
        return true;
    }
    lexicase_room_free(room);
    return false;
}

void lexicase_room_free(LexicaseRoom *room) {
    mem_free(room->cases);
    mem_free(room->swapped);
    for (int i = 0; i < 2; i++) {
        mem_free(room->space[i].at);
        mem_free(room->space[i].bits);
    }
    mem_free(room->remain);
    mem_free(room->weights);
    *room = (LexicaseRoom){ 0 };
}

/* The cases as they were before so many were drawn. */
static void put_back(LexicaseRoom *room, size_t n) {
    while (n-- > 0) {
        uint32_t k = room->cases[n], at = room->swapped[n];
        room->cases[n] = room->cases[at];
        room->cases[at] = k;
    }
}

uint32_t lexicase_pick(const Lexicase *x, LexicaseRoom *room, Rng *rng) {
    size_t cases;
    uint32_t program = x->sets ? lexicase_sets_pick(x, room, &cases, rng)
                               : lexicase_lists_pick(x, room, &cases, rng);
    put_back(room, cases);
    return program;
}
