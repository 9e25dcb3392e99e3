/* bind_rules_tune.c -- constants of a program's own: better ones, and two more
 * that scale it.
 *
 * A scaled program is a program like any other: what it was, times one number,
 * plus another, by the primitives of the game that multiply and add. So it is
 * stored, printed and tried on other cases with the numbers it was bred with.
 */
#include "bind_rules.h"

#include <string.h>

#include "lua/program/bind_tree.h"
#include "program/tree/tree_own.h"

enum { TUNE_STEPS = 10, SCALE_STEPS = 4, TUNE_MOST = 1000 };

/* Pushes the program with better constants. */
static int push_tuned(lua_State *L, RulesGame *game, Tree from, int steps) {
    Err err;
    RulesScratch *scratch = bind_rules_take(L, game);
    int box = lua_gettop(L);
    void *genome = lua_newuserdatauv(L, tree_bytes(&from), 0);
    memcpy(genome, from.len, tree_bytes(&from));
    Tree tree = tree_at(from.vocab, genome);
    if (!rules_game_tune(game, scratch, &tree, steps, &err))
        return bind_raise(L, &err);
    Buf *text = bind_buf(L);
    tree_print(&tree, text);
    bind_text(L, text);
    bind_tree_read(L, 1, &game->rules->language, lua_gettop(L), "(text)");
    bind_rules_give(L, game, box);
    return 1;
}

static int to_steps(lua_State *L, const RulesGame *game, int usual) {
    lua_Integer steps = luaL_optinteger(L, 3, usual);
    luaL_argcheck(L, steps >= 1 && steps <= TUNE_MOST, 3, "must be 1 to 1000");
    luaL_argcheck(L, game->game.class == &rules_class, 1,
                  "is no game of trees");
    return (int)steps;
}

int bind_rules_tune(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    int steps = to_steps(L, game, TUNE_STEPS);
    Tree from = bind_tree_for(L, 2, 1, &game->rules->language);
    return push_tuned(L, game, from, steps);
}

/* ---- scaling ------------------------------------------------------------- */

/* The primitive of two arguments that does this and no more; NULL: none. */
static const char *name_of(const RulesGame *game, ColumnOp op) {
    const Rules *r = game->rules;
    for (size_t i = 0; game->columns && i < r->prim_count; i++) {
        const ColumnRule *rule = &game->columns->prim[i];
        const ColumnStep *step = rule->step;
        if (rule->count == 1 && rule->result == REF_TEMP && step->op == op &&
            r->rule[r->prim_rule[i]].arity == 2 &&
            step->src[0] + step->src[1] == 2 * REF_ARG + 1)
            return r->rule[r->prim_rule[i]].name;
    }
    return NULL;
}

/* Numbers that no game is likely to have among its own constants. */
static const char ADDED[] = "0.0078531", TIMES[] = "1.0078531";

/* Does the text begin with `(NAME number `? Where it goes on, or NULL. */
static const char *past(const char *text, const char *name) {
    size_t n = strlen(name);
    if (text[0] != '(' || strncmp(text + 1, name, n) != 0 || text[n + 1] != ' ')
        return NULL;
    text += n + 2;
    if (!strchr("-.0123456789", *text)) return NULL;
    text = strchr(text, ' ');
    return text ? text + 1 : NULL;
}

/* Where the part begins that is scaled already, or NULL. */
static const char *scaled_part(const char *body, const char *add,
                               const char *times) {
    const char *inner = past(body, add);
    return inner ? past(inner, times) : NULL;
}

/* Has the program room for two numbers and as many nodes more? */
static bool has_room(const RulesGame *game, const Tree *tree) {
    return game->rules->has_own &&
           tree_own_count(tree) + 2 <= tree->vocab->own &&
           tree->len[0] + 4 <= TREE_NODES_MAX;
}

/* Puts `(ADD a (MUL b BODY))` in place of the program at 2. */
static void wrap(lua_State *L, const RulesGame *game, const char *add,
                 const char *times) {
    static const char first[] = "RPB ";
    Tree tree = bind_tree_for(L, 2, 1, &game->rules->language);
    Buf *buf = bind_buf(L);
    tree_print(&tree, buf);
    bind_text(L, buf);
    const char *text = lua_tostring(L, -1), *body = strstr(text, first);
    const char *end = strchr(body += strlen(first), '\n');
    if (scaled_part(body, add, times) || !has_room(game, &tree)) return;
    lua_pushlstring(L, text, (size_t)(body - text));
    lua_pushfstring(L, "(%s %s (%s %s ", add, ADDED, times, TIMES);
    lua_pushlstring(L, body, (size_t)(end - body));
    lua_pushfstring(L, "))%s", end);
    lua_concat(L, 4);
    bind_tree_read(L, 1, &game->rules->language, lua_gettop(L), "(text)");
    lua_replace(L, 2);
}

int bind_rules_scale(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    int steps = to_steps(L, game, SCALE_STEPS);
    const char *add = name_of(game, COLUMN_ADD),
               *times = name_of(game, COLUMN_MUL);
    if (!add || !times)
        return luaL_error(L, "only programs of pure rules are scaled, with a "
                             "primitive that adds and one that multiplies");
    wrap(L, game, add, times);
    return push_tuned(L, game, bind_tree_for(L, 2, 1, &game->rules->language),
                      steps);
}
