/* cluster.h -- processes that evolve one population together.
 *
 * Each process is a rank; all of them do the same things in the same order, so
 * that a call of one meets the same call of all others. The interface is all
 * that an evolution knows of a network: who implements it fills in a Cluster.
 * A rank that is lost ends the others; so no call can fail.
 */
#ifndef LUDUS_CLUSTER_H
#define LUDUS_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLUSTER_RANKS_MAX = 65535, CLUSTER_HOST_BYTES = 64 };

typedef struct Cluster Cluster;

struct Cluster {
    int      rank, ranks;
    char     host[CLUSTER_HOST_BYTES];
    uint64_t sent;                   /* bytes that this rank gave away, each
                                      * counted once however many get it */

    /* Each rank gives counts[rank] bytes; all get all, by rank. */
    void (*gather)(Cluster *c, const void *mine, void *all,
                   const size_t *counts);

    /* Each rank gives out_counts[r] bytes to each rank r, which lie one behind
     * the other, and gets in_counts[r] bytes from it. */
    void (*swap)(Cluster *c, const void *out, const size_t *out_counts,
                 void *in, const size_t *in_counts);

    /* All get the n bytes of one rank. */
    void (*broadcast)(Cluster *c, int from, void *bytes, size_t n);

    /* A message to a rank; waits for one, says from whom and how long it is;
     * and takes it. */
    void (*send)(Cluster *c, int to, const void *bytes, size_t n);
    size_t (*wait)(Cluster *c, int *from);
    void (*receive)(Cluster *c, int from, void *bytes, size_t n);

    /* The end: of a job that is done; at once and for all ranks; or because
     * something went wrong on a rank but the first, which tells it. */
    void (*close)(Cluster *c);
    void (*abort)(Cluster *c, int status);
    void (*fail)(Cluster *c, const char *text);

    /* What the host of the cluster fills in. Asked while one waits: shall the
     * job end? If so, and the others do not come, lost() is called. */
    bool (*ending)(void);
    void (*lost)(const Cluster *c);
    void (*failed)(const char *text);            /* tells it */
};

/* What a module gives, under the name CLUSTER_OPEN; NULL with the reason. */
typedef Cluster *ClusterOpen(char *why, size_t room);
#define CLUSTER_OPEN "ludus_cluster_open"

#endif
