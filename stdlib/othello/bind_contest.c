/* bind_contest.c -- contests in Lua: what evolution scores Othello programs by.
 *
 *     local game = core.contest { teachers = { p, q }, kind = 1,
 *       win = 1000, draw = 500, shift = 64, openings = 1, plies = 0, ... }
 *
 * Every field is set; the Lua side has checked names and filled in defaults.
 * The teachers are kept alive by a table in the registry whose keys are weak.
 */
#include <string.h>

#include "lua/engine/bind_case.h"
#include "lua/engine/bind_game.h"
#include "bind_othello.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "contest.h"
#include "base/mem.h"

static const char CLASS[] = "othello.contest";
static const char KEPT[] = "othello.teachers";

typedef struct Block {
    Contest       contest;           /* first: a Block is a Game */
    const Player *teacher[CONTEST_TEACHERS_MAX];
} Block;

static Contest *to_contest(lua_State *L) { return bind_object(L, 1, CLASS); }

/* ---- making one --------------------------------------------------------- */

static ContestRules to_rules(lua_State *L) {
    ContestRules rules = oth_contest_rules();
    rules.win = bind_number(L, 1, "win");
    rules.draw = bind_number(L, 1, "draw");
    rules.shift = bind_number(L, 1, "shift");
    rules.openings = (int)bind_integer(L, 1, "openings", 1,
                                       CONTEST_OPENINGS_MAX);
    rules.plies = (int)bind_integer(L, 1, "plies", 0, OPENING_PLIES_MAX);
    rules.seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                        LUA_MAXINTEGER);
    rules.settings = bind_player_settings(L, 1);
    return rules;
}

/* Fills in the teachers of the list in the field; returns how many. */
static size_t to_teachers(lua_State *L, const Player **teacher) {
    if (lua_getfield(L, 1, "teachers") != LUA_TTABLE)
        luaL_error(L, "field 'teachers': expected a list");
    size_t n = bind_length(L, -1);
    if (n > CONTEST_TEACHERS_MAX)
        luaL_error(L, "field 'teachers': at most %d", CONTEST_TEACHERS_MAX);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        teacher[i] = bind_player(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return n;
}

/* Keeps the teachers as long as the contest at the top of the stack. */
static void keep_teachers(lua_State *L) {
    lua_getfield(L, LUA_REGISTRYINDEX, KEPT);
    lua_pushvalue(L, -2);
    lua_getfield(L, 1, "teachers");
    lua_settable(L, -3);
    lua_pop(L, 1);
}

int bind_contest_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    ContestRules rules = to_rules(L);
    ContestKind kind = (ContestKind)bind_integer(L, 1, "kind", CONTEST_VECTOR,
                                                 CONTEST_STRATEGY);
    const Player *teacher[CONTEST_TEACHERS_MAX];
    size_t n = to_teachers(L, teacher);
    const Tables *tables = bind_tables(L);
    Err err;
    Box *box = bind_box(L, CLASS, mem_free);
    Block *block = box->object = mem_new(1, sizeof *block, &err);
    if (!block) return bind_raise(L, &err);
    memcpy(block->teacher, teacher, n * sizeof *teacher);
    if (!oth_contest_init(&block->contest, kind, &rules, tables,
                          (Teachers){ block->teacher, n }, &err))
        return bind_raise(L, &err);
    keep_teachers(L);
    return 1;
}

/* ---- methods ------------------------------------------------------------ */

static int m_read(lua_State *L) {
    bind_tree_read(L, 1, to_contest(L)->language, 2,
                   luaL_optstring(L, 3, "(text)"));
    return 1;
}

static int m_species(lua_State *L) {
    bind_tree_species(L, 1, to_contest(L)->language, 2);
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, to_contest(L)->language);
    return 1;
}

/* The program at 2, a tree or a vector as the contest has it. */
static Entrant to_pupil(lua_State *L, const Contest *c) {
    if (strcmp(c->game.class->kind, "tree") == 0) {
        Tree tree = bind_tree_for(L, 2, 1, c->language);
        return (Entrant){ tree.vocab, tree.len };
    }
    const VectorSpecies *species;
    const void *genome = bind_vector(L, 2, &species);
    Err err;
    if (!game_fits(&c->game, &species->species, &err)) bind_raise(L, &err);
    return (Entrant){ species->species.shape, genome };
}

static void push_total(lua_State *L, const Contest *c, const Score *score) {
    lua_createtable(L, 0, 8);
    bind_set_number(L, "raw", score->raw);
    bind_set_number(L, "max", c->game.max);
    bind_set_number(L, "standardized", score->standardized);
    bind_set_number(L, "adjusted", 1 / (1 + score->standardized));
    bind_set_count(L, "steps", score->steps);
    bind_set_integer(L, "won", score->hits);
    bind_set_count(L, "games", c->game.cases);
}

/* score(program): a table of totals, with what each game gave. */
static int m_score(lua_State *L) {
    Contest *c = to_contest(L);
    Entrant who = to_pupil(L, c);
    void *scratch = bind_game_scratch(L, &c->game)->object;
    CaseResult *rows = lua_newuserdatauv(L, c->game.cases * sizeof *rows, 0);
    Err err;
    Score score;
    if (!game_results(&c->game, who, scratch, &score, rows, &err))
        return bind_raise(L, &err);
    push_total(L, c, &score);
    lua_createtable(L, (int)c->game.cases, 0);
    for (size_t i = 0; i < c->game.cases; i++) {
        bind_case_push(L, &c->game, &rows[i], i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "cases");
    return 1;
}

static int m_facts(lua_State *L) {
    Contest *c = to_contest(L);
    lua_createtable(L, 0, 2);
    bind_set_count(L, "cases", c->game.cases);
    bind_set_number(L, "max", c->game.max);
    return 1;
}

static const luaL_Reg methods[] = {
    { "read", m_read },   { "species", m_species }, { "prims", m_prims },
    { "score", m_score }, { "facts", m_facts },     { NULL, NULL },
};

void bind_contest_class(lua_State *L) {
    bind_require(L, "ludus.core.tree");
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, "ludus.othello.trace");
    lua_newtable(L);                 /* the teachers, by contest */
    lua_newtable(L);
    bind_set_text(L, "__mode", "k");
    lua_setmetatable(L, -2);
    lua_setfield(L, LUA_REGISTRYINDEX, KEPT);
}
