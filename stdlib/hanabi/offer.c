/* offer.c -- moves as numbers. */
#include "offer.h"

static bool is_in(uint32_t kinds, const HnbCard *card) {
    return kinds >> card->kind & 1u;
}

/* Has a hint pointed at a card of that kind, in a hand that is seen? */
static bool is_pointed_at(const HnbTable *t, int kind) {
    for (int seat = 0; seat < t->players; seat++)
        for (int i = 0; seat != t->seat && i < t->held[seat]; i++)
            if (t->hand[seat][i].marked && t->hand[seat][i].kind == kind)
                return true;
    return false;
}

bool hnb_points_well(const HnbMind *m, HnbMove tell) {
    const HnbTable *t = m->table;
    const HnbCard *focus = &t->hand[tell.seat][hnb_focus(t, tell)];
    return is_in(m->own.playable, focus) && !is_pointed_at(t, focus->kind);
}

static HnbOffer offer_card(const HnbMind *m, HnbMove move) {
    const HnbTable *t = m->table;
    const HnbCard *card = &t->hand[t->seat][move.what];
    bool play = move.act == HNB_PLAY;
    HnbOffer o = { .play = play, .drop = !play };
    if (play) o.plays = hnb_percent(&m->own, card, m->own.playable);
    else o.drops = hnb_percent(&m->own, card, m->own.useless);
    o.last = hnb_percent(&m->own, card, m->own.last);
    o.age = t->held[t->seat] - move.what;
    o.told = card->told;
    o.marked = card->marked + card->fresh;
    return o;
}

/* Does the hint make it sure that the card is of those kinds? */
static bool makes_sure(const HnbMind *m, const HnbCard *card, HnbMove tell,
                       uint32_t kinds) {
    if (!is_in(kinds, card) || hnb_sure(&m->all, card, kinds)) return false;
    HnbCard after = hnb_card_told(*card, tell);
    return hnb_sure(&m->all, &after, kinds);
}

static void count_touched(const HnbMind *m, const HnbCard *card, HnbOffer *o) {
    o->touches++;
    o->news += !card->told;
    o->fits += is_in(m->own.playable, card);
    o->wastes += is_in(m->own.useless, card);
}

static HnbOffer offer_hint(const HnbMind *m, HnbMove tell) {
    const HnbTable *t = m->table;
    unsigned touched = hnb_touched(t, tell);
    HnbOffer o = { .tell = (tell.seat - t->seat + t->players) % t->players };
    if (tell.act == HNB_TELL_NUMBER) o.number = tell.what;
    o.points = hnb_points_well(m, tell);
    bool oldest = true;              /* no untouched card has come yet */
    for (int i = 0; i < t->held[tell.seat]; i++) {
        const HnbCard *card = &t->hand[tell.seat][i];
        bool hit = touched >> i & 1u;
        if (hit) count_touched(m, card, &o);
        if (hit && oldest && !card->told) o.saves = is_in(m->own.last, card);
        oldest = oldest && card->told;
        o.proves += makes_sure(m, card, tell, m->own.playable);
        o.clears += makes_sure(m, card, tell, m->own.useless);
    }
    return o;
}

HnbOffer hnb_offer(const HnbMind *m, HnbMove move) {
    return move.act < HNB_TELL_COLOUR ? offer_card(m, move)
                                      : offer_hint(m, move);
}
