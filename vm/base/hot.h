/* hot.h -- claims that are checked wherever speed does not matter.
 *
 * assert() is for what is claimed once per program, generation or call from
 * outside; it is on in every mode. hot_assert() is for what is claimed per
 * node, instruction or draw: on in every mode but release, hence under the
 * sanitizers and the fuzzers, and no code at all in a release.
 */
#ifndef LUDUS_HOT_H
#define LUDUS_HOT_H

#include <assert.h>

#ifdef LUDUS_CHECKED
#define hot_assert(claim) assert(claim)
#else
#define hot_assert(claim) ((void)sizeof(claim))
#endif

#endif
