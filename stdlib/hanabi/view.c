/* view.c -- counting what a player does not see. */
#include "view.h"

#include "base/hot.h"

/* Copies that are neither discarded nor on the fireworks. */
static void count_public(const HnbTable *t, uint8_t left[HNB_KINDS]) {
    for (int kind = 0; kind < HNB_KINDS; kind++)
        left[kind] = (uint8_t)(hnb_copies(kind) - t->dropped[kind]);
    for (int c = 0; c < HNB_COLOURS; c++)
        for (int n = 1; n <= t->height[c]; n++) left[hnb_kind(c, n)]--;
}

HnbView hnb_view(const HnbTable *t, int seat) {
    uint8_t left[HNB_KINDS];
    count_public(t, left);
    for (int other = 0; seat >= 0 && other < t->players; other++)
        for (int i = 0; other != seat && i < t->held[other]; i++)
            left[t->hand[other][i].kind]--;
    HnbView v = { .playable = hnb_playable(t),
                  .useless = hnb_useless(t),
                  .last = hnb_last(t) };
    for (int kind = 0; kind < HNB_KINDS; kind++) {
        hot_assert(left[kind] <= 3);
        v.ones |= (uint32_t)(left[kind] & 1) << kind;
        v.twos |= (uint32_t)(left[kind] >> 1) << kind;
    }
    return v;
}

int hnb_percent(const HnbView *v, const HnbCard *card, uint32_t kinds) {
    uint32_t possible = hnb_possible(v, card);
    int all = hnb_weight(v, possible), some = hnb_weight(v, possible & kinds);
    hot_assert(all > 0);
    if (some == 0) return 0;
    int percent = 100 * some / all;
    return percent > 0 ? percent : 1;
}
