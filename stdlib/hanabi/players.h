/* players.h -- orders of rules that others have made: see players.def. */
#ifndef HANABI_PLAYERS_H
#define HANABI_PLAYERS_H

#include "tactics.h"

typedef struct HnbPlayer {
    const char *name;                /* NULL ends the list */
    const char *help;
    HnbOrder    order;
} HnbPlayer;

extern const HnbPlayer hnb_players[];

/* The player of that name, or NULL. */
const HnbPlayer *hnb_player(const char *name);

#endif
