/* tactics.c -- what each rule looks for.
 *
 * Hints are looked for by player, from the next one on, and in a hand by age. A
 * tactic may find a move that is not legal (a discard with all hints at hand):
 * hnb_rule() asks for the law once, for all.
 */
#include "tactics.h"

#include <assert.h>

#include "offer.h"

/* ---- looking around ------------------------------------------------------ */

static const HnbCard *card_at(const HnbMind *m, int place) {
    return &m->table->hand[m->table->seat][place];
}

static int held(const HnbMind *m) { return m->table->held[m->table->seat]; }

static HnbMove move_of(HnbAct act, int seat, int what) {
    return (HnbMove){ (uint8_t)act, (uint8_t)seat, (uint8_t)what };
}

static HnbMove tell_colour(int seat, const HnbCard *card) {
    return move_of(HNB_TELL_COLOUR, seat, hnb_colour(card->kind));
}

static HnbMove tell_its_number(int seat, const HnbCard *card) {
    return move_of(HNB_TELL_NUMBER, seat, hnb_number(card->kind));
}

/* The k-th player from the one at turn. */
static int seat_after(const HnbMind *m, int k) {
    return (m->table->seat + k) % m->table->players;
}

static bool is_in(uint32_t kinds, const HnbCard *card) {
    return kinds >> card->kind & 1u;
}

static bool is_known(const HnbCard *card) {
    return hnb_one(card->colours) && hnb_one(card->numbers);
}

/* ---- playing ------------------------------------------------------------- */

static bool play_known(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    for (int i = 0; i < held(m); i++) {
        const HnbCard *card = card_at(m, i);
        if (!is_known(card) || !is_in(m->own.playable, card)) continue;
        *move = move_of(HNB_PLAY, 0, i);
        return true;
    }
    return false;
}

/* The card of one's own most likely of those kinds, the oldest of equals; its
 * chance. */
static int likeliest(const HnbMind *m, uint32_t kinds, int *place) {
    int most = -1;
    for (int i = 0; i < held(m); i++) {
        int percent = hnb_percent(&m->own, card_at(m, i), kinds);
        if (percent <= most) continue;
        most = percent;
        *place = i;
    }
    return most;
}

static bool play_likely(const HnbMind *m, int least, HnbMove *move) {
    int place = 0;
    if (likeliest(m, m->own.playable, &place) < least) return false;
    *move = move_of(HNB_PLAY, 0, place);
    return true;
}

/* With a number: only cards that were pointed at since the last turn. */
static bool play_marked(const HnbMind *m, int fresh, HnbMove *move) {
    for (int i = held(m) - 1; i >= 0; i--) {
        const HnbCard *card = card_at(m, i);
        if (fresh ? !card->fresh : !card->marked) continue;
        if (!(hnb_possible(&m->own, card) & m->own.playable)) continue;
        *move = move_of(HNB_PLAY, 0, i);
        return true;
    }
    return false;
}

/* ---- hints about one card ------------------------------------------------ */

/* What is not known of the card, the number first. */
static bool tell_missing(int seat, const HnbCard *card, HnbMove *move) {
    if (!hnb_one(card->numbers)) *move = tell_its_number(seat, card);
    else if (!hnb_one(card->colours)) *move = tell_colour(seat, card);
    else return false;
    return true;
}

static bool is_half_known(const HnbCard *card) {
    return hnb_one(card->colours) != hnb_one(card->numbers);
}

/* 0: any player; 1: the next alone; 2: cards of which half is known. */
static bool tell_useful(const HnbMind *m, int which, HnbMove *move) {
    int players = which == 1 ? 2 : m->table->players;
    for (int k = 1; k < players; k++) {
        int seat = seat_after(m, k);
        for (int i = 0; i < m->table->held[seat]; i++) {
            const HnbCard *card = &m->table->hand[seat][i];
            if (!is_in(m->own.playable, card)) continue;
            if (which == 2 && !is_half_known(card)) continue;
            if (tell_missing(seat, card, move)) return true;
        }
    }
    return false;
}

static bool tell_useless(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    for (int k = 1; k < m->table->players; k++) {
        int seat = seat_after(m, k);
        for (int i = 0; i < m->table->held[seat]; i++) {
            const HnbCard *card = &m->table->hand[seat][i];
            if (is_in(m->own.useless, card) && tell_missing(seat, card, move))
                return true;
        }
    }
    return false;
}

static bool tells_use(const HnbMind *m, const HnbCard *card, HnbMove tell) {
    HnbCard after = hnb_card_told(*card, tell);
    return hnb_sure(&m->all, &after, m->own.useless);
}

static bool tell_droppable(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    for (int k = 1; k < m->table->players; k++) {
        int seat = seat_after(m, k);
        for (int i = 0; i < m->table->held[seat]; i++) {
            const HnbCard *card = &m->table->hand[seat][i];
            if (!is_in(m->own.useless, card) ||
                hnb_sure(&m->all, card, m->own.useless))
                continue;
            *move = tell_colour(seat, card);
            if (tells_use(m, card, *move)) return true;
            *move = tell_its_number(seat, card);
            if (tells_use(m, card, *move)) return true;
        }
    }
    return false;
}

static bool tell_unknown(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    int seat = seat_after(m, 1);
    for (int i = 0; i < m->table->held[seat]; i++) {
        const HnbCard *card = &m->table->hand[seat][i];
        if (!hnb_one(card->colours)) *move = tell_colour(seat, card);
        else if (!hnb_one(card->numbers)) *move = tell_its_number(seat, card);
        else continue;
        return true;
    }
    return false;
}

static HnbMove tell_half(const HnbMind *m, int seat, const HnbCard *card) {
    return rng_below(m->rng, 2) ? tell_colour(seat, card)
                                : tell_its_number(seat, card);
}

/* The n-th of the cards in a hand that are of those kinds; NULL: there are no
 * so many. */
static const HnbCard *nth_card(const HnbMind *m, int seat, uint32_t kinds,
                               int n) {
    for (int i = 0; i < m->table->held[seat]; i++)
        if (is_in(kinds, &m->table->hand[seat][i]) && n-- == 0)
            return &m->table->hand[seat][i];
    return NULL;
}

static bool tell_some(const HnbMind *m, uint32_t kinds, HnbMove *move) {
    int seat = seat_after(m, 1), n = 0;
    while (nth_card(m, seat, kinds, n)) n++;
    if (n == 0 || m->table->hints == 0) return false;
    int which = (int)rng_below(m->rng, (uint32_t)n);
    *move = tell_half(m, seat, nth_card(m, seat, kinds, which));
    return true;
}

static bool tell_fitting(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    return tell_some(m, m->own.playable, move);
}

static bool tell_any(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    return tell_some(m, UINT32_MAX, move);
}

static bool tell_number(const HnbMind *m, int number, HnbMove *move) {
    for (int k = 1; k < m->table->players; k++) {
        int seat = seat_after(m, k);
        for (int i = 0; i < m->table->held[seat]; i++) {
            const HnbCard *card = &m->table->hand[seat][i];
            if (hnb_number(card->kind) != number || hnb_one(card->numbers) ||
                is_in(m->own.useless, card))
                continue;
            *move = tell_its_number(seat, card);
            return true;
        }
    }
    return false;
}

static bool tell_save(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    for (int k = 1; k < m->table->players; k++) {
        int seat = seat_after(m, k), i = 0;
        const HnbCard *hand = m->table->hand[seat];
        while (i < m->table->held[seat] && hand[i].told) i++;
        if (i == m->table->held[seat] || !is_in(m->own.last, &hand[i]))
            continue;
        *move = tell_its_number(seat, &hand[i]);
        return true;
    }
    return false;
}

/* ---- hints weighed against each other ------------------------------------ */

/* What a hint is worth; less than 1: it is out of the question. */
typedef int TellWorth(const HnbMind *m, HnbMove tell, int number);

static bool best_tell(const HnbMind *m, TellWorth *worth, int number,
                      HnbMove *move) {
    HnbMove moves[HNB_MOVES_MAX];
    int n = m->table->hints ? hnb_moves(m->table, moves) : 0, most = 0;
    for (int i = 0; i < n; i++) {
        if (moves[i].act < HNB_TELL_COLOUR) continue;
        int value = worth(m, moves[i], number);
        if (value <= most) continue;
        most = value;
        *move = moves[i];
    }
    return most > 0;
}

/* With a number, of cards that learn something alone. */
static int worth_touched(const HnbMind *m, HnbMove tell, int news) {
    unsigned touched = hnb_touched(m->table, tell);
    int count = 0;
    for (int i = 0; i < m->table->held[tell.seat]; i++) {
        const HnbCard *card = &m->table->hand[tell.seat][i];
        bool known = hnb_one(tell.act == HNB_TELL_COLOUR ? card->colours
                                                         : card->numbers);
        count += (touched >> i & 1u) && !(news && known);
    }
    return count;
}

static bool tell_most(const HnbMind *m, int news, HnbMove *move) {
    return best_tell(m, worth_touched, news, move);
}

static int worth_safe(const HnbMind *m, HnbMove tell, int number) {
    (void)number;
    int count = 0;
    for (int i = 0; i < m->table->held[tell.seat]; i++) {
        const HnbCard *card = &m->table->hand[tell.seat][i];
        if (!is_in(m->own.playable, card) ||
            hnb_sure(&m->all, card, m->own.playable))
            continue;
        HnbCard after = hnb_card_told(*card, tell);
        count += hnb_sure(&m->all, &after, m->own.playable);
    }
    return count;
}

static bool tell_safe(const HnbMind *m, int number, HnbMove *move) {
    return best_tell(m, worth_safe, number, move);
}

/* A card that is pointed at and fits; more for each needed card, less for each
 * useless one that it touches for the first time. */
static int worth_point(const HnbMind *m, HnbMove tell, int next) {
    if (next && tell.seat != seat_after(m, 1)) return 0;
    if (!hnb_points_well(m, tell)) return 0;
    const HnbCard *hand = m->table->hand[tell.seat];
    unsigned touched = hnb_touched(m->table, tell);
    int value = 2 * HNB_HAND_MAX;
    for (int i = 0; i < m->table->held[tell.seat]; i++)
        if ((touched >> i & 1u) && !hand[i].told)
            value += is_in(m->own.useless, &hand[i]) ? -1 : 1;
    return value;
}

static bool tell_point(const HnbMind *m, int next, HnbMove *move) {
    return best_tell(m, worth_point, next, move);
}

/* ---- discarding ---------------------------------------------------------- */

static bool drop_likely(const HnbMind *m, int least, HnbMove *move) {
    int place = 0;
    if (likeliest(m, m->own.useless, &place) < least) return false;
    *move = move_of(HNB_DROP, 0, place);
    return true;
}

static bool drop_spare(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    int least = 101;
    for (int i = 0; i < held(m); i++) {
        int percent = hnb_percent(&m->own, card_at(m, i), m->own.last);
        if (percent >= least) continue;
        least = percent;
        *move = move_of(HNB_DROP, 0, i);
    }
    return least <= 100;
}

/* 0: of all; 1: of those without a hint; 2: at which none has pointed. */
static bool drop_oldest(const HnbMind *m, int which, HnbMove *move) {
    for (int i = 0; i < held(m); i++) {
        const HnbCard *card = card_at(m, i);
        if ((which == 1 && card->told) || (which == 2 && card->marked))
            continue;
        *move = move_of(HNB_DROP, 0, i);
        return true;
    }
    return false;
}

static bool drop_any(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    if (m->table->hints == HNB_HINTS || held(m) == 0) return false;
    *move = move_of(HNB_DROP, 0, (int)rng_below(m->rng, (uint32_t)held(m)));
    return true;
}

static bool any_move(const HnbMind *m, int number, HnbMove *move) {
    (void)number;
    HnbMove moves[HNB_MOVES_MAX];
    int n = hnb_moves(m->table, moves);
    *move = moves[rng_below(m->rng, (uint32_t)n)];
    return true;
}

/* ---- rules and orders ---------------------------------------------------- */

const HnbRow hnb_tactics[HNB_TACTICS] = {
#define TACTIC(id, name, function, number, help) { name, help },
#include "tactics.def"
#undef TACTIC
};

const HnbRow hnb_conditions[HNB_CONDITIONS] = {
#define CONDITION(id, text, when, help) { text, help },
#include "conditions.def"
#undef CONDITION
};

static bool holds(const HnbTable *t, HnbCondition condition) {
    switch (condition) {
#define CONDITION(id, text, when, help) \
    case HNB_IF_##id:                   \
        return when;
#include "conditions.def"
#undef CONDITION
    case HNB_CONDITIONS: break;
    }
    return false;
}

static bool find(const HnbMind *m, HnbTactic tactic, HnbMove *move) {
    switch (tactic) {
#define TACTIC(id, name, function, number, help) \
    case HNB_T_##id:                             \
        return function(m, number, move);
#include "tactics.def"
#undef TACTIC
    case HNB_TACTICS: break;
    }
    return false;
}

HnbMind hnb_mind(const HnbTable *table, Rng *rng) {
    return (HnbMind){ .table = table,
                      .own = hnb_view(table, table->seat),
                      .all = hnb_view(table, -1),
                      .rng = rng };
}

bool hnb_rule(const HnbMind *m, int code, HnbMove *move) {
    assert(code >= 0 && code < HNB_RULES);
    return holds(m->table, (HnbCondition)(code / HNB_TACTICS)) &&
           find(m, (HnbTactic)(code % HNB_TACTICS), move) &&
           hnb_legal(m->table, *move);
}

/* The oldest card is discarded; else the first hint is given. */
static HnbMove fall_back(const HnbTable *t) {
    HnbMove moves[HNB_MOVES_MAX];
    int n = hnb_moves(t, moves);
    for (int i = 0; i < n; i++)
        if (moves[i].act != HNB_PLAY) return moves[i];
    return moves[0];
}

HnbMove hnb_choose(const HnbMind *m, const HnbOrder *order, int *fired) {
    HnbMove move;
    for (*fired = 0; *fired < order->length; ++*fired)
        if (hnb_rule(m, order->code[*fired], &move)) return move;
    return fall_back(m->table);
}
