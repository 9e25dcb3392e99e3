/* tree_print.c -- tree programs as text.
 *
 * The canonical text has one line per branch, RPB first, single blanks, and
 * parentheses around everything but constants, as in Quartetti 1998. A line
 * `ARITY 2 2` goes first only if the shape is not the first few ADFs of the
 * language's normal shape, because then the headings alone would not say it.
 */
#include "tree.h"

#include <string.h>

#include "base/hot.h"
#include "tree_own.h"

enum { NESTING_MAX = TREE_DEPTH_MAX + 1 };

static bool needs_arity_line(const Vocab *v) {
    const Shape *normal = &v->language->normal;
    return v->shape.adfs > normal->adfs ||
           memcmp(v->shape.arity, normal->arity, v->shape.adfs) != 0;
}

static void print_head(const Vocab *v, const uint8_t *own, uint8_t symbol,
                       Buf *out) {
    const Symbol *s = &v->symbol[symbol];
    char text[VOCAB_NAME_MAX];
    if (s->op != OP_CONST) buf_char(out, '(');
    buf_text(out, tree_symbol_text(v, own, symbol, text));
    if (s->op != OP_CONST && s->arity == 0) buf_char(out, ')');
}

void tree_print_code(const Vocab *vocab, const uint8_t *own,
                     const uint8_t *code, Buf *out) {
    uint8_t left[NESTING_MAX];       /* arguments still to come, per level */
    int depth = 0;
    for (const uint8_t *p = code;; p++) {
        print_head(vocab, own, *p, out);
        int arity = vocab->arity[*p];
        hot_assert(depth < NESTING_MAX);
        if (arity) left[depth++] = (uint8_t)arity;
        else
            while (depth && --left[depth - 1] == 0) {
                buf_char(out, ')');
                depth--;
            }
        if (!depth) return;
        buf_char(out, ' ');
    }
}

void tree_print(const Tree *tree, Buf *out) {
    const Vocab *v = tree->vocab;
    if (needs_arity_line(v)) {
        buf_text(out, "ARITY");
        for (int i = 0; i < v->shape.adfs; i++)
            buf_format(out, " %d", v->shape.arity[i]);
        buf_char(out, '\n');
    }
    const uint8_t *code = tree->code;
    for (int b = 0; b < v->branches; code += tree->len[b++]) {
        buf_format(out, "%s ", vocab_branch_name(v, b));
        tree_print_code(v, tree->own, code, out);
        buf_char(out, '\n');
    }
}

/* ---- broken into lines --------------------------------------------------- */

/* Does the subtree fit on one line of `room` columns? */
static bool fits_line(const Tree *t, const uint8_t *code, int room) {
    char text[VOCAB_NAME_MAX];
    int n = -1, open = 1;            /* the last blank is not printed */
    for (const uint8_t *p = code; open > 0; p++) {
        const Symbol *s = &t->vocab->symbol[*p];
        const char *name = tree_symbol_text(t->vocab, t->own, *p, text);
        n += (int)strlen(name) + 1 + (s->op == OP_CONST ? 0 : 2);
        if (n > room) return false;
        open += s->arity - 1;
    }
    return true;
}

/* Prints each subtree on one line if it fits, else its head and then its
 * arguments, each on a line of its own. A level's remaining arguments are on an
 * explicit stack, so depth costs no C stack. */
void tree_print_pretty(const Tree *tree, const uint8_t *code, int indent,
                       int width, Buf *out) {
    const Vocab *vocab = tree->vocab;
    uint8_t left[NESTING_MAX];
    int depth = 0;
    for (const uint8_t *p = code;;) {
        /* what closes after this subtree still needs its columns */
        int room = width - indent - 2 * depth - depth;
        bool fits = vocab->arity[*p] == 0 || fits_line(tree, p, room);
        buf_format(out, "%*s", depth ? indent + 2 * depth : 0, "");
        if (fits) {
            tree_print_code(vocab, tree->own, p, out);
            p += tree_span(vocab, p);
            while (depth && --left[depth - 1] == 0) {
                buf_char(out, ')');
                depth--;
            }
        } else {
            print_head(vocab, tree->own, *p, out);
            assert(depth < NESTING_MAX);
            left[depth++] = vocab->arity[*p++];
        }
        if (!depth) return;
        buf_char(out, '\n');
    }
}

void tree_print_lines(const Tree *t, int width, Buf *out) {
    size_t at = 0;
    for (int b = 0; b < t->vocab->branches; at += t->len[b++]) {
        buf_format(out, "%s ", vocab_branch_name(t->vocab, b));
        tree_print_pretty(t, t->code + at, 2, width, out);
        buf_char(out, '\n');
    }
}
