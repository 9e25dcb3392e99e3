/* alphabet.h -- what a machine can do and what it can see.
 *
 * Two lists of names: the moves that are outputs of states, and the
 * observations that transitions are chosen by. In a game of two players they
 * are mostly the same, since what one sees is the other's move. An alphabet is
 * plain data, copied by assignment.
 */
#ifndef LUDUS_ALPHABET_H
#define LUDUS_ALPHABET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    ALPHABET_MAX = 16,               /* names of a list */
    ALPHABET_NAME_MAX = 31,          /* letters of a name */
};

typedef struct Names {
    int  count;                      /* 1..ALPHABET_MAX */
    char name[ALPHABET_MAX][ALPHABET_NAME_MAX + 1];
} Names;

typedef struct Alphabet {
    Names moves, sees;
} Alphabet;

/* The moves c and d, to cooperate and to defect, which the other sees. Their
 * texts may be written in capitals, too. */
extern const Alphabet alphabet_dilemma;

/* Is it the alphabet of the dilemma? */
bool alphabet_is_dilemma(const Alphabet *alphabet);

/* The same names in the same order? */
bool alphabet_same(const Alphabet *a, const Alphabet *b);

/* Adds a name; false with a reason if it is none (letters and _ only), is there
 * already, is a word of machines' texts, or if the list is full. */
bool names_add(Names *names, const char *name, size_t len, Err *err);

/* The place of a name, or -1. */
int names_find(const Names *names, const char *name, size_t len);

/* Appends the names, each followed by `tail`, as in "c-> or d->": the last two
 * joined by `last`, all others by commas. */
void names_list(const Names *names, const char *tail, const char *last,
                Buf *out);

#endif
