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

#endif
