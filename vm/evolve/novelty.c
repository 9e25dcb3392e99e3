/* novelty.c -- how unlike others programs behave, and the archive.
 *
 * What a child's behaviour adds depends on (seed, generation, its number), so
 * the archive is the same on any number of threads. It is part of a checkpoint:
 * whoever was in it may be long dead.
 */
#include "novelty.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "evolve_inner.h"

enum { CHUNK = 16 };

size_t archive_count(const Archive *a) {
    return a->added < a->room ? (size_t)a->added : a->room;
}

bool novelty_check(const NoveltyRule *rule, Err *err) {
    if (rule->near > NOVELTY_NEAR_MAX)
        return err_set(err, "novelty looks at 1 to %d nearest, not %u",
                       NOVELTY_NEAR_MAX, rule->near);
    if (!(rule->add >= 0 && rule->add <= 1))
        return err_set(err, "the chance to enter an archive is 0 to 1, not %g",
                       rule->add);
    if (rule->archive > NOVELTY_ARCHIVE_MAX)
        return err_set(err, "an archive holds up to %d behaviours, not %zu",
                       NOVELTY_ARCHIVE_MAX, rule->archive);
    return true;
}

/* ---- the archive --------------------------------------------------------- */

void novelty_free(Evolution *e) {
    mem_free(e->archive.points);
    e->archive = (Archive){ 0 };
}

/* Points of another width, or that no longer fit, are forgotten. */
bool novelty_reserve(Evolution *e, const Plan *plan, Err *err) {
    Archive *a = &e->archive;
    size_t width = plan->goals.count, room = plan->novelty.archive;
    if (!plan->novelty.near) {
        novelty_free(e);
        return true;
    }
    if (a->room == room && a->width == width) return true;
    if (a->width != width || a->added > a->room || a->added > room)
        novelty_free(e);
    double *points = mem_resize(a->points, room + 1, width * sizeof *points,
                                err);
    if (!points) return false;
    a->points = points;
    a->width = width;
    a->room = room;
    return true;
}

void novelty_note(Evolution *e, const Plan *plan) {
    Archive *a = &e->archive;
    for (size_t i = 0; a->room && i < e->children; i++) {
        Rng rng = rng_key(e->seed, e->generation + 1, KEY_ARCHIVE + i,
                          RNG_BREED);
        if (rng_real(&rng) >= plan->novelty.add) continue;
        size_t slot = e->order[e->count + i];
        memcpy(a->points + a->added++ % a->room * a->width,
               e->goals + slot * a->width, a->width * sizeof *a->points);
    }
}

typedef struct Saved {
    uint64_t width, room, added;
} Saved;

void novelty_save(const Evolution *e, Buf *out) {
    const Archive *a = &e->archive;
    Saved saved = { a->width, a->room, a->added };
    buf_bytes(out, &saved, sizeof saved);
    buf_bytes(out, a->points, archive_count(a) * a->width * sizeof *a->points);
}

bool novelty_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    Saved saved;
    Archive a = { 0 };
    if (n >= sizeof saved) {
        memcpy(&saved, bytes, sizeof saved);
        a = (Archive){ NULL, saved.width, saved.room, saved.added };
    }
    size_t point = a.width * sizeof *a.points;
    if (a.width < 1 || a.width > PARETO_OBJECTIVES_MAX ||
        a.room > NOVELTY_ARCHIVE_MAX ||
        n - sizeof saved != archive_count(&a) * point)
        return err_set(err, "the checkpoint's archive is damaged");
    a.points = mem_new(a.room + 1, point, err);
    if (!a.points) return false;
    memcpy(a.points, (const char *)bytes + sizeof saved, n - sizeof saved);
    novelty_free(e);
    e->archive = a;
    return true;
}

/* ---- novelty ------------------------------------------------------------- */

/* The least of the distances seen so far, sorted. */
typedef struct Nearest {
    double least[NOVELTY_NEAR_MAX];
    size_t count, most;
} Nearest;

static void see(Nearest *nearest, double distance) {
    size_t k = nearest->count;
    if (k == nearest->most) {
        if (distance >= nearest->least[k - 1]) return;
        k--;
    } else {
        nearest->count++;
    }
    for (; k > 0 && nearest->least[k - 1] > distance; k--)
        nearest->least[k] = nearest->least[k - 1];
    nearest->least[k] = distance;
}

/* The living while their novelty is found. */
typedef struct Search {
    const Evolution *e;
    size_t           near;
    double          *novelty;        /* by place */
} Search;

static double novelty_of(const Search *s, size_t i) {
    const Evolution *e = s->e;
    const Archive *a = &e->archive;
    size_t width = e->goal_width;
    const double *own = e->goals + (size_t)e->order[i] * width;
    Nearest nearest = { .most = s->near };
    for (size_t k = 0; k < e->count; k++)
        if (k != i)
            see(&nearest,
                goals_distance(own, e->goals + (size_t)e->order[k] * width,
                               width));
    for (size_t k = 0; k < archive_count(a); k++)
        see(&nearest, goals_distance(own, a->points + k * width, width));
    double sum = 0;
    for (size_t k = 0; k < nearest.count; k++) sum += nearest.least[k];
    return nearest.count ? sum / (double)nearest.count : 0;
}

static void search_chunk(void *context, int worker, size_t first, size_t last) {
    const Search *s = context;
    (void)worker;
    for (size_t i = first; i < last; i++) s->novelty[i] = novelty_of(s, i);
}

static void find(Evolution *e, const Plan *plan, double *novelty) {
    assert(e->aimed && e->goal_width == plan->goals.count);
    Search search = { e, plan->novelty.near, novelty };
    pool_run(e->pool, e->count, CHUNK, search_chunk, &search);
}

typedef struct Rank {
    double   novelty;
    uint32_t place;
} Rank;

static int by_novelty(const void *a, const void *b) {
    const Rank *x = a, *y = b;
    if (x->novelty != y->novelty) return x->novelty > y->novelty ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* The most novel costs nothing; equals cost the same. */
bool novelty_costs(Evolution *e, const Plan *plan, double *costs, Err *err) {
    Rank *ranks = mem_new(e->count, sizeof *ranks, err);
    if (!ranks) return false;
    find(e, plan, costs);
    for (size_t i = 0; i < e->count; i++)
        ranks[i] = (Rank){ costs[i], (uint32_t)i };
    qsort(ranks, e->count, sizeof *ranks, by_novelty);
    double cost = 0;
    for (size_t i = 0; i < e->count; i++) {
        if (i && ranks[i].novelty < ranks[i - 1].novelty) cost = (double)i;
        costs[ranks[i].place] = cost;
    }
    mem_free(ranks);
    return true;
}
