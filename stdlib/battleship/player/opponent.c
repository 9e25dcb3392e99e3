/* opponent.c -- learning about an opponent, saving and restoring it.
 *
 * The block of bytes, all numbers little-endian:
 *
 *     "LBS1"  rows cols ships len...        one byte each
 *     games saved programs                  four bytes each
 *     per saved fleet, per ship             the number of its place, one byte
 *     habit games; early squares random     four bytes, floats per square
 *       training
 *     100 waves of five harmonics           two floats, two bytes
 *     programs                              50 bytes each
 */
#include "opponent.h"

#include <math.h>
#include <string.h>

#include "battleship/board/place.h"

enum { TRAINING_FLEETS = 20000 };

static void measure(const Placement *placement, const Fleet *fleet,
                    uint64_t seed, float density[]) {
    uint32_t count[CELLS_MAX] = { 0 };
    placement_count(placement, fleet, seed, 0, TRAINING_FLEETS, count);
    for (int c = 0; c < fleet->cells; c++)
        density[c] = (float)count[c] / TRAINING_FLEETS;
}

void opponent_init(Opponent *them, const Fleet *fleet, const WaveTable *table,
                   uint64_t seed) {
    memset(them, 0, sizeof *them);
    them->fleet = fleet;
    measure(placement_find("random", NULL), fleet, seed, them->random);
    measure(placement_find("combination", NULL), fleet, seed, them->training);
    Rng rng = rng_key(seed, 0, 0, RNG_INIT);
    wave_start(table, &rng, &them->waves);
}

void opponent_learn(Opponent *them, const Cells ship[], const uint8_t shots[],
                    int n) {
    if (them->saved == RIVAL_FLEETS_MAX) {
        memmove(them->ships[0], them->ships[1],
                (RIVAL_FLEETS_MAX - 1) * sizeof them->ships[0]);
        them->saved--;
    }
    memcpy(them->ships[them->saved++], ship,
           (size_t)them->fleet->ships * sizeof *ship);
    them->games++;
    place_habit_add(&them->habit, them->fleet, shots, n);
}

void opponent_density(const Opponent *them, double trust, float density[]) {
    int n = them->fleet->cells;
    for (int c = 0; c < n; c++)
        density[c] = (float)(trust * (double)them->training[c]);
    for (uint32_t g = 0; g < them->saved; g++)
        for (int i = 0; i < them->fleet->ships; i++)
            for (Cells s = them->ships[g][i]; s; s &= s - 1)
                density[cells_first(s)] += 1;
}

/* ---- weights of places --------------------------------------------------- */

/* Per direction (along the row, along the column) and square, a number. */
typedef struct Cover {
    double at[2][CELLS_MAX];
} Cover;

static int along_column(const Fleet *fleet, Cells ship) {
    int first = cells_first(ship);
    return !(first % fleet->cols + 1 < fleet->cols &&
             cells_has(ship, first + 1));
}

/* Adds `by` to the squares of a fleet. */
static void add_fleet(const Fleet *fleet, const Cells ship[], double by,
                      Cover *cover) {
    for (int i = 0; i < fleet->ships; i++) {
        int way = along_column(fleet, ship[i]);
        for (Cells s = ship[i]; s; s &= s - 1)
            cover->at[way][cells_first(s)] += by;
    }
}

/* What one fleet would cover if all places were alike. */
static void even_cover(const Fleet *fleet, Cover *cover) {
    memset(cover, 0, sizeof *cover);
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i], n = fleet->places[len];
        for (int p = 0; p < n; p++)
            for (Cells s = fleet->place[len][p]; s; s &= s - 1)
                cover->at[fleet->stride[len][p] != 1][cells_first(s)] += 1.0 /
                                                                         n;
    }
}

/* The logarithm of how much more often than expected each square was covered in
 * so many games. */
static void surprise(const Fleet *fleet, const Cover *seen, double games,
                     const Cover *even, double trust, Cover *ratio) {
    for (int way = 0; way < 2; way++)
        for (int c = 0; c < fleet->cells; c++) {
            double expected = even->at[way][c];
            ratio->at[way][c] = expected <= 0
                                    ? 0
                                    : log((seen->at[way][c] +
                                           trust * expected) /
                                          ((games + trust) * expected));
        }
}

/* The mean over a place's squares. */
static double merit(const Fleet *fleet, const Cover *ratio, int len,
                    int place) {
    int way = fleet->stride[len][place] != 1, at = fleet->first[len][place];
    double sum = 0;
    for (int k = 0; k < len; k++, at += fleet->stride[len][place])
        sum += ratio->at[way][at];
    return sum / len;
}

static void cover_of(const Opponent *them, Cover *seen, Cover *even) {
    memset(seen, 0, sizeof *seen);
    even_cover(them->fleet, even);
    for (uint32_t g = 0; g < them->saved; g++)
        add_fleet(them->fleet, them->ships[g], 1, seen);
}

void opponent_prior(const Opponent *them, double trust, double sharp,
                    Prior *prior) {
    const Fleet *fleet = them->fleet;
    Cover seen, even, ratio;
    cover_of(them, &seen, &even);
    surprise(fleet, &seen, them->saved, &even, trust, &ratio);
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i];
        for (int p = 0; p < fleet->places[len]; p++) {
            double w = 256 * exp(sharp * merit(fleet, &ratio, len, p));
            prior->weight[i][p] = (uint16_t)(w < 1 ? 1
                                             : w > PRIOR_WEIGHT_MAX
                                                 ? PRIOR_WEIGHT_MAX
                                                 : w);
        }
    }
    density_sum(prior, fleet);
}

static const double sharps[] = { 0, 0.5, 1, 1.5, 2, 3, 4, 6 };
enum { SHARPS = sizeof sharps / sizeof *sharps };

/* Adds, for every sharpness, the logarithm of a fleet's chance. */
static void foresee(const Fleet *fleet, const Cover *ratio, const Cells ship[],
                    double chance[SHARPS]) {
    double m[PLACES_MAX];
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i], n = fleet->places[len], taken = 0;
        for (int p = 0; p < n; p++) {
            m[p] = i > 0 && fleet->len[i - 1] == len
                       ? m[p]
                       : merit(fleet, ratio, len, p);
            if (fleet->place[len][p] == ship[i]) taken = p;
        }
        for (int k = 0; k < SHARPS; k++) {
            double sum = 0;
            for (int p = 0; p < n; p++) sum += exp(sharps[k] * m[p]);
            chance[k] += sharps[k] * m[taken] - log(sum);
        }
    }
}

double opponent_sharpness(const Opponent *them, double trust) {
    Cover seen, even, ratio;
    double chance[SHARPS] = { 0 };
    cover_of(them, &seen, &even);
    for (uint32_t g = 0; g < them->saved && them->saved > 1; g++) {
        add_fleet(them->fleet, them->ships[g], -1, &seen);
        surprise(them->fleet, &seen, them->saved - 1, &even, trust, &ratio);
        foresee(them->fleet, &ratio, them->ships[g], chance);
        add_fleet(them->fleet, them->ships[g], 1, &seen);
    }
    int best = 0;
    for (int k = 1; k < SHARPS; k++)
        if (chance[k] > chance[best]) best = k;
    return sharps[best];
}

/* ---- bytes out ----------------------------------------------------------- */

static const char MAGIC[] = "LBS1";

static void put_word(Buf *out, uint32_t x) {
    for (int i = 0; i < 4; i++) buf_char(out, (char)(x >> (8 * i) & 255));
}

static void put_float(Buf *out, float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    put_word(out, bits);
}

static void put_floats(Buf *out, const float *x, int n) {
    for (int i = 0; i < n; i++) put_float(out, x[i]);
}

static int place_number(const Fleet *fleet, int len, Cells ship) {
    for (int p = 0; p < fleet->places[len]; p++)
        if (fleet->place[len][p] == ship) return p;
    return 0;
}

static void put_head(const Fleet *fleet, Buf *out) {
    buf_text(out, MAGIC);
    buf_char(out, (char)fleet->rows);
    buf_char(out, (char)fleet->cols);
    buf_char(out, (char)fleet->ships);
    for (int i = 0; i < fleet->ships; i++) buf_char(out, (char)fleet->len[i]);
}

static void put_waves(const WavePool *pool, Buf *out) {
    for (int i = 0; i < WAVE_GENES; i++)
        for (int h = 0; h < WAVE_HARMONICS; h++) {
            const Harmonic *part = &pool->gene[i].part[h];
            put_float(out, part->a);
            put_float(out, part->b);
            buf_char(out, (char)part->u);
            buf_char(out, (char)part->w);
        }
}

void opponent_save(const Opponent *them, Buf *out) {
    const Fleet *fleet = them->fleet;
    put_head(fleet, out);
    put_word(out, them->games);
    put_word(out, them->saved);
    put_word(out, them->programs);
    for (uint32_t g = 0; g < them->saved; g++)
        for (int i = 0; i < fleet->ships; i++)
            buf_char(out, (char)place_number(fleet, fleet->len[i],
                                             them->ships[g][i]));
    put_word(out, them->habit.games);
    put_floats(out, them->habit.early, fleet->cells);
    put_floats(out, them->habit.squares, fleet->cells);
    put_floats(out, them->random, fleet->cells);
    put_floats(out, them->training, fleet->cells);
    put_waves(&them->waves, out);
    buf_bytes(out, them->code, them->programs * sizeof them->code[0]);
}

/* ---- bytes in ------------------------------------------------------------ */

typedef struct Input {
    const uint8_t *at, *end;
    bool           short_of;         /* it ended too early */
} Input;

static uint8_t get_byte(Input *in) {
    if (in->at < in->end) return *in->at++;
    in->short_of = true;
    return 0;
}

static uint32_t get_word(Input *in) {
    uint32_t x = 0;
    for (int i = 0; i < 4; i++) x |= (uint32_t)get_byte(in) << (8 * i);
    return x;
}

/* Numbers that are no numbers would spread: they become 0. */
static float get_float(Input *in) {
    uint32_t bits = get_word(in);
    float x;
    memcpy(&x, &bits, 4);
    return isfinite(x) && fabsf(x) < 1e9f ? x : 0;
}

static void get_floats(Input *in, float *x, int n, float least) {
    for (int i = 0; i < n; i++) {
        x[i] = get_float(in);
        if (x[i] < least) x[i] = least;
    }
}

static bool get_head(Input *in, const Fleet *fleet, Err *err) {
    for (int i = 0; i < 4; i++)
        if (get_byte(in) != (uint8_t)MAGIC[i])
            return err_set(err, "these bytes are no saved Battleship opponent");
    bool same = get_byte(in) == fleet->rows;
    same &= get_byte(in) == fleet->cols;
    same &= get_byte(in) == fleet->ships;
    for (int i = 0; same && i < fleet->ships; i++)
        same = get_byte(in) == fleet->len[i];
    if (same) return true;
    return err_set(err, "the opponent was saved for another board or fleet");
}

static bool get_ships(Input *in, Opponent *them, Err *err) {
    const Fleet *fleet = them->fleet;
    for (uint32_t g = 0; g < them->saved; g++)
        for (int i = 0; i < fleet->ships; i++) {
            int len = fleet->len[i], p = get_byte(in);
            if (p >= fleet->places[len])
                return err_set(err, "saved opponent: game %u has no such place",
                               g + 1);
            them->ships[g][i] = fleet->place[len][p];
        }
    return true;
}

static void get_waves(Input *in, WavePool *pool, int cells) {
    for (int i = 0; i < WAVE_GENES; i++)
        for (int h = 0; h < WAVE_HARMONICS; h++) {
            Harmonic *part = &pool->gene[i].part[h];
            part->a = get_float(in);
            part->b = get_float(in);
            part->u = (uint8_t)(get_byte(in) % (cells / 2 + 1));
            part->w = (uint8_t)(get_byte(in) % (cells / 2 + 1));
        }
}

static bool get_programs(Input *in, Opponent *them, Err *err) {
    for (uint32_t k = 0; k < them->programs; k++) {
        for (int i = 0; i < GUN_BYTES; i++) them->code[k][i] = get_byte(in);
        if (!linear_check(&gunner_set, them->code[k], GUN_BYTES, err))
            return false;
    }
    return true;
}

bool opponent_load(Opponent *them, const Fleet *fleet, const void *bytes,
                   size_t n, Err *err) {
    Input in = { bytes, (const uint8_t *)bytes + n, false };
    memset(them, 0, sizeof *them);
    them->fleet = fleet;
    if (!get_head(&in, fleet, err)) return false;
    them->games = get_word(&in);
    them->saved = get_word(&in);
    them->programs = get_word(&in);
    if (them->saved > RIVAL_FLEETS_MAX || them->programs > RIVAL_PROGRAMS_MAX)
        return err_set(err,
                       "saved opponent: more games or programs than the "
                       "limits of %d and %d",
                       RIVAL_FLEETS_MAX, RIVAL_PROGRAMS_MAX);
    if (!get_ships(&in, them, err)) return false;
    them->habit.games = get_word(&in);
    get_floats(&in, them->habit.early, fleet->cells, 0);
    get_floats(&in, them->habit.squares, fleet->cells, 0);
    get_floats(&in, them->random, fleet->cells, 1e-6f);
    get_floats(&in, them->training, fleet->cells, 1e-6f);
    get_waves(&in, &them->waves, fleet->cells);
    if (!get_programs(&in, them, err)) return false;
    if (in.short_of || in.at != in.end)
        return err_set(err, "saved opponent: %s than expected",
                       in.short_of ? "fewer bytes" : "more bytes");
    return true;
}
