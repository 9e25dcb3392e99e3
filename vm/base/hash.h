/* hash.h -- 64 bits that stand for any number of bytes.
 *
 * For tables, for telling programs apart and for noticing damage; not for
 * anything that must withstand somebody who looks for equal hashes.
 */
#ifndef LUDUS_HASH_H
#define LUDUS_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *bytes, size_t n);

/* The same of up to HASH_LANES blocks at once: within a block each product
 * waits for the one before it, those of several do not wait for each other. */
enum { HASH_LANES = 4 };
void hash_some(const void *const *blocks, const size_t *bytes, size_t count,
               uint64_t *hashes);

#endif
