/* bind_record.c -- records of cases of rules, for traces in Lua.
 *
 * A record is a table of lists: marks has a table per node that was evaluated
 * or line that was executed, changes one per change, `start` the first values
 * by name.
 */
#include "bind_rules.h"
#include "bind_trace.h"
#include "base/mem.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_machine.h"
#include "engine/rules/rules_record.h"

static const char CLASS[] = "ludus.rules.record";

/* Steps that nobody asked for have no parent. */
static void push_marks(lua_State *L, const RulesRecord *r) {
    lua_createtable(L, (int)r->marks, 0);
    for (size_t i = 0; i < r->marks; i++) {
        const RulesMark *mark = &r->mark[i];
        lua_createtable(L, 0, 5);
        bind_set_integer(L, "node", (lua_Integer)mark->node + 1);
        if (mark->parent) bind_set_integer(L, "parent", mark->parent);
        bind_set_integer(L, "last", mark->last);
        bind_set_integer(L, "spent", mark->spent);
        bind_set(L, "value", mark->value);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
}

/* Fills in name and, for a cell, x and y of the table at the top. */
static void set_place(lua_State *L, const Rules *r, uint32_t place) {
    bool cell = place >= RULES_VARS_MAX;
    uint32_t at = cell ? place - RULES_VARS_MAX : place;
    for (size_t i = 0; i < r->name_count; i++) {
        const RulesName *n = &r->name[i];
        if (n->kind != (cell ? NAME_GRID : NAME_VAR)) continue;
        const RulesGrid *grid = &r->grid[n->k];
        uint32_t cells = (uint32_t)grid->width * grid->height;
        bool here = cell ? at >= grid->start && at - grid->start < cells
                         : (uint32_t)n->k == at;
        if (!here) continue;
        bind_set_text(L, "name", n->name);
        if (!cell) return;
        bind_set_integer(L, "x", (at - grid->start) % grid->width);
        bind_set_integer(L, "y", (at - grid->start) / grid->width);
        return;
    }
}

static void push_changes(lua_State *L, const RulesRecord *r,
                         const Rules *rules) {
    lua_createtable(L, (int)r->changes, 0);
    for (size_t i = 0; i < r->changes; i++) {
        const RulesChange *change = &r->change[i];
        lua_createtable(L, 0, 6);
        bind_set_integer(L, "step", change->step);
        bind_set_integer(L, "after", change->after);
        bind_set(L, "value", change->value);
        if (change->by != DOER_MINE)
            bind_set_text(
                L, "by", change->by == DOER_OTHER ? "the other" : "the engine");
        set_place(L, rules, change->place);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
}

/* A variable's number, a grid as { width =, height =, cells by y * width + x }.
 */
static void push_start(lua_State *L, const Rules *r, const RulesState *g) {
    lua_newtable(L);
    for (size_t i = 0; i < r->name_count; i++) {
        const RulesName *n = &r->name[i];
        if (n->kind == NAME_VAR) {
            if (r->var_kind[n->k] == KIND_REAL)
                lua_pushnumber(L, g->real[n->k]);
            else lua_pushinteger(L, g->var[n->k]);
        } else if (n->kind == NAME_GRID) {
            const RulesGrid *grid = &r->grid[n->k];
            const int32_t *cell = g->cell + grid->start;
            lua_createtable(L, grid->width * grid->height, 2);
            bind_set_integer(L, "width", grid->width);
            bind_set_integer(L, "height", grid->height);
            for (lua_Integer k = 0; k < grid->width * grid->height; k++) {
                lua_pushinteger(L, cell[k]);
                lua_seti(L, -2, k);
            }
        } else {
            continue;
        }
        lua_setfield(L, -2, n->name);
    }
}

static void free_record(void *object) {
    rules_record_free(object);
    mem_free(object);
}

/* Plays the case of the program, of any kind. */
static bool write_down(RulesRecord *record, const RulesGame *game,
                       RulesScratch *scratch, Entrant who, size_t number,
                       Err *err) {
    if (game->rivals)
        return rules_record_match(record, game, scratch, who, number, err);
    if (game->linear)
        return rules_record_linear(record, game, scratch, who.genome, number,
                                   err);
    if (game->machine)
        return rules_record_machine(record, game, scratch, who.genome, number,
                                    err);
    Tree tree = rules_tree(game, who, scratch);
    return rules_record(record, game, scratch, &tree, number, err);
}

/* The state in which that case begins. */
static const RulesState *first_state(const RulesGame *game,
                                     RulesScratch *scratch, Entrant who,
                                     size_t number) {
    if (!game->rivals) return rules_game_begin(game, scratch, number);
    RulesMatch match = { .game = game, .scratch = scratch };
    rules_match_seat(&match, rules_match_who(game, who), number);
    return match.g;
}

int bind_rules_record(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    size_t number = bind_rules_number(L, game);
    lua_Integer limit = luaL_checkinteger(L, 4);
    TraceIf suppose = bind_trace_if(L, 5);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    Entrant who = bind_rules_entrant(L, 2, 1);
    Err err;
    if (luaL_getmetatable(L, CLASS) == LUA_TNIL)
        bind_class(L, CLASS, bind_none, bind_boxed);
    Box *box = bind_box(L, CLASS, free_record);
    RulesRecord *record = box->object = mem_new(1, sizeof *record, &err);
    if (!record) return bind_raise(L, &err);
    record->limit = (size_t)limit;
    if (suppose.given)
        record->suppose = (RulesIf){ (uint32_t)suppose.step + 1, suppose.always,
                                     suppose.value };
    if (!write_down(record, game, scratch, who, number, &err))
        return bind_raise(L, &err);
    bind_rules_case(L, &record->result);
    push_marks(L, record);
    lua_setfield(L, -2, "marks");
    push_changes(L, record, game->rules);
    lua_setfield(L, -2, "changes");
    push_start(L, game->rules, first_state(game, scratch, who, number));
    lua_setfield(L, -2, "start");
    return 1;
}
