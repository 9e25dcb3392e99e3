/* bind_othello.c -- the module ludus.core.othello: games and matches.
 *
 *     core.start()  core.position(text)  core.read(moves)
 *     core.match { players = ..., games = { black, white, opening, ... }, ... }
 */
#include <string.h>

#include "bind_othello.h"
#include "base/mem.h"
#include "contest.h"

/* ---- positions and records ---------------------------------------------- */

static int f_start(lua_State *L) { return bind_position_push(L, oth_start()); }

/* position(text, name): a position from 64 squares and the side to move. */
static int f_position(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    Source src = { luaL_optstring(L, 2, "position"), text, len };
    Position p;
    Err err;
    if (!oth_read(&src, &p, &err)) return bind_raise(L, &err);
    return bind_position_push(L, p);
}

static void push_record(lua_State *L, const Record *record) {
    char text[2 * RECORD_MOVES_MAX + 1] = "";
    for (int i = 0; i < record->count; i++)
        oth_square_name(record->moves[i], text + 2 * i);
    lua_pushstring(L, text);
}

static Position opt_position(lua_State *L, int arg) {
    return lua_isnoneornil(L, arg) ? oth_start() : *bind_position(L, arg);
}

/* read(text, name, start): the moves as canonical text and the last position.
 * */
static int f_read(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    Source src = { luaL_optstring(L, 2, "game"), text, len };
    Record record;
    Err err;
    if (!oth_record_read(&src, opt_position(L, 3), &record, &err))
        return bind_raise(L, &err);
    push_record(L, &record);
    bind_position_push(L, oth_record_at(&record, record.count));
    return 2;
}

/* opening(seed, number, plies): its moves as text and the position. */
static int f_opening(lua_State *L) {
    lua_Integer plies = luaL_checkinteger(L, 3);
    luaL_argcheck(L, plies >= 0 && plies <= OPENING_PLIES_MAX, 3,
                  "must be 0 to 40");
    Record record = oth_opening((uint64_t)luaL_checkinteger(L, 1),
                                (uint32_t)luaL_checkinteger(L, 2), (int)plies);
    push_record(L, &record);
    bind_position_push(L, oth_record_at(&record, record.count));
    return 2;
}

/* ---- a game ------------------------------------------------------------- */

/* game(black, white, moves, start): plays on after the moves; gives all moves,
 * the last position and the nodes searched. */
static int f_game(lua_State *L) {
    Player *players[2] = { bind_player(L, 1), bind_player(L, 2) };
    size_t len;
    const char *text = luaL_optlstring(L, 3, "", &len);
    Source src = { "game", text, len };
    Record record;
    Err err;
    if (!oth_record_read(&src, opt_position(L, 4), &record, &err))
        return bind_raise(L, &err);
    for (int i = 0; i < 2; i++) bind_player_lend(L, players[i]);
    Thinker thinker;
    if (!oth_thinker_init(&thinker, (const Player *const *)players, 2, &err))
        return bind_raise(L, &err);
    oth_game(players[0], players[1], &thinker, &record);
    oth_thinker_free(&thinker);
    for (int i = 0; i < 2; i++) bind_player_check(L, players[i]);
    push_record(L, &record);
    bind_position_push(L, oth_record_at(&record, record.count));
    lua_pushinteger(L, (lua_Integer)thinker.nodes);
    return 3;
}

/* ---- many games --------------------------------------------------------- */

/* A block that Lua frees. */
static void *push_block(lua_State *L, size_t count, size_t size) {
    if (count > SIZE_MAX / 2 / size) luaL_error(L, "too many games");
    return memset(lua_newuserdatauv(L, count * size + 1, 0), 0, count * size);
}

static const Player **to_players(lua_State *L, size_t *count) {
    if (lua_getfield(L, 1, "players") != LUA_TTABLE)
        luaL_error(L, "field 'players': expected a list");
    int list = lua_gettop(L);
    *count = bind_length(L, list);
    const Player **players = push_block(L, *count, sizeof *players);
    for (size_t i = 0; i < *count; i++) {
        lua_geti(L, list, (lua_Integer)i + 1);
        Box *box = luaL_testudata(L, -1, "othello.player");
        if (!box || !box->object)
            luaL_error(L, "players[%d] is no player", (int)i + 1);
        players[i] = box->object;
        lua_pop(L, 1);
    }
    return players;
}

static uint32_t to_index(lua_State *L, int list, lua_Integer i, size_t limit) {
    lua_geti(L, list, i);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (n < 1 || (size_t)n > limit)
        luaL_error(L, "games[%I] must be 1 to %I, got %I", i,
                   (lua_Integer)limit, n);
    return (uint32_t)(n - 1);
}

static const Pairing *to_pairings(lua_State *L, size_t players, size_t *count) {
    if (lua_getfield(L, 1, "games") != LUA_TTABLE)
        luaL_error(L, "field 'games': expected a list");
    int list = lua_gettop(L);
    size_t len = bind_length(L, list);
    if (len % 3 || len / 3 > MATCH_GAMES_MAX)
        luaL_error(L,
                   "field 'games': expected black, white, opening for at "
                   "most %d games",
                   MATCH_GAMES_MAX);
    *count = len / 3;
    Pairing *pairings = push_block(L, *count, sizeof *pairings);
    for (size_t i = 0; i < *count; i++) {
        lua_Integer at = 3 * (lua_Integer)i + 1;
        pairings[i] = (Pairing){
            .black = to_index(L, list, at, players),
            .white = to_index(L, list, at + 1, players),
            .opening = to_index(L, list, at + 2, UINT32_MAX),
        };
    }
    return pairings;
}

static void push_leads(lua_State *L, const Result *results, size_t n) {
    lua_Integer nodes = 0;
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, results[i].lead);
        lua_seti(L, -2, (lua_Integer)i + 1);
        nodes += results[i].nodes;
    }
    lua_pushinteger(L, nodes);
}

/* match { players, games, seed, plies, threads }: black's lead in each game,
 * and all nodes searched. */
static int f_match(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    Match match = {
        .seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                       LUA_MAXINTEGER),
        .plies = (int)bind_integer(L, 1, "plies", 0, OPENING_PLIES_MAX),
    };
    int threads = (int)bind_integer(L, 1, "threads", 0, POOL_THREADS_MAX);
    match.players = to_players(L, &match.player_count);
    match.pairings = to_pairings(L, match.player_count, &match.count);
    Result *results = push_block(L, match.count, sizeof *results);
    Pool *pool = bind_pool(L, threads);
    Box *pool_box = lua_touserdata(L, -1);
    for (size_t i = 0; i < match.player_count; i++)
        bind_player_lend(L, match.players[i]);
    Err err;
    bool ok = oth_match(&match, pool, results, &err);
    pool_box->object = NULL;
    pool_free(pool);
    if (!ok) return bind_raise(L, &err);
    for (size_t i = 0; i < match.player_count; i++)
        bind_player_check(L, match.players[i]);
    push_leads(L, results, match.count);
    return 2;
}

static const luaL_Reg functions[] = {
    { "start", f_start },     { "position", f_position }, { "read", f_read },
    { "opening", f_opening }, { "game", f_game },         { "match", f_match },
    { "contest", bind_contest_new },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "depth", PLAYER_DEPTH_MAX }, { "solve", PLAYER_SOLVE_MAX },
    { "table", PLAYER_TABLE_MAX }, { "plies", OPENING_PLIES_MAX },
    { "openings", CONTEST_OPENINGS_MAX },
    { NULL, 0 },
};

int open_othello(lua_State *L);

int open_othello(lua_State *L) {
    bind_position_class(L);
    bind_player_class(L);
    bind_contest_class(L);
    luaL_newlib(L, functions);
    luaL_setfuncs(L, bind_player_makers, 0);
    bind_features(L);
    bind_methods(L, "othello.contest");
    bind_set_text(L, "engine", oth_kernel()->name);
    bind_limits(L, limits);
    return 1;
}
