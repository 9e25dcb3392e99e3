/* bind_gunnery.c -- ludus.core.battleship.gunnery: Battleship for experiments.
 *
 *     local game = core.new(fleet, player, "random", seed, cases, set)
 *     game:score(program).mean     game:species()     game:read(text)
 */
#include "lua/engine/bind_game.h"
#include "bind_battleship.h"
#include "lua/program/bind_linear.h"
#include "battleship/sink/gunnery.h"

static const char CLASS[] = "ludus.battleship.game";

enum { KEEP_FLEET = 1, KEEP_SET, KEEP_REST };

static void free_game(void *object) { gunnery_free(object); }

/* new(fleet, player, placement, seed, cases, set): the user value keeps what
 * the game borrows. */
static int f_new(lua_State *L) {
    lua_settop(L, 6);
    const Fleet *fleet = bind_fleet(L, 1);
    const Placement *placement = bind_placement(L, 3);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    lua_Integer cases = luaL_checkinteger(L, 5);
    luaL_argcheck(L, cases >= 1 && cases <= DRILL_GAMES_MAX, 5,
                  "must be 1 to 100000 cases");
    bind_linear_set(L, 6);
    lua_newtable(L);
    int keep = lua_gettop(L);
    lua_pushvalue(L, 1);
    lua_seti(L, keep, KEEP_FLEET);
    lua_pushvalue(L, 6);
    lua_seti(L, keep, KEEP_SET);
    Shooter shooter;
    bind_shooter(L, 2, fleet, &shooter, NULL);
    for (int i = KEEP_REST; lua_gettop(L) > keep; i++) lua_seti(L, keep, i);
    Box *box = bind_box(L, CLASS, free_game);
    lua_pushvalue(L, keep);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = gunnery_new(fleet, &shooter, placement, seed, (size_t)cases,
                              &err);
    return box->object ? 1 : bind_raise(L, &err);
}

static int m_species(lua_State *L) {
    bind_object(L, 1, CLASS);
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, KEEP_SET);
    return 1;
}

static int m_read(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 2, &len);
    const char *name = luaL_optstring(L, 3, "(text)");
    m_species(L);
    const LinearSpecies *s = bind_linear_set(L, -1);
    uint8_t *code = bind_linear_new(L, -1);
    Err err;
    return linear_parse(s->set, &(Source){ name, text, len }, code, &err)
               ? 1
               : bind_raise(L, &err);
}

/* score(program): raw, standardized, adjusted, mean, steps, loops, cases. */
static int m_score(lua_State *L) {
    const Gunnery *g = bind_object(L, 1, CLASS);
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 2, &set);
    Score score;
    Err err;
    if (!g->game.class->score(&g->game, set, NULL, code, &score, &err))
        return bind_raise(L, &err);
    lua_Integer loops = 0;
    lua_createtable(L, 0, 8);
    lua_createtable(L, (int)g->game.cases, 0);
    for (size_t i = 0; i < g->game.cases; i++) {
        GunnerReport report;
        lua_pushinteger(L, gunnery_case(g, set, code, i, &report));
        lua_seti(L, -2, (lua_Integer)i + 1);
        loops += report.loops;
    }
    lua_setfield(L, -2, "cases");
    bind_set_number(L, "raw", score.raw);
    bind_set_number(L, "standardized", score.standardized);
    bind_set_number(L, "adjusted", 1 / (1 + score.standardized));
    bind_set_number(L, "mean", score.raw / (double)g->game.cases);
    bind_set_count(L, "steps", score.steps);
    bind_set_integer(L, "loops", loops);
    return 1;
}

static const luaL_Reg methods[] = {
    { "species", m_species }, { "read", m_read }, { "score", m_score },
    { NULL, NULL },
};
static const luaL_Reg functions[] = { { "new", f_new }, { NULL, NULL } };

static const BindLimit limits[] = {
    { "cases", DRILL_GAMES_MAX },
    { NULL, 0 },
};

void bind_gunnery(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, "ludus.battleship.trace");
    luaL_newlib(L, functions);
    bind_limits(L, limits);
}
