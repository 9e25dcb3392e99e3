/* zdt.h -- test functions of two objectives on reals.
 *
 * E. Zitzler, K. Deb, L. Thiele, Comparison of Multiobjective Evolutionary
 * Algorithms: Empirical Results, Evolutionary Computation 8(2), 2000. Genes are
 * 0 to 1; of ZDT4 all but the first are -5 to 5.
 */
#ifndef LUDUS_ZDT_H
#define LUDUS_ZDT_H

#include "program/vector/vector.h"

void zdt1(const VectorShape *shape, const void *genome, double both[2]);
void zdt2(const VectorShape *shape, const void *genome, double both[2]);
void zdt3(const VectorShape *shape, const void *genome, double both[2]);
void zdt4(const VectorShape *shape, const void *genome, double both[2]);

#endif
