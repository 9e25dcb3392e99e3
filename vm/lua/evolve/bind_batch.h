/* bind_batch.h -- many runs at once for scripts. */
#ifndef LUDUS_BIND_BATCH_H
#define LUDUS_BIND_BATCH_H

#include "lua/bind.h"

/* batch(species, games, { population =, plan =, ends =, seed =, runs =,
 * threads =, trace =, programs = }) and scoring(species, game, n). */
int bind_batch(lua_State *L);
int bind_scoring(lua_State *L);

#endif
