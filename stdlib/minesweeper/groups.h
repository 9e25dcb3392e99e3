/* groups.h -- playing compiled programs on groups of cases.
 *
 * A group is a set of cases that have answered alike so far, and one state
 * for all of them. Where NUM has several answers within a group, the group
 * parts. Groups that wait for their turn are kept here; the scalar engine
 * runs one at a time, the SIMT engine many at once, and each can take over
 * what the other leaves.
 */
#ifndef LUDUS_MINES_GROUPS_H
#define LUDUS_MINES_GROUPS_H

#include "engine/lanes/compile.h"
#include "floods.h"
#include "engine/lanes/threaded.h"

/* Numbers of the game's own instructions. */
typedef enum MinesCode {
#define ACTION(id)   MINES_CODE_##id,
#define QUESTION(id) MINES_CODE_##id,
#include "codes.def"
#undef ACTION
#undef QUESTION
} MinesCode;

/* All instructions of compiled programs, the game's own in all their forms. */
typedef enum MinesIns {
#define CODE(id, help) MINES_INS_##id = CODE_##id,
#include "engine/lanes/code.def"
#undef CODE
#define FORM(id, form) \
    MINES_INS_##id##_##form = CODE_GAME + 4 * MINES_CODE_##id + FORM_##form,
#define ACTION(id)   FORM(id, ACC) FORM(id, ANY) FORM(id, K) FORM(id, S)
#define QUESTION(id) FORM(id, ACC)
#include "codes.def"
#undef FORM
#undef ACTION
#undef QUESTION
} MinesIns;

typedef struct Group {
    CaseSet  set;
    uint32_t at;                     /* the square the program stands on */
    uint32_t ask;                    /* the square whose number parts it */
    int32_t  open;                   /* squares uncovered */
    uint8_t  board[SETS_SQUARES];    /* SQ_OPEN, SQ_MARK */
    uint32_t calls;                  /* of the program, and what the last one */
    uint32_t was_at;                 /* found: the square, */
    int32_t  was_open;               /* how many were uncovered, */
    uint8_t  was[SETS_SQUARES];      /* SQ_MARK, if marks protect */
    Thread   thread;
} Group;

typedef struct MinesMachine MinesMachine;

typedef struct Groups {
    const Mines     *mines;
    const MinesSets *sets;
    MinesSets       *own;            /* the same if mines may move, or NULL */
    const SetBlock  *block;          /* whose cases are played */
    int              block_number;
    Floods          *floods;         /* if a 0 opens its neighbours */
    MinesTotal       total;
    MinesCase       *each;           /* of the whole game, or NULL */
    Group            now;            /* the group that runs */
    Group           *waiting;
    int              count;          /* how many wait */
    Compiler        *compiler;
    Code            *code;
    MinesMachine    *machine;        /* of the SIMT engine, or NULL */
    const struct MachineKind *kind;  /* and what runs it */
} Groups;

/* What plays compiled code; NULL with a reason. The game must have sets. */
Groups *groups_new(const Mines *mines, Err *err);
void    groups_free(Groups *groups);

/* Compiles the program into groups->code; false if it can only be walked. */
bool groups_compile(Groups *groups, const Tree *tree);

/* Plays groups->code on all cases; `each` as in mines_score(). */
MinesTotal groups_play(Groups *groups, MinesCase *each);

/* Walks a small program on all cases at once, for a few steps; true if that
 * was enough, with the result in groups->total and, if given, `each`. */
bool short_walk_play(Groups *groups, const Tree *tree, MinesCase *each);

/* ---- for engines -------------------------------------------------------- */

/* Makes `now` the group of all cases of the block. */
void groups_start(Groups *groups);

/* Is there to be another call, of a group whose call has ended? Marks what that
 * finds. */
bool groups_again(const Groups *groups, Group *group);

/* What a flood of the group cannot pass. */
Flood groups_blocked(const Groups *groups, const Group *group);

/* Deals the mines of all cases of the block anew, which are the groups' own:
 * the first square is uncovered. */
void groups_deal(Groups *groups, uint32_t square);

/* Keeps the promise of a first square for all cases of the block. */
static inline void groups_first(Groups *groups, uint32_t square) {
    if (groups->own && !groups->now.open) groups_deal(groups, square);
}

/* Opens what a 0 there opens, the square apart; false if the cases of `now`
 * differ in that. */
bool groups_flood(Groups *groups, uint32_t square);

/* `now` uncovers a square, which has no mine in any of its cases: true once all
 * of them open the same squares, which then are open. */
static inline bool groups_open(Groups *groups, uint32_t square) {
    if (groups->floods && !groups_flood(groups, square)) return false;
    groups->now.board[square] = SQ_OPEN;
    groups->now.open++;
    return true;
}

/* The cases of `now` with a mine there explode; false if none is left. */
bool groups_survive(Groups *groups, uint32_t square, uint32_t steps);

/* What the first case of `now` shows there. */
static inline int groups_first_number(const Groups *groups, uint32_t square) {
    size_t c = (size_t)set_first(&groups->now.set);
    size_t squares = (size_t)groups->mines->squares;
    return groups->block->boards[c * squares + square] >> SQ_NUMBER_SHIFT;
}

/* Do all cases of `now` show the same number there? The number is that of the
 * first. (Not one result: the processor would wait for the answer with it.) */
static inline bool groups_number(const Groups *groups, uint32_t square,
                                 int *number) {
    const SetBlock *b = groups->block;
    int n = groups_first_number(groups, square);
    *number = n;
    return set_within(&groups->now.set, sets_number(b, square, n), b->words);
}

/* The cases of the set end like this. */
void groups_end(Groups *groups, const CaseSet *set, int raw, uint32_t steps,
                MinesEnd end);

#endif
