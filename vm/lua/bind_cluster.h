/* bind_cluster.h -- the cluster that this process is part of. */
#ifndef LUDUS_BIND_CLUSTER_H
#define LUDUS_BIND_CLUSTER_H

#include "bind.h"
#include "evolve/cluster.h"
#include "sandbox.h"

/* It, or NULL. */
Cluster *cluster_current(lua_State *L);

#endif
