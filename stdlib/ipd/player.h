/* player.h -- anything that can play: machines, chances, tables, learners.
 *
 * A player is a description that never changes and may be shared by threads; a
 * seat is one player in one match, with what it remembers. Concrete players
 * embed a Player as their first member.
 */
#ifndef LUDUS_PLAYER_H
#define LUDUS_PLAYER_H

#include "base/err.h"
#include "program/machine/machine.h"
#include "payoff.h"
#include "base/rng.h"

typedef struct Player Player;

/* What a player is told when it sits down. */
typedef struct Rules {
    uint32_t turns;                  /* of the match, 1..RULES_TURNS_MAX */
    bool     end_known;              /* may players plan to the last turn? */
    double   noise;                  /* chance that a move is reversed */
    Payoff   payoff;                 /* of both players */
} Rules;

enum { RULES_TURNS_MAX = 1000000, LOOKUP_DEPTH_MAX = 3 };

/* False with a reason if turns or noise are out of bounds. */
bool player_rules_check(const Rules *rules, Err *err);

typedef struct PlayerClass {
    const char *name;                /* "machine", "laran", ... */
    void *(*sit)(const Player *player, const Rules *rules, Rng rng, Err *err);
    Move (*move)(void *seat);        /* once per turn */
    void (*see)(void *seat, Move mine, Move theirs);  /* after every turn */
    void (*leave)(void *seat);       /* releases the seat; NULL is nothing */
    /* The machine it believes to face, or is, and that machine's state; NULL
     * for players that have none. */
    void (*model)(const void *seat, Machine *m, int *state);
} PlayerClass;

struct Player {
    const PlayerClass *class;
};

/* ---- simple kinds -------------------------------------------------------- */

typedef struct MachinePlayer {
    Player  player;
    Machine machine;
} MachinePlayer;

/* Cooperates by chance: first[] at the start, then after[mine][theirs]. */
typedef struct MemoryPlayer {
    Player player;
    double first, after[2][2];
} MemoryPlayer;

/* Looks its move up by the last `depth` turns. A place in the table has two
 * bits per turn, mine then theirs, the latest turn in the lowest two. */
typedef struct LookupPlayer {
    Player  player;
    int     depth;
    uint8_t opening[LOOKUP_DEPTH_MAX];
    uint8_t table[1 << (2 * LOOKUP_DEPTH_MAX)];
} LookupPlayer;

void player_machine(MachinePlayer *p, const Machine *m);

/* From "first cc cd dc dd", five chances to cooperate. */
bool player_memory(MemoryPlayer *p, const char *text, Err *err);

/* From "depth opening table", as in "1 c cddc". */
bool player_lookup(LookupPlayer *p, const char *text, Err *err);

/* ---- playing ------------------------------------------------------------- */

/* What may be kept of a match besides its tally. */
typedef struct Record {
    uint8_t *moves;                  /* mine * 2 + theirs per turn; or NULL */
    Machine  model;                  /* what the first player believes */
    bool     learnt;                 /* it is the other, from the start */
    bool     foreseen;               /* ... from now on */
} Record;

/* Who meets whom. Chance depends on the seed and the number alone. */
typedef struct Meeting {
    const Player *a, *b;
    const Rules  *rules;
    uint64_t      seed, number;
} Meeting;

/* Plays a match. A record may be NULL. */
bool player_match(const Meeting *meeting, Tally *tally, Record *record,
                  Err *err);

/* The generators of a match: 0 for noise, 1 and 2 for the seats. */
Rng player_rng(uint64_t seed, uint64_t match, int part);

#endif
