/* bind_rules_score.c -- what game:score(program) gives, for games of rules.
 *
 * A table like any other, but made when somebody looks at it: before that it is
 * a short list of what it is made of, and so is its list of cases. A program of
 * pure rules is scored in less time than a table with fields takes.
 */
#include "bind_rules.h"

#include <math.h>
#include <string.h>

#include "bind_later.h"
#include "lua/program/bind_tree.h"

static const char SCORE[] = "ludus.rules.score";
static const char CASES[] = "ludus.rules.cases";
static const char TOTAL[] = "ludus.rules.total";

/* What a score is made of: the program, its points, and the number of steps. A
 * program of another game, and a score that has more to tell, has instead of
 * the steps a copy of the total, which keeps the game. The first place stays
 * empty, so that nobody takes it for a list; four are a small piece of memory.
 * A list has what it is made of before its first place. A script may put
 * anything there, so whatever is found is looked at as arguments are. */
enum { AT_PROGRAM = 2, AT_RAW, AT_REST };
enum { LIST_GAME = -1, LIST_PROGRAM };

/* ---- cases --------------------------------------------------------------- */

static void push_rows(lua_State *L, const RulesGame *game,
                      const RulesCase *each, int list) {
    bool says = rules_game_says(game);
    for (size_t i = 0; i < game->game.cases; i++) {
        bind_rules_case(L, &each[i]);
        if (says) bind_set_boolean(L, "won", each[i].won);
        lua_rawseti(L, list, (lua_Integer)i + 1);
    }
}

/* (game, program, list): plays all cases and fills the list. */
static int play_rows(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    RulesScratch *scratch = bind_rules_take(L, game);
    RulesCase *each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    rules_program_score(game, scratch, bind_rules_entrant(L, 2, 1), each);
    push_rows(L, game, each, 3);
    bind_rules_give(L, game, 4);
    return 0;
}

/* Game and program are on top. */
static void case_fields(lua_State *L) {
    lua_pushcfunction(L, play_rows);
    lua_insert(L, -3);
    lua_pushvalue(L, 1);
    lua_call(L, 3, 0);
}

static const Later later_cases = { CASES, LIST_GAME, LIST_PROGRAM,
                                   case_fields };

/* ---- scores -------------------------------------------------------------- */

/* Pushes the list of cases for the game and the program that are at `from`. */
static void push_cases(lua_State *L, int from) {
    lua_createtable(L, 0, 2);
    for (int i = 0; i < 2; i++) {
        lua_pushvalue(L, from + i);
        lua_rawseti(L, -2, LIST_GAME + i);
    }
    luaL_setmetatable(L, CASES);
}

/* Sets the fields of the table on top. */
static void set_fields(lua_State *L, const RulesGame *game,
                       const RulesTotal *total) {
    Score sum = { .raw = total->raw,
                  .steps = total->steps,
                  .standardized = NAN };
    bool known = game->options.minimise || !isnan(game->game.max);
    if (known) sum.standardized = rules_game_standardized(game, sum.raw);
    bind_score_fields(L, &sum, game->game.max);
    bind_set(L, "free", (double)total->free_steps);
    bind_set(L, "done", total->ends[RULES_DONE_END]);
    if (rules_game_says(game)) bind_set(L, "won", total->won);
    bind_set(L, "timed_out", total->ends[RULES_TIMED_OUT]);
}

static void score_fields(lua_State *L) {
    int first = lua_gettop(L) - AT_REST;         /* part i is at first + i */
    RulesTotal total = {
        .raw = lua_tonumber(L, first + AT_RAW),
        .steps = (uint64_t)lua_tointeger(L, first + AT_REST),
    };
    const RulesTotal *whole = luaL_testudata(L, first + AT_REST, TOTAL);
    if (!whole && !luaL_testudata(L, first + AT_PROGRAM, "ludus.tree"))
        luaL_error(L, "a score was changed before it was looked at");
    if (whole) lua_getiuservalue(L, first + AT_REST, 1);
    else bind_tree_owner(L, first + AT_PROGRAM);
    lua_pushvalue(L, first + AT_PROGRAM);
    int at = lua_gettop(L) - 1;      /* the game, then the program */
    lua_pushvalue(L, 1);
    set_fields(L, bind_rules_game_at(L, at), whole ? whole : &total);
    push_cases(L, at);
    lua_setfield(L, -2, "cases");
}

static const Later later_score = { SCORE, AT_PROGRAM, AT_REST, score_fields };

/* What score() has as upvalues: the metatables by which it knows a game and a
 * tree, since to look classes up by name took a tenth of the time of a program
 * of the multiplexer, and those it gives. */
enum { UP_NAME = 1, UP_KNOWN, UP_SCORE, UP_TOTAL, UP_COUNT = UP_TOTAL };

typedef struct Known {
    const void *game, *tree;         /* its user values keep them */
} Known;

/* The game at 1 is that of the program at 2 if `own`. */
static void push_rest(lua_State *L, const RulesTotal *total, bool own) {
    bool more = total->free_steps || total->won ||
                total->ends[RULES_DONE_END] || total->ends[RULES_TIMED_OUT];
    if (own && !more) {
        lua_pushinteger(L, (lua_Integer)total->steps);
        return;
    }
    *(RulesTotal *)lua_newuserdatauv(L, sizeof *total, 1) = *total;
    lua_pushvalue(L, lua_upvalueindex(UP_TOTAL));
    lua_setmetatable(L, -2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
}

/* Pushes the score of the program at 2 in the game at 1, to be made later. */
static void push_later(lua_State *L, const RulesTotal *total, bool own) {
    lua_createtable(L, AT_REST, 0);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, AT_PROGRAM);
    lua_pushnumber(L, total->raw);
    lua_rawseti(L, -2, AT_RAW);
    push_rest(L, total, own);
    lua_rawseti(L, -2, AT_REST);
    lua_pushvalue(L, lua_upvalueindex(UP_SCORE));
    lua_setmetatable(L, -2);
}

/* Has the value at `arg` that metatable? Leaves something on the stack. */
static bool is_of(lua_State *L, int arg, const void *class) {
    return lua_getmetatable(L, arg) && lua_topointer(L, -1) == class;
}

static RulesGame *game_here(lua_State *L, const Known *known) {
    Box *box = is_of(L, 1, known->game) ? lua_touserdata(L, 1) : NULL;
    return box && box->object ? box->object : bind_rules_game(L);
}

/* The program at 2, if it is a tree in the words of the game. */
static bool own_tree(lua_State *L, const Known *known, const RulesGame *game,
                     Tree *tree) {
    if (game->game.class != &rules_class || game->rivals ||
        !is_of(L, 2, known->tree))
        return false;
    *tree = bind_tree_known(L, 2);
    return tree->vocab->language == &game->rules->language;
}

/* score(program): totals, and `cases` in order; with `won` where the rules say
 * it. Functions of the script are called once: then all is told at once. */
static int m_score(lua_State *L) {
    const Known *known = lua_touserdata(L, lua_upvalueindex(UP_KNOWN));
    lua_settop(L, 2);
    RulesGame *game = game_here(L, known);
    RulesScratch *scratch = bind_rules_borrow(L, game);
    RulesCase *each = NULL;
    if (game->outer)
        each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    Tree tree;
    bool own = own_tree(L, known, game, &tree);
    RulesTotal total = own ? rules_game_score(game, scratch, &tree, each)
                           : rules_program_score(game, scratch,
                                                 bind_rules_entrant(L, 2, 1),
                                                 each);
    bind_rules_check(L, scratch);
    if (!each) {
        push_later(L, &total, own);
        return 1;
    }
    lua_createtable(L, 0, 10);
    set_fields(L, game, &total);
    lua_createtable(L, (int)game->game.cases, 0);
    push_rows(L, game, each, lua_gettop(L));
    lua_setfield(L, -2, "cases");
    return 1;
}

/* ---- classes ------------------------------------------------------------- */

/* The points are there without the rest: most want nothing else. */
static int score_get(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (strcmp(key, "raw") != 0 || lua_type(L, 1) != LUA_TTABLE ||
        lua_rawgeti(L, 1, AT_RAW) != LUA_TNUMBER)
        return bind_later_index(L, &later_score);
    bind_push(L, lua_tonumber(L, -1));
    return 1;
}

static void push_known(lua_State *L, const char *class) {
    Known *known = lua_newuserdatauv(L, sizeof *known, 2);
    luaL_getmetatable(L, class);
    known->game = lua_topointer(L, -1);
    lua_setiuservalue(L, -2, 1);
    luaL_getmetatable(L, "ludus.tree");
    known->tree = lua_topointer(L, -1);
    lua_setiuservalue(L, -2, 2);
}

void bind_rules_score(lua_State *L, const char *class) {
    bind_later_class(L, &later_score);
    luaL_getmetatable(L, SCORE);
    lua_pushcfunction(L, score_get);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    bind_later_class(L, &later_cases);
    luaL_getmetatable(L, class);
    lua_getfield(L, -1, "methods");
    lua_pushstring(L, class);
    push_known(L, class);
    luaL_getmetatable(L, SCORE);
    bind_class(L, TOTAL, bind_none, bind_none);
    luaL_getmetatable(L, TOTAL);
    lua_pushcclosure(L, m_score, UP_COUNT);
    lua_setfield(L, -2, "score");
    lua_pop(L, 2);
}
