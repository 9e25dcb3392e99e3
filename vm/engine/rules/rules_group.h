/* rules_group.h -- cases that cannot be told apart are played as one.
 *
 * Cases often differ only in grids that a program looks at now and then: where
 * the mines are. Native code plays a whole set of cases at once, as long as
 * what it has read is the same in all of them. A cell that differs between
 * cases is not known until it is read (RulesState.known); then the set parts:
 * one part goes on, the others are kept as copies of the state when the step
 * began, and do that step again, knowing the cell.
 *
 * That is done for games in which only primitives that are steps look at such
 * grids, and nothing is drawn at random. Sets have up to 64 cases.
 */
#ifndef LUDUS_RULES_GROUP_H
#define LUDUS_RULES_GROUP_H

#include "rules_flat.h"

enum {
    GROUP_CASES = 64,
    GROUP_CELLS_MAX = 4096,          /* of a game that is played in sets */
    GROUP_TABLE_MAX = 1 << 22,       /* cells of all its cases */
};

/* The cases, among up to 64, whose cell has that value at first. */
typedef struct GroupPart {
    uint64_t cases;
    int32_t  value;
} GroupPart;

/* How the cells of a game's cases differ; NULL where no sets are played. */
typedef struct RulesGroups {
    size_t     cells, cases;
    size_t     block;                /* cases of a block, at most 64 */
    const int32_t *first;            /* cells of all cases as they begin, */
    void      *narrow;               /* and as numbers of lanes, or NULL; */
    void      *image;                /* the same of what is known, or NULL */
    uint8_t   *known;                /* by cell: the same in all cases */
    uint32_t  *start;                /* [block * cells + cell], one more: where
                                        its parts begin */
    GroupPart *part;
} RulesGroups;

/* The grids (bits) that differ between cases, if they can be played in sets;
 * else 0. `vars` and `cells` are the first values of all cases. */
uint64_t rules_group_grids(const Rules *rules, size_t cases,
                           const int32_t *vars, const int32_t *cells);

/* Sorts the cells of all cases by their values, in blocks of `block` cases; the
 * cells are borrowed. */
RulesGroups *rules_groups_new(const Rules *rules, size_t cases, size_t block,
                              const int32_t *cells, Err *err);
void         rules_groups_free(void *groups);

/* A set that waits. */
typedef struct GroupFork {
    uint64_t cases, purse;
    const RulesStep *in, *back[VOCAB_BRANCHES];
    uint32_t pass, before, depth;
    int32_t  var[RULES_VARS_MAX];
} GroupFork;

/* What a thread needs to play sets. */
typedef struct RulesSets {
    const RulesGroups *groups;
    size_t    block;                 /* of cases that is played */
    size_t    count;                 /* sets that wait */
    size_t    slots;                 /* of the program */
    GroupFork fork[GROUP_CASES];
    int32_t  *kept;                  /* of each: cells, slots */
    uint8_t  *known, *kept_known;
} RulesSets;

RulesSets *rules_sets_new(const RulesGroups *groups, Err *err);
void       rules_sets_free(void *sets);

/* Copies the first cells, which must fit, as numbers of so many bits; the least
 * of these means `not known`. */
bool rules_groups_narrow(RulesGroups *groups, int bits, Err *err);

/* The first cell, among all, of the only case in a set of a block. */
size_t rules_groups_cells(const RulesGroups *groups, size_t block,
                          uint64_t only);

/* All cases of a block. */
uint64_t rules_groups_all(const RulesGroups *groups, size_t block);

/* Prepares the state, in which a case of that block has just begun, for these
 * cases of the block. */
void rules_sets_begin(RulesSets *sets, RulesState *state, size_t block,
                      uint64_t cases);

/* Puts the set that waited last into the state; false if none is left. */
bool rules_sets_next(RulesSets *sets, RulesState *state);

/* Called by native code that needs the cell. */
void rules_sets_part(RulesState *state, uint32_t cell);

#endif
