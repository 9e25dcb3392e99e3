/* bind_rules_play.c -- plays games of rules for a script that asks: score,
 * play, measure. */
#include "bind_rules.h"

#include <math.h>

#include "lua/program/bind_linear.h"
#include "lua/program/bind_tree.h"
#include "engine/rules/rules_linear.h"

static const char SCRATCH[] = "ludus.rules.scratch";

RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game) {
    Box *box = bind_box(L, SCRATCH, rules_scratch_free);
    Err err;
    box->object = rules_scratch_new(game, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

void bind_rules_case(lua_State *L, const RulesCase *one) {
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", one->score);
    bind_set(L, "steps", (double)one->steps);
    bind_set(L, "free", (double)one->free_steps);
    bind_set_text(L, "end", rules_end_name(one->end));
}

/* Plays all cases of the program at 2, or one if `number` is not 0. */
static RulesTotal play_all(lua_State *L, RulesGame *game, RulesScratch *scratch,
                           size_t number, RulesCase *each) {
    RulesTotal total = { 0 };
    if (game->linear) {
        const LinearSet *set;
        const uint8_t *code = bind_linear(L, 2, &set);
        luaL_argcheck(L, linear_set_same(set, &game->linear->set), 2,
                      "is of another game");
        if (number == 0) return rules_linear_score(game, scratch, code, each);
        *each = rules_linear_play(game, scratch, code, number - 1);
        return total;
    }
    Tree tree = bind_tree_for(L, 2, 1, &game->rules->language);
    if (number == 0) return rules_game_score(game, scratch, &tree, each);
    *each = rules_game_play(game, scratch, &tree, number - 1);
    return total;
}

static void check_scratch(lua_State *L, const RulesScratch *scratch) {
    Err err;
    if (!rules_scratch_ok(scratch, &err)) bind_raise(L, &err);
}

static void push_one(lua_State *L, const void *each, size_t i) {
    bind_rules_case(L, (const RulesCase *)each + i);
}

/* Says in each row of the list on top of the stack whether it was won. */
static void add_won(lua_State *L, const RulesCase *each, size_t n) {
    lua_getfield(L, -1, "cases");
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        bind_set_boolean(L, "won", each[i].won);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* score(program): totals, and `cases` in order; with `won` where the rules say
 * it. */
static int m_score(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    RulesCase *each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    RulesTotal total = play_all(L, game, scratch, 0, each);
    check_scratch(L, scratch);
    bool known = game->options.minimise || !isnan(game->game.max);
    Score sum = { .raw = total.raw, .steps = total.steps, .standardized = NAN };
    if (known) sum.standardized = rules_game_standardized(game, sum.raw);
    bind_score(L, &sum, game->game.max);
    bind_set(L, "free", (double)total.free_steps);
    bind_set(L, "done", total.ends[RULES_DONE_END]);
    if (game->rules->block[RULE_WON] >= 0) bind_set(L, "won", total.won);
    bind_set(L, "timed_out", total.ends[RULES_TIMED_OUT]);
    bind_cases(L, game->game.cases, each, push_one);
    if (game->rules->block[RULE_WON] >= 0) add_won(L, each, game->game.cases);
    return 1;
}

/* ---- one case ------------------------------------------------------------ */

/* Pushes the registry's table of the functions that show states, by game. */
static void push_shows(lua_State *L) {
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, "ludus.rules.shows")) return;
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");   /* a game and its function go together */
    lua_setmetatable(L, -2);
}

void bind_rules_show(lua_State *L) {
    push_shows(L);
    lua_pushvalue(L, -2);
    lua_getfield(L, 1, "show");
    lua_settable(L, -3);
    lua_pop(L, 1);
}

/* Pushes a grid as it is in the state: a list of rows. */
static void push_grid(lua_State *L, const RulesState *g,
                      const RulesGrid *grid) {
    lua_createtable(L, grid->height, 0);
    for (int y = 0; y < grid->height; y++) {
        lua_createtable(L, grid->width, 0);
        for (int x = 0; x < grid->width; x++) {
            lua_pushinteger(
                L, g->cell[grid->start + (size_t)(y * grid->width + x)]);
            lua_seti(L, -2, x + 1);
        }
        lua_seti(L, -2, y + 1);
    }
}

static void push_variable(lua_State *L, const Rules *r, const RulesState *g,
                          int32_t k) {
    if (r->var_kind[k] == KIND_REAL) lua_pushnumber(L, g->real[k]);
    else if (r->var_kind[k] == KIND_TRUTH) lua_pushboolean(L, g->var[k]);
    else lua_pushinteger(L, g->var[k]);
}

void bind_rules_state(lua_State *L, const Rules *r, const RulesState *g) {
    lua_newtable(L);
    for (size_t n = 0; n < r->name_count; n++) {
        const RulesName *name = &r->name[n];
        if (name->kind == NAME_VAR) push_variable(L, r, g, name->k);
        else if (name->kind == NAME_GRID) push_grid(L, g, &r->grid[name->k]);
        else continue;
        lua_setfield(L, -2, name->name);
    }
}

size_t bind_rules_number(lua_State *L, const RulesGame *game) {
    return bind_place(L, 3, "case", game->game.cases) + 1;
}

/* Sets the picture of the result at the top, if the game shows its states. */
static void set_picture(lua_State *L) {
    int result = lua_gettop(L);
    push_shows(L);
    lua_pushvalue(L, 1);
    if (lua_gettable(L, -2) == LUA_TFUNCTION) {
        lua_getfield(L, result, "state");
        lua_call(L, 1, 1);
        luaL_tolstring(L, -1, NULL);
        lua_setfield(L, result, "picture");
    }
    lua_settop(L, result);
}

/* play(program, case): one case, with its variables and grids as they ended,
 * and a picture of them. */
static int m_play(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    size_t i = bind_rules_number(L, game);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    RulesCase one;
    play_all(L, game, scratch, i, &one);
    check_scratch(L, scratch);
    bind_rules_case(L, &one);
    bind_rules_state(L, game->rules, rules_scratch_state(scratch));
    lua_setfield(L, -2, "state");
    set_picture(L);
    return 1;
}

/* The programs of the list at 2; pushes the array, and a table that keeps the
 * programs alive. */
static Tree *take_trees(lua_State *L, const RulesGame *game, size_t *n) {
    luaL_checktype(L, 2, LUA_TTABLE);
    *n = (size_t)luaL_len(L, 2);
    Tree *tree = lua_newuserdatauv(L, *n * sizeof *tree, 0);
    lua_createtable(L, (int)*n, 0);
    for (size_t i = 0; i < *n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        tree[i] = bind_tree_for(L, lua_gettop(L), 1, &game->rules->language);
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
    }
    return tree;
}

static void many(lua_State *L, const RulesGame *game, RulesScratch *scratch,
                 const Tree *tree, size_t n, RulesTotal *total) {
    Err err;
    if (!rules_game_many(game, scratch, tree, n, total, &err))
        bind_raise(L, &err);
}

/* measure(programs, times, alone): plays all cases of each so often in one
 * call, together or one by one, for benchmarks; the nodes that were evaluated,
 * free ones included, and the points. */
static int m_measure(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_Integer times = luaL_checkinteger(L, 3), nodes = 0;
    bool alone = lua_toboolean(L, 4);
    double raw = 0;
    size_t n;
    RulesScratch *scratch = bind_rules_scratch(L, game);
    Tree *tree = take_trees(L, game, &n);
    RulesTotal *total = lua_newuserdatauv(L, n * sizeof *total, 0);
    for (lua_Integer k = 0; k < times; k++) {
        for (size_t i = 0; alone && i < n; i++)
            many(L, game, scratch, tree + i, 1, total + i);
        if (!alone) many(L, game, scratch, tree, n, total);
        for (size_t i = 0; i < n; i++) {
            nodes += (lua_Integer)(total[i].steps + total[i].free_steps);
            raw += total[i].raw;
        }
    }
    lua_pushinteger(L, nodes);
    bind_push(L, raw);
    return 2;
}

void bind_rules_play(lua_State *L, const char *class) {
    static const luaL_Reg methods[] = {
        { "score", m_score },
        { "play", m_play },
        { "measure", m_measure },
        { NULL, NULL },
    };
    bind_class(L, SCRATCH, bind_none, bind_boxed);
    bind_add(L, class, methods);
}
