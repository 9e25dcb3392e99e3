/* bind_rules_cases.c -- the cases of a game of rules from Lua tables.
 *
 * Values of a case are a number for a variable; for a grid a flat list, a list
 * of rows, or a picture: lines of characters in which ' ', '.' and '0' are 0,
 * '#' is 1 and digits are themselves.
 */
#include "bind_rules.h"

#include "lua/bind_table.h"

/* The case that is being filled in, for messages. */
typedef struct Filling {
    RulesGame  *game;
    size_t      number;
    const char *name;                /* of the variable or grid */
} Filling;

static int wrong(lua_State *L, const Filling *f, const char *what) {
    return luaL_error(L, "field 'cases': case %d, '%s': %s", (int)f->number + 1,
                      f->name, what);
}

static double take_real(lua_State *L, const Filling *f) {
    int is;
    double x = lua_tonumberx(L, -1, &is);
    if (!is || lua_type(L, -1) != LUA_TNUMBER) wrong(L, f, "expected a number");
    lua_pop(L, 1);
    return x;
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

static void fill_picture(lua_State *L, const Filling *f, const RulesGrid *g,
                         int32_t *cell) {
    Err err;
    if (!rules_picture(g, lua_tostring(L, -1), cell, &err))
        wrong(L, f, err.text);
}

/* A row of the list at the top of the stack. */
static void fill_row(lua_State *L, const Filling *f, int32_t *cell, size_t n) {
    if (luaL_len(L, -1) != (lua_Integer)n)
        wrong(L, f,
              lua_pushfstring(L, "expected a list of %d numbers, got %d",
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
        wrong(L, f,
              lua_pushfstring(L, "expected %d rows, got %d", g->height,
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
    const char *near = rules_near(f->game->rules, f->name, 1);
    if (!near) wrong(L, f, "the rules have no such variable or grid");
    lua_pushfstring(L,
                    "the rules have no such variable or grid; did you mean "
                    "'%s'?",
                    near);
    wrong(L, f, lua_tostring(L, -1));
}

/* The pair name, value at the top of the stack; pops the value. */
static void fill_field(lua_State *L, Filling *f) {
    const Rules *r = f->game->rules;
    if (lua_type(L, -2) != LUA_TSTRING)
        luaL_error(L,
                   "field 'cases': case %d: expected names of variables and "
                   "grids",
                   (int)f->number + 1);
    f->name = lua_tostring(L, -2);
    int var = rules_find(r, NAME_VAR, f->name);
    int grid = rules_find(r, NAME_GRID, f->name);
    if (var > 0 && r->var_kind[var] == KIND_REAL) {
        rules_game_reals(f->game, f->number)[var] = take_real(L, f);
        return;
    }
    if (var > 0) {
        int32_t x = take_number(L, f);
        if (r->var_kind[var] == KIND_TRUTH && x != 0 && x != 1)
            wrong(L, f, "expected true or false");
        rules_game_vars(f->game, f->number)[var] = x;
        return;
    }
    if (grid < 0) no_such(L, f);
    fill_grid(L, f, grid);
    lua_pop(L, 1);
}

/* ---- tables -------------------------------------------------------------- */

/* Does the rule for that variable make it one that programs see? */
static bool is_input(const Rules *r, const char *name) {
    for (size_t i = 0; i < r->rule_count; i++)
        if (r->rule[i].input && strcmp(r->rule[i].name, name) == 0) return true;
    return false;
}

static void no_column(lua_State *L, const DataView *v, const char *name) {
    const char *near = data_near(v->data, name);
    if (near)
        luaL_error(L,
                   "field 'cases': the table has no column '%s'; did you mean "
                   "'%s'?",
                   name, near);
    luaL_error(L, "field 'cases': the table has no column '%s'", name);
}

/* Fills variable k of all cases from a column. */
static void fill_variable(lua_State *L, RulesGame *game, const DataView *v,
                          int k, int column) {
    const DataColumn *c = &v->data->column[column];
    bool real = game->rules->var_kind[k] == KIND_REAL;
    bool truth = game->rules->var_kind[k] == KIND_TRUTH;
    for (size_t i = 0; i < v->rows; i++) {
        double x = data_view_get(v, (size_t)column, i);
        if (truth && x != 0 && x != 1)
            luaL_error(L,
                       "field 'cases': column '%s', row %d: expected true or "
                       "false, found %f",
                       c->name, (int)i + 1, x);
        if (!real && (x != (double)(int32_t)x))
            luaL_error(L,
                       "field 'cases': column '%s', row %d: expected a whole "
                       "number, found %f",
                       c->name, (int)i + 1, x);
        if (real) rules_game_reals(game, i)[k] = x;
        else rules_game_vars(game, i)[k] = (int32_t)x;
    }
}

/* Every input has a column; other variables may have one. `target` is filled
 * from the column that the field of that name says. */
static void fill_table(lua_State *L, RulesGame *game, const DataView *v) {
    const Rules *r = game->rules;
    lua_getfield(L, 1, "target");
    const char *target = lua_tostring(L, -1);
    if (target && rules_find(r, NAME_VAR, "target") < 0)
        luaL_error(L, "field 'target': the rules have no variable 'target'");
    for (size_t n = 0; n < r->name_count; n++) {
        const RulesName *name = &r->name[n];
        if (name->kind != NAME_VAR || name->k == 0) continue;
        bool goal = target && strcmp(name->name, "target") == 0;
        const char *from = goal ? target : name->name;
        int column = data_find(v->data, from);
        if (column < 0 && (goal || is_input(r, name->name)))
            no_column(L, v, from);
        if (column >= 0) fill_variable(L, game, v, name->k, column);
    }
    lua_pop(L, 1);
}

void bind_rules_cases(lua_State *L, RulesGame *game) {
    lua_getfield(L, 1, "cases");
    const DataView *view = bind_table_view(L, -1);
    if (view) {
        fill_table(L, game, view);
        lua_pop(L, 1);
        return;
    }
    for (size_t i = 0; i < game->options.cases; i++) {
        Filling f = { .game = game, .number = i };
        if (lua_geti(L, -1, (lua_Integer)i + 1) != LUA_TTABLE)
            luaL_error(L, "field 'cases': case %d is not a table", (int)i + 1);
        for (lua_pushnil(L); lua_next(L, -2);) fill_field(L, &f);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}
