/* bind_rules.c -- games of rules for Lua: ludus.rules wraps it.
 *
 * new() takes a table in which every field is set: rules, script, name, from
 * (the text's place in the script), title (the game's name), cases, budget,
 * passes, seed, max, engine, functions. `show` may be there.
 * Values of a case are a number for a variable; for a grid a flat list, a list
 * of rows, or a picture: lines of characters in which ' ', '.' and '0' are 0,
 * '#' is 1 and digits are themselves.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bind_linear.h"
#include "lua/luagame/rules_lua.h"
#include "bind_rules.h"
#include "limit.h"
#include "sandbox.h"
#include "bind_tree.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "engine/rules/rules_linear.h"

static const char CLASS[]   = "ludus.rules";
static const char SCRATCH[] = "ludus.rules.scratch";

/* ---- cases --------------------------------------------------------------- */

/* The case that is being filled in, for messages. */
typedef struct Filling {
    RulesGame  *game;
    size_t      number;
    const char *name;                /* of the variable or grid */
} Filling;

static int wrong(lua_State *L, const Filling *f, const char *what) {
    return luaL_error(L, "field 'cases': case %d, '%s': %s",
                      (int)f->number + 1, f->name, what);
}

/* The number at the top of the stack, which is popped. */
static int32_t take_number(lua_State *L, const Filling *f) {
    int whole;
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    if (lua_isboolean(L, -1)) {
        n = lua_toboolean(L, -1);
        whole = 1;
    }
    if (!whole) wrong(L, f, "expected a whole number");
    if (n < INT32_MIN || n > INT32_MAX)
        wrong(L, f, "the number has over 32 bits");
    lua_pop(L, 1);
    return (int32_t)n;
}

/* A picture: one line per row, shorter ones filled with 0. */
static void fill_picture(lua_State *L, const Filling *f, const RulesGrid *g,
                         int32_t *cell) {
    const char *text = lua_tostring(L, -1);
    size_t x = 0, y = 0;
    for (; *text; text++) {
        if (*text == '\r') continue;
        if (*text == '\n') { x = 0; y++; continue; }
        bool blank = *text == ' ' || *text == '.';
        if (!blank && *text != '#' && (*text < '0' || *text > '9'))
            wrong(L, f, "a picture has blanks, dots, '#' and digits");
        if (blank && (x >= g->width || y >= g->height)) { x++; continue; }
        if (x >= g->width || y >= g->height)
            wrong(L, f, "the picture is larger than the grid");
        cell[y * g->width + x++] = blank ? 0 : *text == '#' ? 1 : *text - '0';
    }
}

/* A row of the list at the top of the stack. */
static void fill_row(lua_State *L, const Filling *f, int32_t *cell, size_t n) {
    if (luaL_len(L, -1) != (lua_Integer)n)
        wrong(L, f, lua_pushfstring(L, "expected a list of %d numbers, got %d",
                                    (int)n, (int)luaL_len(L, -1)));
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        cell[i] = take_number(L, f);
    }
}

static void fill_rows(lua_State *L, const Filling *f, const RulesGrid *g,
                      int32_t *cell) {
    bool rows = lua_geti(L, -1, 1) == LUA_TTABLE;
    lua_pop(L, 1);
    if (!rows) {
        fill_row(L, f, cell, (size_t)g->width * g->height);
        return;
    }
    if (luaL_len(L, -1) != g->height)
        wrong(L, f, lua_pushfstring(L, "expected %d rows, got %d", g->height,
                                    (int)luaL_len(L, -1)));
    for (int y = 0; y < g->height; y++) {
        if (lua_geti(L, -1, y + 1) != LUA_TTABLE) wrong(L, f, "expected a row");
        fill_row(L, f, cell + (size_t)y * g->width, g->width);
        lua_pop(L, 1);
    }
}

static void fill_grid(lua_State *L, const Filling *f, int grid) {
    const RulesGrid *g = &f->game->rules->grid[grid];
    int32_t *cell = rules_game_cells(f->game, f->number, grid);
    int type = lua_type(L, -1);
    if (type == LUA_TSTRING) fill_picture(L, f, g, cell);
    else if (type == LUA_TTABLE) fill_rows(L, f, g, cell);
    else wrong(L, f, "expected a list, a list of rows or a picture");
}

static void no_such(lua_State *L, const Filling *f) {
    const Rules *r = f->game->rules;
    Suggest near = suggest_start(f->name);
    for (size_t i = 0; i < r->name_count; i++)
        if ((r->name[i].kind == NAME_VAR && r->name[i].k > 0) ||
            r->name[i].kind == NAME_GRID)        /* 0 is the program's value */
            suggest_offer(&near, r->name[i].name);
    if (!near.best) wrong(L, f, "the rules have no such variable or grid");
    lua_pushfstring(L, "the rules have no such variable or grid; did you mean "
                    "'%s'?", near.best);
    wrong(L, f, lua_tostring(L, -1));
}

/* The pair name, value at the top of the stack; pops the value. */
static void fill_field(lua_State *L, Filling *f) {
    const Rules *r = f->game->rules;
    if (lua_type(L, -2) != LUA_TSTRING)
        luaL_error(L, "field 'cases': case %d: expected names of variables and "
                   "grids", (int)f->number + 1);
    f->name = lua_tostring(L, -2);
    int var = rules_find(r, NAME_VAR, f->name);
    int grid = rules_find(r, NAME_GRID, f->name);
    if (var > 0) {
        rules_game_vars(f->game, f->number)[var] = take_number(L, f);
        return;
    }
    if (grid < 0) no_such(L, f);
    fill_grid(L, f, grid);
    lua_pop(L, 1);
}

static void fill_cases(lua_State *L, RulesGame *game) {
    lua_getfield(L, 1, "cases");
    for (size_t i = 0; i < game->options.cases; i++) {
        Filling f = { .game = game, .number = i };
        if (lua_geti(L, -1, (lua_Integer)i + 1) != LUA_TTABLE)
            luaL_error(L, "field 'cases': case %d is not a table", (int)i + 1);
        for (lua_pushnil(L); lua_next(L, -2);) fill_field(L, &f);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* ---- making -------------------------------------------------------------- */

static RulesEngine read_engine(lua_State *L) {
    const char *name = bind_string(L, 1, "engine");
    for (int e = 0; e < RULES_ENGINES; e++)
        if (strcmp(rules_engine_name((RulesEngine)e), name) == 0)
            return (RulesEngine)e;
    luaL_error(L, "field 'engine': expected auto, native, bytecode or plain, "
               "got '%s'", name);
    return RULES_AUTO;
}

static RulesOptions read_options(lua_State *L) {
    RulesOptions o = { .max = NAN };
    lua_getfield(L, 1, "cases");
    luaL_checktype(L, -1, LUA_TTABLE);
    o.cases = bind_length(L, -1);
    if (lua_getfield(L, 1, "max") == LUA_TNUMBER)
        o.max = lua_tonumber(L, -1) * (double)o.cases;
    lua_pop(L, 2);
    o.minimise = bind_boolean(L, 1, "minimise");
    o.budget = (uint32_t)bind_integer(L, 1, "budget", 1, RULES_BUDGET_MAX);
    o.passes = (uint32_t)bind_integer(L, 1, "passes", 1, UINT32_MAX);
    o.seed =
        (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER, LUA_MAXINTEGER);
    return o;
}

/* blocks = { { name, lines }, ... } makes it a game for linear programs. */
static void read_blocks(lua_State *L, RulesGame *game) {
    LinearBlock block[LINEAR_BLOCKS_MAX];
    Err err;
    if (lua_getfield(L, 1, "blocks") != LUA_TTABLE || luaL_len(L, -1) == 0) {
        lua_pop(L, 1);
        return;
    }
    lua_Integer n = luaL_len(L, -1);
    if (n > LINEAR_BLOCKS_MAX)
        luaL_error(L, "field 'blocks': at most %d", LINEAR_BLOCKS_MAX);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        if (!lua_istable(L, -1)) luaL_error(L, "field 'blocks': expected rows "
                                            "{ name, lines }");
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);
        const char *name =           /* a number would be a new string */
            lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
        lua_Integer lines = lua_tointeger(L, -1);
        if (!name || lines < 1 || lines > LINEAR_LINES_MAX)
            luaL_error(L, "field 'blocks': expected rows { name, lines of 1 to "
                       "%d }", LINEAR_LINES_MAX);
        block[i - 1] = (LinearBlock){ name, (uint16_t)lines };
        lua_pop(L, 3);               /* the row in the table keeps the name */
    }
    bool nested = bind_boolean(L, 1, "nested");
    if (!rules_linear_game(game, block, (size_t)n, nested, &err))
        bind_raise(L, &err);
    lua_pop(L, 1);
}

/* Every function belongs to a primitive and the other way round; the table is
 * at the top of the stack. How many there are. */
static int check_functions(lua_State *L, const Rules *r) {
    int count = 0;
    for (size_t i = 0; i < r->rule_count; i++) {
        if (r->rule[i].kind != RULE_OUTER) continue;
        count++;
        if (lua_getfield(L, -1, r->rule[i].name) != LUA_TFUNCTION)
            luaL_error(L, "field 'functions': the rules declare 'lua %s': a "
                       "function of that name is missing", r->rule[i].name);
        lua_pop(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING
                               ? lua_tostring(L, -2) : "(no name)";
        int k = rules_find(r, NAME_PRIM, name);
        if (k < 0 || r->rule[k].kind != RULE_OUTER)
            luaL_error(L, "field 'functions': '%s' is not declared in the "
                       "rules: write 'lua %s' there", name, name);
    }
    return count;
}

/* functions = { name = function }: primitives that the rules leave to Lua; with
 * key, seconds, script_path and script_source (nil: outside a script). */
static void read_functions(lua_State *L, RulesGame *game) {
    Err err;
    lua_getfield(L, 1, "functions");
    luaL_checktype(L, -1, LUA_TTABLE);
    if (check_functions(L, game->rules) == 0) {
        lua_pop(L, 1);
        return;
    }
    RulesLua *f = rules_lua_new(game, &err);
    if (!f) bind_raise(L, &err);
    f->home.script = bind_copy(L, 1, "script_path");
    f->home.source = bind_copy(L, 1, "script_source");
    f->home.key = bind_copy(L, 1, "key");
    f->seconds = (int)bind_integer(L, 1, "seconds", 1, LIMIT_SECONDS_MAX);
    if (!luahome_init(&f->home, L, &err)) bind_raise(L, &err);
}

/* Pushes the registry's table of the functions that show states, by game. */
static void push_shows(lua_State *L) {
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, "ludus.rules.shows")) return;
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");   /* a game and its function go together */
    lua_setmetatable(L, -2);
}

/* Keeps the settings' `show`, if any, for the game at the top. */
static void keep_show(lua_State *L) {
    push_shows(L);
    lua_pushvalue(L, -2);
    lua_getfield(L, 1, "show");
    lua_settable(L, -3);
    lua_pop(L, 1);
}

static void read_title(lua_State *L, Rules *rules) {
    const char *title = bind_string(L, 1, "title");
    snprintf(rules->game, sizeof rules->game, "%s", title);
}

/* new(settings): the game, and what there is to say: warnings, and why there is
 * no native code if it was wanted. */
static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    RulesOptions options = read_options(L);
    RulesEngine engine = read_engine(L);
    if (sandbox_get(L) && engine != RULES_PLAIN) engine = RULES_BYTECODE;
    Source script = { .name = bind_string(L, 1, "name") };
    lua_getfield(L, 1, "script");
    script.text = luaL_checklstring(L, -1, &script.len);
    size_t from =
        (size_t)bind_integer(L, 1, "from", 0, (lua_Integer)script.len);
    size_t len = (size_t)bind_integer(L, 1, "len", 0,
                                      (lua_Integer)(script.len - from));
    Box *box = bind_box(L, CLASS, rules_game_free);
    keep_show(L);
    Err err;
    RulesGame *game = box->object = rules_game_new(&script, from, from + len,
                                                   &options, &err);
    if (!game) return bind_raise(L, &err);
    read_title(L, game->rules);
    fill_cases(L, game);
    read_blocks(L, game);
    read_functions(L, game);
    bool ok = rules_game_engine(game, engine, &err);
    bind_text(L, &game->rules->warnings);
    if (ok) lua_pushnil(L);
    else lua_pushstring(L, err.text);
    return 3;
}

RulesGame *bind_rules_game(lua_State *L) { return bind_object(L, 1, CLASS); }

/* ---- methods ------------------------------------------------------------- */

/* Pushes the species of a game for linear programs, which keeps the game. */
static void push_linear(lua_State *L, const RulesGame *game) {
    bind_push_linear_set(L, &game->linear->set);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
}

static int m_read(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    const char *name = luaL_optstring(L, 3, "(text)");
    if (!game->linear) {
        bind_tree_read(L, 1, &game->rules->language, 2, name);
        return 1;
    }
    push_linear(L, game);
    bind_linear_parse(L, -1, 2, name);
    return 1;
}

static int m_species(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    if (game->linear) push_linear(L, game);
    else bind_tree_species(L, 1, &game->rules->language, 2);
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, &bind_rules_game(L)->rules->language);
    return 1;
}

RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game) {
    Box *box = bind_box(L, SCRATCH, rules_scratch_free);
    Err err;
    box->object = rules_scratch_new(game, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

void bind_rules_case(lua_State *L, const RulesCase *one) {
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", (double)one->score);
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
        luaL_argcheck(L, set == &game->linear->set, 2, "is of another game");
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

/* score(program): totals, and `cases` in order. */
static int m_score(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    RulesCase *each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    RulesTotal total = play_all(L, game, scratch, 0, each);
    check_scratch(L, scratch);
    bool known = game->options.minimise || !isnan(game->game.max);
    Score sum = { .raw = (double)total.raw, .steps = total.steps,
                  .standardized = NAN };
    if (known) sum.standardized = rules_game_standardized(game, sum.raw);
    bind_score(L, &sum, game->game.max);
    bind_set(L, "free", (double)total.free_steps);
    bind_set(L, "done", total.ends[RULES_DONE_END]);
    bind_set(L, "timed_out", total.ends[RULES_TIMED_OUT]);
    bind_cases(L, game->game.cases, each, push_one);
    return 1;
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
    const Rules *r = game->rules;
    size_t i = bind_rules_number(L, game);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    RulesCase one;
    play_all(L, game, scratch, i, &one);
    check_scratch(L, scratch);
    const RulesState *g = rules_scratch_state(scratch);
    bind_rules_case(L, &one);
    lua_newtable(L);
    for (size_t n = 0; n < r->name_count; n++) {
        const RulesName *name = &r->name[n];
        if (name->kind == NAME_VAR) lua_pushinteger(L, g->var[name->k]);
        else if (name->kind == NAME_GRID) push_grid(L, g, &r->grid[name->k]);
        else continue;
        lua_setfield(L, -2, name->name);
    }
    lua_setfield(L, -2, "state");
    set_picture(L);
    return 1;
}

/* measure(programs, times): plays all cases of each so often in one call, for
 * benchmarks; the nodes that were evaluated, free ones included, and the
 * points. */
static int m_measure(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer times = luaL_checkinteger(L, 3), nodes = 0, raw = 0;
    RulesScratch *scratch = bind_rules_scratch(L, game);
    for (lua_Integer i = 1; lua_geti(L, 2, i) != LUA_TNIL; i++) {
        Tree tree = bind_tree_for(L, lua_gettop(L), 1, &game->rules->language);
        for (lua_Integer k = 0; k < times; k++) {
            RulesTotal total = rules_game_score(game, scratch, &tree, NULL);
            nodes += (lua_Integer)(total.steps + total.free_steps);
            raw += total.raw;
        }
        check_scratch(L, scratch);
        lua_pop(L, 2);
    }
    lua_pushinteger(L, nodes);
    lua_pushinteger(L, raw);
    return 2;
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
    if (way == 1)
        rules_c_print(game->rules, rules_game_vary(game), buf);
    else
        rules_code_print(game->code, game->rules, buf);
    return bind_text(L, buf);
}

/* ops(): the operations as they are written, with help. */
static int f_ops(lua_State *L) {
    static const char *const calls[] = { "%s()", "%s(a)", "%s(a, b)" };
    lua_newtable(L);
    for (int i = 0; i < RULES_OP_COUNT; i++) {
        const RulesOpRow *row = &rules_ops[i];
        lua_createtable(L, 0, 2);
        if (row->precedence) lua_pushfstring(L, "a %s b", row->name);
        else lua_pushfstring(L, calls[row->arguments], row->name);
        lua_setfield(L, -2, "form");
        bind_set_text(L, "help", row->help);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

static const luaL_Reg methods[] = {
    { "read", m_read },       { "prims", m_prims },     { "score", m_score },
    { "play", m_play },       { "species", m_species }, { "engine", m_engine },
    { "measure", m_measure }, { "listing", m_listing }, { "facts", m_facts },
    { "record", bind_rules_record }, { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "ops", f_ops },
    { NULL, NULL },
};

int open_rules(lua_State *L);

int open_rules(lua_State *L) {
    bind_require(L, "ludus.core.tree");
    bind_require(L, "ludus.core.linear");
    bind_game_class(L, CLASS, methods);
    bind_class(L, SCRATCH, bind_none, bind_boxed);
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    return 1;
}
