/* suggest.c -- edit distance with swaps of neighbours, over short names.
 *
 * A name is near enough if at most a third of it (but always one letter) has to
 * change; among equals the one offered first wins.
 */
#include "suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NAME_MAX_BYTES = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t suggest_distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n > NAME_MAX_BYTES || m > NAME_MAX_BYTES) return SIZE_MAX;
    size_t rows[3][NAME_MAX_BYTES + 1];
    size_t *two_up = rows[0], *up = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) up[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(least(row[j - 1], up[j]) + 1,
                           up[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
                same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], two_up[j - 2] + 1);
        }
        size_t *spare = two_up;
        two_up = up;
        up = row;
        row = spare;
    }
    return up[m];
}

Suggest suggest_start(const char *wanted) {
    size_t third = strlen(wanted) / 3;
    return (Suggest){ wanted, NULL, (third ? third : 1) + 1 };
}

void suggest_offer(Suggest *near, const char *name) {
    size_t d = suggest_distance(near->wanted, name);
    if (d >= near->distance) return;
    near->best = name;
    near->distance = d;
}
