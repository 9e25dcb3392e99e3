/* tree_read.c -- tree programs from text.
 *
 *     text    = [arity] branch+  |  tree
 *     arity   = ["Num" "RPBS" 1 "Num" "ADFS" n] "ARITY" number*
 *     branch  = heading tree
 *     heading = "RPB" | "RPB_Num" 0 | "ADFi" | "ADF_Num" i
 *     tree    = number | name | "(" (number | name) tree* ")"
 *
 * Open parentheses are kept on an explicit stack of TREE_DEPTH_MAX frames, so
 * the depth of the input costs no C stack. Branches may come in any order; they
 * are gathered in one buffer and put in order at the end.
 */
#include "tree.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree_lex.h"
#include "tree_own.h"
#include "base/mem.h"

typedef struct Frame {
    uint8_t symbol;
    uint8_t got;                     /* arguments so far */
    size_t  at;                      /* of the parenthesis */
} Frame;

typedef struct Reader {
    const Source *src;
    const Vocab  *vocab;             /* NULL while only the shape is wanted */
    size_t        nodes;             /* limit per branch */
    Token         tok;
    Err          *err;
    uint8_t      *code;              /* TREE_NODES_MAX per branch */
    uint16_t      len[VOCAB_BRANCHES];
    Frame         frame[TREE_DEPTH_MAX + 1];
    int           depth;
    uint8_t       own[8 * VOCAB_OWN];    /* constants of the program's own */
    int           owned;
} Reader;

#define FAIL(at, ...) err_at(r->err, r->src, (at), __VA_ARGS__)

/* ---- tokens -------------------------------------------------------------- */

static void advance(Reader *r) {
    r->tok = lex_tree(r->src, r->tok.at + r->tok.len);
}

/* Copies the token's text; longer names than any known are cut. */
static const char *word(const Reader *r, char *out, size_t room) {
    size_t n = r->tok.len < room - 1 ? r->tok.len : room - 1;
    memcpy(out, r->src->text + r->tok.at, n);
    out[n] = '\0';
    return out;
}

static bool is_word(const Reader *r, const char *text) {
    return r->tok.kind == TOK_NAME && r->tok.len == strlen(text) &&
           memcmp(r->src->text + r->tok.at, text, r->tok.len) == 0;
}

static int bad_byte(const Reader *r) {
    return (unsigned char)r->src->text[r->tok.at];
}

/* What was found, for messages. */
static const char *found(const Reader *r, char *out, size_t room) {
    switch (r->tok.kind) {
    case TOK_END: return "the end of the text";
    case TOK_OPEN: return "'('";
    case TOK_CLOSE: return "')'";
    case TOK_BAD:
        if (r->tok.len == 0 || !isprint(bad_byte(r)))
            return "a byte that no program has";
        snprintf(out, room, "'%c', which no program has", bad_byte(r));
        return out;
    case TOK_NUMBER:
    case TOK_NAME: break;
    }
    out[0] = '\'';
    word(r, out + 1, room - 2);
    strcat(out, "'");
    return out;
}

static bool expected(Reader *r, const char *what) {
    char text[VOCAB_NAME_MAX + 3];
    return FAIL(r->tok.at, "expected %s, found %s", what,
                found(r, text, sizeof text));
}

/* Reads a whole number 0..max. */
static bool take_count(Reader *r, const char *what, int max, int *out) {
    char text[VOCAB_NAME_MAX];
    if (r->tok.kind != TOK_NUMBER) return expected(r, what);
    word(r, text, sizeof text);
    char *end;
    long n = strtol(text, &end, 10);
    if (r->tok.len >= sizeof text || *end || n < 0 || n > max)
        return FAIL(r->tok.at, "expected %s of 0 to %d, found '%s'", what, max,
                    text);
    *out = (int)n;
    advance(r);
    return true;
}

/* ---- headings ------------------------------------------------------------ */

/* Is the token the heading of a branch? Gives its number, VOCAB_BRANCHES if it
 * is past the limit, or -1 for the two-word forms whose number follows. */
static bool heading_word(const Reader *r, int *branch) {
    char text[VOCAB_NAME_MAX];
    if (r->tok.kind != TOK_NAME) return false;
    word(r, text, sizeof text);
    if (strcmp(text, "RPB") == 0) {
        *branch = 0;
        return true;
    }
    if (strcmp(text, "RPB_Num") == 0 || strcmp(text, "ADF_Num") == 0) {
        *branch = -1;
        return true;
    }
    if (strncmp(text, "ADF", 3) != 0 || text[3] < '0' || text[3] > '9')
        return false;
    char *end;
    long n = strtol(text + 3, &end, 10);
    *branch = n < VOCAB_ADFS_MAX ? 1 + (int)n : 1 + VOCAB_ADFS_MAX;
    return *end == '\0';
}

static bool take_heading(Reader *r, int *branch) {
    char text[VOCAB_NAME_MAX];
    size_t at = r->tok.at;
    if (!heading_word(r, branch))
        return expected(r, "a branch (RPB or ADF0 ...)");
    word(r, text, sizeof text);
    bool main_branch = is_word(r, "RPB_Num");
    advance(r);
    if (*branch < 0) {
        int n;
        if (!take_count(r, "a branch number", VOCAB_ADFS_MAX - 1, &n))
            return false;
        if (main_branch && n != 0)
            return FAIL(at, "expected RPB_Num 0: a program has one RPB");
        *branch = main_branch ? 0 : 1 + n;
    }
    if (*branch > VOCAB_ADFS_MAX)
        return FAIL(at, "%s: a program has at most %d ADFs", text,
                    VOCAB_ADFS_MAX);
    return true;
}

/* `Num RPBS 1 Num ADFS 3 ARITY 3 2 1`, or from ARITY on. Sets shape->adfs to
 * 255 if there is no such line. */
static bool take_arity_line(Reader *r, Shape *shape) {
    int n = 0, stated = -1;
    size_t at = r->tok.at;
    *shape = (Shape){ .adfs = 255 };
    while (is_word(r, "Num")) {
        advance(r);
        bool adfs = is_word(r, "ADFS");
        if (!adfs && !is_word(r, "RPBS"))
            return expected(r, "RPBS or ADFS after Num");
        advance(r);
        if (!take_count(r, "a number of branches", VOCAB_ADFS_MAX, &n))
            return false;
        if (!adfs && n != 1)
            return FAIL(at, "a program has one RPB, not %d", n);
        if (adfs) stated = n;
    }
    if (!is_word(r, "ARITY"))
        return stated < 0 ? true : expected(r, "ARITY and a number per ADF");
    advance(r);
    for (shape->adfs = 0; r->tok.kind == TOK_NUMBER; shape->adfs++) {
        if (shape->adfs == VOCAB_ADFS_MAX)
            return FAIL(r->tok.at, "a program has at most %d ADFs",
                        VOCAB_ADFS_MAX);
        if (!take_count(r, "a number of arguments", PRIM_ARGS_MAX, &n))
            return false;
        shape->arity[shape->adfs] = (uint8_t)n;
    }
    if (stated >= 0 && stated != shape->adfs)
        return FAIL(at, "%d ADFs are announced, but ARITY lists %d", stated,
                    shape->adfs);
    return true;
}

/* ---- trees --------------------------------------------------------------- */

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static bool unknown_name(Reader *r, const char *name) {
    const char *near = vocab_nearest(r->vocab, name);
    if (strncmp(name, "ADF", 3) == 0 && name[3] >= '0' && name[3] <= '9')
        return FAIL(r->tok.at, "'%s' is not defined: the program has %d ADF%s",
                    name, r->vocab->shape.adfs, plural(r->vocab->shape.adfs));
    return FAIL(r->tok.at, "unknown name '%s'%s%s%s", name,
                near ? "; did you mean '" : "", near ? near : "",
                near ? "'?" : "");
}

/* Are the constants whole numbers, each one more than the one before? */
static bool is_range(const Vocab *v) {
    const double *x = v->language->constants;
    for (size_t i = 1; i < v->language->constant_count; i++)
        if (x[i] != x[i - 1] + 1) return false;
    return true;
}

enum { LISTED = 20 };                /* constants that a message names */

/* "0 to 8"; or all, if they are few. */
static const char *constants(const Vocab *v, char *text, size_t room) {
    int n = v->first_arg, len = 0;
    if (is_range(v) || n > LISTED) {
        snprintf(text, room, "%s to %s", v->symbol[0].name,
                 v->symbol[n - 1].name);
        return text;
    }
    for (int i = 0; i < n && (size_t)len < room; i++)
        len += snprintf(text + len, room - (size_t)len, "%s%s", i ? ", " : "",
                        v->symbol[i].name);
    return text;
}

static bool unknown_constant(Reader *r, const char *text) {
    const Vocab *v = r->vocab;
    char all[256];
    if (v->own)
        return FAIL(r->tok.at,
                    "a program has at most %d constants of its own, finite "
                    "ones; '%s' is one too many",
                    v->own, text);
    if (v->first_arg == 0)
        return FAIL(r->tok.at, "%s has no constants, found '%s'",
                    v->language->game, text);
    return FAIL(r->tok.at, "'%s' is not a constant of %s (%s)", text,
                v->language->game, constants(v, all, sizeof all));
}

static bool not_allowed(Reader *r, int branch, const Symbol *s) {
    const char *here = vocab_branch_name(r->vocab, branch);
    int arity = vocab_branch_arity(r->vocab, branch);
    if (s->op == OP_ADF && s->k + 1 == branch)
        return FAIL(r->tok.at, "%s may not call itself", here);
    if (s->op == OP_ADF)
        return FAIL(r->tok.at,
                    "%s may not call %s: an ADF may call only later ones", here,
                    s->name);
    return FAIL(r->tok.at, "'%s' is not available in %s: it has %d argument%s",
                s->name, here, arity, plural(arity));
}

/* Turns the token, a name or a number, into a symbol. */
static bool take_symbol(Reader *r, int branch, uint8_t *out) {
    char text[VOCAB_NAME_MAX];
    bool number = r->tok.kind == TOK_NUMBER;
    if (r->tok.len >= sizeof text)   /* what is cut is another name or number */
        return FAIL(r->tok.at, "a %s of %zu characters; the limit is %d",
                    number ? "number" : "name", r->tok.len, VOCAB_NAME_MAX - 1);
    word(r, text, sizeof text);
    int id = number
                 ? tree_own_put(r->vocab, r->own, &r->owned, strtod(text, NULL))
                 : vocab_find(r->vocab, text);
    if (id < 0)
        return number ? unknown_constant(r, text) : unknown_name(r, text);
    if (!vocab_allows(r->vocab, branch, (uint8_t)id))
        return not_allowed(r, branch, &r->vocab->symbol[id]);
    *out = (uint8_t)id;
    return true;
}

/* Counts the symbol as an argument of the innermost open parenthesis. */
static bool count_argument(Reader *r, const Symbol *s) {
    if (r->depth == 0) return true;
    assert(r->depth <= TREE_DEPTH_MAX);
    Frame *f = &r->frame[r->depth - 1];
    const Symbol *head = &r->vocab->symbol[f->symbol];
    if (f->got == head->arity)
        return FAIL(r->tok.at, "'%s' takes %d argument%s, got more", head->name,
                    head->arity, plural(head->arity));
    if (s->kind != head->arg_kind[f->got])
        return FAIL(r->tok.at,
                    "'%s' is of the wrong kind for argument %d of "
                    "'%s'",
                    s->name, f->got + 1, head->name);
    f->got++;
    return true;
}

static bool append(Reader *r, int branch, uint8_t symbol) {
    if (r->len[branch] >= r->nodes)
        return FAIL(r->tok.at, "branch %s has more than %zu nodes",
                    vocab_branch_name(r->vocab, branch), r->nodes);
    assert(r->nodes <= TREE_NODES_MAX && symbol < r->vocab->symbols);
    r->code[(size_t)branch * TREE_NODES_MAX + r->len[branch]++] = symbol;
    return true;
}

static bool open_tree(Reader *r, int branch) {
    size_t at = r->tok.at;
    uint8_t symbol;
    advance(r);
    if (r->tok.kind != TOK_NAME && r->tok.kind != TOK_NUMBER)
        return expected(r, "a name after '('");
    if (!take_symbol(r, branch, &symbol) ||
        !count_argument(r, &r->vocab->symbol[symbol]) ||
        !append(r, branch, symbol))
        return false;
    if (r->depth == TREE_DEPTH_MAX)
        return FAIL(at, "deeper than %d levels", TREE_DEPTH_MAX);
    r->frame[r->depth++] = (Frame){ symbol, 0, at };
    return true;
}

static bool close_tree(Reader *r) {
    if (r->depth == 0) return FAIL(r->tok.at, "')' without '('");
    Frame *f = &r->frame[--r->depth];
    const Symbol *head = &r->vocab->symbol[f->symbol];
    if (f->got < head->arity)
        return FAIL(r->tok.at, "'%s' takes %d argument%s, got %d", head->name,
                    head->arity, plural(head->arity), f->got);
    return true;
}

static bool take_leaf(Reader *r, int branch) {
    uint8_t symbol;
    if (!take_symbol(r, branch, &symbol)) return false;
    const Symbol *s = &r->vocab->symbol[symbol];
    if (s->arity > 0)
        return FAIL(r->tok.at, "'%s' takes %d argument%s and needs parentheses",
                    s->name, s->arity, plural(s->arity));
    return count_argument(r, s) && append(r, branch, symbol);
}

static bool not_closed(Reader *r) {
    size_t line, column;
    source_place(r->src, r->frame[r->depth - 1].at, &line, &column);
    return FAIL(r->tok.at, "the '(' of line %zu, column %zu is not closed",
                line, column);
}

/* Reads one whole tree. */
static bool take_tree(Reader *r, int branch) {
    r->depth = 0;
    do {
        bool ok = false;
        switch (r->tok.kind) {
        case TOK_OPEN: ok = open_tree(r, branch); break;
        case TOK_CLOSE: ok = close_tree(r); break;
        case TOK_NUMBER:
        case TOK_NAME: ok = take_leaf(r, branch); break;
        case TOK_BAD: ok = expected(r, "a tree"); break;
        case TOK_END:
            ok = r->depth ? not_closed(r) : expected(r, "a tree");
            break;
        }
        if (!ok) return false;
        advance(r);
    } while (r->depth > 0);
    return true;
}

/* ---- whole texts --------------------------------------------------------- */

static void start(Reader *r) {
    r->tok = (Token){ TOK_BAD, 0, 0 };
    advance(r);
}

bool tree_parse_shape(const Source *src, const Shape *normal, Shape *shape,
                      Err *err) {
    Reader reader = { .src = src, .err = err }, *r = &reader;
    start(r);
    if (!take_arity_line(r, shape)) return false;
    if (shape->adfs != 255) return true;
    int most = 0, branch, depth = 0;
    size_t at = 0;
    for (; r->tok.kind != TOK_END; advance(r)) {
        depth += (r->tok.kind == TOK_OPEN) - (r->tok.kind == TOK_CLOSE);
        if (depth != 0 || !heading_word(r, &branch)) continue;
        Token here = r->tok;
        if (!take_heading(r, &branch)) return false;
        r->tok = here;
        if (branch > most) {
            most = branch;
            at = here.at;
        }
    }
    *shape = *normal;
    shape->adfs = (uint8_t)most;
    if (most > normal->adfs)
        return FAIL(at,
                    "ADF%d: say how many arguments each ADF takes, by a "
                    "first line 'ARITY' and %d numbers",
                    most - 1, most);
    return true;
}

static bool take_branches(Reader *r) {
    do {
        int branch;
        size_t at = r->tok.at;
        if (!take_heading(r, &branch)) return false;
        if (branch >= r->vocab->branches)
            return FAIL(at, "ADF%d: the program has %d ADF%s", branch - 1,
                        r->vocab->shape.adfs, plural(r->vocab->shape.adfs));
        if (r->len[branch])
            return FAIL(at, "branch %s appears twice",
                        vocab_branch_name(r->vocab, branch));
        if (!take_tree(r, branch)) return false;
    } while (r->tok.kind != TOK_END);
    for (int b = 0; b < r->vocab->branches; b++)
        if (r->len[b] == 0)
            return FAIL(r->tok.at, "branch %s is missing",
                        vocab_branch_name(r->vocab, b));
    return true;
}

/* A text without headings is an RPB. */
static bool take_program(Reader *r) {
    Shape ignored;
    int branch;
    if (!take_arity_line(r, &ignored)) return false;
    if (r->tok.kind == TOK_END) return expected(r, "a program");
    if (heading_word(r, &branch)) return take_branches(r);
    if (r->tok.kind == TOK_NAME || r->vocab->branches > 1)
        return expected(r, "a branch (RPB or ADF0 ...)");
    if (!take_tree(r, 0)) return false;
    return r->tok.kind == TOK_END ? true : expected(r, "the end of the text");
}

static void gather(const Reader *r, void *genome) {
    Tree tree = tree_at(r->vocab, genome);
    uint8_t *to = tree.code;
    for (int b = 0; b < r->vocab->branches; to += r->len[b++])
        memcpy(to, r->code + (size_t)b * TREE_NODES_MAX, r->len[b]);
    memcpy(tree.len, r->len, 2 * r->vocab->branches);
    tree_own_settle(&tree, r->own, (TreeGraft){ 0 });
}

bool tree_parse(const Vocab *vocab, const Source *src, size_t nodes,
                void *genome, Err *err) {
    Reader reader = { .src = src, .vocab = vocab, .nodes = nodes, .err = err };
    reader.code = mem_new(vocab->branches, TREE_NODES_MAX, err);
    if (!reader.code) return false;
    start(&reader);
    bool ok = take_program(&reader);
    if (ok) gather(&reader, genome);
    mem_free(reader.code);
    return ok;
}
