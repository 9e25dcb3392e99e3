/* bind_rng.h -- generators as scripts see them. */
#ifndef LUDUS_BIND_RNG_H
#define LUDUS_BIND_RNG_H

#include "bind.h"
#include "base/rng.h"

/* Pushes one that goes on from `rng`. */
void bind_rng_push(lua_State *L, const Rng *rng);

#endif
