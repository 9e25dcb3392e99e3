/* view.h -- what a player can know: which copies are still unseen, and with it
 * the chances that a card can be played, or is useless, or the last of its
 * kind.
 *
 * A view counts the copies that its seat does not see: all but the discards,
 * the fireworks and the hands of the others. The view of everybody (seat -1)
 * takes hands off no count: what is common knowledge. Counts are at most 3 and
 * kept as two words of bits by kind, so that a sum over a set of kinds is two
 * counts of bits.
 */
#ifndef HANABI_VIEW_H
#define HANABI_VIEW_H

#include "table.h"

typedef struct HnbView {
    uint32_t ones, twos;             /* copies unseen: ones + 2 * twos */
    uint32_t playable, useless, last;
} HnbView;

HnbView hnb_view(const HnbTable *table, int seat);

/* The kinds that a card can be, by its hints and what the view has seen. */
static inline uint32_t hnb_possible(const HnbView *v, const HnbCard *card) {
    return hnb_card_kinds(card) & (v->ones | v->twos);
}

/* Unseen copies of those kinds. */
static inline int hnb_weight(const HnbView *v, uint32_t kinds) {
    return __builtin_popcount(kinds & v->ones) +
           2 * __builtin_popcount(kinds & v->twos);
}

/* The chance in percent, rounded down, that the card is one of those kinds: 100
 * if it can be no other, and 0 only if it can be none. */
int hnb_percent(const HnbView *view, const HnbCard *card, uint32_t kinds);

/* Is it sure? */
static inline bool hnb_sure(const HnbView *v, const HnbCard *card,
                            uint32_t kinds) {
    return (hnb_possible(v, card) & ~kinds) == 0;
}

#endif
