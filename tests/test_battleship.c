/* test_battleship.c -- boards, placements, shooters, matches. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "battleship/aim/belief.h"
#include "battleship/aim/foresight.h"
#include "battleship/aim/lattice.h"
#include "battleship/player/captain.h"
#include "battleship/sink/descent.h"
#include "base/buf.h"
#include "greatest.h"
#include "base/mem.h"
#include "program/linear/linear_species.h"

static const int NAVY[] = { 5, 4, 3, 3, 2 };
static Fleet fleet;
static Prior uniform;

static void classic(void) {
    Err err;
    fleet_init(&fleet, 10, 10, NAVY, 5, &err);
    density_uniform(&uniform, &fleet);
}

/* ---- boards ------------------------------------------------------------- */

TEST a_board_knows_every_place(void) {
    classic();
    ASSERT_EQ(120, fleet.places[5]);
    ASSERT_EQ(140, fleet.places[4]);
    ASSERT_EQ(160, fleet.places[3]);
    ASSERT_EQ(180, fleet.places[2]);
    ASSERT_EQ(2, fleet.through_count[5][0]);
    ASSERT_EQ(10, fleet.through_count[5][44]);
    ASSERT_EQ(-1, fleet_step(&fleet, 9, 3));
    ASSERT_EQ(19, fleet_step(&fleet, 9, 1));
    PASS();
}

TEST limits_of_boards_and_fleets_are_kept(void) {
    Fleet f;
    Err err;
    int long_ship[] = { SHIP_LEN_MAX }, too_long[] = { SHIP_LEN_MAX + 1 };
    int nine[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    ASSERT(fleet_init(&f, 8, 16, long_ship, 1, &err));
    ASSERT_FALSE(fleet_init(&f, 8, 16, too_long, 1, &err));
    ASSERT_STR_EQ("ship 1: length must be 1 to 8, got 9", err.text);
    ASSERT_FALSE(fleet_init(&f, 3, 43, long_ship, 1, &err));
    ASSERT(fleet_init(&f, 4, 32, nine, SHIPS_MAX, &err));
    ASSERT_FALSE(fleet_init(&f, 4, 33, nine, 1, &err));
    ASSERT_FALSE(fleet_init(&f, 4, 4, nine, SHIPS_MAX + 1, &err));
    ASSERT_STR_EQ("ships: expected 1 to 8, got 9", err.text);
    ASSERT_FALSE(fleet_init(&f, 4, 4, NAVY, 5, &err));
    ASSERT_STR_EQ("the ships do not fit a board of 4 x 4", err.text);
    int mixed[] = { 2, 5, 3, 1, 4 };
    ASSERT(fleet_init(&f, 10, 10, mixed, 5, &err));
    for (int i = 0; i < 5; i++) ASSERT_EQ(5 - i, f.len[i]);
    ASSERT_EQ(-1, hunt_find("chekerboard", &err));
    ASSERT_STR_EQ("no targeting 'chekerboard'; did you mean 'checkerboard'?",
                  err.text);
    PASS();
}

TEST who_leaves_the_board_stays_just_outside(void) {
    Ring r;
    margin_init(&r, 4, 32);                        /* the longest ring of all */
    ASSERT_EQ(RING_MAX, r.places);
    ASSERT_EQ(35, r.at[0]);
    ASSERT_EQ(168, r.at[127]);
    int outside = r.step[0][r.at[0]];            /* up, and up again */
    ASSERT_EQ(0, r.board[outside]);
    ASSERT_EQ(outside, r.step[0][outside]);
    ASSERT_EQ(r.at[0], r.step[1][outside]);
    outside = r.step[3][r.at[127]];
    ASSERT_EQ(outside, r.step[3][outside]);
    ASSERT_EQ(203, r.step[1][outside]);
    int squares = 0;
    for (int p = 0; p < r.places; p++) {
        squares += r.board[p];
        if (r.board[p]) ASSERT_EQ(p, r.at[r.cell[p]]);
    }
    ASSERT_EQ(128, squares);
    PASS();
}

TEST reach_is_the_union_of_open_places(void) {
    classic();
    for (uint64_t i = 0; i < 300; i++) {
        Rng rng = rng_key(1, i, 0, RNG_TEST);
        Cells blocked = 0;
        uint32_t n = rng_below(&rng, 70);
        while (n-- > 0) blocked |= cells_one((int)rng_below(&rng, 100));
        for (int len = 1; len <= 5; len++) {
            Cells want = 0;
            for (int p = 0; p < fleet.places[len]; p++)
                if (!(fleet.place[len][p] & blocked))
                    want |= fleet.place[len][p];
            ASSERT(want == fleet_reach(&fleet, len, blocked));
        }
    }
    PASS();
}

TEST hits_and_sinkings_are_announced(void) {
    classic();
    Cells ship[SHIPS_MAX] = { 0 };
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < NAVY[i]; k++) ship[i] |= cells_one(10 * i + k);
    Waters sea;
    waters_init(&sea, &fleet, ship);
    ASSERT_EQ(SHOT_MISS, waters_fire(&sea, 99));
    ASSERT_EQ(SHOT_HIT, waters_fire(&sea, 40));
    ASSERT_EQ(SHOT_SUNK, waters_fire(&sea, 41));
    ASSERT_EQ(4, sea.last_sunk);
    ASSERT_EQ(4, sea.left);
    ASSERT_EQ(3, waters_shortest(&sea));
    ASSERT_EQ(5, waters_longest(&sea));
    ASSERT_EQ(41, sea.log[2]);
    PASS();
}

/* ---- placements --------------------------------------------------------- */

static bool fleet_ok(const Fleet *f, const Cells ship[]) {
    Cells taken = 0;
    for (int i = 0; i < f->ships; i++) {
        bool known = false;
        for (int p = 0; p < f->places[f->len[i]]; p++)
            known |= f->place[f->len[i]][p] == ship[i];
        if (!known || (ship[i] & taken)) return false;
        taken |= ship[i];
    }
    return true;
}

TEST every_placement_gives_legal_fleets_on_every_board(void) {
    static const int sizes[][2] = { { 10, 10 }, { 6, 6 }, { 5, 5 },
                                    { 8, 16 },  { 3, 9 }, { 12, 5 } };
    Fleet f;
    Err err;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        ASSERT(fleet_init(&f, sizes[k][0], sizes[k][1], NAVY, 5, &err));
        for (const Placement *p = placements; p->name; p++)
            for (uint64_t i = 0; i < 50; i++) {
                Rng rng = rng_key(2, i, 0, RNG_TEST);
                Cells ship[SHIPS_MAX];
                p->draw(&f, &rng, ship);
                ASSERTm(p->name, fleet_ok(&f, ship));
            }
    }
    static const int full[] = { 8, 8, 8 };       /* just one way to lie there */
    ASSERT(fleet_init(&f, 1, 24, full, 3, &err));
    double weight[24];
    for (int i = 0; i < 24; i++) weight[i] = 1;
    for (uint64_t i = 0; i < 50; i++) {
        Rng rng = rng_key(3, i, 0, RNG_TEST);
        Cells ship[SHIPS_MAX];
        for (const Placement *p = placements; p->name; p++) {
            p->draw(&f, &rng, ship);
            ASSERTm(p->name, fleet_ok(&f, ship));
        }
        place_model_draw(&f, weight, &rng, ship);
        ASSERT(fleet_ok(&f, ship));
    }
    ASSERT(placement_find("corner", &err) == NULL);
    ASSERT_STR_EQ("no placement 'corner'; did you mean 'corners'?", err.text);
    PASS();
}

TEST figure_2_has_its_shapes(void) {
    classic();
    Err err;
    uint32_t n[4][CELLS_MAX] = { { 0 } };
    for (int k = 0; k < 4; k++)
        placement_count(&placements[k], &fleet, 1, 0, 4000, n[k]);
    ASSERT(n[0][44] > 2 * n[0][0]);                    /* the centre is full */
    ASSERT(n[1][72] > 4 * n[1][27]);                   /* lower left */
    ASSERT(n[2][95] > 1800 && n[2][15] == 0);          /* the bottom row */
    const Placement *corners = placement_find("corners", &err);
    ASSERT(corners == &placements[3]);
    ASSERT_EQ(4000, n[3][0]);
    ASSERT_EQ(4000, n[3][99]);
    PASS();
}

/* ---- densities ---------------------------------------------------------- */

/* The belief counted from scratch: the definition. */
static void plain_belief(const Density *d, uint64_t value[]) {
    memset(value, 0, CELLS_MAX * sizeof *value);
    for (int i = 0; i < fleet.ships; i++) {
        if (d->sea->sunk >> i & 1) continue;
        int len = fleet.len[i];
        for (int p = 0; p < fleet.places[len]; p++) {
            Cells place = fleet.place[len][p];
            int hits = cells_count(place & d->live);
            if ((place & d->blocked) || hits == len) continue;
            if (d->live && hits == 0) continue;
            uint64_t w = d->prior->weight[i][p];
            for (int k = 1; k < hits; k++) w *= DENSITY_POWER;
            for (int c = 0; c < fleet.cells; c++)
                if (cells_has(place & ~d->sea->shot, c)) value[c] += w;
        }
    }
}

TEST beliefs_equal_a_count_from_scratch(void) {
    classic();
    Prior prior = uniform;
    for (uint64_t i = 0; i < 60; i++) {
        Rng rng = rng_key(3, i, 0, RNG_TEST);
        if (i >= 30)
            for (int s = 0; s < 5; s++)
                for (int p = 0; p < PLACES_MAX; p++)
                    prior.weight[s][p] =
                        (uint16_t)(1 + rng_below(&rng, PRIOR_WEIGHT_MAX));
        density_sum(&prior, &fleet);
        Cells ship[SHIPS_MAX];
        fleet_draw(&fleet, &rng, ship);
        Waters sea;
        waters_init(&sea, &fleet, ship);
        Density d;
        density_init(&d, &sea, &prior);
        while (sea.left > 0) {
            uint64_t got[CELLS_MAX], want[CELLS_MAX], sum = 0;
            density_belief(&d, got);
            plain_belief(&d, want);
            for (int c = 0; c < 100; c++) sum += want[c];
            for (int c = 0; sum && c < 100; c++) ASSERT_EQ(want[c], got[c]);
            int cell = density_target(&d, &rng);
            density_told(&d, cell, waters_fire(&sea, cell), &rng);
        }
    }
    PASS();
}

/* ---- foresight ---------------------------------------------------------- */

/* Could the ships of `ship` have given the answers in the log of `sea`? */
static bool tells_the_same(const Waters *sea, const Cells ship[]) {
    Waters told, other;
    waters_init(&told, sea->fleet, sea->ship);
    waters_init(&other, sea->fleet, ship);
    for (int i = 0; i < sea->shots; i++) {
        ShotResult a = waters_fire(&told, sea->log[i]);
        if (waters_fire(&other, sea->log[i]) != a) return false;
        if (told.last_sunk != other.last_sunk) return false;
    }
    return true;
}

/* Per open square, the fleets of two ships in which it is covered by one that
 * has a live hit; the number of all that fit is returned. */
static int plain_wounded(const Belief *b, int count[]) {
    const Fleet *f = b->sea->fleet;
    int all = 0;
    memset(count, 0, CELLS_MAX * sizeof *count);
    for (int p = 0; p < f->places[f->len[0]]; p++)
        for (int q = 0; q < f->places[f->len[1]]; q++) {
            Cells ship[2] = { f->place[f->len[0]][p], f->place[f->len[1]][q] };
            if ((ship[0] & ship[1]) || !tells_the_same(b->sea, ship)) continue;
            all++;
            for (int i = 0; i < 2; i++)
                for (int c = 0; (ship[i] & b->live) && c < f->cells; c++)
                    count[c] += cells_has(ship[i] & ~b->sea->shot, c);
        }
    return all;
}

TEST explanations_equal_a_count_of_all_fleets(void) {
    static const int two[] = { 3, 2 };
    Fleet f;
    Err err;
    int looked = 0;
    ASSERT(fleet_init(&f, 5, 4, two, 2, &err));
    for (uint64_t i = 0; i < 40; i++) {
        Rng rng = rng_key(8, i, 0, RNG_TEST);
        Cells ship[SHIPS_MAX];
        fleet_draw(&f, &rng, ship);
        Waters sea;
        waters_init(&sea, &f, ship);
        Belief b;
        belief_init(&b, &sea);
        while (sea.left > 0) {
            int cell = cells_first(f.board & ~sea.shot), count[CELLS_MAX];
            for (uint32_t skip = rng_below(&rng, 8); skip > 0; skip--)
                if ((f.board & ~sea.shot) >> (cell + 1))
                    cell += 1 +
                            cells_first((f.board & ~sea.shot) >> (cell + 1));
            belief_told(&b, cell, waters_fire(&sea, cell));
            if (!b.live || sea.left == 0) continue;
            belief_weigh(&b);
            int all = plain_wounded(&b, count);
            for (int c = 0; c < f.cells; c++)
                ASSERT_IN_RANGE((double)count[c] / all, b.wounded[c] / b.all,
                                1e-9);
            looked++;
        }
    }
    ASSERT(looked > 100);
    PASS();
}

/* Every place of two has a square of it, and as many places lie apart from each
 * other as it has squares: so there is none smaller. */
TEST the_least_lattice_meets_every_ship_of_two(void) {
    classic();
    for (uint64_t i = 0; i < 60; i++) {
        Rng rng = rng_key(9, i, 0, RNG_TEST);
        PlaceSet twos = { { 0 } };
        double value[CELLS_MAX] = { 0 };
        uint32_t keep = 1 + rng_below(&rng, 10);
        for (int p = 0; p < fleet.places[2]; p++)
            if (rng_below(&rng, 10) < keep) placeset_add(&twos, p);
        Cells set = lattice_least(&fleet, &twos, value, (int)(i & 1)), met = 0;
        for (int p = placeset_next(&twos, 0); p < PLACES_MAX;
             p = placeset_next(&twos, p + 1))
            ASSERT(fleet.place[2][p] & set);
        for (int c = 0; c < 100; c++) {      /* no square of it is idle */
            if (!cells_has(set, c)) continue;
            bool alone = false;
            for (int k = 0; k < fleet.through_count[2][c]; k++) {
                int p = fleet.through[2][c][k];
                if (placeset_has(&twos, p))
                    alone |= cells_count(fleet.place[2][p] & set) == 1;
            }
            ASSERT(alone);
        }
        for (int c = 0; c < 100; c++) value[c] = (c / 10 + c % 10) % 2;
        met = lattice_least(&fleet, &twos, value, 0);
        if (keep == 10) ASSERT_EQ(50, cells_count(set));
        if (keep == 10) ASSERT_EQ(50, cells_count(met));
        if (keep == 10) ASSERT(cells_has(met, 1) && !cells_has(met, 0));
    }
    PASS();
}

TEST foresight_ends_every_game_on_every_board(void) {
    static const int sizes[][2] = { { 10, 10 }, { 5, 5 }, { 8, 16 }, { 3, 9 } };
    static const int crowd[] = { 4, 4, 4, 4, 4, 4, 4, 4 }, ones[] = { 1, 1, 2 };
    Fleet f;
    Err err;
    for (size_t k = 0; k < 6; k++) {
        bool ok = k < 4
                      ? fleet_init(&f, sizes[k][0], sizes[k][1], NAVY, 5, &err)
                  : k < 5 ? fleet_init(&f, 4, 8, crowd, 8, &err)
                          : fleet_init(&f, 3, 4, ones, 3, &err);
        ASSERT(ok);
        for (uint64_t i = 0; i < 10; i++) {
            Cells ship[SHIPS_MAX];
            Rng rng = rng_key(10, i, 0, RNG_TEST), again;
            fleet_draw(&f, &rng, ship);
            Waters a, b;
            waters_init(&a, &f, ship);
            waters_init(&b, &f, ship);
            again = rng;
            foresight_play(&a, &rng);
            foresight_play(&b, &again);
            ASSERT_EQ(0, a.left);
            ASSERT_EQ(0, memcmp(a.log, b.log, sizeof a.log));
        }
    }
    PASS();
}

TEST a_tee_is_a_bar_and_a_stem(void) {
    classic();
    Err err;
    const Placement *tee = placement_find("tee", &err);
    const Placement *upright = placement_find("upright", &err);
    for (uint64_t i = 0; i < 300; i++) {
        Rng rng = rng_key(11, i, 0, RNG_TEST);
        Cells ship[SHIPS_MAX];
        tee->draw(&fleet, &rng, ship);
        for (int k = 0; k < 4; k += 2) {
            int bow = cells_first(ship[k]), touching = 0;
            bool row = cells_has(ship[k], bow + 1);
            int middle = bow + fleet.len[k] / 2 * (row ? 1 : 10);
            for (int d = 0; d < 4; d++) {
                int next = fleet_step(&fleet, middle, d);
                touching += next >= 0 && cells_has(ship[k + 1], next);
            }
            ASSERT_EQ(1, touching);
            int stern = cells_first(ship[k + 1]);
            ASSERT(cells_has(ship[k + 1], stern + (row ? 10 : 1)));
        }
        upright->draw(&fleet, &rng, ship);
        for (int k = 0; k < 5; k++)
            ASSERT(cells_has(ship[k], cells_first(ship[k]) + 10));
    }
    PASS();
}

/* ---- programs ----------------------------------------------------------- */

static bool load(const char *path, uint8_t code[GUN_BYTES]) {
    Buf text = { 0 };
    Err err;
    bool ok = buf_file(&text, path, LINEAR_FILE_MAX, &err);
    Source src = { path, buf_get(&text), text.len };
    ok = ok && linear_parse(&gunner_set, &src, code, &err);
    if (!ok) fprintf(stderr, "%s\n", err.text);
    buf_free(&text);
    return ok;
}

static int hunt_answer(void *self, const Waters *sea) {
    return hunt_target(self, sea);
}

TEST the_fast_engine_equals_the_reference(void) {
    classic();
    for (uint64_t i = 0; i < 3000; i++) {
        Rng rng = rng_key(4, i, 0, RNG_TEST);
        uint8_t code[GUN_BYTES];
        linear_random(&gunner_set, &rng, code);
        if (i % 3 == 0) {            /* more that shoot */
            memset(code, 0, 10);
            code[0] = GUN_TARGET, code[1] = GUN_SHOOT, code[2] = GUN_IFHIT;
            code[3] = GUN_JUMP;
        }
        GunnerOptions options = { i & 1, i & 2, i % 16 ? 50 : 1, i % 5 };
        Cells ship[SHIPS_MAX];
        fleet_draw(&fleet, &rng, ship);
        Waters a, b;
        waters_init(&a, &fleet, ship);
        waters_init(&b, &fleet, ship);
        Hunt h;
        hunt_init(&h, (HuntKind)(i % HUNT_KINDS), &fleet, &rng);
        Hunt g = h;
        Targeter ta = { hunt_answer, NULL, &h, hunt_order(&h) };
        Targeter tb = { hunt_answer, NULL, &g, NULL };
        Rng ra = rng, rb = rng;
        GunnerProgram program = { &gunner_set, code, &options };
        GunnerReport x = gunner_play(&program, &a, &ta, &ra);
        GunnerReport y = gunner_plain(&program, &b, &tb, &rb);
        ASSERT_EQ(a.shots, b.shots);
        ASSERT_EQ(0, memcmp(a.log, b.log, sizeof a.log));
        ASSERT_EQ(x.steps, y.steps);
        ASSERT_EQ(x.loops, y.loops);
        ASSERT_EQ(rng_next(&ra), rng_next(&rb));
    }
    PASS();
}

TEST pruning_leaves_play_as_it_is(void) {
    classic();
    static DrillGame games[40];
    Err err;
    DescentOptions options = { 6, 200, 20, 60, 0.1, 0.03 };
    Shooter shooter = { .hunt = HUNT_CHECKERBOARD, .options.patience = 100 };
    Descent *d = descent_new(&fleet, &gunner_set, &options, 3, &err);
    ASSERT(d);
    drill_games(&fleet, &placements[0], 3, 0, 40, games);
    descent_start(d, NULL, &shooter, games, 40);
    for (uint64_t round = 1; round <= 3; round++)
        descent_round(d, NULL, &shooter, games, 40,
                      &(DescentRound){ round, 0.5 });
    double before[6];
    size_t lines = 0, fewer = 0;
    for (int i = 0; i < 6; i++) {
        before[i] = d->line[i].score;
        lines += linear_size(&gunner_set, d->line[i].code);
    }
    descent_prune(d, NULL, &shooter, games, 40);
    for (int i = 0; i < 6; i++) {
        ASSERT_EQ(before[i], d->line[i].score);
        ASSERT(linear_check(&gunner_set, d->line[i].code, GUN_BYTES, &err));
        fewer += linear_size(&gunner_set, d->line[i].code);
    }
    ASSERT(fewer < lines);
    descent_free(d);
    options.lines = DESCENT_LINES_MAX + 1;
    ASSERT_FALSE(descent_new(&fleet, &gunner_set, &options, 3, &err));
    ASSERT_STR_EQ("lines must be 1 to 1000, got 1001", err.text);
    PASS();
}

/* Children that play a few games alike are taken for equals, and some are not:
 * what a line ends with must have played all games of the round. */
TEST lines_end_with_programs_that_were_proven(void) {
    classic();
    static DrillGame games[200];
    Err err;
    DescentOptions options = { 5, 300, 20, 400, 0.1, 0 };
    Shooter shooter = { .hunt = HUNT_CHECKERBOARD, .options.patience = 100 };
    Descent *d = descent_new(&fleet, &gunner_set, &options, 5, &err);
    ASSERT(d);
    drill_games(&fleet, &placements[0], 5, 0, 200, games);
    descent_start(d, NULL, &shooter, games, 200);
    double started[5], ended[5];
    for (int i = 0; i < 5; i++) started[i] = d->line[i].score;
    descent_round(d, NULL, &shooter, games, 200, &(DescentRound){ 1, 0 });
    for (int i = 0; i < 5; i++) {
        ended[i] = d->line[i].score;
        ASSERT(ended[i] <= started[i]);
    }
    descent_prune(d, NULL, &shooter, games, 200);
    for (int i = 0; i < 5; i++) ASSERT_EQ(ended[i], d->line[i].score);
    descent_free(d);
    PASS();
}

/* Of 7 lines on a ring, line 3 is the best; it must take over all of them, but
 * only from neighbour to neighbour. */
TEST lines_give_way_to_better_neighbours_alone(void) {
    classic();
    Err err;
    DescentOptions options = { 7, 1, 1, 1, 0, 0 };
    Descent *d = descent_new(&fleet, &gunner_set, &options, 8, &err);
    ASSERT(d);
    for (int i = 0; i < 7; i++) {
        d->line[i].code[0] = (uint8_t)(i + 1);
        d->line[i].score = i < 3 ? 60 - i : 53 + i;      /* 60 59 58 56 57 ... */
    }
    for (uint64_t round = 0; round < 300; round++) {
        uint8_t before[7];
        for (int i = 0; i < 7; i++) before[i] = d->line[i].code[0];
        double score[7];
        for (int i = 0; i < 7; i++) score[i] = d->line[i].score;
        descent_cull(d, round, 1);
        int changed = 0;
        for (int i = 0; i < 7; i++) {
            if (d->line[i].code[0] == before[i]) continue;
            int left = (i + 6) % 7, right = (i + 1) % 7;
            int from = d->line[i].code[0] == before[left] ? left : right;
            ASSERT_EQ(before[from], d->line[i].code[0]);
            ASSERT_EQ(score[from], d->line[i].score);
            ASSERT(score[from] < score[i]);
            changed++;
        }
        ASSERT(changed <= 1);
    }
    for (int i = 0; i < 7; i++) ASSERT_EQ(4, d->line[i].code[0]);
    descent_free(d);
    PASS();
}

TEST a_trace_shows_the_registers(void) {
    classic();
    uint8_t code[GUN_BYTES];
    ASSERT(load("scripts/programs/battleship-figure8-repaired.lgp", code));
    Rng rng = rng_seed(1);
    Cells ship[SHIPS_MAX];
    fleet_draw(&fleet, &rng, ship);
    Waters sea;
    waters_init(&sea, &fleet, ship);
    Hunt h;
    hunt_init(&h, HUNT_ROWS, &fleet, &rng);
    Targeter t = { hunt_answer, NULL, &h, NULL };
    GunnerOptions options = { false, false, GUNNER_PATIENCE, 0 };
    Buf out = { 0 };
    GunnerProgram program = { &gunner_set, code, &options };
    GunnerNotes notes = { .lines = 2, .out = &out };
    gunner_trace(&program, &sea, &t, &rng, &notes);
    ASSERT_STR_EQ(
        "0 Targeting 1 Target TargetPos=0,0 TempPos=0,0 TargetDir=North"
        " TargetHit=false TempHit=false shots=0 gave=0,0\n"
        "1 Targeting 2 SavePos TargetPos=0,0 TempPos=0,0 "
        "TargetDir=North TargetHit=false TempHit=false shots=0\n",
        out.text);
    buf_free(&out);
    PASS();
}

/* ---- what is learnt ----------------------------------------------------- */

TEST a_pure_harmonic_is_found_by_the_transform(void) {
    Err err;
    WaveTable *table = wave_table_new(100, &err);
    ASSERT(table);
    Wave wave = { 0 }, found;
    wave.part[0] = (Harmonic){ 0.5f, -0.25f, 7, 7 };
    wave.part[1] = (Harmonic){ 0, 2, 0, 0 };
    float value[100], again[100];
    wave_values(table, &wave, value);
    wave_reduce(table, value, &found);
    ASSERT_EQ(0, found.part[0].w);
    ASSERT_EQ(7, found.part[1].u);
    ASSERT_IN_RANGE(0.5, found.part[1].a, 1e-4);
    ASSERT_IN_RANGE(-0.25, found.part[1].b, 1e-4);
    wave_values(table, &found, again);
    for (int i = 0; i < 100; i++) ASSERT_IN_RANGE(value[i], again[i], 1e-4);
    wave_table_free(table);
    PASS();
}

TEST adaptive_fleets_are_legal_and_avoid_early_shots(void) {
    classic();
    uint8_t rows[100];
    for (int i = 0; i < 100; i++) rows[i] = (uint8_t)i;
    Habit habit = { 0 };
    float base[100];
    double weight[100];
    for (int i = 0; i < 100; i++) base[i] = 1;
    ASSERT_EQ(0, place_habit_share(&habit, &fleet));
    for (int k = 0; k < 3; k++) place_habit_add(&habit, &fleet, rows, 100);
    ASSERT_IN_RANGE(1, place_habit_share(&habit, &fleet), 1e-6);
    place_model_weights(&fleet, base, &habit, 8, weight);
    Cells upper = 0, ship[SHIPS_MAX];
    int high = 0;
    for (int i = 0; i < 50; i++) upper |= cells_one(i);
    for (uint64_t i = 0; i < 200; i++) {
        Rng rng = rng_key(9, i, 0, RNG_TEST);
        place_model_draw(&fleet, weight, &rng, ship);
        ASSERT(fleet_ok(&fleet, ship));
        for (int k = 0; k < 5; k++) high += (ship[k] & upper) != 0;
    }
    ASSERT(high < 100);              /* of 1000 ships; half of them by chance */
    PASS();
}

TEST chance_is_no_habit(void) {
    classic();
    Habit habit = { 0 };
    uint8_t order[100];
    for (int i = 0; i < 100; i++) order[i] = (uint8_t)i;
    Rng rng = rng_seed(3);
    for (int k = 0; k < 20; k++) {
        rng_shuffle(&rng, order, 100, 1);
        place_habit_add(&habit, &fleet, order, 60);
    }
    ASSERT(place_habit_share(&habit, &fleet) < 0.3);
    PASS();
}

static void learn_from(Opponent *rival, const char *placement) {
    const Placement *p = placement_find(placement, NULL);
    uint8_t shots[3] = { 1, 2, 3 };
    for (uint64_t i = 0; i < 8; i++) {
        Rng rng = rng_key(12, i, 0, RNG_TEST);
        Cells ship[SHIPS_MAX];
        p->draw(&fleet, &rng, ship);
        opponent_learn(rival, ship, shots, 3);
    }
}

TEST patterns_are_believed_only_where_there_are_any(void) {
    classic();
    Err err;
    WaveTable *table = wave_table_new(100, &err);
    static Opponent rival;
    opponent_init(&rival, &fleet, table, 1);
    learn_from(&rival, "bottom");
    ASSERT(opponent_sharpness(&rival, 4) >= 1);
    opponent_init(&rival, &fleet, table, 1);
    learn_from(&rival, "random");
    ASSERT(opponent_sharpness(&rival, 4) <= 0.5);
    wave_table_free(table);
    PASS();
}

TEST an_opponent_is_saved_and_restored(void) {
    classic();
    Err err;
    WaveTable *table = wave_table_new(100, &err);
    static Opponent rival, again;
    opponent_init(&rival, &fleet, table, 1);
    learn_from(&rival, "corners");
    rival.programs = 1;
    rival.code[0][0] = GUN_TARGET;
    Buf bytes = { 0 };
    opponent_save(&rival, &bytes);
    ASSERT(opponent_load(&again, &fleet, bytes.text, bytes.len, &err));
    memcpy(again.waves.fitness, rival.waves.fitness,
           sizeof again.waves.fitness);
    ASSERT_EQ(0, memcmp(&rival, &again, sizeof rival));
    for (size_t n = 0; n < bytes.len; n += 97)
        ASSERT_FALSE(opponent_load(&again, &fleet, bytes.text, n, &err));
    enum { PROGRAMS = 20, PLACES = 24 };         /* behind the board */
    char place = bytes.text[PLACES];
    bytes.text[PLACES] = 120;                    /* the carrier has 0 to 119 */
    ASSERT_FALSE(opponent_load(&again, &fleet, bytes.text, bytes.len, &err));
    ASSERT_STR_EQ("saved opponent: game 1 has no such place", err.text);
    bytes.text[PLACES] = place;
    bytes.text[PROGRAMS] = RIVAL_PROGRAMS_MAX + 1;
    ASSERT_FALSE(opponent_load(&again, &fleet, bytes.text, bytes.len, &err));
    ASSERT_STR_EQ("saved opponent: more games or programs than the limits of "
                  "64 and 64",
                  err.text);
    bytes.text[PROGRAMS] = 1;
    ASSERT(opponent_load(&again, &fleet, bytes.text, bytes.len, &err));
    buf_char(&bytes, 'x');
    ASSERT_FALSE(opponent_load(&again, &fleet, bytes.text, bytes.len, &err));
    ASSERT_STR_EQ("saved opponent: more bytes than expected", err.text);
    buf_free(&bytes);
    wave_table_free(table);
    PASS();
}

TEST the_latest_fleets_are_kept(void) {
    classic();
    static Opponent rival;
    rival = (Opponent){ .fleet = &fleet };
    for (int i = 0; i <= RIVAL_FLEETS_MAX / 8; i++)
        learn_from(&rival, "random");
    ASSERT_EQ(RIVAL_FLEETS_MAX, rival.saved);
    ASSERT_EQ(RIVAL_FLEETS_MAX + 8, rival.games);
    PASS();
}

/* ---- matches ------------------------------------------------------------ */

enum { GAMES = 20000 };

static double mean_shots(const Shooter *s, double *half_width) {
    static uint8_t shots[GAMES];
    Err err;
    Pool *pool = pool_new(2, &err);
    Side side = { s, &placements[0] };
    match_solo(pool, &fleet, &side, 7, GAMES, shots);
    pool_free(pool);
    double sum = 0, squares = 0;
    for (int i = 0; i < GAMES; i++) sum += shots[i];
    for (int i = 0; i < GAMES; i++)
        squares += (shots[i] - sum / GAMES) * (shots[i] - sum / GAMES);
    *half_width = 3.5 * sqrt(squares / GAMES / GAMES);
    return sum / GAMES;
}

/* The measured table of the paper's note, within three and a half
 * deviations. */
TEST shooters_score_as_measured(void) {
    classic();
    static const struct {
        HuntKind hunt;
        ChaseKind chase;
        double mean;
    } rows[] = {
        { HUNT_RANDOM, CHASE_NONE, 95.39 },
        { HUNT_CHECKERBOARD, CHASE_NONE, 95.59 },
        { HUNT_SCAN, CHASE_NONE, 93.34 },
        { HUNT_RANDOM, CHASE_THREE, 65.45 },
        { HUNT_CHECKERBOARD, CHASE_THREE, 57.81 },
        { HUNT_LARGEST, CHASE_THREE, 54.97 },
        { HUNT_SMALLEST, CHASE_THREE, 53.93 },
    };
    double half;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shooter s = { .kind = SHOOTER_CHASE,
                      .hunt = (int)rows[i].hunt,
                      .chase = rows[i].chase };
        double mean = mean_shots(&s, &half);
        ASSERT_IN_RANGE(rows[i].mean, mean, half + 0.06);
    }
    Shooter s = { .kind = SHOOTER_DENSITY, .prior = &uniform };
    double mean = mean_shots(&s, &half);
    ASSERT_IN_RANGE(44.71, mean, half + 0.13);
    Prior spaced = uniform;
    spaced.spaced = true;
    s.prior = &spaced;
    ASSERT_IN_RANGE(44.25, mean_shots(&s, &half), half + 0.07);
    PASS();
}

TEST figure_8_scores_as_measured(void) {
    classic();
    uint8_t printed[GUN_BYTES], repaired[GUN_BYTES];
    ASSERT(load("scripts/programs/battleship-figure8.lgp", printed));
    ASSERT(load("scripts/programs/battleship-figure8-repaired.lgp", repaired));
    const struct {
        const uint8_t *code;
        HuntKind hunt;
        double mean;
    } rows[] = {
        { printed, HUNT_RANDOM, 93.72 },
        { repaired, HUNT_RANDOM, 67.46 },
        { repaired, HUNT_CHECKERBOARD, 59.33 },
    };
    for (size_t i = 0; i < 3; i++) {
        Shooter s = { .kind = SHOOTER_PROGRAM,
                      .hunt = (int)rows[i].hunt,
                      .set = &gunner_set,
                      .code = rows[i].code,
                      .options.patience = GUNNER_PATIENCE };
        double half, mean = mean_shots(&s, &half);
        ASSERT_IN_RANGE(rows[i].mean, mean, half + 0.06);
    }
    PASS();
}

TEST matches_are_the_same_on_any_number_of_threads(void) {
    classic();
    Shooter a = { .kind = SHOOTER_CHASE,
                  .hunt = HUNT_LARGEST,
                  .chase = CHASE_THREE };
    Shooter b = { .kind = SHOOTER_DENSITY, .prior = &uniform };
    Side side[2] = { { &a, &placements[4] }, { &b, &placements[0] } };
    static MatchGame first[2000], again[2000];
    Err err;
    for (int threads = 1; threads <= 3; threads++) {
        Pool *pool = pool_new(threads, &err);
        ASSERT(match_play(pool, &fleet, side, 5, 2000, again));
        if (threads == 1) memcpy(first, again, sizeof first);
        ASSERT_EQ(0, memcmp(first, again, sizeof first));
        pool_free(pool);
    }
    PASS();
}

/* ---- failure ------------------------------------------------------------- */

/* Gives up where a ship lies on the first square, which is seldom. */
static int give_up_sometimes(void *context, const Waters *sea) {
    (void)context;
    for (int i = 0; i < sea->fleet->ships; i++)
        if (sea->ship[i] & 1) return -1;
    return cells_first(sea->fleet->board & ~sea->shot);
}

/* Series against that opponent; after so many requests memory is short. */
static bool play_series(int threads, long requests, Err *err) {
    static Opponent base;
    static SeriesGame out[20 * 5];
    CaptainOptions options;
    classic();
    captain_defaults(&options);
    options.learn = options.adapt = false;
    options.targeting = CAPTAIN_DENSITY;
    options.sinking = CAPTAIN_BELIEF;
    WaveTable *table = wave_table_new(fleet.cells, err);
    opponent_init(&base, &fleet, table, 1);
    wave_table_free(table);
    Shooter shooter = { .kind = SHOOTER_CALL, .call = give_up_sometimes };
    Side side = { &shooter, &placements[0] };
    SeriesOptions series = { .fleet = &fleet,
                             .captain = &options,
                             .base = &base,
                             .opponent = &side,
                             .seed = 5,
                             .repeats = 20,
                             .games = 5 };
    Pool *pool = pool_new(threads, err);
    mem_fail_after(requests);
    bool ok = captain_series(&series, pool, out, NULL, err);
    mem_fail_after(-1);
    pool_free(pool);
    return ok;
}

TEST the_first_series_that_fails_says_why(void) {
    for (int threads = 1; threads <= 3; threads++) {
        Err err;
        ASSERT_FALSE(play_series(threads, -1, &err));
        ASSERT_STR_EQ("series 5: the opponent gave up in game 5", err.text);
    }
    PASS();
}

TEST a_series_without_memory_says_so(void) {
    Err err;
    int named = 0;
    for (long n = 0;; n++) {
        ASSERT_FALSE(play_series(1, n, &err));
        if (!strstr(err.text, "out of memory")) break;
        named += strncmp(err.text, "series 1: ", 10) == 0;
    }
    ASSERT(named > 0);
    ASSERT(strstr(err.text, "gave up"));
    PASS();
}

TEST of_equal_shots_the_first_mover_wins(void) {
    MatchGame even = { { 50, 50 } }, odd = { { 40, 41 } };
    ASSERT_EQ(0, match_winner(&even, 0));
    ASSERT_EQ(1, match_winner(&even, 1));
    ASSERT_EQ(0, match_winner(&odd, 1));
    PASS();
}

TEST matches_are_added_up(void) {
    MatchGame games[] = {
        { { 40, 50 } }, { { 40, 40 } }, { { 60, 60 } }, { { 50, 40 } }
    };
    MatchSum sum;
    match_sum(games, 4, &sum);       /* won by 0, 1 (first), 0 (first), 1 */
    ASSERT_EQ(2, sum.won);
    ASSERT_EQ(4, sum.first);         /* in game 0 and 3 as well */
    ASSERT_EQ(2, sum.shots[0][40]);
    ASSERT_EQ(1, sum.shots[0][60]);
    ASSERT_EQ(2, sum.shots[1][40]);
    ASSERT_EQ(0, sum.shots[1][41]);
    const uint8_t shots[] = { 17, 100, 17 };
    ShotCounts count;
    match_count(shots, 3, count);
    ASSERT_EQ(2, count[17]);
    ASSERT_EQ(1, count[100]);
    ASSERT_EQ(0, count[18]);
    PASS();
}

static Cells line(int first, int step, int len) {
    Cells ship = 0;
    for (int i = 0; i < len; i++) ship |= cells_one(first + i * step);
    return ship;
}

TEST a_fleet_is_legal_or_it_is_said_why_not(void) {
    classic();
    Err err;
    Cells ship[] = { line(0, 1, 5), line(10, 1, 4), line(20, 1, 3),
                     line(30, 10, 3), line(97, 1, 2) };
    ASSERT(fleet_legal(&fleet, ship, &err));
    ship[1] = line(4, 10, 4);
    ASSERT_FALSE(fleet_legal(&fleet, ship, &err));
    ASSERT_STR_EQ("ship 2 lies on another", err.text);
    ship[1] = line(8, 1, 4);         /* round the corner */
    ASSERT_FALSE(fleet_legal(&fleet, ship, &err));
    ASSERT_STR_EQ("ship 2 must be 4 squares in a line", err.text);
    ship[1] = line(10, 1, 3);
    ASSERT_FALSE(fleet_legal(&fleet, ship, &err));
    PASS();
}

TEST cover_is_counted_alike_on_any_number_of_threads(void) {
    enum { FLEETS = 10000 };
    classic();
    Err err;
    PlacementSample sample = { placement_find("corners", &err), &fleet, 9,
                               FLEETS };
    uint32_t one[CELLS_MAX] = { 0 };
    placement_count(sample.placement, &fleet, 9, 0, FLEETS, one);
    for (int threads = 1; threads <= 3; threads++) {
        Pool *pool = pool_new(threads, &err);
        uint64_t count[CELLS_MAX], sum = 0;
        ASSERT(placement_cover(&sample, pool, count, &err));
        for (int i = 0; i < fleet.cells; i++) {
            ASSERT_EQ(one[i], count[i]);
            sum += count[i];
        }
        ASSERT_EQ(17 * FLEETS, sum);
        pool_free(pool);
    }
    PASS();
}

TEST the_models_cover_counts_its_fleets(void) {
    enum { FLEETS = 50 };
    classic();
    double weight[CELLS_MAX];
    float count[CELLS_MAX], again[CELLS_MAX] = { 0 };
    for (int i = 0; i < fleet.cells; i++) weight[i] = i < 50 ? 1 : 1e-6;
    place_model_cover(&fleet, weight, 4, FLEETS, count);
    for (uint64_t i = 0; i < FLEETS; i++) {
        Rng rng = rng_key(4, i, 0, RNG_CASES);
        Cells ship[SHIPS_MAX];
        place_model_draw(&fleet, weight, &rng, ship);
        for (int k = 0; k < 5; k++)
            for (int c = 0; c < fleet.cells; c++)
                again[c] += cells_has(ship[k], c);
    }
    double sum = 0;
    for (int i = 0; i < fleet.cells; i++) {
        ASSERT_EQ(again[i], count[i]);
        sum += count[i];
    }
    ASSERT_EQ(17 * FLEETS, sum);
    PASS();
}

SUITE(test_battleship) {
    RUN_TEST(a_board_knows_every_place);
    RUN_TEST(limits_of_boards_and_fleets_are_kept);
    RUN_TEST(who_leaves_the_board_stays_just_outside);
    RUN_TEST(reach_is_the_union_of_open_places);
    RUN_TEST(hits_and_sinkings_are_announced);
    RUN_TEST(every_placement_gives_legal_fleets_on_every_board);
    RUN_TEST(figure_2_has_its_shapes);
    RUN_TEST(beliefs_equal_a_count_from_scratch);
    RUN_TEST(explanations_equal_a_count_of_all_fleets);
    RUN_TEST(the_least_lattice_meets_every_ship_of_two);
    RUN_TEST(foresight_ends_every_game_on_every_board);
    RUN_TEST(a_tee_is_a_bar_and_a_stem);
    RUN_TEST(the_fast_engine_equals_the_reference);
    RUN_TEST(pruning_leaves_play_as_it_is);
    RUN_TEST(lines_end_with_programs_that_were_proven);
    RUN_TEST(lines_give_way_to_better_neighbours_alone);
    RUN_TEST(a_trace_shows_the_registers);
    RUN_TEST(a_pure_harmonic_is_found_by_the_transform);
    RUN_TEST(adaptive_fleets_are_legal_and_avoid_early_shots);
    RUN_TEST(chance_is_no_habit);
    RUN_TEST(patterns_are_believed_only_where_there_are_any);
    RUN_TEST(an_opponent_is_saved_and_restored);
    RUN_TEST(the_latest_fleets_are_kept);
    RUN_TEST(shooters_score_as_measured);
    RUN_TEST(figure_8_scores_as_measured);
    RUN_TEST(matches_are_the_same_on_any_number_of_threads);
    RUN_TEST(the_first_series_that_fails_says_why);
    RUN_TEST(a_series_without_memory_says_so);
    RUN_TEST(of_equal_shots_the_first_mover_wins);
    RUN_TEST(matches_are_added_up);
    RUN_TEST(a_fleet_is_legal_or_it_is_said_why_not);
    RUN_TEST(cover_is_counted_alike_on_any_number_of_threads);
    RUN_TEST(the_models_cover_counts_its_fleets);
}
