/* niche.c -- may a child come into a place, as its neighbours are?
 *
 * Places are settled in order, so the neighbours before a place are those of
 * the new generation, those behind it still those of the old one, and the
 * answer does not depend on threads. A child that is of the very kind of who
 * was there changes no neighbourhood and always may.
 */
#include <assert.h>
#include <string.h>

#include "evolve/evolve_inner.h"

/* What two programs have in common. */
typedef struct Likeness {
    bool score, steps, cases;
} Likeness;

static Likeness likeness(const Evolution *e, const Niche *niche, uint32_t a,
                         uint32_t b) {
    const Score *x = &e->slots.scores[a], *y = &e->slots.scores[b];
    Likeness l = { .score = !(x->standardized < y->standardized) &&
                            !(x->standardized > y->standardized) };
    l.steps = l.score && x->steps == y->steps;
    l.cases = l.score && niche->cases &&
              memcmp(cases_row(e, a), cases_row(e, b),
                     e->width * sizeof *e->rows) == 0;
    return l;
}

/* One more neighbour; true if that makes too many. */
static bool count(Niche *left, Likeness l) {
    if (l.score && left->score && --left->score == 0) return true;
    if (l.steps && left->steps && --left->steps == 0) return true;
    return l.cases && left->cases && --left->cases == 0;
}

bool niche_admits(const Evolution *e, const Niche *niche, size_t place,
                  uint32_t child) {
    assert(place < e->count);
    Likeness own = likeness(e, niche, child, e->order[place]);
    if (own.steps && (own.cases || !niche->cases)) return true;
    Niche left = *niche;
    size_t n = e->count;
    for (size_t d = 1; d <= niche->near && 2 * d <= n; d++) {
        size_t before = (place + n - d) % n, behind = (place + d) % n;
        for (int side = 0; side < (2 * d < n ? 2 : 1); side++) {
            size_t i = side ? behind : before;
            uint32_t slot = i < place ? e->next[i] : e->order[i];
            if (count(&left, likeness(e, niche, child, slot))) return false;
        }
    }
    return true;
}
