/* bind_species.h -- what scripts ask of a species. */
#ifndef LUDUS_BIND_SPECIES_H
#define LUDUS_BIND_SPECIES_H

#include "lua/bind.h"

/* vary, random, kind, species_kind, fits, operators, selections. */
extern const luaL_Reg bind_species_functions[];

#endif
