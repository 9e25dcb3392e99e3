/* bulk.c -- many matches at once, on all cores.
 *
 * Matches are independent: each draws from generators of its own number, so
 * tallies do not depend on the number of threads.
 */
#include "bulk.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/mem.h"
#include "match.h"

enum { CHUNK = 64, MANY = 10000 };   /* learners take long: few go one by one */

typedef struct Work {
    const Bulk *bulk;
    Failure     failure;
} Work;

static void play_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const Bulk *b = w->bulk;
    (void)worker;
    for (size_t k = first; k < last; k++) {
        if (failure_before(&w->failure, k)) return;
        const BulkMatch *m = &b->list[k];
        Meeting meeting = { b->players[m->i], b->players[m->j], &b->rules,
                            b->seed, m->number };
        Err err;
        if (!player_match(&meeting, &b->tallies[k],
                          b->records ? &b->records[k] : NULL, &err))
            failure_note(&w->failure, k, &err);
    }
}

bool bulk_play(const Bulk *bulk, Pool *pool, Err *err) {
    Work w = { .bulk = bulk };
    failure_init(&w.failure);
    pool_run(pool, bulk->count, bulk->count > MANY ? CHUNK : 1, play_some, &w);
    bool ok = failure_none(&w.failure, err);
    failure_free(&w.failure);
    return ok;
}

/* ---- measuring ----------------------------------------------------------- */

/* Room for n machines laid out, and for one's matches. */
typedef struct Room {
    MatchTable        *table;
    const MatchTable **of;
    Tally             *tallies;
} Room;

static void room_free(Room *room) {
    mem_free(room->table);
    mem_free((void *)room->of);
    mem_free(room->tallies);
}

static bool room_new(Room *room, size_t n, Err *err) {
    *room = (Room){ 0 };
    if ((room->table = mem_new(n, sizeof *room->table, err)) &&
        (room->of = mem_new(n, sizeof *room->of, err)) &&
        (room->tallies = mem_new(n, sizeof *room->tallies, err)))
        return true;
    room_free(room);
    return false;
}

/* All against all once. */
static uint64_t play_round(const BulkMeasure *b, Room *room) {
    const Machine *m = b->machines;
    uint64_t sum = 0;
    for (size_t i = 0; i < b->count; i++) {
        match_table(&room->table[i], &m[i]);
        room->of[i] = &room->table[i];
    }
    for (size_t i = 0; i < b->count; i++) {
        if (b->way == BULK_MANY)
            match_many(&room->table[i], room->of, b->count, b->turns,
                       room->tallies);
        for (size_t j = 0; b->way != BULK_MANY && j < b->count; j++)
            room->tallies[j] = b->way == BULK_CYCLE
                                   ? match_cycle(&m[i], &m[j], b->turns)
                                   : match_plain(&m[i], &m[j], b->turns);
        for (size_t j = 0; j < b->count; j++) sum += room->tallies[j].n[0][1];
    }
    return sum;
}

bool bulk_measure(BulkMeasure *b, Err *err) {
    Room room;
    if (!room_new(&room, b->count, err)) return false;
    b->sum = 0;
    double start = clock_thread();
    for (int k = 0; k < b->repeats; k++) b->sum += play_round(b, &room);
    b->seconds = clock_thread() - start;
    room_free(&room);
    return true;
}
