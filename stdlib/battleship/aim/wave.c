/* wave.c -- harmonics, their Fourier transform and the GA over them.
 *
 * Waves are compared by angle only, so parents are brought to the same length
 * before they are averaged; otherwise a loud parent would be its own child. The
 * transform is kissfft's, with the plan in memory of our own.
 */
#include "wave.h"

#include <kissfft/kiss_fft.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

struct WaveTable {
    int          cells, harmonics;
    float        sine[CELLS_MAX], cosine[CELLS_MAX];
    kiss_fft_cfg plan;
};

void wave_table_free(WaveTable *table) {
    if (!table) return;
    mem_free(table->plan);
    mem_free(table);
}

WaveTable *wave_table_new(int cells, Err *err) {
    WaveTable *table = mem_new(1, sizeof *table, err);
    if (!table) return NULL;
    table->cells = cells;
    table->harmonics = WAVE_HARMONICS;
    for (int t = 0; t < cells; t++) {
        double turn = 2 * 3.14159265358979323846 * t / cells;
        table->sine[t] = (float)sin(turn);
        table->cosine[t] = (float)cos(turn);
    }
    size_t bytes = 0;
    kiss_fft_alloc(cells, 0, NULL, &bytes);        /* asks for the size only */
    void *plan = mem_new(1, bytes, err);
    if (plan) table->plan = kiss_fft_alloc(cells, 0, plan, &bytes);
    if (table->plan) return table;
    wave_table_free(table);
    return NULL;
}

void wave_table_keep(WaveTable *table, int harmonics) {
    table->harmonics = harmonics;
}

/* ---- curves -------------------------------------------------------------- */

/* Adds factor * curve[k t mod n] for all t. */
static void add_turns(const float curve[], int n, int k, float factor,
                      float value[]) {
    for (int t = 0, at = 0; t < n; t++) {
        value[t] += factor * curve[at];
        at += k;
        if (at >= n) at -= n;
    }
}

void wave_values(const WaveTable *table, const Wave *wave, float value[]) {
    memset(value, 0, (size_t)table->cells * sizeof *value);
    for (int i = 0; i < WAVE_HARMONICS; i++) {
        const Harmonic *h = &wave->part[i];
        add_turns(table->sine, table->cells, h->u, h->a, value);
        add_turns(table->cosine, table->cells, h->w, h->b, value);
    }
}

static float dot(const float x[], const float y[], int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

float wave_correlation(const float x[], const float y[], int n) {
    float xx = dot(x, x, n), yy = dot(y, y, n);
    if (xx <= 0 || yy <= 0) return 0;
    return dot(x, y, n) / sqrtf(xx * yy);
}

/* ---- Fourier ------------------------------------------------------------- */

/* The strongest bin not taken yet. */
static int strongest(const kiss_fft_cpx bin[], int n, const bool taken[]) {
    int best = 0;
    float most = -1;
    for (int k = 0; k <= n / 2; k++) {
        float edge = k == 0 || 2 * k == n ? 0.25f : 1.0f;   /* no mirror bin */
        float power = edge * (bin[k].r * bin[k].r + bin[k].i * bin[k].i);
        if (taken[k] || power <= most) continue;
        most = power;
        best = k;
    }
    return best;
}

void wave_reduce(const WaveTable *table, const float value[], Wave *wave) {
    kiss_fft_cpx curve[CELLS_MAX], bin[CELLS_MAX];
    int n = table->cells;
    for (int t = 0; t < n; t++) curve[t] = (kiss_fft_cpx){ value[t], 0 };
    kiss_fft(table->plan, curve, bin);
    bool taken[CELLS_MAX] = { false };
    memset(wave, 0, sizeof *wave);
    for (int i = 0; i < table->harmonics; i++) {
        int k = strongest(bin, n, taken);
        float scale = (k == 0 || 2 * k == n ? 1.0f : 2.0f) / (float)n;
        taken[k] = true;
        wave->part[i] = (Harmonic){ -scale * bin[k].i, scale * bin[k].r,
                                    (uint8_t)k, (uint8_t)k };
    }
}

/* ---- chance -------------------------------------------------------------- */

static float any_amplitude(const WaveTable *table, Rng *rng) {
    double unit = sqrt(2.0 / table->cells);        /* of a wave of length 1 */
    return (float)((2 * rng_real(rng) - 1) * unit);
}

static uint8_t any_turns(const WaveTable *table, Rng *rng) {
    return (uint8_t)rng_below(rng, (uint32_t)table->cells / 2 + 1);
}

void wave_start(const WaveTable *table, Rng *rng, WavePool *pool) {
    memset(pool, 0, sizeof *pool);
    for (int i = 0; i < WAVE_GENES; i++) {
        Harmonic *part = pool->gene[i].part;
        if (i < WAVE_SPACED) {
            int k = i * (table->cells / 2) / (WAVE_SPACED - 1);
            part[0] = (Harmonic){ 0, sqrtf(2.0f / (float)table->cells),
                                  (uint8_t)k, (uint8_t)k };
            continue;
        }
        for (int h = 0; h < table->harmonics; h++)
            part[h] = (Harmonic){ any_amplitude(table, rng),
                                  any_amplitude(table, rng),
                                  any_turns(table, rng),
                                  any_turns(table, rng) };
    }
}

static void mutate(const WaveTable *table, Rng *rng, double rate, Wave *wave) {
    for (int h = 0; h < table->harmonics; h++) {
        Harmonic *part = &wave->part[h];
        if (rng_real(rng) < rate) part->a = any_amplitude(table, rng);
        if (rng_real(rng) < rate) part->b = any_amplitude(table, rng);
        if (rng_real(rng) < rate) part->u = any_turns(table, rng);
        if (rng_real(rng) < rate) part->w = any_turns(table, rng);
    }
}

/* ---- breeding ------------------------------------------------------------ */

typedef struct Kept {
    float value[WAVE_KEPT][CELLS_MAX];   /* of length 1 */
} Kept;

static void measure(const WaveTable *table, const float target[],
                    WavePool *pool, int first) {
    float value[CELLS_MAX];
    for (int i = first; i < WAVE_GENES; i++) {
        wave_values(table, &pool->gene[i], value);
        pool->fitness[i] = wave_correlation(value, target, table->cells);
    }
}

/* Brings the best to the front, in order; of equals the earlier stays first. */
static void promote(WavePool *pool) {
    for (int i = 0; i < WAVE_KEPT; i++) {
        int best = i;
        for (int j = i + 1; j < WAVE_GENES; j++)
            if (pool->fitness[j] > pool->fitness[best]) best = j;
        Wave gene = pool->gene[best];
        float fitness = pool->fitness[best];
        for (int j = best; j > i; j--) {
            pool->gene[j] = pool->gene[j - 1];
            pool->fitness[j] = pool->fitness[j - 1];
        }
        pool->gene[i] = gene;
        pool->fitness[i] = fitness;
    }
}

static void sound(const WaveTable *table, const WavePool *pool, Kept *kept) {
    int n = table->cells;
    for (int i = 0; i < WAVE_KEPT; i++) {
        float *value = kept->value[i];
        wave_values(table, &pool->gene[i], value);
        float length = sqrtf(dot(value, value, n));
        for (int t = 0; length > 0 && t < n; t++) value[t] /= length;
    }
}

static void cross(const WaveTable *table, const Kept *kept, int i, int j,
                  Wave *child) {
    float average[CELLS_MAX];
    for (int t = 0; t < table->cells; t++)
        average[t] = (kept->value[i][t] + kept->value[j][t]) / 2;
    wave_reduce(table, average, child);
}

static void generation(const WaveTable *table, Rng *rng, const float target[],
                       double mutation, WavePool *pool) {
    Kept kept;
    sound(table, pool, &kept);
    int n = WAVE_KEPT, pairs = WAVE_KEPT * (WAVE_KEPT - 1) / 2;
    for (int i = 0; i < WAVE_KEPT; i++)
        for (int j = i + 1; j < WAVE_KEPT; j++, n++) {
            cross(table, &kept, i, j, &pool->gene[n]);
            pool->gene[n + pairs] = pool->gene[n];
            mutate(table, rng, mutation, &pool->gene[n + pairs]);
        }
    measure(table, target, pool, WAVE_KEPT);
    promote(pool);
}

void wave_breed(const WaveTable *table, Rng *rng, const float target[],
                int generations, double mutation, WavePool *pool) {
    measure(table, target, pool, 0);
    promote(pool);
    for (int g = 0; g < generations; g++)
        generation(table, rng, target, mutation, pool);
}
