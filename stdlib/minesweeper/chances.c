/* chances.c -- how likely each covered square of a board has a mine.
 *
 * The ways of a component are counted by layers: layer i has the states that
 * are possible when groups 0..i-1 have got their mines. A state is how many
 * mines each open rule still wants, four bits each, and how many mines were
 * placed. `before` counts the ways to come to a state, `after` those to go on
 * from it, weighed by what the rest of the board allows; their product over a
 * choice is the weight of that choice.
 *
 *     group     0       1       2
 *     layer  {} -- {1,.}-- {.,2}-- {}      rules open between groups
 */
#include "chances.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "mines.h"

enum { RULES_OF_MAX = 8, CHOICES_MAX = 9, NONE = -1 };

typedef struct Rule {
    int     left;                    /* mines its undecided squares have */
    int     count;                   /* of undecided squares */
    int     square[RULES_OF_MAX];
    int     part;                    /* component, while these are found */
    int     room;                    /* squares whose mines are not placed */
    int     groups;                  /* that are not placed */
    int     slot;                    /* in a state, or NONE */
} Rule;

typedef struct Group {
    int     rule[RULES_OF_MAX];
    int     rules, size;
    int     next;                    /* group of the same first rule, or NONE */
    int     part;
    double  inside;                  /* mines in it, in the mean */
} Group;

typedef struct State {
    uint64_t left[2];
    uint32_t mines;
    uint32_t next[CHOICES_MAX];      /* state of the next layer, or NO_STATE */
    double   before, after;
} State;

#define NO_STATE UINT32_MAX

typedef struct Part {                /* a component */
    int      first, count;           /* in `order` */
    bool     counted;
    double  *ways;                   /* [mines] */
} Part;

struct Chances {
    int      rows, cols, mines, squares;
    int8_t  *known;
    uint8_t *open;
    int     *group_of;               /* by square, or NONE */
    Rule    *rule;
    int     *rule_of;                /* by square, or NONE */
    int      rules;
    Group   *group;
    int      groups;
    int     *first;                  /* group by first rule, or NONE */
    int     *order;                  /* groups, component by component */
    Part     part[CHANCES_PARTS_MAX];
    int      parts;
    double  *ways;                   /* [part][mines], and products of those */
    double  *front, *back;           /* of parts before and behind one */
    State   *state;
    uint32_t states;
    uint32_t *layer;                 /* where each begins */
    uint64_t *table;                 /* by hash: epoch of a layer and state */
    uint32_t epoch;                  /* of the newest layer */
    double  *free_ways;              /* by mines in counted components */
    int      free_squares, left;     /* under no rule; mines to be placed */
};

enum { TABLE = CHANCES_STATES_MAX * 2 };

/* ---- life --------------------------------------------------------------- */

Chances *chances_new(int rows, int cols, int mines, Err *err) {
    Chances *c = mem_new(1, sizeof *c, err);
    if (!c) return NULL;
    size_t n = (size_t)rows * (size_t)cols, m = (size_t)mines + 1;
    c->rows = rows;
    c->cols = cols;
    c->mines = mines;
    c->squares = rows * cols;
    c->known = mem_new(n, 1, err);
    c->open = mem_new(n, 1, err);
    c->group_of = mem_new(n, sizeof *c->group_of, err);
    c->rule = mem_new(n, sizeof *c->rule, err);
    c->rule_of = mem_new(n, sizeof *c->rule_of, err);
    c->group = mem_new(n, sizeof *c->group, err);
    c->first = mem_new(n, sizeof *c->first, err);
    c->order = mem_new(n, sizeof *c->order, err);
    c->layer = mem_new(n + 2, sizeof *c->layer, err);
    c->ways = mem_new(CHANCES_PARTS_MAX * m, sizeof *c->ways, err);
    c->front = mem_new((CHANCES_PARTS_MAX + 1) * m, sizeof *c->front, err);
    c->back = mem_new((CHANCES_PARTS_MAX + 1) * m, sizeof *c->back, err);
    c->free_ways = mem_new(m, sizeof *c->free_ways, err);
    c->state = mem_new(CHANCES_STATES_MAX, sizeof *c->state, err);
    c->table = mem_new(TABLE, sizeof *c->table, err);
    if (c->known && c->open && c->group_of && c->rule && c->rule_of &&
        c->group && c->first && c->order && c->layer && c->ways && c->front &&
        c->back && c->free_ways && c->state && c->table)
        return c;
    chances_free(c);
    return NULL;
}

void chances_free(Chances *c) {
    if (!c) return;
    mem_free(c->known);
    mem_free(c->open);
    mem_free(c->group_of);
    mem_free(c->rule);
    mem_free(c->rule_of);
    mem_free(c->group);
    mem_free(c->first);
    mem_free(c->order);
    mem_free(c->layer);
    mem_free(c->ways);
    mem_free(c->front);
    mem_free(c->back);
    mem_free(c->free_ways);
    mem_free(c->state);
    mem_free(c->table);
    mem_free(c);
}

/* ---- what single numbers decide ----------------------------------------- */

/* The squares around one; how many. */
static int around(const Chances *c, int square, int *out) {
    int row = square / c->cols, col = square % c->cols, n = 0;
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = col - 1; x <= col + 1; x++) {
            bool off = y < 0 || y >= c->rows || x < 0 || x >= c->cols;
            if (!off && (y != row || x != col)) out[n++] = y * c->cols + x;
        }
    return n;
}

/* The rule of an open square about those around it that are undecided. */
static Rule rule_at(const Chances *c, const uint8_t *board, int square) {
    Rule r = { .left = board[square] >> SQ_NUMBER_SHIFT, .part = NONE };
    int at[RULES_OF_MAX], n = around(c, square, at);
    for (int i = 0; i < n; i++) {
        if (c->known[at[i]] > 0) r.left--;
        if (!c->open[at[i]] && !c->known[at[i]]) r.square[r.count++] = at[i];
    }
    return r;
}

/* One pass over the board; how many squares have become known. */
static int decide(Chances *c, const uint8_t *board) {
    int found = 0;
    for (int q = 0; q < c->squares; q++) {
        if (!c->open[q]) continue;
        Rule r = rule_at(c, board, q);
        if (!r.count || (r.left != 0 && r.left != r.count)) continue;
        for (int i = 0; i < r.count; i++)
            c->known[r.square[i]] = r.left ? 1 : -1;
        found += r.count;
    }
    return found;
}

static void find_rules(Chances *c, const uint8_t *board) {
    c->rules = 0;
    for (int q = 0; q < c->squares; q++) {
        c->rule_of[q] = NONE;
        if (!c->open[q]) continue;
        Rule r = rule_at(c, board, q);
        if (!r.count) continue;
        c->rule_of[q] = c->rules;
        c->rule[c->rules++] = r;
    }
}

int chances_look(Chances *c, const uint8_t *board) {
    memset(c->known, 0, (size_t)c->squares);
    for (int q = 0; q < c->squares; q++) c->open[q] = (board[q] & SQ_OPEN) != 0;
    while (decide(c, board)) continue;
    int safe = 0;
    for (int q = 0; q < c->squares; q++) safe += c->known[q] < 0;
    find_rules(c, board);
    return safe;
}

int chances_known(const Chances *c, int square) { return c->known[square]; }

/* ---- groups and components ---------------------------------------------- */

/* The group under just these rules, made if there is none. */
static int group_under(Chances *c, const int *rule, int rules) {
    size_t bytes = (size_t)rules * sizeof *rule;
    int g = c->first[rule[0]];
    for (; g != NONE; g = c->group[g].next)
        if (c->group[g].rules == rules &&
            memcmp(c->group[g].rule, rule, bytes) == 0)
            return g;
    g = c->groups++;
    c->group[g] = (Group){ .rules = rules, .part = NONE };
    memcpy(c->group[g].rule, rule, bytes);
    c->group[g].next = c->first[rule[0]];
    c->first[rule[0]] = g;
    for (int i = 0; i < rules; i++) c->rule[rule[i]].groups++;
    return g;
}

static void find_groups(Chances *c) {
    c->groups = c->free_squares = 0;
    for (int i = 0; i < c->rules; i++) {
        c->first[i] = NONE;
        c->rule[i].groups = 0;
    }
    for (int q = 0; q < c->squares; q++) {
        c->group_of[q] = NONE;
        if (c->open[q] || c->known[q]) continue;
        int at[RULES_OF_MAX], n = around(c, q, at);
        int rule[RULES_OF_MAX], rules = 0;
        for (int i = 0; i < n; i++)
            if (c->rule_of[at[i]] != NONE) rule[rules++] = c->rule_of[at[i]];
        if (!rules) {
            c->free_squares++;
            continue;
        }
        c->group_of[q] = group_under(c, rule, rules);
        c->group[c->group_of[q]].size++;
    }
}

/* Rules of the group that no group of the component has touched. */
static int fresh_rules(const Chances *c, const Group *g, int part) {
    int n = 0;
    for (int i = 0; i < g->rules; i++) n += c->rule[g->rule[i]].part != part;
    return n;
}

static void take(Chances *c, int group, int part) {
    Group *g = &c->group[group];
    g->part = part;
    for (int i = 0; i < g->rules; i++) c->rule[g->rule[i]].part = part;
}

/* The next group of the component: one that opens few rules. */
static int next_group(const Chances *c, int part) {
    int best = NONE, least = 0;
    for (int i = 0; i < c->groups; i++) {
        const Group *g = &c->group[i];
        if (g->part != NONE) continue;
        int fresh = fresh_rules(c, g, part);
        if (fresh == g->rules || (best != NONE && fresh >= least)) continue;
        best = i;
        least = fresh;
    }
    return best;
}

static void find_parts(Chances *c) {
    int placed = 0;
    c->parts = 0;
    for (int i = 0; i < c->groups && c->parts < CHANCES_PARTS_MAX; i++) {
        if (c->group[i].part != NONE) continue;
        Part *p = &c->part[c->parts];
        *p = (Part){ .first = placed };
        for (int g = i; g != NONE; g = next_group(c, c->parts)) {
            take(c, g, c->parts);
            c->order[placed++] = g;
        }
        p->count = placed - p->first;
        c->parts++;
    }
}

/* ---- counting ----------------------------------------------------------- */

static double choose(int n, int k) {
    double x = 1;
    for (int i = 1; i <= k; i++) x = x * (n - k + i) / i;
    return x;
}

static int get_left(const State *s, int slot) {
    return (int)(s->left[slot >> 4] >> (slot & 15) * 4 & 15);
}

static void add_left(State *s, int slot, int by) {
    uint64_t unit = UINT64_C(1) << (slot & 15) * 4;
    s->left[slot >> 4] += (uint64_t)(int64_t)by * unit;
}

/* Empties the table. */
static void begin_layer(Chances *c) {
    if (++c->epoch) return;
    memset(c->table, 0, TABLE * sizeof *c->table);
    c->epoch = 1;
}

/* The state of the newest layer, made if there is none; NO_STATE if there is no
 * room for it. */
static uint32_t state_like(Chances *c, const State *s) {
    uint64_t h = (s->left[0] * UINT64_C(0x9e3779b97f4a7c15)) ^
                 (s->left[1] + s->mines) * UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 29;
    for (uint32_t at = (uint32_t)(h % TABLE);; at = (at + 1) % TABLE) {
        uint32_t i = (uint32_t)c->table[at];
        if (c->table[at] >> 32 != c->epoch) {
            if (c->states == CHANCES_STATES_MAX) return NO_STATE;
            c->table[at] = (uint64_t)c->epoch << 32 | c->states;
            c->state[c->states] = (State){ .left = { s->left[0], s->left[1] },
                                           .mines = s->mines };
            return c->states++;
        }
        const State *old = &c->state[i];
        if (old->left[0] == s->left[0] && old->left[1] == s->left[1] &&
            old->mines == s->mines)
            return i;
    }
}

/* Gives each rule that the group is the first of a slot; false if too many
 * would be open. */
static bool open_rules(Chances *c, const Group *g, uint32_t *slots) {
    for (int i = 0; i < g->rules; i++) {
        Rule *r = &c->rule[g->rule[i]];
        if (r->slot == NONE) {
            uint32_t no = ~*slots & ((UINT32_C(1) << CHANCES_OPEN_MAX) - 1);
            if (!no) return false;
            r->slot = __builtin_ctz(no);
            *slots |= no & -no;
        }
    }
    return true;
}

/* The state after n mines in the group; false if a rule cannot be met then. */
static bool placed(const Chances *c, const Group *g, int n, State *s) {
    s->mines += (uint32_t)n;
    if ((int)s->mines > c->left) return false;
    for (int i = 0; i < g->rules; i++) {
        const Rule *r = &c->rule[g->rule[i]];
        int left = get_left(s, r->slot) - n;
        if (left < 0 || left > r->room) return false;
        add_left(s, r->slot, -n);
    }
    return true;
}

/* Which rules the group opens, of each state of a layer. */
static void begin_rules(Chances *c, const Group *g, const bool *fresh,
                        State *s) {
    for (int i = 0; i < g->rules; i++) {
        const Rule *r = &c->rule[g->rule[i]];
        if (fresh[i]) add_left(s, r->slot, r->left);
    }
}

/* Makes the layer behind the group from the one before it. */
static bool layer_behind(Chances *c, const Group *g, const bool *fresh,
                         uint32_t from) {
    uint32_t to = c->states;
    begin_layer(c);
    for (uint32_t i = from; i < to; i++)
        for (int n = 0; n < CHOICES_MAX; n++) {
            c->state[i].next[n] = NO_STATE;
            State s = { .left = { c->state[i].left[0], c->state[i].left[1] },
                        .mines = c->state[i].mines };
            begin_rules(c, g, fresh, &s);
            if (n > g->size || !placed(c, g, n, &s)) continue;
            uint32_t next = state_like(c, &s);
            if (next == NO_STATE) return false;
            c->state[i].next[n] = next;
            c->state[next].before += c->state[i].before * choose(g->size, n);
        }
    return true;
}

/* Goes forward through the group; false if that takes too much. */
static bool count_group(Chances *c, const Group *g, uint32_t from,
                        uint32_t *slots) {
    bool fresh[RULES_OF_MAX];
    for (int i = 0; i < g->rules; i++)
        fresh[i] = c->rule[g->rule[i]].slot == NONE;
    if (!open_rules(c, g, slots)) return false;
    for (int i = 0; i < g->rules; i++) c->rule[g->rule[i]].room -= g->size;
    if (!layer_behind(c, g, fresh, from)) return false;
    for (int i = 0; i < g->rules; i++) {
        Rule *r = &c->rule[g->rule[i]];
        if (--r->groups == 0) *slots &= ~(UINT32_C(1) << r->slot);
    }
    return true;
}

static void ready_rules(Chances *c, const Part *p) {
    for (int k = 0; k < p->count; k++) {
        const Group *g = &c->group[c->order[p->first + k]];
        for (int i = 0; i < g->rules; i++) {
            Rule *r = &c->rule[g->rule[i]];
            r->slot = NONE;
            r->room = r->count;
            r->groups = 0;
        }
    }
    for (int k = 0; k < p->count; k++) {
        const Group *g = &c->group[c->order[p->first + k]];
        for (int i = 0; i < g->rules; i++) c->rule[g->rule[i]].groups++;
    }
}

/* Makes all layers of a component; false if that takes too much. */
static bool count_part(Chances *c, const Part *p) {
    uint32_t slots = 0, from = 0;
    ready_rules(c, p);
    c->states = 1;
    c->state[0] = (State){ .before = 1 };
    for (int k = 0; k < p->count; k++) {
        c->layer[k] = from;
        uint32_t next = c->states;
        if (!count_group(c, &c->group[c->order[p->first + k]], from, &slots))
            return false;
        from = next;
    }
    c->layer[p->count] = from;
    return true;
}

/* The ways of a component by their mines, the most of them being 1. */
static void note_ways(Chances *c, Part *p, int part) {
    p->ways = c->ways + (size_t)part * ((size_t)c->mines + 1);
    memset(p->ways, 0, ((size_t)c->mines + 1) * sizeof *p->ways);
    double most = 0;
    for (uint32_t i = c->layer[p->count]; i < c->states; i++) {
        const State *s = &c->state[i];
        p->ways[s->mines] += s->before;
        if (p->ways[s->mines] > most) most = p->ways[s->mines];
    }
    for (int k = 0; k <= c->mines; k++) p->ways[k] /= most > 0 ? most : 1;
}

/* Squares of a component that is left out are under no rule. */
static void leave_out(Chances *c) {
    for (int q = 0; q < c->squares; q++) {
        int g = c->group_of[q];
        if (g == NONE) continue;
        int part = c->group[g].part;
        if (part != NONE && c->part[part].counted) continue;
        c->group_of[q] = NONE;
        c->free_squares++;
    }
}

/* ---- the whole board ---------------------------------------------------- */

static void multiply(int n, const double *a, const double *b, double *out) {
    memset(out, 0, ((size_t)n + 1) * sizeof *out);
    for (int i = 0; i <= n; i++)
        for (int j = 0; a[i] > 0 && i + j <= n; j++) out[i + j] += a[i] * b[j];
}

/* Ways to place the mines that are left over on squares under no rule, by how
 * many the components have; only the ratios matter. */
static void count_free(Chances *c) {
    int f = c->free_squares;
    double way = 0;
    for (int k = 0; k <= c->mines; k++) {
        int r = c->left - k;
        if (r < 0 || r > f) way = 0;
        else if (k == 0 || r == f) way = 1;
        else way = way * (r + 1) / (f - r);
        c->free_ways[k] = way;
    }
}

/* The ways of all components before and behind each. */
static void multiply_parts(Chances *c) {
    size_t m = (size_t)c->mines + 1;
    memset(c->front, 0, m * sizeof *c->front);
    c->front[0] = 1;
    for (int i = 0; i < c->parts; i++) {
        if (c->part[i].counted)
            multiply(c->mines, c->front + (size_t)i * m, c->part[i].ways,
                     c->front + (size_t)(i + 1) * m);
        else
            memcpy(c->front + (size_t)(i + 1) * m, c->front + (size_t)i * m,
                   m * sizeof *c->front);
    }
    memcpy(c->back + (size_t)c->parts * m, c->free_ways, m * sizeof *c->back);
    for (int i = c->parts - 1; i >= 0; i--) {
        double *to = c->back + (size_t)i * m, *from = to + m;
        if (!c->part[i].counted) memcpy(to, from, m * sizeof *to);
        else
            for (size_t k = 0; k < m; k++) {
                to[k] = 0;
                for (size_t j = 0; j + k < m; j++)
                    to[k] += c->part[i].ways[j] * from[j + k];
            }
    }
}

/* The weight of a component's having so many mines: the others', and the
 * squares' under no rule. */
static double weight_beside(const Chances *c, int part, uint32_t mines) {
    size_t m = (size_t)c->mines + 1;
    const double *front = c->front + (size_t)part * m;
    const double *back = c->back + (size_t)(part + 1) * m;
    double sum = 0;
    for (size_t k = 0; k + mines < m; k++) sum += front[k] * back[k + mines];
    return sum;
}

/* Goes back through the layers of a component that have just been made: what
 * its groups have in the mean. */
static void weigh_part(Chances *c, int part) {
    const Part *p = &c->part[part];
    double total = 0;
    for (uint32_t i = c->layer[p->count]; i < c->states; i++) {
        State *s = &c->state[i];
        s->after = weight_beside(c, part, s->mines);
        total += s->before * s->after;
    }
    for (int k = p->count - 1; k >= 0; k--) {
        Group *g = &c->group[c->order[p->first + k]];
        double sum = 0;
        for (uint32_t i = c->layer[k]; i < c->layer[k + 1]; i++) {
            State *s = &c->state[i];
            for (int n = 0; n <= g->size && n < CHOICES_MAX; n++) {
                if (s->next[n] == NO_STATE) continue;
                double w = choose(g->size, n) * c->state[s->next[n]].after;
                s->after += w;
                sum += s->before * w * n;
            }
        }
        g->inside = total > 0 ? sum / total : 0;
    }
}

/* Mines on the squares under no rule, in the mean. */
static double free_mines(const Chances *c) {
    const double *all = c->front + (size_t)c->parts * ((size_t)c->mines + 1);
    double total = 0, sum = 0;
    for (int k = 0; k <= c->left && k <= c->mines; k++) {
        total += all[k] * c->free_ways[k];
        sum += all[k] * c->free_ways[k] * (c->left - k);
    }
    return total > 0 ? sum / total : 0;
}

static bool count_parts(Chances *c) {
    bool all = c->parts < CHANCES_PARTS_MAX;
    for (int i = 0; i < c->parts; i++) {
        c->part[i].counted = count_part(c, &c->part[i]);
        if (c->part[i].counted) note_ways(c, &c->part[i], i);
        else all = false;
    }
    return all;
}

bool chances_find(Chances *c, double *chance) {
    c->left = c->mines;
    for (int q = 0; q < c->squares; q++) c->left -= c->known[q] > 0;
    find_groups(c);
    find_parts(c);
    bool all = count_parts(c);
    leave_out(c);
    count_free(c);
    multiply_parts(c);
    for (int i = 0; i < c->parts; i++) {
        if (!c->part[i].counted) continue;
        bool again = count_part(c, &c->part[i]);
        assert(again);
        if (again) weigh_part(c, i);
    }
    double beside = c->free_squares ? free_mines(c) / c->free_squares : 0;
    for (int q = 0; q < c->squares; q++) {
        const Group *g = c->group_of[q] == NONE ? NULL
                                                : &c->group[c->group_of[q]];
        chance[q] = c->open[q]         ? 2
                    : c->known[q] < 0  ? 0
                    : c->known[q] > 0  ? 1
                    : g                ? g->inside / g->size
                                      : beside;
    }
    return all;
}
