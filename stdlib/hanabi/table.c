/* table.c -- the rules of Hanabi.
 *
 * A card that leaves a hand closes the gap, so that hands stay in order of age.
 * Copies of a kind are those of its number, 3 2 2 2 1.
 */
#include "table.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"

static const uint8_t copies[HNB_NUMBERS] = { 3, 2, 2, 2, 1 };

const char hnb_letters[] = "rygbw";

int hnb_copies(int kind) { return copies[kind % HNB_NUMBERS]; }

/* A set of numbers repeated for each colour of a set: a product, since no two
 * of its bits meet. */
uint32_t hnb_kinds(unsigned colours, unsigned numbers) {
    uint32_t spread = 0;
    for (unsigned c = 0; c < HNB_COLOURS; c++)
        spread |= (colours >> c & 1u) << (HNB_NUMBERS * c);
    return spread * numbers;
}

/* ---- dealing ------------------------------------------------------------- */

void hnb_shuffle(uint8_t deck[HNB_CARDS], Rng *rng) {
    int n = 0;
    for (int kind = 0; kind < HNB_KINDS; kind++)
        for (int i = 0; i < hnb_copies(kind); i++) deck[n++] = (uint8_t)kind;
    assert(n == HNB_CARDS);
    rng_shuffle(rng, deck, HNB_CARDS, 1);
}

static void draw_card(HnbTable *t, int seat) {
    if (t->drawn == HNB_CARDS) return;
    t->hand[seat][t->held[seat]++] = (HnbCard){ .kind = t->deck[t->drawn++],
                                                .colours = HNB_ALL,
                                                .numbers = HNB_ALL };
    if (t->drawn == HNB_CARDS) t->left = t->players + 1;
}

void hnb_deal(HnbTable *t, int players, const uint8_t deck[HNB_CARDS]) {
    assert(players >= HNB_PLAYERS_MIN && players <= HNB_PLAYERS_MAX);
    memset(t, 0, sizeof *t);
    memcpy(t->deck, deck, HNB_CARDS);
    t->players = players;
    t->hints = HNB_HINTS;
    t->lives = HNB_LIVES;
    t->left = HNB_TURNS_MAX;
    int size = players <= 3 ? HNB_HAND_MAX : HNB_HAND_MAX - 1;
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < size; i++) draw_card(t, seat);
}

HnbEnd hnb_end(const HnbTable *t) {
    if (t->lives == 0) return HNB_LOST;
    if (t->points == HNB_POINTS) return HNB_PERFECT;
    return t->left == 0 ? HNB_OUT : HNB_ON;
}

/* ---- hints --------------------------------------------------------------- */

static bool is_meant(const HnbCard *card, HnbMove tell) {
    return tell.act == HNB_TELL_COLOUR ? hnb_colour(card->kind) == tell.what
                                       : hnb_number(card->kind) == tell.what;
}

unsigned hnb_touched(const HnbTable *t, HnbMove tell) {
    unsigned set = 0;
    for (int i = 0; i < t->held[tell.seat]; i++)
        set |= (unsigned)is_meant(&t->hand[tell.seat][i], tell) << i;
    return set;
}

int hnb_focus(const HnbTable *t, HnbMove tell) {
    int newest = 0, fresh = -1;
    for (int i = 0; i < t->held[tell.seat]; i++) {
        const HnbCard *card = &t->hand[tell.seat][i];
        if (!is_meant(card, tell)) continue;
        newest = i;
        if (!card->told) fresh = i;
    }
    return fresh >= 0 ? fresh : newest;
}

HnbCard hnb_card_told(HnbCard card, HnbMove tell) {
    bool colour = tell.act == HNB_TELL_COLOUR;
    unsigned bit = 1u << (colour ? tell.what : tell.what - 1);
    unsigned keep = is_meant(&card, tell) ? bit : HNB_ALL & ~bit;
    if (colour) card.colours &= (uint8_t)keep;
    else card.numbers &= (uint8_t)keep;
    card.told |= is_meant(&card, tell);
    return card;
}

static void tell_cards(HnbTable *t, HnbMove tell) {
    int focus = hnb_focus(t, tell);
    t->hints--;
    t->tells++;
    for (int i = 0; i < t->held[tell.seat]; i++) {
        HnbCard *card = &t->hand[tell.seat][i];
        *card = hnb_card_told(*card, tell);
        if (i == focus) card->marked = card->fresh = true;
    }
}

/* ---- moves --------------------------------------------------------------- */

static bool is_legal_tell(const HnbTable *t, HnbMove m) {
    if (t->hints == 0 || m.seat == t->seat || m.seat >= t->players)
        return false;
    bool known = m.act == HNB_TELL_COLOUR
                     ? m.what < HNB_COLOURS
                     : m.what >= 1 && m.what <= HNB_NUMBERS;
    return known && hnb_touched(t, m) != 0;
}

bool hnb_legal(const HnbTable *t, HnbMove m) {
    if (hnb_end(t) != HNB_ON) return false;
    switch ((HnbAct)m.act) {
    case HNB_PLAY: return m.what < t->held[t->seat];
    case HNB_DROP: return m.what < t->held[t->seat] && t->hints < HNB_HINTS;
    case HNB_TELL_COLOUR:
    case HNB_TELL_NUMBER: return is_legal_tell(t, m);
    }
    return false;
}

/* Appends the hints that a hand can be given. */
static int add_tells(const HnbTable *t, int seat, HnbMove *moves) {
    unsigned colours = 0, numbers = 0;
    int n = 0;
    for (int i = 0; i < t->held[seat]; i++) {
        colours |= 1u << hnb_colour(t->hand[seat][i].kind);
        numbers |= 2u << (hnb_number(t->hand[seat][i].kind) - 1);
    }
    for (int c = 0; c < HNB_COLOURS; c++)
        if (colours >> c & 1u)
            moves[n++] = (HnbMove){ HNB_TELL_COLOUR, (uint8_t)seat,
                                    (uint8_t)c };
    for (int k = 1; k <= HNB_NUMBERS; k++)
        if (numbers >> k & 1u)
            moves[n++] = (HnbMove){ HNB_TELL_NUMBER, (uint8_t)seat,
                                    (uint8_t)k };
    return n;
}

int hnb_moves(const HnbTable *t, HnbMove moves[HNB_MOVES_MAX]) {
    int n = 0, held = t->held[t->seat];
    if (hnb_end(t) != HNB_ON) return 0;
    for (int i = 0; i < held; i++)
        moves[n++] = (HnbMove){ HNB_PLAY, 0, (uint8_t)i };
    for (int i = 0; i < held && t->hints < HNB_HINTS; i++)
        moves[n++] = (HnbMove){ HNB_DROP, 0, (uint8_t)i };
    for (int k = 1; k < t->players && t->hints > 0; k++)
        n += add_tells(t, (t->seat + k) % t->players, moves + n);
    return n;
}

/* Takes a card out of the hand that is at turn. */
static int take(HnbTable *t, int place) {
    HnbCard *hand = t->hand[t->seat];
    int kind = hand[place].kind, held = --t->held[t->seat];
    for (int i = place; i < held; i++) hand[i] = hand[i + 1];
    return kind;
}

static void play_card(HnbTable *t, int place) {
    int kind = take(t, place), colour = hnb_colour(kind);
    if (hnb_number(kind) != t->height[colour] + 1) {
        t->dropped[kind]++;
        t->lives--;
        return;
    }
    t->height[colour]++;
    t->points++;
    if (t->height[colour] == HNB_NUMBERS && t->hints < HNB_HINTS) t->hints++;
}

void hnb_move(HnbTable *t, HnbMove m) {
    hot_assert(hnb_legal(t, m));
    int seat = t->seat;
    switch ((HnbAct)m.act) {
    case HNB_PLAY:
        play_card(t, m.what);
        draw_card(t, seat);
        break;
    case HNB_DROP:
        t->dropped[take(t, m.what)]++;
        t->hints++;
        draw_card(t, seat);
        break;
    case HNB_TELL_COLOUR:
    case HNB_TELL_NUMBER: tell_cards(t, m); break;
    }
    for (int i = 0; i < t->held[seat]; i++) t->hand[seat][i].fresh = false;
    if (t->drawn == HNB_CARDS) t->left--;
    t->turns++;
    t->seat = (seat + 1) % t->players;
    assert(t->turns < HNB_TURNS_MAX);
}

/* ---- kinds of the moment ------------------------------------------------- */

uint32_t hnb_playable(const HnbTable *t) {
    uint32_t set = 0;
    for (int c = 0; c < HNB_COLOURS; c++)
        if (t->height[c] < HNB_NUMBERS)
            set |= 1u << hnb_kind(c, t->height[c] + 1);
    return set;
}

uint32_t hnb_useless(const HnbTable *t) {
    uint32_t set = 0;
    for (int c = 0; c < HNB_COLOURS; c++) {
        int reach = t->height[c];
        while (reach < HNB_NUMBERS &&
               t->dropped[hnb_kind(c, reach + 1)] < copies[reach])
            reach++;
        unsigned needed = (1u << reach) - (1u << t->height[c]);
        set |= (HNB_ALL & ~needed) << (HNB_NUMBERS * c);
    }
    return set;
}

uint32_t hnb_last(const HnbTable *t) {
    uint32_t set = 0;
    for (int kind = 0; kind < HNB_KINDS; kind++)
        if (hnb_copies(kind) - t->dropped[kind] == 1) set |= 1u << kind;
    return set & ~hnb_useless(t);
}

/* ---- for people ---------------------------------------------------------- */

static const char *const colour_names[HNB_COLOURS] = {
    "red", "yellow", "green", "blue", "white",
};

void hnb_kind_text(int kind, Buf *out) {
    buf_format(out, "%c%d", hnb_letters[hnb_colour(kind)], hnb_number(kind));
}

void hnb_move_text(const HnbTable *t, HnbMove m, Buf *out) {
    switch ((HnbAct)m.act) {
    case HNB_PLAY:
    case HNB_DROP:
        buf_text(out, m.act == HNB_PLAY ? "plays " : "discards ");
        hnb_kind_text(t->hand[t->seat][m.what].kind, out);
        break;
    case HNB_TELL_COLOUR:
        buf_format(out, "tells player %d %s", m.seat + 1, colour_names[m.what]);
        break;
    case HNB_TELL_NUMBER:
        buf_format(out, "tells player %d %d", m.seat + 1, m.what);
        break;
    }
}

/* What hints say of a card: "r?", "?3"; of what it is not, nothing. */
static void draw_hints(const HnbCard *card, Buf *out) {
    char colour = '?', number = '?';
    for (unsigned i = 0; i < HNB_COLOURS; i++) {
        if (card->colours == 1u << i) colour = hnb_letters[i];
        if (card->numbers == 1u << i) number = (char)('1' + i);
    }
    buf_format(out, "%c%c", colour, number);
}

static void draw_hand(const HnbTable *t, int seat, bool seen, Buf *out) {
    buf_format(out, "%c player %d ", t->seat == seat ? '*' : ' ', seat + 1);
    for (int i = 0; i < t->held[seat]; i++) {
        const HnbCard *card = &t->hand[seat][i];
        buf_text(out, "  ");
        if (seen) hnb_kind_text(card->kind, out);
        else buf_text(out, "--");
        buf_char(out, ' ');
        draw_hints(card, out);
    }
    buf_char(out, '\n');
}

static void draw_drops(const HnbTable *t, Buf *out) {
    buf_text(out, "  discards ");
    for (int kind = 0; kind < HNB_KINDS; kind++)
        for (int i = 0; i < t->dropped[kind]; i++) {
            buf_char(out, ' ');
            hnb_kind_text(kind, out);
        }
    buf_char(out, '\n');
}

void hnb_draw(const HnbTable *t, int viewer, Buf *out) {
    buf_text(out, "  fireworks");
    for (int c = 0; c < HNB_COLOURS; c++)
        buf_format(out, " %c%d", hnb_letters[c], t->height[c]);
    buf_format(out, "  points %d  hints %d  lives %d  deck %d\n", t->points,
               t->hints, t->lives, hnb_deck_left(t));
    for (int seat = 0; seat < t->players; seat++)
        draw_hand(t, seat, seat != viewer, out);
    draw_drops(t, out);
}
