/* bind_rules_play.c -- plays games of rules for a script that asks: score,
 * play, measure.
 *
 * A game keeps the scratch of its last call for the next one, which finds its
 * memory warm. The list of cases that score() gives is empty until somebody
 * looks at it: a program that is scored for its sum alone costs no table per
 * case. */
#include "bind_rules.h"

#include <math.h>
#include <string.h>

#include "lua/program/bind_linear.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_vector.h"

static const char SCRATCH[] = "ludus.rules.scratch";

RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game) {
    Box *box = bind_box(L, SCRATCH, rules_scratch_free);
    Err err;
    box->object = rules_scratch_new(game, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

/* Tables of the registry with weak keys, by the addresses of these: of the
 * scratch that a game has idle, and of the function that shows its states. */
static const char IDLE, SHOWS;

static void push_weak(lua_State *L, const char *name) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, name) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");   /* a game and its value go together */
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, name);
}

/* Pushes a box with the scratch that the game at 1 has idle, or a new one. Who
 * is done with it gives it back; while it is in use a function of the script
 * may ask for another. */
static RulesScratch *take_scratch(lua_State *L, const RulesGame *game) {
    push_weak(L, &IDLE);
    lua_pushvalue(L, 1);
    if (lua_rawget(L, -2) != LUA_TUSERDATA) {
        lua_pop(L, 2);
        return bind_rules_scratch(L, game);
    }
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_rawset(L, -4);
    lua_remove(L, -2);
    return ((Box *)lua_touserdata(L, -1))->object;
}

/* Primitives in Lua that have failed spoil a scratch, so with them there is
 * none to give back. */
static void give_scratch(lua_State *L, const RulesGame *game, int box) {
    if (game->outer) return;
    push_weak(L, &IDLE);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, box);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void bind_rules_case(lua_State *L, const RulesCase *one) {
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", one->score);
    bind_set(L, "steps", (double)one->steps);
    bind_set(L, "free", (double)one->free_steps);
    bind_set_text(L, "end", rules_end_name(one->end));
}

Tree bind_rules_tree(lua_State *L, const RulesGame *game,
                     RulesScratch *scratch) {
    const VectorSpecies *species;
    if (!game->vector) return bind_tree_for(L, 2, 1, &game->rules->language);
    const void *genes = bind_vector(L, 2, &species);
    luaL_argcheck(L, vector_same(&species->shape, game->vector->shape), 2,
                  "has other genes than the game");
    return rules_vector_tree(game, scratch, genes);
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
    Tree tree = bind_rules_tree(L, game, scratch);
    if (number == 0) return rules_game_score(game, scratch, &tree, each);
    *each = rules_game_play(game, scratch, &tree, number - 1);
    return total;
}

static void check_scratch(lua_State *L, const RulesScratch *scratch) {
    Err err;
    if (!rules_scratch_ok(scratch, &err)) bind_raise(L, &err);
}

/* ---- cases when they are asked for --------------------------------------- */

static const char LATER[] = "ludus.rules.cases";

static void push_rows(lua_State *L, const RulesGame *game,
                      const RulesCase *each, int list) {
    bool says = game->rules->block[RULE_WON] >= 0;
    for (size_t i = 0; i < game->game.cases; i++) {
        bind_rules_case(L, &each[i]);
        if (says) bind_set_boolean(L, "won", each[i].won);
        lua_rawseti(L, list, (lua_Integer)i + 1);
    }
}

/* (game, program, list): plays all cases and fills the list. */
static int fill(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    RulesScratch *scratch = take_scratch(L, game);
    RulesCase *each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    play_all(L, game, scratch, 0, each);
    push_rows(L, game, each, 3);
    give_scratch(L, game, 4);
    return 0;
}

/* Makes the list at 1, which knows game and program, one like any other. */
static void fill_list(lua_State *L) {
    int top = lua_gettop(L);
    static const char *const known[] = { "game", "program" };
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_getmetatable(L, LATER);
    bool later = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
    lua_settop(L, top);
    if (!later) return;
    lua_pushnil(L);
    lua_setmetatable(L, 1);
    lua_pushcfunction(L, fill);
    for (int i = 0; i < 2; i++) {
        lua_pushstring(L, known[i]);
        lua_rawget(L, 1);
        lua_pushstring(L, known[i]);
        lua_pushnil(L);
        lua_rawset(L, 1);
    }
    lua_pushvalue(L, 1);
    lua_call(L, 3, 0);
    lua_settop(L, top);
}

static int list_index(lua_State *L) {
    fill_list(L);
    lua_settop(L, 2);
    lua_rawget(L, 1);
    return 1;
}

static int list_newindex(lua_State *L) {
    fill_list(L);
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

static int list_len(lua_State *L) {
    fill_list(L);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static int list_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_next(L, 1)) return 2;
    lua_pushnil(L);
    return 1;
}

static int list_pairs(lua_State *L) {
    fill_list(L);
    lua_pushcfunction(L, list_next);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* Sets `cases` of the result on top: the list, or what will be it. */
static void set_cases(lua_State *L, const RulesGame *game,
                      const RulesCase *each) {
    if (each) {
        lua_createtable(L, (int)game->game.cases, 0);
        push_rows(L, game, each, lua_gettop(L));
    } else {
        lua_createtable(L, 0, 2);
        lua_pushvalue(L, 1);
        lua_setfield(L, -2, "game");
        lua_pushvalue(L, 2);
        lua_setfield(L, -2, "program");
        luaL_setmetatable(L, LATER);
    }
    lua_setfield(L, -2, "cases");
}

/* score(program): totals, and `cases` in order; with `won` where the rules say
 * it. Functions of the script are called once: then cases are told at once. */
static int m_score(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_settop(L, 2);
    RulesScratch *scratch = take_scratch(L, game);
    RulesCase *each = NULL;
    if (game->outer)
        each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    RulesTotal total = play_all(L, game, scratch, 0, each);
    check_scratch(L, scratch);
    bool known = game->options.minimise || !isnan(game->game.max);
    Score sum = { .raw = total.raw, .steps = total.steps, .standardized = NAN };
    if (known) sum.standardized = rules_game_standardized(game, sum.raw);
    give_scratch(L, game, 3);
    bind_score(L, &sum, game->game.max);
    bind_set(L, "free", (double)total.free_steps);
    bind_set(L, "done", total.ends[RULES_DONE_END]);
    if (game->rules->block[RULE_WON] >= 0) bind_set(L, "won", total.won);
    bind_set(L, "timed_out", total.ends[RULES_TIMED_OUT]);
    set_cases(L, game, each);
    return 1;
}

/* ---- one case ------------------------------------------------------------ */

void bind_rules_show(lua_State *L) {
    push_weak(L, &SHOWS);
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
    push_weak(L, &SHOWS);
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
        if (!luaL_testudata(L, -1, "ludus.tree"))
            luaL_error(L, "program %d of the list is no tree but a %s",
                       (int)i + 1, luaL_typename(L, -1));
        tree[i] = bind_tree_for(L, lua_gettop(L), 1, &game->rules->language);
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
    }
    return tree;
}

/* Those of one shape are scored together. */
static void many(lua_State *L, const RulesGame *game, RulesScratch *scratch,
                 const Tree *tree, size_t n, RulesTotal *total) {
    Err err;
    for (size_t first = 0, i = 0; first < n; first = i) {
        while (i < n && tree[i].vocab == tree[first].vocab) i++;
        if (!rules_game_many(game, scratch, tree + first, i - first,
                             total + first, &err))
            bind_raise(L, &err);
    }
}

/* scores(programs): the raw score of each, in one call, so that what they have
 * in common is computed once. */
static int m_scores(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    size_t n;
    luaL_argcheck(L, !game->linear && !game->vector, 1, "is no game of trees");
    lua_settop(L, 2);
    RulesScratch *scratch = take_scratch(L, game);
    Tree *tree = take_trees(L, game, &n);
    RulesTotal *total = lua_newuserdatauv(L, n * sizeof *total + 1, 0);
    many(L, game, scratch, tree, n, total);
    give_scratch(L, game, 3);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_push(L, total[i].raw);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

enum { TUNE_STEPS = 10, TUNE_MOST = 1000 };

/* tune(program, steps): the program with better constants of its own. */
static int m_tune(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_Integer steps = luaL_optinteger(L, 3, TUNE_STEPS);
    luaL_argcheck(L, steps >= 1 && steps <= TUNE_MOST, 3, "must be 1 to 1000");
    luaL_argcheck(L, !game->linear && !game->vector, 1, "is no game of trees");
    RulesScratch *scratch = take_scratch(L, game);
    int box = lua_gettop(L);
    Tree from = bind_tree_for(L, 2, 1, &game->rules->language);
    void *genome = lua_newuserdatauv(L, tree_bytes(&from), 0);
    memcpy(genome, from.len, tree_bytes(&from));
    Tree tree = tree_at(from.vocab, genome);
    Err err;
    if (!rules_game_tune(game, scratch, &tree, (int)steps, &err))
        return bind_raise(L, &err);
    Buf *text = bind_buf(L);
    tree_print(&tree, text);
    bind_text(L, text);
    bind_tree_read(L, 1, &game->rules->language, lua_gettop(L), "(text)");
    give_scratch(L, game, box);
    return 1;
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
        { "score", m_score }, { "scores", m_scores },   { "tune", m_tune },
        { "play", m_play },   { "measure", m_measure }, { NULL, NULL },
    };
    static const luaL_Reg later[] = {
        { "__index", list_index },
        { "__newindex", list_newindex },
        { "__len", list_len },
        { "__pairs", list_pairs },
        { NULL, NULL },
    };
    bind_class(L, SCRATCH, bind_none, bind_boxed);
    bind_class(L, LATER, bind_none, later);
    bind_add(L, class, methods);
}
