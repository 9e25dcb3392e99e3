/* hanabi.c -- scoring orders of rules and trees at Hanabi.
 *
 * One function plays a case, for scores, pictures and traces alike. A trace of
 * a tree has its steps, one of an order is told by the moves alone (see
 * bind_match.c). Chance in play is drawn from one generator a case, so that a
 * program has one score.
 */
#include "hanabi.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "program/vector/vector.h"

const char *const hnb_ends[] = { "perfect", "ended", "lost", NULL };

/* ---- walking ------------------------------------------------------------- */

#define WALK_STATE      HnbMatch
#define WALK_CASES      "hanabi/walk_cases.inc"
#define WALK_OPS        HnbOp
#define WALK_OP(ident)  HNB_OP_##ident
#define WALK_TRUE(g, x) ((x) != 0)
#include "engine/walk/walk.inc"

#define WALK_TRACE(g) ((g)->trace)
#include "engine/walk/traced.inc"

/* ---- choosing ------------------------------------------------------------ */

/* What the program gives for the move; 0 if it runs out of steps. */
static int32_t rate(HnbMatch *m, const HnbMind *mind, HnbMove move) {
    m->offer = hnb_offer(mind, move);
    walk_start(&m->walk, HNB_BUDGET);
    int32_t value = m->trace ? traced(m, NULL) : walk(m, NULL);
    m->steps += m->walk.steps;
    return value;
}

static HnbMove choose_by_tree(HnbMatch *m, const HnbMind *mind) {
    HnbMove moves[HNB_MOVES_MAX];
    int n = hnb_moves(&m->table, moves), best = 0;
    int32_t most = rate(m, mind, moves[0]);
    for (int i = 1; i < n; i++) {
        int32_t value = rate(m, mind, moves[i]);
        if (value <= most) continue;
        best = i;
        most = value;
    }
    return moves[best];
}

bool hnb_own_turn(const HnbMatch *m) {
    return m->seat < 0 || m->table.seat == m->seat;
}

HnbMove hnb_next(const Hanabi *game, HnbMatch *m) {
    HnbMind mind = hnb_mind(&m->table, &m->rng);
    if (!hnb_own_turn(m))
        return hnb_choose(&mind, &game->options.partner[m->partner], &m->fired);
    if (game->options.trees) return choose_by_tree(m, &mind);
    HnbMove move = hnb_choose(&mind, &m->own, &m->fired);
    m->steps += (uint64_t)m->fired + (m->fired < m->own.length);
    return move;
}

/* ---- a case -------------------------------------------------------------- */

static void note(HnbMatch *m, const char *text) {
    Buf picture = { 0 };
    hnb_draw(&m->table, -1, &picture);
    trace_note(m->trace, text, buf_get(&picture));
    buf_free(&picture);
}

static void act(HnbMatch *m, HnbMove move) {
    m->hash = rng_fold(m->hash, (uint64_t)move.act << 16 |
                                    (uint64_t)move.seat << 8 | move.what);
    if (!m->trace) {
        hnb_move(&m->table, move);
        return;
    }
    Buf text = { 0 };
    buf_format(&text, "player %d ", m->table.seat + 1);
    hnb_move_text(&m->table, move, &text);
    hnb_move(&m->table, move);
    note(m, buf_get(&text));
    buf_free(&text);
}

int hnb_points(const Hanabi *game, const HnbTable *t) {
    return game->options.zero && hnb_end(t) == HNB_LOST ? 0 : t->points;
}

void hnb_begin(const Hanabi *game, HnbMatch *m, size_t number) {
    const HnbOptions *o = &game->options;
    uint8_t deck[HNB_CARDS];
    Rng rng = rng_key(o->seed, 0, number, RNG_CASES);
    hnb_shuffle(deck, &rng);
    hnb_deal(&m->table, o->players, deck);
    m->rng = rng_key(o->seed, 0, number, RNG_PLAY);
    size_t players = (size_t)o->players, partners = (size_t)o->partners;
    m->seat = partners ? (int)(number % players) : -1;
    m->partner = partners ? (int)(number / players % partners) : 0;
    m->steps = 0;
    m->hash = number;
    m->fired = 0;
}

static int play_case(const Hanabi *game, HnbMatch *m, size_t number) {
    hnb_begin(game, m, number);
    if (m->trace) note(m, "");
    while (hnb_end(&m->table) == HNB_ON) act(m, hnb_next(game, m));
    return hnb_points(game, &m->table);
}

/* ---- what the game can --------------------------------------------------- */

static const Hanabi *self(const Game *game) { return (const Hanabi *)game; }

static void *scratch_new(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, sizeof(HnbMatch), err);
}

static bool is_order(const VectorShape *shape, Err *err) {
    if (shape->type == VECTOR_INTEGERS && shape->length <= HNB_ORDER_MAX)
        return true;
    return err_set(err, "hanabi: an order is a vector of at most %d integers",
                   HNB_ORDER_MAX);
}

/* May each gene be any code that its range allows? */
static bool suits_orders(const Game *game, const void *shape, Err *err) {
    (void)game;
    const VectorShape *s = shape;
    if (!is_order(s, err)) return false;
    for (size_t i = 0; i < s->length; i++)
        if (s->ranges[i].lo < 0 || s->ranges[i].hi >= HNB_RULES)
            return err_set(err,
                           "hanabi: gene %zu is %g to %g; codes of rules are 0 "
                           "to %d",
                           i + 1, s->ranges[i].lo, s->ranges[i].hi,
                           HNB_RULES - 1);
    return true;
}

bool hnb_order(HnbOrder *order, Entrant who, Err *err) {
    const VectorShape *shape = who.shape;
    const int32_t *code = who.genome;
    if (!is_order(shape, err)) return false;
    order->length = (int)shape->length;
    for (int i = 0; i < order->length; i++) {
        if (code[i] < 0 || code[i] >= HNB_RULES)
            return err_set(err,
                           "hanabi: rule %d has code %d; the codes are 0 "
                           "to %d",
                           i + 1, (int)code[i], HNB_RULES - 1);
        order->code[i] = (uint16_t)code[i];
    }
    return true;
}

bool hnb_ready(const Hanabi *game, HnbMatch *m, Entrant who, Err *err) {
    m->trace = NULL;
    if (!game->options.trees) return hnb_order(&m->own, who, err);
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    walk_program(&m->walk, &tree, m->span);
    return true;
}

static CaseResult result_of(const Hanabi *game, const HnbMatch *m) {
    const HnbTable *t = &m->table;
    return (CaseResult){ .raw = hnb_points(game, t),
                         .steps = m->steps,
                         .field = { t->points, t->lives, t->turns, t->tells },
                         .end = (uint8_t)hnb_end(t),
                         .hit = hnb_end(t) == HNB_PERFECT };
}

static const CaseWords words = {
    .ends = hnb_ends,
    .fields = (const char *const[]){ "points", "lives", "turns", "tells",
                                     NULL },
};

/* Where the points of each case go, and all of what it gave; NULL: nowhere. */
typedef struct Ledger {
    double     *points;
    CaseResult *rows;
} Ledger;

static bool play_all(const Game *game, Entrant who, HnbMatch *m, Score *score,
                     Ledger ledger, Err *err) {
    *score = (Score){ 0 };
    if (!hnb_ready(self(game), m, who, err)) return false;
    for (size_t i = 0; i < game->cases; i++) {
        play_case(self(game), m, i);
        CaseResult one = result_of(self(game), m);
        if (ledger.points) ledger.points[i] = one.raw;
        if (ledger.rows) ledger.rows[i] = one;
        score->raw += one.raw;
        score->hits += one.hit;
        score->steps += one.steps;
    }
    score->standardized = game->max - score->raw;
    return true;
}

static bool results(const Game *game, Entrant who, void *scratch, Score *score,
                    CaseResult *rows, Err *err) {
    return play_all(game, who, scratch, score, (Ledger){ NULL, rows }, err);
}

static bool each(const Game *game, Entrant who, void *scratch, Score *score,
                 double *points, Err *err) {
    return play_all(game, who, scratch, score, (Ledger){ points, NULL }, err);
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    return each(game, (Entrant){ shape, genome }, scratch, out, NULL, err);
}

static void summary(const Game *game, const Score *score, Buf *out) {
    buf_format(out, "%.3f points a game, %u perfect",
               score->raw / (double)game->cases, (unsigned)score->hits);
}

static bool play(const Game *game, Entrant who, void *scratch, size_t number,
                 CaseEnd *end, Err *err) {
    HnbMatch *m = scratch;
    if (!hnb_ready(self(game), m, who, err)) return false;
    end->raw = play_case(self(game), m, number);
    end->steps = m->steps;
    end->end = hnb_ends[hnb_end(&m->table)];
    hnb_draw(&m->table, -1, end->picture);
    return true;
}

static bool trace_tree(const Game *game, Entrant who, size_t number, Trace *out,
                       Err *err) {
    HnbMatch *m = scratch_new(game, err);
    if (!m) return false;
    bool ok = hnb_ready(self(game), m, who, err);
    m->trace = out;
    int points = ok ? play_case(self(game), m, number) : 0;
    const char *end = hnb_ends[hnb_end(&m->table)];
    mem_free(m);
    return ok && trace_end(out, points, end);
}

static bool behaviour(const Game *game, Entrant who, void *scratch,
                      uint64_t *hashes, Err *err) {
    HnbMatch *m = scratch;
    if (!hnb_ready(self(game), m, who, err)) return false;
    for (size_t i = 0; i < game->cases; i++) {
        play_case(self(game), m, i);
        hashes[i] = m->hash;
    }
    return true;
}

/* The fireworks, hints and lives. */
static bool position(const Game *game, Entrant who, void *scratch,
                     size_t number, int32_t *squares, Err *err) {
    HnbMatch *m = scratch;
    if (!hnb_ready(self(game), m, who, err)) return false;
    play_case(self(game), m, number);
    for (int c = 0; c < HNB_COLOURS; c++) squares[c] = m->table.height[c];
    squares[HNB_COLOURS] = m->table.hints;
    squares[HNB_COLOURS + 1] = m->table.lives;
    return true;
}

/* Cards of that number in the hands that are dealt. */
static int dealt(const HnbTable *t, int number) {
    int n = 0;
    for (int seat = 0; seat < t->players; seat++)
        for (int i = 0; i < t->held[seat]; i++)
            n += hnb_number(t->hand[seat][i].kind) == number;
    return n;
}

static void describe(const Game *game, size_t number,
                     const CaseTeller *teller) {
    uint8_t deck[HNB_CARDS];
    HnbTable t;
    Rng rng = rng_key(self(game)->options.seed, 0, number, RNG_CASES);
    hnb_shuffle(deck, &rng);
    hnb_deal(&t, self(game)->options.players, deck);
    teller->field(teller->context, "ones", dealt(&t, 1));
    teller->field(teller->context, "fives", dealt(&t, HNB_NUMBERS));
    teller->field(teller->context, "lowest", hnb_number(t.hand[0][0].kind));
}

static const Language *language(const Game *game) {
    return &self(game)->language;
}

static bool reads_tree(const Game *game, const void *shape) {
    return vocab_speaks(shape, language(game));
}

static const GameClass tree_class = {
    .name = "hanabi",
    .kind = "tree",
    .reads = reads_tree,
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .language = language,
    .each = each,
    .results = results,
    .words = &words,
    .position = position,
    .trace = trace_tree,
    .summary = summary,
    .play = play,
    .behaviour = behaviour,
    .describe = describe,
};

static const GameClass order_class = {
    .name = "hanabi",
    .kind = "vector",
    .suits = suits_orders,
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .each = each,
    .results = results,
    .words = &words,
    .position = position,
    .summary = summary,
    .play = play,
    .behaviour = behaviour,
    .describe = describe,
    .elsewhere = 1u << ABILITY_TRACE,
};

/* ---- making -------------------------------------------------------------- */

static const Prim prims[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "program/core.def"
#include "prims.def"
#undef PRIM
};

static const double constants[] = { 0,  1,  2,  3,  4,  5,  8,
                                    10, 20, 40, 60, 80, 99, 100 };

Hanabi *hanabi_new(const HnbOptions *options, Err *err) {
    Hanabi *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->options = *options;
    g->game = (Game){ .class = options->trees ? &tree_class : &order_class,
                      .max = (double)HNB_POINTS * (double)options->cases,
                      .cases = options->cases,
                      .squares = HNB_COLOURS + 2 };
    g->language = (Language){
        .game = "hanabi",
        .prims = prims,
        .prim_count = sizeof prims / sizeof *prims,
        .enabled = UINT64_MAX,
        .constants = constants,
        .constant_count = sizeof constants / sizeof *constants,
    };
    return g;
}
