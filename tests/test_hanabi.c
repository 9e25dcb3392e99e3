/* test_hanabi.c -- Hanabi: the rules by hand and by property, what players see,
 * the rules of orders, scores. */
#include <string.h>

#include "base/mem.h"
#include "greatest.h"
#include "hanabi/hanabi.h"
#include "program/vector/vector.h"

/* ---- a game by hand ------------------------------------------------------ */

/* Red first, each colour's ones first: r1 r1 r1 r2 r2 r3 r3 r4 r4 r5 y1 ... */
static void sorted_deck(uint8_t deck[HNB_CARDS]) {
    int n = 0;
    for (int kind = 0; kind < HNB_KINDS; kind++)
        for (int i = 0; i < hnb_copies(kind); i++) deck[n++] = (uint8_t)kind;
}

static HnbTable sorted_game(int players) {
    uint8_t deck[HNB_CARDS];
    HnbTable t;
    sorted_deck(deck);
    hnb_deal(&t, players, deck);
    return t;
}

static HnbMove play(int place) {
    return (HnbMove){ HNB_PLAY, 0, (uint8_t)place };
}
static HnbMove drop(int place) {
    return (HnbMove){ HNB_DROP, 0, (uint8_t)place };
}
static HnbMove colour(int seat, int c) {
    return (HnbMove){ HNB_TELL_COLOUR, (uint8_t)seat, (uint8_t)c };
}
static HnbMove number(int seat, int n) {
    return (HnbMove){ HNB_TELL_NUMBER, (uint8_t)seat, (uint8_t)n };
}

/* Is the hand what the text says, "r1 r2 "? */
static bool holds(const HnbTable *t, int seat, const char *hand) {
    Buf text = { 0 };
    for (int i = 0; i < t->held[seat]; i++) {
        hnb_kind_text(t->hand[seat][i].kind, &text);
        buf_char(&text, ' ');
    }
    bool same = strcmp(buf_get(&text), hand) == 0;
    buf_free(&text);
    return same;
}

TEST a_game_by_hand(void) {
    HnbTable t = sorted_game(2);
    ASSERT(holds(&t, 0, "r1 r1 r1 r2 r2 ") && holds(&t, 1, "r3 r3 r4 r4 r5 "));
    ASSERT_EQ(40, hnb_deck_left(&t));
    ASSERT_FALSE(hnb_legal(&t, drop(0)));            /* all 8 hints at hand */
    ASSERT_FALSE(hnb_legal(&t, colour(0, 0)));       /* oneself */
    ASSERT_FALSE(hnb_legal(&t, colour(1, 1)));       /* touches nothing */
    ASSERT_FALSE(hnb_legal(&t, number(1, 0)));
    ASSERT_FALSE(hnb_legal(&t, number(1, 6)));
    ASSERT_FALSE(hnb_legal(&t, number(2, 3)));       /* no third player */
    ASSERT_FALSE(hnb_legal(&t, play(5)));
    hnb_move(&t, play(0));
    ASSERT(t.height[0] == 1 && t.points == 1 && t.seat == 1);
    ASSERT(holds(&t, 0, "r1 r1 r2 r2 y1 "));
    hnb_move(&t, number(0, 2));
    ASSERT_EQ(7, t.hints);
    const HnbCard *hand = t.hand[0];
    ASSERT(hand[2].numbers == 2 && hand[3].numbers == 2 && hand[3].told);
    ASSERT(hand[0].numbers == 29 && !hand[0].told && hand[0].colours == 31);
    ASSERT(hand[3].marked && hand[3].fresh && !hand[2].marked);
    hnb_move(&t, play(3));
    ASSERT(t.height[0] == 2 && holds(&t, 0, "r1 r1 r2 y1 y1 "));
    ASSERT(t.hand[0][2].told && !t.hand[0][2].fresh);
    hnb_move(&t, play(0));                           /* r3 */
    hnb_move(&t, drop(0));                           /* r1 */
    ASSERT(t.hints == 8 && t.dropped[0] == 1);
    hnb_move(&t, play(1));                           /* r4 */
    ASSERT(t.height[0] == 4 && holds(&t, 1, "r3 r4 r5 y1 y2 "));
    hnb_move(&t, colour(1, 0));
    ASSERT_EQ(7, t.hints);
    hnb_move(&t, play(2));                           /* r5 gives it back */
    ASSERT(t.hints == 8 && t.height[0] == 5 && t.points == 5);
    hnb_move(&t, play(0));                           /* r1 does not fit */
    ASSERT(t.lives == 2 && t.dropped[0] == 2 && t.points == 5);
    ASSERT_EQ(HNB_ON, hnb_end(&t));
    hnb_move(&t, play(0));                           /* r3 */
    hnb_move(&t, play(0));                           /* r2 */
    ASSERT_EQ(HNB_LOST, hnb_end(&t));
    ASSERT(!hnb_legal(&t, play(0)) && t.points == 5);
    HnbMove moves[HNB_MOVES_MAX];
    ASSERT_EQ(0, hnb_moves(&t, moves));
    PASS();
}

TEST hands_are_five_or_four(void) {
    static const int size[] = { 5, 5, 4, 4 };
    for (int players = 2; players <= 5; players++) {
        HnbTable t = sorted_game(players);
        ASSERT_EQ(size[players - 2], t.held[players - 1]);
        ASSERT_EQ(HNB_CARDS - players * size[players - 2], hnb_deck_left(&t));
    }
    PASS();
}

/* With all hints at hand a hint is given, else the oldest card is dropped. */
static void pass_time(HnbTable *t) {
    HnbMove moves[HNB_MOVES_MAX];
    int n = hnb_moves(t, moves), i = 0;
    while (i < n && moves[i].act == HNB_PLAY) i++;
    hnb_move(t, moves[i]);
}

TEST everybody_has_one_turn_after_the_last_card(void) {
    for (int players = 2; players <= 5; players++) {
        HnbTable t = sorted_game(players);
        while (hnb_deck_left(&t) > 0) pass_time(&t);
        int drew = (t.seat + players - 1) % players;
        for (int i = 0; i < players; i++) {
            ASSERT_EQ(HNB_ON, hnb_end(&t));
            ASSERT_EQ((drew + 1 + i) % players, t.seat);
            pass_time(&t);
        }
        ASSERT_EQ(HNB_OUT, hnb_end(&t));
    }
    PASS();
}

/* Cards are dealt and drawn so that each fits when its holder is at turn. */
TEST twenty_five_points_end_the_game(void) {
    uint8_t deck[HNB_CARDS], fit[HNB_KINDS];
    for (int i = 0; i < HNB_KINDS; i++)
        fit[i] = (uint8_t)hnb_kind(i % HNB_COLOURS, i / HNB_COLOURS + 1);
    sorted_deck(deck);
    memcpy(deck, fit, sizeof fit);
    for (int i = 0; i < 5; i++) {
        deck[i] = fit[2 * i];
        deck[5 + i] = fit[2 * i + 1];
    }
    HnbTable t;
    hnb_deal(&t, 2, deck);
    for (int i = 0; i < HNB_POINTS; i++) {
        ASSERT_EQ(HNB_ON, hnb_end(&t));
        ASSERT_EQ(i, t.points);
        hnb_move(&t, play(0));
    }
    ASSERT_EQ(HNB_PERFECT, hnb_end(&t));
    ASSERT(t.lives == 3 && t.hints == 8 && t.turns == 25);
    PASS();
}

TEST a_fifth_five_gives_no_ninth_hint(void) {
    HnbTable t = sorted_game(2);
    t.height[0] = 4;
    t.points = 4;
    t.hand[0][0].kind = (uint8_t)hnb_kind(0, 5);
    hnb_move(&t, play(0));
    ASSERT_EQ(8, t.hints);
    PASS();
}

/* ---- kinds --------------------------------------------------------------- */

TEST kinds_of_the_moment(void) {
    HnbTable t = sorted_game(2);
    ASSERT_EQ(0x108421u, hnb_playable(&t));          /* all ones */
    ASSERT_EQ(0u, hnb_useless(&t));
    ASSERT_EQ(0x1084210u, hnb_last(&t));             /* all fives */
    t.height[0] = 2;
    ASSERT_EQ(0x108424u, hnb_playable(&t));
    ASSERT_EQ(3u, hnb_useless(&t));
    t.dropped[hnb_kind(0, 4)] = 1;
    ASSERT_EQ(0x1084218u, hnb_last(&t));
    t.dropped[hnb_kind(0, 4)] = 2;                   /* red ends at 3 */
    ASSERT_EQ(27u, hnb_useless(&t) & 31u);
    ASSERT_EQ(0x1084200u, hnb_last(&t));
    ASSERT_EQ(0x18u, hnb_kinds(1, 24));
    ASSERT_EQ(0xc0018u, hnb_kinds(9, 24));
    PASS();
}

TEST chances_are_counted(void) {
    HnbTable t = sorted_game(2);
    HnbView own = hnb_view(&t, 0), all = hnb_view(&t, -1);
    const HnbCard *card = &t.hand[0][0];
    ASSERT_EQ(45, hnb_weight(&own, UINT32_MAX >> 7));
    ASSERT_EQ(50, hnb_weight(&all, UINT32_MAX >> 7));
    ASSERT_EQ(100 * 15 / 45, hnb_percent(&own, card, own.playable));
    HnbCard told = hnb_card_told(*card, number(0, 1));
    ASSERT_EQ(100, hnb_percent(&own, &told, own.playable));
    ASSERT(hnb_sure(&own, &told, own.playable));
    told = hnb_card_told(*card, colour(0, 0));       /* r3 r4 r5: none left */
    ASSERT_EQ(100 * 3 / 5, hnb_percent(&own, &told, own.playable));
    ASSERT_EQ(100 * 3 / 10, hnb_percent(&all, &told, all.playable));
    ASSERT_EQ(0, hnb_percent(&own, &told, own.last));
    PASS();
}

/* ---- properties ---------------------------------------------------------- */

static int cards_in_all(const HnbTable *t) {
    int n = hnb_deck_left(t) + t->points;
    for (int kind = 0; kind < HNB_KINDS; kind++) n += t->dropped[kind];
    for (int seat = 0; seat < t->players; seat++) n += t->held[seat];
    return n;
}

/* Moves that are legal among all that can be written down. */
static int count_legal(const HnbTable *t) {
    int n = 0;
    for (int act = 0; act < 4; act++)
        for (int seat = 0; seat < (act < 2 ? 1 : 6); seat++)
            for (int what = 0; what < 7; what++)
                n += hnb_legal(
                    t, (HnbMove){ (uint8_t)act, (uint8_t)seat, (uint8_t)what });
    return n;
}

static bool is_sound(const HnbTable *t) {
    if (cards_in_all(t) != HNB_CARDS || t->hints < 0 || t->hints > HNB_HINTS)
        return false;
    for (int seat = 0; seat < t->players; seat++) {
        HnbView v = hnb_view(t, seat);
        for (int i = 0; i < t->held[seat]; i++) {
            const HnbCard *card = &t->hand[seat][i];
            if (!(hnb_possible(&v, card) >> card->kind & 1u)) return false;
            if ((hnb_percent(&v, card, v.useless) == 100) !=
                hnb_sure(&v, card, v.useless))
                return false;
        }
    }
    return true;
}

TEST random_games_keep_the_law(void) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint8_t deck[HNB_CARDS];
        Rng rng = rng_key(7, 0, seed, RNG_TEST);
        HnbTable t;
        hnb_shuffle(deck, &rng);
        hnb_deal(&t, 2 + (int)(seed % 4), deck);
        while (hnb_end(&t) == HNB_ON) {
            HnbMove moves[HNB_MOVES_MAX];
            int n = hnb_moves(&t, moves);
            ASSERT_EQ(count_legal(&t), n);
            ASSERT(n > 0 && is_sound(&t));
            int points = t.points, lives = t.lives;
            /* few plays, so that games grow long */
            int i = (int)rng_below(&rng, (uint32_t)n);
            if (moves[i].act == HNB_PLAY) i = (int)rng_below(&rng, (uint32_t)n);
            hnb_move(&t, moves[i]);
            ASSERT(t.points >= points && t.lives <= lives);
        }
        ASSERT(is_sound(&t) && t.turns < HNB_TURNS_MAX);
    }
    PASS();
}

/* ---- rules of orders ----------------------------------------------------- */

static bool asks(const HnbTable *t, int code, HnbMove *move) {
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    HnbMind mind = hnb_mind(t, &rng);
    return hnb_rule(&mind, code, move);
}

static bool is_move(HnbMove a, HnbMove b) {
    return a.act == b.act && a.seat == b.seat && a.what == b.what;
}

TEST rules_find_their_moves(void) {
    HnbTable t = sorted_game(2);     /* r1 r1 r1 r2 r2, r3 r3 r4 r4 r5 */
    HnbMove m;
    ASSERT_FALSE(asks(&t, HNB_T_PLAY_SAFE, &m));
    ASSERT_FALSE(asks(&t, HNB_T_TELL_USEFUL, &m));   /* nothing fits there */
    ASSERT_FALSE(asks(&t, HNB_T_DROP_OLDEST, &m));   /* 8 hints */
    ASSERT(asks(&t, HNB_T_PLAY_25, &m) && is_move(m, play(0)));
    ASSERT_FALSE(asks(&t, HNB_T_PLAY_40, &m));
    ASSERT(asks(&t, HNB_T_TELL_FIVES, &m) && is_move(m, number(1, 5)));
    ASSERT(asks(&t, HNB_T_TELL_MOST, &m) && is_move(m, colour(1, 0)));
    ASSERT(asks(&t, HNB_T_TELL_UNKNOWN, &m) && is_move(m, colour(1, 0)));
    hnb_move(&t, number(1, 3));      /* player 2 has r3 r3 told */
    ASSERT(asks(&t, HNB_T_TELL_USEFUL, &m) && is_move(m, number(0, 1)));
    ASSERT(asks(&t, HNB_T_TELL_SAFE, &m) && is_move(m, number(0, 1)));
    ASSERT(asks(&t, HNB_T_TELL_POINT, &m) && is_move(m, number(0, 1)));
    ASSERT(asks(&t, HNB_T_DROP_OLDEST, &m) && is_move(m, drop(0)));
    ASSERT(asks(&t, HNB_T_DROP_UNTOLD, &m) && is_move(m, drop(2)));
    ASSERT(asks(&t, HNB_T_DROP_UNMARKED, &m) && is_move(m, drop(0)));
    ASSERT_FALSE(asks(&t, HNB_T_DROP_USELESS, &m));
    ASSERT_FALSE(asks(&t, HNB_T_PLAY_MARKED, &m));   /* a three cannot fit */
    hnb_move(&t, number(0, 1));
    ASSERT(asks(&t, HNB_T_PLAY_SAFE, &m) && is_move(m, play(0)));
    ASSERT(asks(&t, HNB_T_PLAY_FRESH, &m) && is_move(m, play(2)));
    ASSERT_FALSE(asks(&t, HNB_T_PLAY_KNOWN, &m));    /* the colour is not */
    PASS();
}

TEST conditions_are_asked_first(void) {
    HnbTable t = sorted_game(2);
    HnbMove m;
    int any = HNB_T_PLAY_BEST;
    ASSERT(asks(&t, HNB_IF_LIVES * HNB_TACTICS + any, &m));
    ASSERT_FALSE(asks(&t, HNB_IF_LIFE * HNB_TACTICS + any, &m));
    ASSERT(asks(&t, HNB_IF_FULL * HNB_TACTICS + any, &m));
    ASSERT_FALSE(asks(&t, HNB_IF_FEW * HNB_TACTICS + any, &m));
    ASSERT_FALSE(asks(&t, HNB_IF_END * HNB_TACTICS + any, &m));
    t.lives = 1;
    ASSERT_FALSE(asks(&t, HNB_IF_LIVES * HNB_TACTICS + any, &m));
    ASSERT(asks(&t, HNB_IF_LIFE * HNB_TACTICS + any, &m));
    PASS();
}

/* Every rule, asked in positions of random games, finds legal moves alone, and
 * each finds one somewhere. */
TEST rules_find_legal_moves_alone(void) {
    int found[HNB_TACTICS] = { 0 };
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint8_t deck[HNB_CARDS];
        Rng rng = rng_key(9, 0, seed, RNG_TEST);
        HnbTable t;
        hnb_shuffle(deck, &rng);
        hnb_deal(&t, 2 + (int)(seed % 4), deck);
        while (hnb_end(&t) == HNB_ON) {
            HnbMind mind = hnb_mind(&t, &rng);
            HnbMove move;
            for (int code = 0; code < HNB_TACTICS; code++) {
                if (!hnb_rule(&mind, code, &move)) continue;
                ASSERT(hnb_legal(&t, move));
                found[code]++;
            }
            HnbOrder some = { 1, { (uint16_t)rng_below(&rng, HNB_RULES) } };
            int fired;
            hnb_move(&t, hnb_choose(&mind, &some, &fired));
        }
    }
    for (int code = 0; code < HNB_TACTICS; code++)
        if (!found[code]) FAILm(hnb_tactics[code].name);
    PASS();
}

/* ---- scores -------------------------------------------------------------- */

static HnbOptions options_of(int players, size_t cases) {
    return (HnbOptions){ .players = players, .cases = cases, .seed = 1 };
}

/* The points of a player of the literature. */
static double points_of(const HnbOptions *options, const char *name,
                        Score *score) {
    Err err;
    Hanabi *g = hanabi_new(options, &err);
    const HnbOrder *order = &hnb_player(name)->order;
    VectorShape shape;
    int32_t genome[HNB_ORDER_MAX];
    vector_init(&shape, VECTOR_INTEGERS, (size_t)order->length,
                (VectorRange){ 0, HNB_RULES - 1 }, &err);
    for (int i = 0; i < order->length; i++) genome[i] = order->code[i];
    void *scratch = g->game.class->scratch_new(&g->game, &err);
    bool ok = g->game.class->score(&g->game, &shape, scratch, genome, score,
                                   &err);
    g->game.class->scratch_free(scratch);
    vector_free(&shape);
    mem_free(g);
    return ok ? score->raw : -1;
}

TEST players_have_their_points(void) {
    static const struct {
        const char *name;
        double points[4];
    } rows[] = {
        { "random", { 104, 131, 114, 136 } },
        { "cautious", { 1713, 1757, 1660, 1524 } },
        { "internal", { 1129, 1056, 1007, 1020 } },
        { "outer", { 1462, 1488, 1315, 1290 } },
        { "iggi", { 1784, 1702, 1632, 1538 } },
        { "piers", { 1786, 1769, 1723, 1643 } },
        { "flawed", { 146, 162, 166, 184 } },
        { "vandenbergh", { 1392, 1770, 1720, 1634 } },
        { "canaan", { 1833, 1786, 1698, 1559 } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int players = 2; players <= 5; players++) {
            HnbOptions o = options_of(players, 100);
            Score s;
            ASSERT_EQ((int)rows[i].points[players - 2],
                      (int)points_of(&o, rows[i].name, &s));
        }
    PASS();
}

TEST lost_games_count_or_not(void) {
    HnbOptions o = options_of(2, 100);
    Score kept, none;
    points_of(&o, "random", &kept);
    o.zero = true;
    points_of(&o, "random", &none);
    ASSERT(kept.raw > none.raw);
    ASSERT_EQ(kept.steps, none.steps);
    PASS();
}

/* Partners that are the player itself play as it would alone: nothing here is
 * drawn by chance. */
TEST partners_of_ones_own_kind_are_oneself(void) {
    for (int players = 2; players <= 5; players++) {
        HnbOptions o = options_of(players, 50);
        Score alone, among;
        points_of(&o, "iggi", &alone);
        o.partners = 1;
        o.partner[0] = hnb_player("iggi")->order;
        points_of(&o, "iggi", &among);
        ASSERT_EQ((int)alone.raw, (int)among.raw);
        ASSERT(among.steps < alone.steps);
    }
    PASS();
}

TEST wrong_vectors_are_refused(void) {
    VectorShape shape;
    int32_t genome[HNB_ORDER_MAX + 1] = { 0 };
    HnbOrder order;
    Err err;
    vector_init(&shape, VECTOR_INTEGERS, HNB_ORDER_MAX,
                (VectorRange){ -5, 1000 }, &err);
    Entrant who = { &shape, genome };
    ASSERT(hnb_order(&order, who, &err));
    genome[2] = HNB_RULES - 1;
    ASSERT(hnb_order(&order, who, &err));
    genome[2] = HNB_RULES;
    ASSERT_FALSE(hnb_order(&order, who, &err));
    ASSERT_STR_EQ("hanabi: rule 3 has code 288; the codes are 0 to 287",
                  err.text);
    genome[2] = -1;
    ASSERT_FALSE(hnb_order(&order, who, &err));
    vector_free(&shape);
    vector_init(&shape, VECTOR_INTEGERS, HNB_ORDER_MAX + 1,
                (VectorRange){ 0, 1 }, &err);
    genome[2] = 0;
    ASSERT_FALSE(hnb_order(&order, who, &err));
    ASSERT_STR_EQ("hanabi: an order is a vector of at most 64 integers",
                  err.text);
    vector_free(&shape);
    PASS();
}

SUITE(test_hanabi) {
    RUN_TEST(a_game_by_hand);
    RUN_TEST(hands_are_five_or_four);
    RUN_TEST(everybody_has_one_turn_after_the_last_card);
    RUN_TEST(twenty_five_points_end_the_game);
    RUN_TEST(a_fifth_five_gives_no_ninth_hint);
    RUN_TEST(kinds_of_the_moment);
    RUN_TEST(chances_are_counted);
    RUN_TEST(random_games_keep_the_law);
    RUN_TEST(rules_find_their_moves);
    RUN_TEST(conditions_are_asked_first);
    RUN_TEST(rules_find_legal_moves_alone);
    RUN_TEST(players_have_their_points);
    RUN_TEST(lost_games_count_or_not);
    RUN_TEST(partners_of_ones_own_kind_are_oneself);
    RUN_TEST(wrong_vectors_are_refused);
}
