/* sink_by_hand.c -- searching, locked, sinking.
 *
 * Searching asks the Hunt until a ship is hit. Locked tries the four neighbours
 * of that hit, up, down, left, right. Sinking follows the direction that hit
 * until a miss, then the opposite one from the first hit. In the paper's logic
 * the ship is then taken for sunk whatever was announced; with memory, hits
 * that no announced ship explains are taken up again.
 */
#include "sink_by_hand.h"

const HuntRow chases[CHASE_KINDS] = {
    [CHASE_NONE]   = { "none", "a hit changes nothing" },
    [CHASE_THREE]  = { "three", "searching, locked, sinking, as in the paper" },
    [CHASE_MEMORY] = { "memory", "three states, and no hit is forgotten" },
};

typedef struct Chase {
    ChaseKind  kind;
    Waters       *sea;
    Rng       *rng;
    Cells      live;                 /* hits of ships that may still float */
    unsigned   tried;                /* directions from the first hit */
} Chase;

static ShotResult fire(Chase *c, int cell) {
    ShotResult result = waters_fire(c->sea, cell);
    if (result != SHOT_MISS) c->live |= cells_one(cell);
    if (result == SHOT_SUNK)
        c->live &= ~waters_guess_sunk(c->sea, c->live, cell, c->rng);
    return result;
}

/* Tries the neighbours of the first hit that were not tried before. On a hit
 * sets direction and square; a miss means that nothing is left to try. */
static ShotResult lock(Chase *c, int from, int *dir, int *at) {
    for (int d = 0; d < 4; d++) {
        if (c->tried >> d & 1) continue;
        c->tried |= 1u << d;
        int cell = fleet_step(c->sea->fleet, from, d);
        if (cell < 0) continue;
        *dir = d;
        *at = cell;
        if (cells_has(c->sea->shot, cell)) {
            if (c->kind == CHASE_MEMORY && cells_has(c->live, cell))
                return SHOT_HIT;
            continue;
        }
        ShotResult result = fire(c, cell);
        if (result != SHOT_MISS) return result;
    }
    return SHOT_MISS;
}

static bool may_pass(const Chase *c, int cell) {
    return cells_has(c->kind == CHASE_MEMORY ? c->live : c->sea->hit, cell);
}

/* Shoots along one direction to the first miss; true if a ship was sunk. */
static bool follow(Chase *c, int at, int dir) {
    for (;;) {
        at = fleet_step(c->sea->fleet, at, dir);
        if (at < 0) return false;
        if (cells_has(c->sea->shot, at)) {
            if (!may_pass(c, at)) return false;
            continue;
        }
        ShotResult result = fire(c, at);
        if (result != SHOT_HIT) return result == SHOT_SUNK;
    }
}

static void pursue(Chase *c, int from) {
    int dir = 0, at = from;
    c->tried = 0;
    while (c->sea->left > 0) {
        ShotResult found = lock(c, from, &dir, &at);
        if (found == SHOT_MISS) c->live &= ~cells_one(from);
        if (found != SHOT_HIT) return;
        c->tried |= 1u << (dir ^ 1);
        if (follow(c, at, dir) || follow(c, from, dir ^ 1)) return;
        if (c->kind == CHASE_THREE) return;
    }
}

void sink_by_hand_play(ChaseKind kind, Hunt *hunt, Waters *sea, Rng *rng) {
    Chase c = { .kind = kind, .sea = sea, .rng = rng };
    while (sea->left > 0) {
        int from;
        if (kind == CHASE_MEMORY && c.live) {
            from = cells_first(c.live);
        } else {
            from = hunt_target(hunt, sea);
            if (fire(&c, from) != SHOT_HIT || kind == CHASE_NONE) continue;
        }
        pursue(&c, from);
        if (kind == CHASE_THREE) c.live = 0;
    }
}
