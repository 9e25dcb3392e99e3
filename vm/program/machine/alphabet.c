/* alphabet.c -- lists of names, and the two of them that a machine has. */
#include "alphabet.h"

#include <assert.h>
#include <string.h>

const Alphabet alphabet_dilemma = {
    .moves = { 2, { "c", "d" } },
    .sees  = { 2, { "c", "d" } },
};

static bool same(const Names *a, const Names *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->name[i], b->name[i]) != 0) return false;
    return true;
}

bool alphabet_same(const Alphabet *a, const Alphabet *b) {
    return a == b || (same(&a->moves, &b->moves) && same(&a->sees, &b->sees));
}

bool alphabet_is_dilemma(const Alphabet *alphabet) {
    return alphabet_same(alphabet, &alphabet_dilemma);
}

static bool is_name(const char *name, size_t len) {
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '_')
            return false;
    }
    return len > 0;
}

/* The words that open a part of a machine's text. */
static bool is_reserved(const char *name, size_t len) {
    static const char *const words[] = { "start", "moves", "sees" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == len && memcmp(words[i], name, len) == 0)
            return true;
    return false;
}

bool names_add(Names *names, const char *name, size_t len, Err *err) {
    int shown = len > 40 ? 40 : (int)len;
    if (!is_name(name, len) || len > ALPHABET_NAME_MAX)
        return err_set(err,
                       "'%.*s' cannot be a name: 1 to %d letters or '_' can",
                       shown, name, ALPHABET_NAME_MAX);
    if (is_reserved(name, len))
        return err_set(err, "'%.*s' cannot be a name: machines' texts use it",
                       shown, name);
    if (names_find(names, name, len) >= 0)
        return err_set(err, "'%.*s' is named twice", shown, name);
    if (names->count == ALPHABET_MAX)
        return err_set(err, "more than %d names", ALPHABET_MAX);
    memcpy(names->name[names->count], name, len);
    names->name[names->count++][len] = '\0';
    return true;
}

int names_find(const Names *names, const char *name, size_t len) {
    assert(names->count <= ALPHABET_MAX);
    for (int i = 0; i < names->count; i++)
        if (strlen(names->name[i]) == len &&
            memcmp(names->name[i], name, len) == 0)
            return i;
    return -1;
}

void names_list(const Names *names, const char *tail, const char *last,
                Buf *out) {
    for (int i = 0; i < names->count; i++) {
        const char *joint = i == 0 ? "" : i + 1 < names->count ? ", " : last;
        buf_format(out, "%s%s%s", joint, names->name[i], tail);
    }
}
