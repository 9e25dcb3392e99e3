/* fuzz.c -- the table of harnesses and what they share. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/tree/tree.h"

const FuzzTarget fuzz_targets[] = {
#define TARGET(name, help) { #name, help, fuzz_##name },
#include "targets.def"
#undef TARGET
    { NULL, NULL, NULL },
};

void fuzz_demand(bool ok, const char *what) {
    if (ok) return;
    fflush(stdout);
    fprintf(stderr, "fuzz: demanded: %s\n", what);
    abort();
}

Source fuzz_source(const uint8_t *bytes, size_t n) {
    char *text = malloc(n + 1);
    fuzz_demand(text != NULL, "memory");
    if (n) memcpy(text, bytes, n);
    text[n] = '\0';
    return (Source){ "input", text, n };
}

bool fuzz_text(const Species *species, const Source *text, void *genome) {
    const SpeciesClass *class = species->class;
    Err err = { .text = "" };
    memset(genome, 0, species->slot);
    if (!class->parse(species, text, genome, &err)) {
        fuzz_demand(err.text[0], "a refusal has a reason");
        return false;
    }
    size_t bytes = class->bytes(species, genome);
    fuzz_demand(bytes <= species->slot, "a program fits its slot");
    fuzz_demand(class->check(species, genome, bytes, &err),
                "what was read is valid");
    Buf out = { 0 };
    char *again = calloc(1, species->slot);
    fuzz_demand(class->print(species, genome, &out, &err), "it prints");
    Source printed = { "printed", buf_get(&out), out.len };
    fuzz_demand(again && class->parse(species, &printed, again, &err),
                "what is printed is read");
    fuzz_demand(class->bytes(species, again) == bytes &&
                    memcmp(again, genome, bytes) == 0,
                "what is printed is read back to the same program");
    free(again);
    buf_free(&out);
    return true;
}

/* ---- bytes as decisions -------------------------------------------------- */

uint8_t fuzz_byte(FuzzBytes *in) {
    if (!in->left) return 0;
    in->left--;
    return *in->at++;
}

uint32_t fuzz_below(FuzzBytes *in, uint32_t n) {
    uint32_t x = fuzz_byte(in);
    if (n > 256) x = x << 8 | fuzz_byte(in);
    return x % n;
}

/* The symbol that a byte means: the first allowed one from there on. */
static uint8_t pick(FuzzBytes *in, const Vocab *v, int branch, bool leaf) {
    uint32_t from = fuzz_below(in, v->symbols);
    for (uint32_t i = 0; i < v->symbols; i++) {
        uint8_t s = (uint8_t)((from + i) % v->symbols);
        if (vocab_allows(v, branch, s) && (!leaf || v->arity[s] == 0)) return s;
    }
    return 0;
}

enum { DEPTH = 100 };

typedef struct Growth {
    FuzzBytes   *in;
    const Vocab *vocab;
    int          branch;
    uint8_t     *code;
    size_t       n, limit;           /* nodes so far, and the most */
} Growth;

/* Appends a tree to the nodes there are, `open` more being due. */
static void grow(Growth *g, size_t open, int depth) {
    bool leaf = !g->in->left || depth == DEPTH ||
                g->n + open + 1 + PRIM_ARGS_MAX > g->limit;
    uint8_t s = pick(g->in, g->vocab, g->branch, leaf);
    g->code[g->n++] = s;
    for (int k = g->vocab->arity[s] - 1; k >= 0; k--)
        grow(g, open + (size_t)k, depth + 1);
}

void fuzz_tree_make(FuzzBytes *in, const Vocab *v, size_t nodes, void *genome) {
    Tree tree = tree_at(v, genome);
    uint8_t *at = tree.code;
    for (int b = 0; b < v->branches; b++) {
        Growth g = { in, v, b, at, 0, nodes };
        grow(&g, 0, 1);
        tree.len[b] = (uint16_t)g.n;
        at += tree.len[b];
    }
    Err err;
    fuzz_demand(tree_check(&tree, nodes, &err), "a made tree is valid");
}
