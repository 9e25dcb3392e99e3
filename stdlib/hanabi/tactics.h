/* tactics.h -- rules of players: each finds a move, or passes.
 *
 * A rule is a condition and a tactic, and its code the number of both: the
 * place of the condition times HNB_TACTICS, plus that of the tactic. An order
 * of rules is a player: the first rule that finds a legal move makes it. If
 * none does, the oldest card is discarded or, with all hints at hand, the
 * first hint is given that there is.
 *
 * The tactics named after those of J. Walton-Rivers, P. R. Williams, R. Bartle,
 * D. Perez-Liebana, S. M. Lucas, "Evaluating and modelling Hanabi-playing
 * agents", CEC 2017, do what the paper says of them; docs/hanabi.md has the
 * names side by side.
 */
#ifndef HANABI_TACTICS_H
#define HANABI_TACTICS_H

#include "view.h"

typedef enum HnbTactic {
#define TACTIC(id, name, function, number, help) HNB_T_##id,
#include "tactics.def"
#undef TACTIC
    HNB_TACTICS
} HnbTactic;

typedef enum HnbCondition {
#define CONDITION(id, text, when, help) HNB_IF_##id,
#include "conditions.def"
#undef CONDITION
    HNB_CONDITIONS
} HnbCondition;

enum {
    HNB_RULES     = HNB_CONDITIONS * HNB_TACTICS,
    HNB_ORDER_MAX = 64,              /* rules of an order */
};

/* What a player has before it when it chooses. */
typedef struct HnbMind {
    const HnbTable *table;
    HnbView         own, all;        /* its view, and that of everybody */
    Rng            *rng;             /* of rules that act by chance */
} HnbMind;

typedef struct HnbOrder {
    int      length;
    uint16_t code[HNB_ORDER_MAX];    /* each below HNB_RULES */
} HnbOrder;

typedef struct HnbRow {
    const char *name, *help;
} HnbRow;

extern const HnbRow hnb_tactics[HNB_TACTICS];
extern const HnbRow hnb_conditions[HNB_CONDITIONS];

/* The mind of who is at turn. */
HnbMind hnb_mind(const HnbTable *table, Rng *rng);

/* Asks one rule. */
bool hnb_rule(const HnbMind *mind, int code, HnbMove *move);

/* Asks the rules in turn. `fired` gets the place of the one that found the
 * move, or the length of the order. */
HnbMove hnb_choose(const HnbMind *mind, const HnbOrder *order, int *fired);

#endif
