/* bind_puzzle.c -- the puzzle for Lua: ludus.puzzle wraps it.
 *
 * Boards cross over as lists of tiles from 1. A search over many boards runs on
 * all cores, one board per task.
 */
#include <string.h>

#include "lua/bind_game.h"
#include "lua/bind_vector.h"
#include "base/clock.h"
#include "exact.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "base/pool.h"
#include "puzzle.h"
#include "search.h"

static const char CLASS[] = "ludus.puzzle";
static const char TABLE[] = "ludus.puzzle.table";

static Puzzle *to_puzzle(lua_State *L) { return bind_object(L, 1, CLASS); }

/* ---- boards ------------------------------------------------------------- */

static Board read_board(lua_State *L, int arg, const Puzzle *p) {
    Board board = { { 0 } };
    luaL_checktype(L, arg, LUA_TTABLE);
    if (luaL_len(L, arg) != p->cells)
        luaL_error(L, "a board of %d tiles; this puzzle has %d",
                   (int)luaL_len(L, arg), p->cells);
    for (int i = 0; i < p->cells; i++) {
        lua_geti(L, arg, i + 1);
        lua_Integer tile = luaL_checkinteger(L, -1);
        lua_pop(L, 1);
        if (tile < 1 || tile > p->cells)
            luaL_error(L, "a board must hold each tile 1 to %d once, got %I",
                       p->cells, tile);
        board.tile[i] = (uint8_t)(tile - 1);
    }
    return board;
}

static void push_board(lua_State *L, const Puzzle *p, const Board *board) {
    lua_createtable(L, p->cells, 0);
    for (int i = 0; i < p->cells; i++) {
        lua_pushinteger(L, board->tile[i] + 1);
        lua_seti(L, -2, i + 1);
    }
}

/* A board given as a list, or the start if it is missing. */
static Board board_or_start(lua_State *L, int arg, const Puzzle *p) {
    return lua_isnoneornil(L, arg) ? p->start : read_board(L, arg, p);
}

static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    int rows = (int)bind_integer(L, 1, "rows", 1, PUZZLE_SIDE_MAX);
    int cols = (int)bind_integer(L, 1, "cols", 1, PUZZLE_SIDE_MAX);
    bool torus = bind_boolean(L, 1, "torus");
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    Puzzle *p = box->object = mem_new(1, sizeof *p, &err);
    if (!p || !puzzle_init(p, rows, cols, torus, &err))
        return bind_raise(L, &err);
    lua_getfield(L, 1, "start");
    Board start = read_board(L, lua_gettop(L), p);
    lua_getfield(L, 1, "goal");
    Board goal = read_board(L, lua_gettop(L), p);
    if (!puzzle_boards(p, &start, &goal, &err)) return bind_raise(L, &err);
    if (strcmp(bind_string(L, 1, "distance"), "as-printed") == 0 &&
        !puzzle_as_printed(p, &err))
        return bind_raise(L, &err);
    lua_pop(L, 2);
    return 1;
}

/* facts(): sizes, boards, swaps. */
static int m_facts(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    lua_createtable(L, 0, 8);
    bind_set_integer(L, "rows", p->rows);
    bind_set_integer(L, "cols", p->cols);
    bind_set_integer(L, "codes", p->swaps);
    bind_set_integer(L, "worst", p->worst);
    push_board(L, p, &p->start);
    lua_setfield(L, -2, "start");
    push_board(L, p, &p->goal);
    lua_setfield(L, -2, "goal");
    lua_createtable(L, p->swaps, 0);
    for (int code = 1; code <= p->swaps; code++) {
        lua_createtable(L, 2, 0);
        for (int k = 0; k < 2; k++) {
            lua_pushinteger(L, p->swap[code][k]);
            lua_seti(L, -2, k + 1);
        }
        lua_seti(L, -2, code);
    }
    lua_setfield(L, -2, "swaps");
    return 1;
}

/* with(start): the same puzzle from another board. */
static int m_with(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    Board start = read_board(L, 2, p);
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    Puzzle *q = box->object = mem_new(1, sizeof *q, &err);
    if (!q) return bind_raise(L, &err);
    *q = *p;
    if (!puzzle_boards(q, &start, &p->goal, &err)) return bind_raise(L, &err);
    return 1;
}

static int m_random_board(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    Board b = puzzle_random_board(p, (uint64_t)luaL_checkinteger(L, 2),
                                  (uint64_t)luaL_checkinteger(L, 3));
    push_board(L, p, &b);
    return 1;
}

static int m_failures(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    Board b = board_or_start(L, 2, p);
    lua_pushinteger(L, puzzle_failures(p, &b));
    return 1;
}

/* The score of a plan; raises if it is none of this puzzle. */
static Score play(lua_State *L, const Puzzle *p, const VectorShape *shape,
                  const int32_t *code) {
    Score score;
    Err err;
    if (!p->game.class->score(&p->game, shape, NULL, code, &score, &err))
        bind_raise(L, &err);
    return score;
}

/* score(plan): raw, standardized, hits; and the last board. */
static int m_score(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    const VectorSpecies *species;
    const int32_t *code = bind_vector(L, 2, &species);
    Score score = play(L, p, &species->shape, code);
    Board b = p->start;
    for (size_t i = 0; i < species->shape.length; i++)
        puzzle_move(p, &b, code[i]);
    lua_createtable(L, 0, 5);
    bind_set(L, "raw", score.raw);
    bind_set_integer(L, "max", p->worst);
    bind_set(L, "standardized", score.standardized);
    bind_set_number(L, "adjusted", 1 / (1 + score.standardized));
    bind_set_count(L, "steps", score.steps);
    push_board(L, p, &b);
    lua_setfield(L, -2, "board");
    return 1;
}

/* boards(plan): every board on the way, the start first. */
static int m_boards(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    const VectorSpecies *species;
    const int32_t *code = bind_vector(L, 2, &species);
    play(L, p, &species->shape, code);
    Board b = p->start;
    lua_newtable(L);
    push_board(L, p, &b);
    lua_seti(L, -2, 1);
    for (size_t i = 0; i < species->shape.length; i++) {
        puzzle_move(p, &b, code[i]);
        push_board(L, p, &b);
        lua_seti(L, -2, (lua_Integer)i + 2);
    }
    return 1;
}

/* ---- searching ---------------------------------------------------------- */

static const Searcher *to_searcher(lua_State *L, int arg) {
    const char *name = luaL_checkstring(L, arg);
    Suggest near = suggest_start(name);
    for (const Searcher *s = searchers; s->name; s++) {
        if (strcmp(s->name, name) == 0) return s;
        suggest_offer(&near, s->name);
    }
    luaL_error(L, "unknown searcher '%s'%s%s%s", name,
               near.best ? "; did you mean '" : "", near.best ? near.best : "",
               near.best ? "'?" : "");
    return NULL;
}

typedef struct Hunt {
    const Puzzle   *puzzle;
    const Searcher *searcher;
    int             depth;
    uint64_t        limit, seed;
    bool            fixed;           /* always from the start */
    Found          *found;
    double         *seconds;
} Hunt;

/* Board i is random board i of the seed, or the start. */
static void hunt_some(void *context, int worker, size_t first, size_t last) {
    Hunt *h = context;
    (void)worker;
    for (size_t i = first; i < last; i++) {
        Board b = h->fixed ? h->puzzle->start
                           : puzzle_random_board(h->puzzle, h->seed, i);
        Rng rng = rng_key(h->seed, 0, i, RNG_PLAY);
        double start = clock_thread();
        h->searcher->run(h->puzzle, &b, h->depth, h->limit, &rng, &h->found[i]);
        h->seconds[i] = clock_thread() - start;
    }
}

static void push_found(lua_State *L, const Hunt *h, size_t i) {
    const Found *f = &h->found[i];
    lua_createtable(L, 0, 7);
    bind_set_integer(L, "failures", f->failures);
    bind_set_count(L, "nodes", f->nodes);
    bind_set_count(L, "evaluations", f->evaluations);
    bind_set_boolean(L, "limited", f->limited);
    bind_set_number(L, "seconds", h->seconds[i]);
    lua_createtable(L, f->moves, 0);
    for (int k = 0; k < f->moves; k++) {
        lua_pushinteger(L, f->plan[k]);
        lua_seti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "plan");
}

/* search(name, depth, limit, seed, boards, threads): a list of what was found,
 * for random boards 0..boards-1 of the seed; boards = 0 means once from the
 * start. */
static int m_search(lua_State *L) {
    lua_settop(L, 7);
    Hunt h = { .puzzle = to_puzzle(L), .searcher = to_searcher(L, 2) };
    lua_Integer depth = luaL_checkinteger(L, 3);
    lua_Integer limit = luaL_optinteger(L, 4, 0);
    luaL_argcheck(L, depth >= 1 && depth <= SEARCH_DEPTH_MAX, 3,
                  "depth must be 1 to 64");
    luaL_argcheck(L, limit >= 0, 4, "must not be negative");
    lua_Integer boards = luaL_optinteger(L, 6, 0);
    luaL_argcheck(L, boards >= 0 && boards <= 10000000, 6,
                  "must be 0 to 10000000 boards");
    h.depth = (int)depth;
    h.limit = (uint64_t)limit;
    h.seed = (uint64_t)luaL_optinteger(L, 5, 1);
    h.fixed = boards == 0;
    size_t n = boards ? (size_t)boards : 1;
    h.found = lua_newuserdatauv(L, n * sizeof *h.found, 0);
    h.seconds = lua_newuserdatauv(L, n * sizeof *h.seconds, 0);
    Pool *pool = bind_pool(L, luaL_optinteger(L, 7, 0));
    pool_run(pool, n, 1, hunt_some, &h);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_found(L, &h, i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- exact distances ---------------------------------------------------- */

static uint8_t *push_table(lua_State *L, const Puzzle *p, const Board *from) {
    Box *box = bind_box(L, TABLE, mem_free);
    Err err;
    box->object = exact_distances(p, from, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

static void push_counts(lua_State *L, const uint8_t *table, uint32_t n) {
    lua_Integer count[256] = { 0 };
    for (uint32_t i = 0; i < n; i++) count[table[i]]++;
    lua_newtable(L);
    for (int d = 0; d < 256 && count[d]; d++) {
        lua_pushinteger(L, count[d]);
        lua_seti(L, -2, d + 1);
    }
}

/* exact(depth): distances of all boards to the goal as counts by distance, the
 * start's distance, and the best failures within 0..depth moves of the start.
 */
static int m_exact(lua_State *L) {
    Puzzle *p = to_puzzle(L);
    lua_Integer depth = luaL_optinteger(L, 2, 15);
    luaL_argcheck(L, depth >= 0 && depth <= SEARCH_DEPTH_MAX, 2,
                  "depth must be 0 to 64");
    uint8_t *table = push_table(L, p, &p->goal);
    lua_createtable(L, 0, 3);
    bind_set_integer(L, "distance", table[exact_rank(p, &p->start)]);
    push_counts(L, table, exact_count(p));
    lua_setfield(L, -2, "counts");
    table = push_table(L, p, &p->start);
    int best[SEARCH_DEPTH_MAX + 1];
    exact_best(p, table, (int)depth, best);
    lua_createtable(L, (int)depth + 1, 0);
    for (int d = 0; d <= depth; d++) {
        lua_pushinteger(L, best[d]);
        lua_seti(L, -2, d + 1);
    }
    lua_setfield(L, -3, "best");
    lua_pop(L, 1);
    return 1;
}

static void push_searchers(lua_State *L) {
    lua_newtable(L);
    lua_Integer n = 0;
    for (const Searcher *s = searchers; s->name; s++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", s->name);
        bind_set_text(L, "help", s->help);
        lua_seti(L, -2, ++n);
    }
}

static const luaL_Reg methods[] = {
    { "facts", m_facts },       { "with", m_with },
    { "failures", m_failures }, { "random_board", m_random_board },
    { "score", m_score },       { "boards", m_boards },
    { "search", m_search },     { "exact", m_exact },
    { NULL, NULL },
};

static const luaL_Reg functions[] = { { "new", f_new }, { NULL, NULL } };

static const BindLimit limits[] = {
    { "side", PUZZLE_SIDE_MAX },
    { NULL, 0 },
};

int open_puzzle(lua_State *L);

int open_puzzle(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, "ludus.puzzle.inspect");
    bind_class(L, TABLE, bind_none, bind_boxed);
    luaL_newlib(L, functions);
    push_searchers(L);
    lua_setfield(L, -2, "searchers");
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
