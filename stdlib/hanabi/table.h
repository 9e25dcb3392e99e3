/* table.h -- the rules of Hanabi: cards, hands, hints, lives, points.
 *
 * Fifty cards of five colours and five numbers: of each colour three ones, two
 * twos, threes and fours, and one five. Two or three players hold five cards,
 * four or five hold four, and see all hands but their own. In turn each plays a
 * card, discards one or gives a hint:
 *
 *     play     onto the fireworks if it is the next number of its colour, else
 *              it goes to the discards and a life is lost; a five that is
 *              played gives a hint back, if one has been used
 *     drop     discards a card and gives a hint back; not with all 8 at hand
 *     tell     costs a hint: names all cards of one colour or one number in
 *              another hand, at least one
 *
 * Who plays or discards draws. When the last card has been drawn everybody has
 * one more turn, who drew it too. The game ends then, or with the third life,
 * or with 25 points. A point is a card on the fireworks; whether they count
 * when all lives are lost is up to who keeps the score.
 *
 * A kind is a colour and a number, (colour * 5 + number - 1); a set of kinds is
 * a word of 25 bits. What a holder knows of a card by its hints, those that did
 * not touch it too, is a set of colours and one of numbers. Hands are in order
 * of age, the oldest card first.
 */
#ifndef HANABI_TABLE_H
#define HANABI_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/rng.h"

enum {
    HNB_COLOURS     = 5,
    HNB_NUMBERS     = 5,
    HNB_KINDS       = HNB_COLOURS * HNB_NUMBERS,
    HNB_CARDS       = 50,
    HNB_PLAYERS_MIN = 2,
    HNB_PLAYERS_MAX = 5,
    HNB_HAND_MAX    = 5,
    HNB_HINTS       = 8,
    HNB_LIVES       = 3,
    HNB_POINTS      = 25,
    HNB_ALL         = 31,            /* all colours, or all numbers */
    HNB_MOVES_MAX   = 2 * HNB_HAND_MAX +
                    (HNB_PLAYERS_MAX - 1) * (HNB_COLOURS + HNB_NUMBERS),
    HNB_TURNS_MAX   = 128,           /* 50 cards leave hands; 8 hints, and one
                                        for each of those and of five fives */
};

typedef enum HnbAct {
    HNB_PLAY,
    HNB_DROP,
    HNB_TELL_COLOUR,
    HNB_TELL_NUMBER,
} HnbAct;

typedef struct HnbMove {
    uint8_t act;                     /* a HnbAct */
    uint8_t seat;                    /* who is told; of other moves 0 */
    uint8_t what;                    /* place in the hand; colour; number */
} HnbMove;

typedef struct HnbCard {
    uint8_t kind;
    uint8_t colours, numbers;        /* what it can be, by hints: sets */
    bool    told;                    /* a hint has touched it */
    bool    marked;                  /* a hint has pointed at it: see below */
    bool    fresh;                   /* and since its holder's last turn */
} HnbCard;

/* How a game ended, or that it goes on. */
typedef enum HnbEnd {
    HNB_PERFECT,                     /* 25 points */
    HNB_OUT,                         /* the deck has run out */
    HNB_LOST,                        /* all lives are lost */
    HNB_ON,
} HnbEnd;

typedef struct HnbTable {
    HnbCard hand[HNB_PLAYERS_MAX][HNB_HAND_MAX];
    uint8_t held[HNB_PLAYERS_MAX];   /* cards in each hand */
    uint8_t deck[HNB_CARDS];         /* kinds, in the order they are drawn */
    int     drawn;                   /* of the deck */
    uint8_t height[HNB_COLOURS];     /* of the fireworks */
    uint8_t dropped[HNB_KINDS];      /* discards, by kind */
    int     players, seat;           /* whose turn it is */
    int     hints, lives, points;
    int     left;                    /* turns once the deck is empty */
    int     turns, tells;            /* made so far */
} HnbTable;

/* ---- cards --------------------------------------------------------------- */

static inline int hnb_colour(int kind) { return kind / HNB_NUMBERS; }
static inline int hnb_number(int kind) { return kind % HNB_NUMBERS + 1; }
static inline int hnb_kind(int colour, int number) {
    return colour * HNB_NUMBERS + number - 1;
}

/* Copies of a kind in the game. */
int hnb_copies(int kind);

/* The kinds of those colours and numbers. */
uint32_t hnb_kinds(unsigned colours, unsigned numbers);

/* What the holder can tell of a card by hints alone. */
static inline uint32_t hnb_card_kinds(const HnbCard *card) {
    return hnb_kinds(card->colours, card->numbers);
}

/* Is the colour, or the number, known by hints? */
static inline bool hnb_one(unsigned set) { return (set & (set - 1)) == 0; }

/* ---- a game -------------------------------------------------------------- */

/* The 50 cards in an order that the generator draws. */
void hnb_shuffle(uint8_t deck[HNB_CARDS], Rng *rng);

/* A game at its beginning, dealt from that deck: to one player after the
 * other. */
void hnb_deal(HnbTable *table, int players, const uint8_t deck[HNB_CARDS]);

HnbEnd hnb_end(const HnbTable *table);

/* Cards that have not been drawn. */
static inline int hnb_deck_left(const HnbTable *table) {
    return HNB_CARDS - table->drawn;
}

/* May who is at turn do that? */
bool hnb_legal(const HnbTable *table, HnbMove move);

/* All that may be done, in one order: plays, discards, hints. At least one of a
 * game that goes on. */
int hnb_moves(const HnbTable *table, HnbMove moves[HNB_MOVES_MAX]);

/* Which cards of a hand a hint would touch: bit i for place i. */
unsigned hnb_touched(const HnbTable *table, HnbMove tell);

/* The place that a hint points at: of the cards it touches the newest of those
 * that no hint has touched before, else the newest. */
int hnb_focus(const HnbTable *table, HnbMove tell);

/* What the touched cards would be known to be, and the others: the card as the
 * hint leaves it. */
HnbCard hnb_card_told(HnbCard card, HnbMove tell);

/* Makes a legal move. */
void hnb_move(HnbTable *table, HnbMove move);

/* ---- kinds of the moment ------------------------------------------------- */

/* Kinds that can be played now; that no game can use any more; and of those
 * that are still needed, of which one copy alone is left. */
uint32_t hnb_playable(const HnbTable *table);
uint32_t hnb_useless(const HnbTable *table);
uint32_t hnb_last(const HnbTable *table);

/* ---- for people ---------------------------------------------------------- */

extern const char hnb_letters[];     /* of the colours: "rygbw" */

/* Appends a kind as people write it: "r3". */
void hnb_kind_text(int kind, Buf *out);

/* Appends a move: "plays r3", "tells player 2 red". Of the cards that the
 * viewer does not see, their places. */
void hnb_move_text(const HnbTable *table, HnbMove move, Buf *out);

/* Appends the table as `viewer` sees it, or everything for -1. */
void hnb_draw(const HnbTable *table, int viewer, Buf *out);

#endif
