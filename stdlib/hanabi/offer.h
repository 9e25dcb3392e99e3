/* offer.h -- what a move offers: the numbers that tree programs rate it by. */
#ifndef HANABI_OFFER_H
#define HANABI_OFFER_H

#include "tactics.h"

/* As prims.def tells of each. */
typedef struct HnbOffer {
    int plays, drops, last, age, told, marked, play, drop;
    int tell, number, touches, news, fits, wastes, points, proves, clears,
        saves;
} HnbOffer;

HnbOffer hnb_offer(const HnbMind *mind, HnbMove move);

/* Does a hint point at a card that fits, and none has pointed at its kind in
 * the hands that are seen? */
bool hnb_points_well(const HnbMind *mind, HnbMove tell);

#endif
