/* bind_case.c -- what a case gave, as a table in Lua.
 *
 * The names come from the words of the game's class. A table that is used again
 * for the next case gets its numbers anew; of the ends only those that
 * changed.
 */
#include "bind_case.h"

#include "base/suggest.h"
#include "bind_rules.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_machine.h"
#include "engine/rules/rules_vector.h"

/* ---- tables -------------------------------------------------------------- */

static const CaseWords *words_of(const Game *game) {
    return game->class->results ? game->class->words : NULL;
}

static void set_end(lua_State *L, const CaseWords *words, int end, int before) {
    if (end == before) return;
    bind_set_text(L, "end", words->ends[end]);
    if (before == CASE_NEW)
        for (int i = 0; words->ends[i]; i++)
            bind_set_boolean(L, words->ends[i], false);
    else bind_set_boolean(L, words->ends[before], false);
    bind_set_boolean(L, words->ends[end], true);
}

void bind_case_set(lua_State *L, const Game *game, const CaseResult *result,
                   size_t number, int before) {
    const CaseWords *words = words_of(game);
    bind_set_count(L, "number", number + 1);
    bind_set(L, "raw", result->raw);
    if (!words) return;
    bind_set_count(L, "steps", result->steps);
    bind_set_boolean(L, "hit", result->hit);
    set_end(L, words, result->end, before);
    for (int i = 0; words->fields[i]; i++)
        bind_set(L, words->fields[i], result->field[i]);
}

void bind_case_push(lua_State *L, const Game *game, const CaseResult *result,
                    size_t number) {
    lua_createtable(L, 0, 12);
    bind_case_set(L, game, result, number, CASE_NEW);
}

/* ---- what is not there --------------------------------------------------- */

/* Calls f(context, name) for all fields of a case. */
static void each_name(const Game *game, void (*f)(void *context, const char *),
                      void *context) {
    static const char *const all[] = { "steps", "hit", "end" };
    const CaseWords *words = words_of(game);
    f(context, "number");
    f(context, "raw");
    if (!words) return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) f(context, all[i]);
    for (int i = 0; words->fields[i]; i++) f(context, words->fields[i]);
    for (int i = 0; words->ends[i]; i++) f(context, words->ends[i]);
}

static void add(void *context, const char *name) {
    lua_State *L = context;
    lua_pushstring(L, name);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

void bind_case_names(lua_State *L, const Game *game) {
    lua_newtable(L);
    each_name(game, add, L);
}

static void offer(void *context, const char *name) {
    suggest_offer(context, name);
}

static void list(void *context, const char *name) {
    Buf *buf = context;
    if (buf->len) buf_text(buf, ", ");
    buf_text(buf, name);
}

int bind_case_lacks(lua_State *L, const Game *game, const char *name) {
    Suggest near = suggest_start(name);
    each_name(game, offer, &near);
    if (near.best)
        return luaL_error(L,
                          "a case of %s has no field '%s'; did you mean '%s'?",
                          game->class->name, name, near.best);
    Buf *all = bind_buf(L);
    each_name(game, list, all);
    return luaL_error(L, "a case of %s has no field '%s'; it has %s",
                      game->class->name, name, buf_get(all));
}

/* ---- positions ----------------------------------------------------------- */

static void push_rules(lua_State *L, const RulesGame *game, Entrant who,
                       RulesScratch *scratch, size_t number) {
    Err err;
    rules_program_play(game, scratch, who, number);
    if (!rules_scratch_ok(scratch, &err)) bind_raise(L, &err);
    bind_rules_state(L, game->rules, rules_scratch_state(scratch));
}

static bool is_rules(const Game *game) {
    return game->class == &rules_class || game->class == &rules_linear_class ||
           game->class == &rules_vector_class ||
           game->class == &rules_machine_class;
}

bool bind_case_position(lua_State *L, const Game *game, Entrant who,
                        void *scratch, size_t number) {
    if (is_rules(game)) {
        push_rules(L, (const RulesGame *)game, who, scratch, number);
        return true;
    }
    size_t n = game->squares;
    if (!game->class->position || !n) return false;
    int32_t *square = lua_newuserdatauv(L, n * sizeof *square, 0);
    Err err;
    if (!game->class->position(game, who, scratch, number, square, &err))
        bind_raise(L, &err);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, square[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_remove(L, -2);
    return true;
}

/* ---- playing ------------------------------------------------------------- */

int bind_case_play(lua_State *L, const Game *game, Entrant who, void *scratch,
                   size_t number) {
    CaseEnd end = { .picture = bind_buf(L) };
    Err err;
    if (!game->class->play(game, who, scratch, number, &end, &err))
        return bind_raise(L, &err);
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", end.raw);
    bind_set_count(L, "steps", end.steps);
    bind_set_text(L, "end", end.end);
    bind_text(L, end.picture);
    lua_setfield(L, -2, "picture");
    return 1;
}

int bind_case_behaviour(lua_State *L, const Game *game, Entrant who,
                        void *scratch) {
    uint64_t *each = lua_newuserdatauv(L, game->cases * sizeof *each + 1, 0);
    Err err;
    if (!game->class->behaviour(game, who, scratch, each, &err))
        return bind_raise(L, &err);
    lua_pushlstring(L, (const char *)each, game->cases * sizeof *each);
    return 1;
}
