/* mpi.c -- a cluster by MPI, as a module: ludus-mpi.so, made by `make cluster`.
 *
 * The program itself knows nothing of MPI; it loads this file when it is asked
 * to run on a cluster. Nothing waits inside MPI: every call is begun, then
 * looked at until it is done. So one can sleep meanwhile, which leaves the core
 * to others, and notice that the job is to end although nobody comes.
 *
 * Counts of MPI are ints: what is longer goes in several pieces.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "evolve/cluster.h"

Cluster *ludus_cluster_open(char *why, size_t room);

enum { TAG = 1, TAG_FAILED, PIECE = 1 << 30 };

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "64 bits");

/* ---- waiting ------------------------------------------------------------- */

/* Seconds that others have to come once the job is to end: what mpirun leaves
 * them before it kills, and a little less. */
static double patience(void) {
    const char *text = getenv("OMPI_MCA_odls_base_sigkill_timeout");
    double seconds = text ? atof(text) : 1;
    return seconds > 1 ? seconds - 0.5 : 0.5;
}

typedef struct Wait {
    double   ending;                 /* since when the job is to end, or 0 */
    unsigned looks;
} Wait;

/* The first rank tells what went wrong on another, and ends the job. */
static void hear_failure(const Cluster *c) {
    MPI_Status status;
    int there, n;
    if (c->rank != 0) return;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_FAILED, MPI_COMM_WORLD, &there, &status);
    if (!there) return;
    MPI_Get_count(&status, MPI_BYTE, &n);
    char *text = calloc((size_t)n + 1, 1);
    if (text)
        MPI_Recv(text, n, MPI_BYTE, status.MPI_SOURCE, TAG_FAILED,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (c->failed) c->failed(text ? text : "out of memory");
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Between two looks: yields at first, sleeps later. */
static void rest(Cluster *c, Wait *w) {
    enum { YIELDS = 2000, LONG = 12000 };        /* a second or more */
    const struct timespec moment = { 0, 100000 };
    if (w->looks++ < YIELDS) {
        sched_yield();
        return;
    }
    nanosleep(&moment, NULL);
    if (w->looks > LONG) hear_failure(c);
    if (!c->ending || !c->ending()) return;
    if (w->ending <= 0) w->ending = MPI_Wtime();
    if (MPI_Wtime() - w->ending < patience()) return;
    if (c->lost) c->lost(c);
    _exit(1);
}

static void finish(Cluster *c, MPI_Request *request) {
    Wait w = { 0, 0 };
    int done = 0;
    for (;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        rest(c, &w);
    }
}

/* ---- pieces -------------------------------------------------------------- */

/* Counts and places as MPI wants them; two lists of each. */
typedef struct Ints {
    int *counts, *places;
} Ints;

static Ints ints_of(const size_t *counts, int n) {
    Ints x = { malloc((size_t)n * sizeof(int)),
               malloc((size_t)n * sizeof(int)) };
    size_t at = 0;
    if (!x.counts || !x.places) {
        fprintf(stderr, "ludus: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int r = 0; r < n; r++) {
        x.counts[r] = (int)counts[r];
        x.places[r] = (int)at;
        at += counts[r];
    }
    return x;
}

static void ints_free(Ints x) {
    free(x.counts);
    free(x.places);
}

static size_t total(const size_t *counts, int n) {
    size_t all = 0;
    for (int r = 0; r < n; r++) all += counts[r];
    return all;
}

static void broadcast(Cluster *c, int from, void *bytes, size_t n) {
    if (c->rank == from) c->sent += n;
    for (size_t at = 0; at < n; at += PIECE) {
        MPI_Request request;
        int some = (int)(n - at < PIECE ? n - at : PIECE);
        MPI_Ibcast((char *)bytes + at, some, MPI_BYTE, from, MPI_COMM_WORLD,
                   &request);
        finish(c, &request);
    }
}

/* What is too much for one call goes rank by rank. */
static void gather_long(Cluster *c, const void *mine, char *all,
                        const size_t *counts) {
    size_t at = 0;
    for (int r = 0; r < c->ranks; at += counts[r], r++) {
        if (r == c->rank) memcpy(all + at, mine, counts[r]);
        broadcast(c, r, all + at, counts[r]);
    }
}

static void gather(Cluster *c, const void *mine, void *all,
                   const size_t *counts) {
    if (total(counts, c->ranks) > PIECE) {
        gather_long(c, mine, all, counts);
        return;
    }
    c->sent += counts[c->rank];
    Ints x = ints_of(counts, c->ranks);
    MPI_Request request;
    MPI_Iallgatherv(mine, x.counts[c->rank], MPI_BYTE, all, x.counts, x.places,
                    MPI_BYTE, MPI_COMM_WORLD, &request);
    finish(c, &request);
    ints_free(x);
}

/* Who asks for more than two gigabytes at once is stopped. */
static void check_piece(size_t n) {
    if (n <= (size_t)PIECE * 2 - 1) return;
    fprintf(stderr, "ludus: %zu bytes are too many for one exchange\n", n);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void swap(Cluster *c, const void *out, const size_t *out_counts,
                 void *in, const size_t *in_counts) {
    check_piece(total(out_counts, c->ranks));
    check_piece(total(in_counts, c->ranks));
    c->sent += total(out_counts, c->ranks) - out_counts[c->rank];
    Ints x = ints_of(out_counts, c->ranks), y = ints_of(in_counts, c->ranks);
    MPI_Request request;
    MPI_Ialltoallv(out, x.counts, x.places, MPI_BYTE, in, y.counts, y.places,
                   MPI_BYTE, MPI_COMM_WORLD, &request);
    finish(c, &request);
    ints_free(x);
    ints_free(y);
}

/* ---- messages ------------------------------------------------------------ */

static void send_message(Cluster *c, int to, const void *bytes, size_t n) {
    MPI_Request request;
    check_piece(n);
    c->sent += n;
    MPI_Isend(bytes, (int)n, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request);
    finish(c, &request);
}

static size_t wait_message(Cluster *c, int *from) {
    Wait w = { 0, 0 };
    for (;;) {
        MPI_Status status;
        int there, n;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
        if (there) {
            MPI_Get_count(&status, MPI_BYTE, &n);
            *from = status.MPI_SOURCE;
            return (size_t)n;
        }
        rest(c, &w);
    }
}

static void receive(Cluster *c, int from, void *bytes, size_t n) {
    MPI_Request request;
    MPI_Irecv(bytes, (int)n, MPI_BYTE, from, TAG, MPI_COMM_WORLD, &request);
    finish(c, &request);
}

/* ---- life cycle ---------------------------------------------------------- */

static void close_cluster(Cluster *c) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    finish(c, &request);
    MPI_Finalize();
    free(c);
}

static void abort_all(Cluster *c, int status) {
    (void)c;
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* The first rank has the last word; if it does not come to it, this one. */
static void fail(Cluster *c, const char *text) {
    enum { TENTHS = 100 };
    const struct timespec moment = { 0, 100000000 };
    MPI_Request request;
    MPI_Isend(text, (int)strlen(text), MPI_BYTE, 0, TAG_FAILED, MPI_COMM_WORLD,
              &request);
    for (int i = 0, done = 0; i < TENTHS; i++) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        nanosleep(&moment, NULL);
    }
    if (c->failed) c->failed(text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

__attribute__((visibility("default"))) Cluster *
ludus_cluster_open(char *why, size_t room) {
    int level;
    Cluster *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(why, room, "out of memory");
        return NULL;
    }
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) !=
        MPI_SUCCESS) {
        snprintf(why, room, "MPI cannot be started");
        free(c);
        return NULL;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->ranks);
    if (c->ranks > CLUSTER_RANKS_MAX) {
        snprintf(why, room, "at most %d ranks, got %d", CLUSTER_RANKS_MAX,
                 c->ranks);
        free(c);
        return NULL;
    }
    gethostname(c->host, sizeof c->host - 1);
    c->gather = gather;
    c->swap = swap;
    c->broadcast = broadcast;
    c->send = send_message;
    c->wait = wait_message;
    c->receive = receive;
    c->close = close_cluster;
    c->abort = abort_all;
    c->fail = fail;
    return c;
}
