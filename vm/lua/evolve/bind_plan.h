/* bind_plan.h -- plans and ends of evolution from Lua tables. */
#ifndef LUDUS_BIND_PLAN_H
#define LUDUS_BIND_PLAN_H

#include "lua/bind.h"
#include "evolve/ends.h"

/* Pushes the plan of the table at `arg`; raises if it makes no sense for so
 * many programs of the species at `species`:
 *
 *     { select = { method, param, parsimony, near, adjusted }, apart,
 *       scheme, elite, keep_better, niche = { near, score, steps, cases },
 *       crowd, young, unlike, distinct, restart, unique,
 *       vary = { { share, operator, { name = value } } }, children,   or
 *       brood = { { children =, steps = { { chance, operator, {} } } } },
 *       climb = { chance, operator, {} }, tries, target, evaluations, seconds,
 *       islands = see bind_islands.c }
 *
 * Only `select` and `vary` or `brood` must be there. An operator may be a Lua
 * function (see lua_operator.h); a selection that is one is left to the
 * caller. */
Plan *bind_plan(lua_State *L, int arg, int species, size_t count);

/* The ends { generations, evaluations, seconds, started, target, converged,
 * stalled } of the table at `arg`. */
Ends bind_ends(lua_State *L, int arg);

/* Fields of the table at `arg` that may be missing: a number, a count, a
 * flag. */
double bind_plan_number(lua_State *L, int arg, const char *field,
                        double otherwise);
size_t bind_plan_size(lua_State *L, int arg, const char *field);
bool   bind_plan_flag(lua_State *L, int arg, const char *field);

/* The parameters of an operator from the table at the top of the stack. */
void bind_plan_params(lua_State *L, const Operator *op, double *param);

/* CPU seconds one call of a function in the plan at `arg` may take. */
int bind_plan_seconds(lua_State *L, int arg);

/* Sets the module's fields schemes, ends and limits. */
void bind_plan_words(lua_State *L);

#endif
