/* rules_machine.h -- the same rules played by Moore machines.
 *
 * A machine's move is `value` of the rule `turn`, which gives what the machine
 * sees; both are numbers, from 0 in the order of the alphabet, whose names the
 * rules know as constants. What a machine sees wraps round the number of
 * observations. A turn costs what its rule says; the match goes on until
 * `done` says so, the budget is spent, or the turns that the game allows are
 * over.
 */
#ifndef LUDUS_RULES_MACHINE_H
#define LUDUS_RULES_MACHINE_H

#include "rules_game.h"
#include "program/machine/machine.h"

/* The primitive that rules must have and machines do not; rules.lua declares
 * it. */
#define RULES_MACHINE_PROGRAM "READ_MACHINE"

typedef struct RulesMachine {
    Alphabet alphabet;
    int      turn;                   /* the rule */
} RulesMachine;

/* What evolution sees of a game for machines. */
extern const GameClass rules_machine_class;

/* The names of an alphabet as constants for rules; false if two of one name
 * have different numbers, or one is a word of the rules. */
bool rules_machine_names(const Alphabet *alphabet, RulesGiven *given, Err *err);

/* Makes the game, which was read with those names, one for machines: sets
 * game->machine, which the game frees. */
bool rules_machine_game(RulesGame *game, const Alphabet *alphabet, Err *err);

/* Who looks on while a match is played: called when a move has been paid for,
 * and with what was seen, which is taken from what it gives. */
typedef struct RulesSpectator {
    void (*before)(void *data, int state, RulesState *g);
    int (*after)(void *data, int seen, RulesState *g);
    void *data;
} RulesSpectator;

/* Plays a case, with a spectator or without. */
RulesCase rules_machine_watch(const RulesGame *game, RulesScratch *scratch,
                              const Machine *machine, size_t case_number,
                              const RulesSpectator *spectator);
RulesCase rules_machine_play(const RulesGame *game, RulesScratch *scratch,
                             const Machine *machine, size_t case_number);

#endif
