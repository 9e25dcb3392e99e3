/* wave.h -- the targeting GA: densities as sums of five harmonics.
 *
 * A gene is a wave over the squares read row by row: five times a sin(u t) + b
 * cos(w t), twenty coefficients. u and w are whole multiples of one turn per
 * board, so k = 0 is the constant. A population of 100 is bred towards a target
 * density: the ten best stay, their 45 pairs give 45 children and again 45 with
 * mutation. A child is the average of the two waves, reduced to the five
 * strongest harmonics of its Fourier transform.
 */
#ifndef BATTLESHIP_WAVE_H
#define BATTLESHIP_WAVE_H

#include "battleship/board/fleet.h"

enum {
    WAVE_HARMONICS = 5,
    WAVE_GENES = 100,
    WAVE_SPACED = 20,                /* of the first genes: pure harmonics */
    WAVE_KEPT = 10,
};

typedef struct Harmonic {
    float   a, b;                    /* amplitudes of sine and cosine */
    uint8_t u, w;                    /* turns per board, up to half its side */
} Harmonic;

typedef struct Wave {
    Harmonic part[WAVE_HARMONICS];
} Wave;

typedef struct WavePool {
    Wave  gene[WAVE_GENES];          /* after wave_breed(): best first */
    float fitness[WAVE_GENES];
} WavePool;

/* Tables and Fourier plan for boards of so many squares. */
typedef struct WaveTable WaveTable;

WaveTable *wave_table_new(int cells, Err *err);
void       wave_table_free(WaveTable *table);

/* Genes have only so many harmonics, 1 to 5, as Figure 6's has two. */
void wave_table_keep(WaveTable *table, int harmonics);

/* The wave's value at every square. */
void wave_values(const WaveTable *table, const Wave *wave, float value[]);

/* Correlation at zero lag of two curves, cosine form, means not removed: the
 * paper's Figure 5 has 1/sqrt 3, 1/sqrt 6 and 1. 0 if a curve is zero. */
float wave_correlation(const float x[], const float y[], int n);

/* The strongest harmonics of a curve, as many as are kept, exactly reduced. */
void wave_reduce(const WaveTable *table, const float value[], Wave *wave);

/* 80 random genes and 20 pure harmonics at spaced frequencies. */
void wave_start(const WaveTable *table, Rng *rng, WavePool *pool);

/* Breeds so many generations towards the target; each coefficient of a mutated
 * child is replaced with probability `mutation` (the paper's is 0.25). */
void wave_breed(const WaveTable *table, Rng *rng, const float target[],
                int generations, double mutation, WavePool *pool);

#endif
