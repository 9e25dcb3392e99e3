/* sampling.h -- choosing in proportion to fitness.
 *
 * All functions work on plain arrays of fitness values, higher is better and
 * none negative, and give indices into them; what the indices stand for is up
 * to the caller. Draws come from the generator given, in one thread.
 */
#ifndef LUDUS_SAMPLING_H
#define LUDUS_SAMPLING_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

/* Makes every value finite and at least 0: if any is negative, all are raised
 * so that the least becomes 0; values that are not numbers become the least. */
void sampling_lift(double *fitness, size_t n);

/* Linear scaling (Goldberg 1989): f' = a f + b keeps the mean and gives the
 * best `factor` times it; where that would make the least negative, the least
 * becomes 0 and the factor is smaller. Equal values stay as they are. */
void sampling_scale(double *fitness, size_t n, double factor);

/* Replaces values by their running sums; returns the total. Then
 * sampling_spin() draws an index with a chance in proportion to its value, by
 * bisection. If the total is 0, every index is equally likely. */
double   sampling_sum(double *fitness, size_t n);
uint32_t sampling_spin(const double *sums, size_t n, Rng *rng);

/* Remainder stochastic sampling without replacement (Booker 1982): everyone
 * gets the whole part of the expected number of copies, and the places left
 * over are drawn by the fractions, each of which wins at most once. The
 * `count` picks come in random order. `fitness` is used up. */
void sampling_remainder(double *fitness, size_t n, Rng *rng, uint32_t *picks,
                        size_t count);

/* Stochastic universal sampling (Baker 1987): one spin of a wheel with `count`
 * evenly spaced pointers. The picks come in random order. */
void sampling_universal(const double *fitness, size_t n, Rng *rng,
                        uint32_t *picks, size_t count);

#endif
