/* bind_rules.c -- games of rules for Lua: ludus.rules wraps it.
 *
 * new() takes a table in which every field is set: rules, script, name, from
 * (the text's place in the script), title (the game's name), cases, budget,
 * passes, seed, max, engine, functions. `show` may be there.
 */
#include "bind_rules.h"

#include <math.h>
#include <stdio.h>

#include "bind_game.h"
#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "lua/limit.h"
#include "engine/rules/parse/parser.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_machine.h"
#include "engine/rules/rules_vector.h"

static const char CLASS[] = "ludus.rules";

RulesGame *bind_rules_game(lua_State *L) { return bind_rules_game_at(L, 1); }

RulesGame *bind_rules_game_at(lua_State *L, int arg) {
    return bind_object(L, arg, CLASS);
}

/* ---- methods ------------------------------------------------------------- */

/* Pushes the species of a game for linear programs, which keeps the game. */
static void push_linear(lua_State *L, const RulesGame *game) {
    bind_push_linear_set(L, &game->linear->set);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
}

/* genes(): the species of its vectors; nil if it has none. */
static int m_genes(lua_State *L) {
    if (!bind_rules_game(L)->vector) return 0;
    lua_getiuservalue(L, 1, 1);
    lua_getfield(L, -1, "(set)");
    return 1;
}

/* alphabet(): what its machines do and see; nil if it has none. */
static int m_alphabet(lua_State *L) {
    const RulesGame *game = bind_rules_game(L);
    if (!game->machine) return 0;
    bind_push_alphabet(L, &game->machine->alphabet);
    return 1;
}

static int m_read(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    const char *name = luaL_optstring(L, 3, "(text)");
    if (game->machine) {
        bind_machine_read(L, 2, &game->machine->alphabet, name);
        return bind_read_by(L, 1, BIND_MACHINE_READER);
    }
    if (game->vector) {
        m_genes(L);
        bind_vector_parse(L, -1, 2, name);
        return bind_read_by(L, 1, BIND_VECTOR_READER);
    }
    if (game->linear) {
        push_linear(L, game);
        bind_linear_parse(L, -1, 2, name);
        return bind_read_by(L, 1, BIND_LINEAR_READER);
    }
    bind_tree_read(L, 1, &game->rules->language, 2, name);
    return 1;
}

static int m_species(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    if (game->vector) return m_genes(L);
    if (game->linear) push_linear(L, game);
    else bind_tree_species(L, 1, &game->rules->language, 2);
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, &bind_rules_game(L)->rules->language);
    return 1;
}

/* facts(): cases, budget, max. */
static int m_facts(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_createtable(L, 0, 3);
    bind_set(L, "cases", (double)game->game.cases);
    bind_set(L, "budget", (double)game->options.budget);
    if (isnan(game->game.max)) return 1;
    bind_set_number(L, "max", game->game.max);
    return 1;
}

/* engine(): the engine in use. */
static int m_engine(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_pushstring(L, rules_engine_name(game->engine));
    return 1;
}

/* listing(form): the bytecode, or the C file. */
static int m_listing(lua_State *L) {
    static const char *const ways[] = { "bytecode", "c", NULL };
    RulesGame *game = bind_rules_game(L);
    int way = luaL_checkoption(L, 2, "bytecode", ways);
    Buf *buf = bind_buf(L);
    LanesPlan plan = rules_game_plan(game);
    if (way == 1) rules_c_print(game->rules, rules_game_vary(game), &plan, buf);
    else rules_code_print(game->code, game->rules, buf);
    return bind_text(L, buf);
}

/* Adds a row { form =, help = } to the list at the top. */
static void add_op(lua_State *L, const char *form, const char *name,
                   const char *help) {
    lua_createtable(L, 0, 2);
    lua_pushfstring(L, form, name);
    lua_setfield(L, -2, "form");
    bind_set_text(L, "help", help);
    lua_seti(L, -2, luaL_len(L, -2) + 1);
}

/* ops(): the operations as they are written, with help. */
static int f_ops(lua_State *L) {
    static const char *const calls[] = { "%s()", "%s(a)", "%s(a, b)" };
    lua_newtable(L);
    for (int i = 0; i < RULES_OP_COUNT; i++) {
        const RulesOpRow *row = &rules_ops[i];
        add_op(L, row->precedence ? "a %s b" : calls[row->arguments], row->name,
               row->help);
    }
    for (int i = 0; i < REAL_FN_COUNT; i++)
        add_op(L, calls[1], real_name[i], real_help[i]);
    add_op(L, calls[1], "real", "a whole number or truth value as a real");
    add_op(L, calls[1], "whole",
           "a real rounded down; a truth value as 0 or 1");
    return 1;
}

/* words(): those that declare or steer, a list. */
static int f_words(lua_State *L) {
    lua_newtable(L);
    for (size_t i = 0; parser_keyword(i); i++) {
        lua_pushstring(L, parser_keyword(i));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- making -------------------------------------------------------------- */

static void read_title(lua_State *L, Rules *rules) {
    const char *title = bind_string(L, 1, "title");
    snprintf(rules->game, sizeof rules->game, "%s", title);
}

/* new(settings): the game, and what there is to say: warnings, and why there is
 * no native code if it was wanted. */
static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    RulesOptions options = bind_rules_options(L);
    RulesEngine engine = bind_rules_engine(L);
    Source script = { .name = bind_string(L, 1, "name") };
    lua_getfield(L, 1, "script");
    script.text = luaL_checklstring(L, -1, &script.len);
    size_t from = (size_t)bind_integer(L, 1, "from", 0,
                                       (lua_Integer)script.len);
    size_t len = (size_t)bind_integer(L, 1, "len", 0,
                                      (lua_Integer)(script.len - from));
    Box *box = bind_box(L, CLASS, rules_game_free);
    int at = lua_gettop(L);
    bind_rules_show(L);
    Err err;
    Alphabet alphabet;
    RulesGiven given;
    bool machines = bind_rules_alphabet(L, &alphabet, &given);
    if (machines) options.given = &given;
    RulesGame *game = box->object = rules_game_new(&script, from, from + len,
                                                   &options, &err);
    if (!game) return bind_raise(L, &err);
    read_title(L, game->rules);
    bind_rules_cases(L, game);
    bind_rules_blocks(L, game);
    bind_rules_genes(L, game);
    if (machines) bind_rules_machines(L, game, &alphabet);
    bind_rules_functions(L, game);
    bind_rules_rivals(L, at, m_read);
    engine = bind_rules_allowed(L, game, engine);
    bool ok = rules_game_engine(game, engine, &err);
    bind_text(L, &game->rules->warnings);
    if (ok) lua_pushnil(L);
    else lua_pushstring(L, err.text);
    return 3;
}

static const luaL_Reg methods[] = {
    { "read", m_read },       { "prims", m_prims },   { "species", m_species },
    { "engine", m_engine },   { "facts", m_facts },   { "listing", m_listing },
    { "record", bind_rules_record }, { "genes", m_genes },
    { "hands", bind_rules_hands },   { "alphabet", m_alphabet },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "ops", f_ops },
    { "words", f_words },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "budget", RULES_BUDGET_MAX }, { "seconds", LIMIT_SECONDS_MAX },
    { NULL, 0 },
};

int open_rules(lua_State *L);

int open_rules(lua_State *L) {
    bind_require(L, "ludus.core.table");
    bind_require(L, "ludus.core.tree");
    bind_require(L, "ludus.core.linear");
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_rules_play(L, CLASS);
    bind_game_class(L, CLASS, "ludus.inspect.trace_rules");
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
