/* match.c -- games between players. */
#include "match.h"

#include <assert.h>

#include "base/mem.h"
#include "base/rng.h"

/* ---- one game ----------------------------------------------------------- */

static int random_move(Rng *rng, uint64_t moves) {
    for (uint32_t k = rng_below(rng, (uint32_t)oth_count(moves)); k > 0; k--)
        moves &= moves - 1;
    return oth_first(moves);
}

Record oth_opening(uint64_t seed, uint32_t number, int plies) {
    Rng rng = rng_key(seed, number, 0, RNG_PLAY);
    Position p = oth_start();
    Record record = oth_record(p);
    for (int i = 0; i < plies && oth_moves(p.board); i++) {
        int square = random_move(&rng, oth_moves(p.board));
        oth_play(&p, square);
        record.moves[record.count++] = (uint8_t)square;
    }
    return record;
}

int oth_game(const Player *black, const Player *white, Thinker *thinker,
             Record *record) {
    Position p = oth_record_at(record, record->count);
    while (oth_moves(p.board)) {
        Choice c = oth_think(p.white ? white : black, thinker, p.board);
        oth_play(&p, c.square);
        assert(record->count < RECORD_MOVES_MAX);
        record->moves[record->count++] = (uint8_t)c.square;
    }
    return oth_black_lead(&p);
}

/* ---- many games --------------------------------------------------------- */

typedef struct Job {
    const Match *match;
    Thinker     *thinkers;           /* one per worker */
    Result      *results;
} Job;

static bool alone(const Match *m, const Pairing *pairing) {
    return m->players[pairing->black]->calls ||
           m->players[pairing->white]->calls;
}

static void play(const Job *job, Thinker *thinker, size_t i) {
    const Match *m = job->match;
    const Pairing *pairing = &m->pairings[i];
    Record record = oth_opening(m->seed, pairing->opening, m->plies);
    uint64_t before = thinker->nodes;
    int lead = oth_game(m->players[pairing->black], m->players[pairing->white],
                        thinker, &record);
    uint64_t nodes = thinker->nodes - before;
    job->results[i].lead = lead;
    job->results[i].nodes = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
}

static void play_some(void *context, int worker, size_t first, size_t last) {
    const Job *job = context;
    for (size_t i = first; i < last; i++)
        if (!alone(job->match, &job->match->pairings[i]))
            play(job, &job->thinkers[worker], i);
}

static void play_alone(const Job *job) {
    for (size_t i = 0; i < job->match->count; i++)
        if (alone(job->match, &job->match->pairings[i]))
            play(job, &job->thinkers[0], i);
}

bool oth_match(const Match *match, Pool *pool, Result *results, Err *err) {
    int threads = pool_threads(pool);
    bool ok = true;
    Thinker *thinkers = mem_new((size_t)threads, sizeof *thinkers, err);
    if (!thinkers) return false;
    for (int i = 0; i < threads && ok; i++)
        ok = oth_thinker_init(&thinkers[i], match->players, match->player_count,
                              err);
    if (ok) {
        Job job = { match, thinkers, results };
        pool_run(pool, match->count, 1, play_some, &job);
        play_alone(&job);
    }
    for (int i = 0; i < threads; i++) oth_thinker_free(&thinkers[i]);
    mem_free(thinkers);
    return ok;
}
