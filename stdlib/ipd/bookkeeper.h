/* bookkeeper.h -- a player whose model of the other is no machine but chances.
 *
 * It keeps books of what followed what: how often the other cooperated after
 * each course of the last k rounds, for every k up to its depth. The chance of
 * the next move is that of the longest course, where there are few entries
 * blended with that of the next shorter one; before there are any the other is
 * taken for somebody who answers in kind. Then it plays what is best against
 * these chances, some turns ahead, and is curious about courses it hardly
 * knows.
 */
#ifndef LUDUS_BOOKKEEPER_H
#define LUDUS_BOOKKEEPER_H

#include "player.h"

enum {
    BOOKKEEPER_DEPTH_MAX = 5,        /* rounds of the longest course */
    BOOKKEEPER_HORIZON_MAX = 1000,   /* turns planned ahead */
};

typedef struct BookkeeperOptions {
    int    depth;                    /* rounds remembered, 1 or more */
    double blend;                    /* entries that the shorter one counts */
    double mirror;                   /* chance of an answer in kind, at first */
    double memory;                   /* of an entry, a turn later */
    double curiosity;                /* of the range of payoffs, for the new */
    int    horizon;                  /* turns planned ahead */
} BookkeeperOptions;

typedef struct Bookkeeper {
    Player            player;
    BookkeeperOptions options;
} Bookkeeper;

/* False with a reason if an option is out of bounds. It holds nothing. */
bool bookkeeper_init(Bookkeeper *bookkeeper, const BookkeeperOptions *options,
                     Err *err);

#endif
