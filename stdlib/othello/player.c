/* player.c -- players and how they think.
 *
 * An evaluator that rates moves is a strategy: it plays what it rates highest,
 * and nothing is searched, but for the perfect end if the settings ask for it.
 */
#include "player.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "strategy.h"

/* ---- players ------------------------------------------------------------ */

PlayerSettings oth_settings(void) {
    PlayerSettings s = { .solve = 0 };
    for (int empties = 0; empties <= OTH_SQUARES; empties++)
        s.depth[empties] = empties > 40 ? 3 : empties > 12 ? 4 : 5;
    return s;
}

void oth_linear(Linear *linear, const Tables *tables,
                const double weights[FEATURES]) {
    linear->base = (Evaluator){ .value = oth_kernel()->linear };
    linear->tables = tables;
    for (int i = 0; i < FEATURES; i++)
        linear->gain[i] = (float)weights[i] * (100 / oth_features[i].bound);
}

Evaluator *oth_linear_new(const Tables *tables, const double weights[FEATURES],
                          Err *err) {
    Linear *linear = mem_new(1, sizeof *linear, err);
    if (!linear) return NULL;
    oth_linear(linear, tables, weights);
    return &linear->base;
}

Evaluator *oth_squares_new(const double worth[OTH_SQUARES], Err *err) {
    Squares *squares = mem_new(1, sizeof *squares, err);
    if (!squares) return NULL;
    squares->base.value = oth_kernel()->squares;
    for (int i = 0; i < OTH_SQUARES; i++) squares->worth[i] = (float)worth[i];
    return &squares->base;
}

Player *oth_player_new(Evaluator *evaluator, const PlayerSettings *settings,
                       Err *err) {
    Player *player = evaluator ? mem_new(1, sizeof *player, err) : NULL;
    if (!player) {
        mem_free(evaluator);
        return NULL;
    }
    player->settings = *settings;
    player->evaluator = evaluator;
    return player;
}

void oth_player_free(void *player) {
    if (!player) return;
    mem_free(((Player *)player)->evaluator);
    mem_free(player);
}

/* ---- thinking ----------------------------------------------------------- */

enum { SOLVE_TABLE_BITS = 14 };

/* Bits of the table a player wants: solving without one is slow. */
static int table_bits(const Player *player) {
    int bits = player->settings.table_bits;
    return bits || !player->settings.solve ? bits : SOLVE_TABLE_BITS;
}

bool oth_thinker_init(Thinker *thinker, const Player *const *players, size_t n,
                      Err *err) {
    int bits = 0;
    *thinker = (Thinker){ 0 };
    for (size_t i = 0; i < n; i++)
        if (table_bits(players[i]) > bits) bits = table_bits(players[i]);
    if (bits == 0) return true;
    thinker->table = oth_table_new(bits, err);
    return thinker->table != NULL;
}

void oth_thinker_free(Thinker *thinker) {
    oth_table_free(thinker->table);
    thinker->table = NULL;
}

/* An exact disc difference as a search would give it. */
static float exact(int lead) {
    int won = lead > 0 ? FINAL_WIN : lead < 0 ? -FINAL_WIN : 0;
    return (float)(won + FINAL_DISC * lead);
}

static bool solves(const Player *player, Board b) {
    return oth_empties(b) <= player->settings.solve;
}

static Search search_of(const Player *player, const Thinker *thinker) {
    return (Search){
        .evaluator = player->evaluator,
        .table = player->settings.table_bits ? thinker->table : NULL,
        .raw_finals = player->settings.raw_finals,
    };
}

Choice oth_think(const Player *player, Thinker *thinker, Board b) {
    assert(oth_moves(b));
    if (solves(player, b)) {
        Solver solver = { .table = thinker->table };
        Choice choice = oth_kernel()->perfect(&solver, b);
        thinker->nodes += solver.nodes;
        choice.value = exact((int)choice.value);
        return choice;
    }
    if (player->evaluator->rate) {
        thinker->nodes += (uint64_t)oth_count(oth_moves(b));
        return oth_rated_best(player->evaluator, b);
    }
    Search search = search_of(player, thinker);
    int depth = player->settings.depth[oth_empties(b)];
    Choice choice = oth_kernel()->best(&search, b, depth);
    thinker->nodes += search.nodes;
    return choice;
}

/* The value for the mover of a position where the opponent is to move. */
static float value_after(const Player *player, Thinker *thinker, Board next,
                         int depth, bool solve) {
    if (thinker->table) oth_table_clear(thinker->table);
    if (solve) {
        Solver solver = { .table = thinker->table };
        int lead = oth_kernel()->solve(&solver, next, -64, 64);
        thinker->nodes += solver.nodes;
        return -exact(lead);
    }
    Search search = search_of(player, thinker);
    float v = oth_kernel()->value(&search, next, depth - 1, -INFINITY,
                                  INFINITY);
    thinker->nodes += search.nodes;
    return -v;
}

/* What playing on a square is worth to the player. */
static float value_of(const Player *player, Thinker *thinker, Board b,
                      int square) {
    const Evaluator *e = player->evaluator;
    bool solve = solves(player, b);
    if (!solve && e->rate) return e->rate(e, b, square);
    Board next = oth_after(b, square, oth_flips(b, square));
    int depth = player->settings.depth[oth_empties(b)];
    return value_after(player, thinker, next, depth, solve);
}

int oth_think_all(const Player *player, Thinker *thinker, Board b,
                  Choice choices[OTH_SQUARES]) {
    int n = 0;
    for (uint64_t moves = oth_moves(b); moves; moves &= moves - 1) {
        int square = oth_first(moves);
        choices[n++] = (Choice){ square, value_of(player, thinker, b, square) };
    }
    return n;
}
