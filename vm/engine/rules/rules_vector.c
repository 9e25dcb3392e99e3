/* rules_vector.c -- games of rules for vectors.
 *
 * A gene is brought to the kind of the variable it fills when the game is made:
 * reals fill reals, whole numbers and bits fill whole numbers and truth values,
 * and nothing is rounded.
 */
#include "rules_vector.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "rules_match.h"

/* ---- where genes go ------------------------------------------------------ */

static bool fits(const VectorShape *shape, RulesKind kind) {
    if (shape->type == VECTOR_REALS) return kind == KIND_REAL;
    if (shape->type == VECTOR_INTEGERS) return kind == KIND_WHOLE;
    return kind == KIND_WHOLE || kind == KIND_TRUTH;
}

static bool find_var(RulesVector *v, const Rules *rules, const char *name,
                     size_t gene, Err *err) {
    static const char *const types[] = {
        [VECTOR_INTEGERS] = "a whole number",
        [VECTOR_BITS] = "a whole number or truth value",
        [VECTOR_REALS] = "a real",
    };
    int k = rules_find(rules, NAME_VAR, name);
    if (k <= 0) {
        const char *near = rules_near(rules, name, 1);
        return err_set(
            err, "field 'genes': the rules have no variable '%s'%s%s%s", name,
            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    if (!fits(v->shape, (RulesKind)rules->var_kind[k]))
        return err_set(err, "field 'genes': variable '%s' must be %s", name,
                       types[v->shape->type]);
    v->var[gene] = (uint16_t)k;
    return true;
}

static bool find_grid(RulesVector *v, const Rules *rules, Err *err) {
    v->grid = rules_find(rules, NAME_GRID, "genes");
    if (v->shape->type == VECTOR_REALS)
        return err_set(err, "field 'genes': cells are whole numbers: reals "
                            "need 'names', a variable for each");
    if (v->grid < 0)
        return err_set(err,
                       "field 'genes': the rules need 'grid genes[%zu]', or "
                       "the field 'names', a variable for each",
                       v->shape->length);
    const RulesGrid *grid = &rules->grid[v->grid];
    size_t cells = (size_t)grid->width * grid->height;
    if (cells == v->shape->length) return true;
    return err_set(err,
                   "field 'genes': the grid 'genes' has %zu cells for %zu "
                   "genes",
                   cells, v->shape->length);
}

static bool find_places(RulesVector *v, const Rules *rules,
                        const char *const *names, Err *err) {
    v->grid = -1;
    if (!names) return find_grid(v, rules, err);
    v->var = mem_new(v->shape->length, sizeof *v->var, err);
    if (!v->var) return false;
    for (size_t i = 0; i < v->shape->length; i++)
        if (!find_var(v, rules, names[i], i, err)) return false;
    return true;
}

/* ---- making -------------------------------------------------------------- */

static bool make_program(RulesVector *v, const Rules *rules, Err *err) {
    static const Shape shape = { 0 };
    Source text = { "(no program)", "(" RULES_VECTOR_PROGRAM ")",
                    sizeof RULES_VECTOR_PROGRAM + 1 };
    if (!vocab_init(&v->vocab, &rules->language, &shape, err)) return false;
    v->genome = mem_new(tree_slot(&v->vocab, 1), 1, err);
    return v->genome && tree_parse(&v->vocab, &text, 1, v->genome, err);
}

bool rules_vector_game(RulesGame *game, const VectorShape *shape,
                       const char *const *names, Err *err) {
    RulesVector *v = game->vector = mem_new(1, sizeof *v, err);
    if (!v) return false;
    v->shape = shape;
    game->game.class = &rules_vector_class;
    rules_columns_free(game->columns);
    game->columns = NULL;
    game->no_columns = "vectors play them";
    return rules_no_primitives(game->rules, RULES_VECTOR_PROGRAM,
                               "field 'genes'", "vectors", err) &&
           find_places(v, game->rules, names, err) &&
           make_program(v, game->rules, err);
}

void rules_vector_free(RulesVector *v) {
    if (!v) return;
    mem_free(v->genome);
    mem_free(v->var);
    mem_free(v);
}

/* ---- playing ------------------------------------------------------------- */

void rules_vector_fill(const RulesVector *v, const Rules *rules,
                       const void *genes, RulesState *g) {
    const RulesGrid *grid = v->grid < 0 ? NULL : &rules->grid[v->grid];
    for (size_t i = 0; i < v->shape->length; i++) {
        double x = vector_get(v->shape, genes, i);
        if (grid) g->cell[grid->start + i] = (int32_t)x;
        else if (v->shape->type == VECTOR_REALS) g->real[v->var[i]] = x;
        else g->var[v->var[i]] = (int32_t)x;
    }
}

Tree rules_vector_tree(const RulesGame *game, RulesScratch *scratch,
                       const void *genes) {
    assert(game->vector);
    rules_scratch_genes(scratch, genes);
    return tree_at(&game->vector->vocab, game->vector->genome);
}

static bool reads(const Game *game, const void *shape) {
    return vector_same(((const RulesGame *)game)->vector->shape, shape);
}

const GameClass rules_vector_class = {
    RULES_CLASS,
    .kind = "vector",
    .reads = reads,
};
