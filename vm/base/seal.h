/* seal.h -- a hash over a list of values, so that damage is noticed. It begins
 * with 0; each function gives the seal with one more value. */
#ifndef LUDUS_SEAL_H
#define LUDUS_SEAL_H

#include <stddef.h>
#include <stdint.h>

uint64_t seal_bytes(uint64_t seal, const void *bytes, size_t n);
uint64_t seal_whole(uint64_t seal, int64_t x);
uint64_t seal_real(uint64_t seal, double x);

#endif
