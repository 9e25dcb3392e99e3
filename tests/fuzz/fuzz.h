/* fuzz.h -- what the fuzzing harnesses share.
 *
 * A harness is a function that takes any bytes: it reads them, uses what it
 * read and demands what must hold then. It is called by libFuzzer (main.c,
 * `make fuzz`) and, with the inputs under corpus/, by the ordinary suite
 * test_fuzz.c. The list of harnesses is targets.def.
 */
#ifndef LUDUS_FUZZ_H
#define LUDUS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "program/species.h"
#include "program/vocab.h"

typedef void FuzzOne(const uint8_t *bytes, size_t n);

typedef struct FuzzTarget {
    const char *name;
    const char *help;
    FuzzOne    *one;
} FuzzTarget;

#define TARGET(name, help) FuzzOne fuzz_##name;
#include "targets.def"
#undef TARGET

/* All of targets.def; a row without a name ends it. */
extern const FuzzTarget fuzz_targets[];

/* Ends the process with a message unless `ok`. */
void fuzz_demand(bool ok, const char *what);

/* A copy of the bytes with a zero behind them and nothing else, so that a
 * reader that goes too far is caught; free the text. */
Source fuzz_source(const uint8_t *bytes, size_t n);

/* Reads the text as a program of the species: a refusal needs a reason, and
 * what was read is valid, prints, and reads back to the same bytes. True if the
 * text was a program. */
bool fuzz_text(const Species *species, const Source *text, void *genome);

/* ---- bytes as decisions ------------------------------------------------- */

typedef struct FuzzBytes {
    const uint8_t *at;
    size_t         left;
} FuzzBytes;

uint8_t  fuzz_byte(FuzzBytes *in);   /* 0 when there are no more */
uint32_t fuzz_below(FuzzBytes *in, uint32_t n);

/* Makes a valid tree program of at most `nodes` (at least 1) per branch. */
void fuzz_tree_make(FuzzBytes *in, const Vocab *vocab, size_t nodes,
                    void *genome);

#endif
