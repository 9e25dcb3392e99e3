/* suggest.h -- the nearest known name, for messages about unknown ones. */
#ifndef LUDUS_SUGGEST_H
#define LUDUS_SUGGEST_H

#include <stddef.h>

/* Edits (insert, delete, replace, swap neighbours) that turn `a` into `b`,
 * letter case ignored. Names longer than 63 bytes count as infinitely far. */
size_t suggest_distance(const char *a, const char *b);

/* A search for the nearest of many names, offered one by one. */
typedef struct Suggest {
    const char *wanted;
    const char *best;                /* NULL while nothing is near enough */
    size_t      distance;
} Suggest;

Suggest suggest_start(const char *wanted);
void suggest_offer(Suggest *near, const char *name);

#endif
