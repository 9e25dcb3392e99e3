/* tree_cross.c -- crossovers that look at sizes and places.
 *
 * Size-fair crossover (W. B. Langdon, Size Fair and Homologous Tree Genetic
 * Programming Crossovers, Genetic Programming and Evolvable Machines 1, 2000)
 * cuts the mother anywhere; of the father's subtrees those of at most 1 + 2l
 * nodes may come in the place of l. One of equal size is taken with chance 1/l,
 * else a smaller or a larger one, so that the mean change of size is 0.
 * Homologous crossover draws the size in the same way, and of the father's
 * subtrees of that size takes the one whose way from the root goes along with
 * the mother's for longest.
 *
 * One-point and uniform crossover (R. Poli, W. B. Langdon, On the Search
 * Properties of Different Crossover Operators in Genetic Programming, GP 1998)
 * lay the two trees over each other from the root on:
 *
 *     mother  (ADD (NOT 1) (SUB 2 3))     in common  (ADD (NOT 1) #)
 *     father  (SUB (NOT 4) 5)                        (SUB (NOT 4) #)
 *
 * where # is a place at which the numbers of arguments, or their kinds, differ:
 * there subtrees are exchanged whole.
 */
#include "tree_cross.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"
#include "tree_cut.h"
#include "tree_own.h"

/* Two parents, and where they meet. */
typedef struct Meeting {
    const TreeSpecies *sp;
    Rng     *rng;
    Tree     mother, father, out;
    int      branch;
    size_t   first[2];               /* of the branch, in the code of each */
    uint16_t span[2][TREE_NODES_MAX];            /* of its nodes */
} Meeting;

static void meet(Meeting *m, const Species *species, Rng *rng,
                 const void *const parents[], void *child) {
    m->sp = tree_cut_species(species);
    m->rng = rng;
    m->mother = tree_cut_view(species, parents[0]);
    m->father = tree_cut_view(species, parents[1]);
    m->out = tree_at(m->sp->vocab, child);
}

static void choose_branch(Meeting *m) {
    const Tree *parent[] = { &m->mother, &m->father };
    int b = m->branch = tree_cut_common(m->rng, &m->mother, &m->father);
    for (int i = 0; i < 2; i++) {
        m->first[i] = tree_start(parent[i], b);
        tree_spans(m->sp->vocab, parent[i]->code + m->first[i],
                   parent[i]->len[b], m->span[i]);
    }
}

/* The father's subtree at `from` in the place of the mother's at `at`, both
 * counted within the branch; false if that breaks a limit. */
static bool join(Meeting *m, size_t at, size_t from, Origin *origin) {
    size_t cut = m->span[0][at], n = m->span[1][from];
    at += m->first[0];
    from += m->first[1];
    if (!tree_cut_fits(m->sp, &m->mother, m->branch, cut, n)) return false;
    tree_splice(&m->out, &m->mother, at, cut, m->father.code + from, n);
    if (!tree_cut_shallow(m->sp, &m->out, m->branch)) return false;
    tree_own_settle(&m->out, m->mother.own,
                    (TreeGraft){ at, n, m->father.own, NULL });
    hot_assert(tree_check(&m->out, m->sp->nodes, NULL));
    *origin = (Origin){ (uint32_t)m->branch,
                        { (uint32_t)at, (uint32_t)from },
                        { (uint32_t)cut, (uint32_t)n } };
    return true;
}

/* ---- by size ------------------------------------------------------------- */

/* The father's subtrees that may come, by how they compare to what is cut. */
typedef enum Sort { SMALLER, EQUAL, LARGER, SORTS } Sort;

typedef struct Donors {
    int    kind;
    size_t cut;
    size_t count[SORTS], sum[SORTS]; /* of them; of the differences */
} Donors;

static Sort sort_of(size_t n, size_t cut) {
    return n < cut ? SMALLER : n > cut ? LARGER : EQUAL;
}

static bool may_come(const Meeting *m, const Donors *d, size_t from) {
    return m->span[1][from] <= 1 + 2 * d->cut &&
           tree_cut_kind(&m->father, m->first[1] + from) == d->kind;
}

static Donors count_donors(const Meeting *m, size_t at) {
    Donors d = { .kind = tree_cut_kind(&m->mother, m->first[0] + at),
                 .cut = m->span[0][at] };
    for (size_t i = 0; i < m->father.len[m->branch]; i++) {
        if (!may_come(m, &d, i)) continue;
        size_t n = m->span[1][i];
        Sort sort = sort_of(n, d.cut);
        d.count[sort]++;
        d.sum[sort] += n < d.cut ? d.cut - n : n - d.cut;
    }
    return d;
}

/* Which sort comes; SORTS if none can without a change on average. */
static Sort choose_sort(const Donors *d, Rng *rng) {
    double x = rng_real(rng);
    bool both = d->count[SMALLER] && d->count[LARGER];
    if (!both) return d->count[EQUAL] ? EQUAL : SORTS;
    double equal = d->count[EQUAL] ? 1 / (double)d->cut : 0;
    double less = (double)d->sum[SMALLER] / (double)d->count[SMALLER];
    double more = (double)d->sum[LARGER] / (double)d->count[LARGER];
    if (x < equal) return EQUAL;
    return x < equal + (1 - equal) * less / (less + more) ? LARGER : SMALLER;
}

/* A subtree of that sort, each as likely. */
static size_t draw_donor(const Meeting *m, const Donors *d, Sort sort) {
    size_t k = rng_below(m->rng, (uint32_t)d->count[sort]);
    for (size_t i = 0;; i++) {
        hot_assert(i < m->father.len[m->branch]);
        if (!may_come(m, d, i) || sort_of(m->span[1][i], d->cut) != sort)
            continue;
        if (k-- == 0) return i;
    }
}

/* The child of `node`, within a branch, that node `at` is in, and its number;
 * none if they are the same node. */
static size_t step_to(const Meeting *m, int parent, size_t node, size_t at,
                      int *number) {
    size_t child = node + 1;
    for (*number = 0; child + m->span[parent][child] <= at; (*number)++)
        child += m->span[parent][child];
    return child;
}

/* Of the father's subtrees as large as that at `from`, the one that shares most
 * of the mother's way from the root to `at`; of several the first behind a
 * random one. */
static size_t nearest_donor(const Meeting *m, const Donors *d, size_t at,
                            size_t from) {
    size_t n = m->span[1][from], len = m->father.len[m->branch];
    size_t low = 0, end = len, best = from, start = from;
    size_t mother = 0, father = 0;
    const uint8_t *arity = m->sp->vocab->arity;
    for (;;) {                       /* those below `father` go along */
        bool found = false;
        for (size_t i = 0; i < end - low && !found; i++) {
            size_t k = start >= low && start < end
                           ? low + (start - low + i) % (end - low)
                           : low + i;
            found = m->span[1][k] == n && may_come(m, d, k);
            if (found) best = k;
        }
        if (!found || mother == at) return best;
        int number;
        mother = step_to(m, 0, mother, at, &number);
        if (number >= arity[m->father.code[m->first[1] + father]]) return best;
        size_t next = father + 1;
        for (int k = 0; k < number; k++) next += m->span[1][next];
        father = low = next;
        end = father + m->span[1][father];
    }
}

typedef size_t NearDonor(const Meeting *m, const Donors *d, size_t at,
                         size_t from);

enum { F_LEAVES, F_RETRIES };

static bool cross_by_size(Meeting *m, const double *param, NearDonor *nearest,
                          Origin *origin) {
    for (int tries = (int)param[F_RETRIES]; tries > 0; tries--) {
        choose_branch(m);
        size_t n = m->mother.len[m->branch];
        bool interior = n > 1 && rng_real(m->rng) >= param[F_LEAVES];
        size_t at = tree_cut_node(m->rng, &m->mother, m->first[0], n, interior);
        if (at == SIZE_MAX) continue;
        at -= m->first[0];
        Donors d = count_donors(m, at);
        Sort sort = choose_sort(&d, m->rng);
        if (sort == SORTS) continue;
        size_t from = draw_donor(m, &d, sort);
        if (nearest) from = nearest(m, &d, at, from);
        if (join(m, at, from, origin)) return true;
    }
    return false;
}

bool tree_cross_size_fair(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin) {
    Meeting m;
    meet(&m, species, rng, parents, child);
    return cross_by_size(&m, param, NULL, origin) ||
           tree_cut_give_up(species, parents[0], child);
}

bool tree_cross_homologous(const Species *species, const double *param,
                           Rng *rng, const void *const parents[], void *child,
                           Origin *origin) {
    Meeting m;
    meet(&m, species, rng, parents, child);
    return cross_by_size(&m, param, nearest_donor, origin) ||
           tree_cut_give_up(species, parents[0], child);
}

/* ---- by place ------------------------------------------------------------ */

/* Are the arguments of the two nodes laid over each other? */
static bool is_common(const Meeting *m, size_t a, size_t b) {
    const Symbol *symbol = m->sp->vocab->symbol;
    const Symbol *x = &symbol[m->mother.code[m->first[0] + a]];
    const Symbol *y = &symbol[m->father.code[m->first[1] + b]];
    return x->arity == y->arity && x->kind == y->kind &&
           memcmp(x->arg_kind, y->arg_kind, x->arity) == 0;
}

typedef struct Twin {
    uint16_t mother, father;         /* nodes in the same place */
} Twin;

/* All places that both have, in order; `twin` has room for all nodes. A place
 * whose arguments are not in common is one; those below it are not. */
static size_t lay_over(const Meeting *m, Twin *twin) {
    size_t n = 0, a = 0, b = 0, len = m->mother.len[m->branch];
    while (a < len) {
        twin[n++] = (Twin){ (uint16_t)a, (uint16_t)b };
        bool common = is_common(m, a, b);
        a += common ? 1 : m->span[0][a];
        b += common ? 1 : m->span[1][b];
    }
    assert(b == m->father.len[m->branch]);
    return n;
}

bool tree_cross_one_point(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin) {
    enum { RETRIES };
    Meeting m;
    Twin twin[TREE_NODES_MAX];
    meet(&m, species, rng, parents, child);
    for (int tries = (int)param[RETRIES]; tries > 0; tries--) {
        choose_branch(&m);
        size_t n = lay_over(&m, twin);
        if (n < 2) continue;         /* the roots alone: nothing would cross */
        Twin at = twin[1 + rng_below(rng, (uint32_t)(n - 1))];
        if (join(&m, at.mother, at.father, origin)) return true;
    }
    return tree_cut_give_up(species, parents[0], child);
}

/* Writes the branch of a uniform crossover, and whose each node is; returns its
 * nodes, 0 if they are more than `room`. */
static size_t write_uniform(Meeting *m, double swap, uint8_t *code,
                            uint8_t *from, size_t room) {
    const uint8_t *parent[] = { m->mother.code + m->first[0],
                                m->father.code + m->first[1] };
    size_t at[2] = { 0, 0 }, n = 0, len = m->mother.len[m->branch];
    while (at[0] < len) {
        bool common = is_common(m, at[0], at[1]);
        int who = rng_real(m->rng) < swap;
        size_t span = common ? 1 : m->span[who][at[who]];
        if (n + span > room) return 0;
        memcpy(code + n, parent[who] + at[who], span);
        memset(from + n, who, span);
        n += span;
        for (int i = 0; i < 2; i++) at[i] += common ? 1 : m->span[i][at[i]];
    }
    assert(at[1] == m->father.len[m->branch]);
    return n;
}

bool tree_cross_uniform(const Species *species, const double *param, Rng *rng,
                        const void *const parents[], void *child,
                        Origin *origin) {
    enum { SWAP, RETRIES };
    (void)origin;                    /* there is no one cut */
    Meeting m;
    uint8_t code[TREE_NODES_MAX], from[VOCAB_BRANCHES * TREE_NODES_MAX];
    meet(&m, species, rng, parents, child);
    for (int tries = (int)param[RETRIES]; tries > 0; tries--) {
        choose_branch(&m);
        uint8_t whose[TREE_NODES_MAX];
        size_t n = write_uniform(&m, param[SWAP], code, whose, m.sp->nodes);
        if (n == 0) continue;
        tree_splice(&m.out, &m.mother, m.first[0], m.mother.len[m.branch], code,
                    n);
        if (!tree_cut_shallow(m.sp, &m.out, m.branch)) continue;
        memset(from, 0, tree_size(&m.out));
        memcpy(from + m.first[0], whose, n);
        const uint8_t *own[] = { m.mother.own, m.father.own };
        tree_own_blend(&m.out, own, from, NULL);
        hot_assert(tree_check(&m.out, m.sp->nodes, NULL));
        return true;
    }
    return tree_cut_give_up(species, parents[0], child);
}
