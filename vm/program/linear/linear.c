/* linear.c -- sets of instructions, and programs as text and as bytes.
 *
 * The reader works line by line. A line is a heading if it names a block and
 * either has `state`, counts or a colon behind the name, or the name is no
 * instruction; anything else must be one instruction. So a file of another set,
 * or a misspelt word, gets a message with its place and the nearest name, and
 * never a silently different program.
 */
#include "linear.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/hot.h"
#include "base/suggest.h"

const char *const linear_kinds[] = {
    [LINEAR_NOP] = "nop",         [LINEAR_ACT] = "act",
    [LINEAR_TEST] = "test",       [LINEAR_JUMP] = "jump",
    [LINEAR_COMBINE] = "combine", [LINEAR_KINDS] = NULL,
};

/* ---- names --------------------------------------------------------------- */

static bool same_name(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
    return *a == *b;
}

static bool name_ok(const char *name) {
    if (!name || strlen(name) > LINEAR_NAME_MAX) return false;
    if (!isalpha((unsigned char)*name) && *name != '_') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

int linear_find(const LinearSet *set, const char *name) {
    for (size_t i = 0; i < set->instr_count; i++)
        if (same_name(set->instrs[i].name, name)) return (int)i;
    return -1;
}

static int find_block(const LinearSet *set, const char *name) {
    for (size_t i = 0; i < set->block_count; i++)
        if (same_name(set->blocks[i].name, name)) return (int)i;
    return -1;
}

/* ---- judging a set ------------------------------------------------------- */

static bool check_counts(const LinearSet *set, Err *err) {
    if (set->block_count < 1 || set->block_count > LINEAR_BLOCKS_MAX)
        return err_set(err, "blocks: expected 1 to %d, got %zu",
                       LINEAR_BLOCKS_MAX, set->block_count);
    if (set->instr_count < 2 || set->instr_count > LINEAR_INSTRS_MAX)
        return err_set(err, "instructions: expected 2 to %d, got %zu",
                       LINEAR_INSTRS_MAX, set->instr_count);
    if (set->register_count > LINEAR_REGISTERS_MAX)
        return err_set(err, "registers: expected at most %d, got %zu",
                       LINEAR_REGISTERS_MAX, set->register_count);
    return true;
}

static bool check_name(const char *what, const char *name, bool known,
                       Err *err) {
    if (!name_ok(name))
        return err_set(err,
                       "%s '%.40s': a name has letters, digits and _, "
                       "1 to %d of them, no digit first",
                       what, name ? name : "", LINEAR_NAME_MAX);
    if (known) return err_set(err, "%s '%s' is declared twice", what, name);
    return true;
}

static bool check_blocks(const LinearSet *set, Err *err) {
    for (size_t i = 0; i < set->block_count; i++) {
        const LinearBlock *b = &set->blocks[i];
        bool known = b->name && find_block(set, b->name) != (int)i;
        if (!check_name("block", b->name, known, err)) return false;
        if (b->capacity < 1 || b->capacity > LINEAR_LINES_MAX)
            return err_set(err, "block '%s': capacity must be 1 to %d, got %d",
                           b->name, LINEAR_LINES_MAX, b->capacity);
    }
    return true;
}

static bool check_parts(const LinearSet *set, const LinearInstr *in, Err *err) {
    if (in->kind != LINEAR_COMBINE) return true;
    if (in->part_count < 1 || in->part_count > LINEAR_PARTS_MAX)
        return err_set(err,
                       "instruction '%s' combines %d others, expected 1 to %d",
                       in->name, in->part_count, LINEAR_PARTS_MAX);
    for (size_t i = 0; i < in->part_count; i++)
        if (in->parts[i] >= set->instr_count ||
            set->instrs[in->parts[i]].kind == LINEAR_COMBINE)
            return err_set(err,
                           "instruction '%s': part %zu is not a plain "
                           "instruction of this set",
                           in->name, i + 1);
    return true;
}

static bool check_instrs(const LinearSet *set, Err *err) {
    for (size_t i = 0; i < set->instr_count; i++) {
        const LinearInstr *in = &set->instrs[i];
        bool known = in->name && linear_find(set, in->name) != (int)i;
        if (!check_name("instruction", in->name, known, err)) return false;
        if ((in->kind == LINEAR_NOP) != (i == 0) || in->kind >= LINEAR_KINDS)
            return err_set(err,
                           "instruction '%s': row 0, and no other, does "
                           "nothing",
                           in->name);
        if (!check_parts(set, in, err)) return false;
    }
    return true;
}

bool linear_set_check(const LinearSet *set, Err *err) {
    if (!check_counts(set, err) || !check_blocks(set, err) ||
        !check_instrs(set, err))
        return false;
    for (size_t i = 0; i < set->register_count; i++)
        if (!check_name("register", set->registers[i].name, false, err))
            return false;
    return true;
}

bool linear_set_same(const LinearSet *a, const LinearSet *b) {
    if (a == b) return true;
    if (a->block_count != b->block_count || a->instr_count != b->instr_count)
        return false;
    for (size_t i = 0; i < a->block_count; i++)
        if (a->blocks[i].capacity != b->blocks[i].capacity) return false;
    for (size_t i = 0; i < a->instr_count; i++)
        if (a->instrs[i].kind != b->instrs[i].kind ||
            strcmp(a->instrs[i].name, b->instrs[i].name) != 0)
            return false;
    return true;
}

/* ---- programs as bytes --------------------------------------------------- */

size_t linear_start(const LinearSet *set, size_t block) {
    size_t at = 0;
    hot_assert(block <= set->block_count);
    for (size_t i = 0; i < block; i++) at += set->blocks[i].capacity;
    return at;
}

size_t linear_bytes(const LinearSet *set) {
    return linear_start(set, set->block_count);
}

size_t linear_len(const LinearSet *set, const uint8_t *code, size_t block) {
    const uint8_t *lines = code + linear_start(set, block);
    size_t n = set->blocks[block].capacity;
    while (n > 0 && lines[n - 1] == 0) n--;
    return n;
}

size_t linear_size(const LinearSet *set, const uint8_t *code) {
    size_t n = 0, bytes = linear_bytes(set);
    for (size_t i = 0; i < bytes; i++) n += code[i] != 0;
    return n;
}

void linear_pack(const LinearSet *set, uint8_t *code) {
    for (size_t b = 0; b < set->block_count; b++) {
        uint8_t *lines = code + linear_start(set, b);
        size_t capacity = set->blocks[b].capacity, n = 0;
        for (size_t i = 0; i < capacity; i++)
            if (lines[i] != 0) lines[n++] = lines[i];
        memset(lines + n, 0, capacity - n);
    }
}

bool linear_check(const LinearSet *set, const uint8_t *code, size_t bytes,
                  Err *err) {
    if (bytes != linear_bytes(set))
        return err_set(err, "a program of '%s' has %zu bytes, not %zu",
                       set->name, linear_bytes(set), bytes);
    for (size_t i = 0; i < bytes; i++)
        if (code[i] >= set->instr_count)
            return err_set(err, "byte %zu: '%s' has no instruction %d", i,
                           set->name, code[i]);
    return true;
}

/* ---- reading ------------------------------------------------------------- */

typedef struct Reader {
    const LinearSet *set;
    const Source    *src;
    uint8_t         *code;
    LinearLex        lex;
    LinearToken      token;
    int              block;          /* -1 before the first heading */
    bool             seen[LINEAR_BLOCKS_MAX];
    size_t           used[LINEAR_BLOCKS_MAX];
    Err             *err;
} Reader;

static void advance(Reader *r) { r->token = linear_lex(&r->lex); }

/* Copies the current word; one that is too long is cut, hence unknown. */
static void word(const Reader *r, char name[LINEAR_NAME_MAX + 2]) {
    size_t n = r->lex.at - r->lex.start;
    if (n > LINEAR_NAME_MAX + 1) n = LINEAR_NAME_MAX + 1;
    memcpy(name, r->lex.text + r->lex.start, n);
    name[n] = '\0';
}

static bool at_line_end(const Reader *r) {
    return r->token == LINEAR_LINE || r->token == LINEAR_END;
}

static bool unknown_name(Reader *r, const char *name, size_t at) {
    Suggest near = suggest_start(name);
    for (size_t i = 0; i < r->set->instr_count; i++)
        suggest_offer(&near, r->set->instrs[i].name);
    for (size_t i = 0; i < r->set->block_count; i++)
        suggest_offer(&near, r->set->blocks[i].name);
    return err_at(r->err, r->src, at, "unknown instruction '%s'%s%s%s", name,
                  near.best ? "; did you mean '" : "",
                  near.best ? near.best : "", near.best ? "'?" : "");
}

static bool line_end(Reader *r) {
    if (at_line_end(r)) return true;
    return err_at(r->err, r->src, r->lex.start, "expected the end of the line");
}

/* Behind the name of a block: `state`, `(5/10)`, `:`, each at most once. */
static bool read_heading(Reader *r, int block, size_t at) {
    char name[LINEAR_NAME_MAX + 2];
    if (r->token == LINEAR_NAME) {
        word(r, name);
        if (!same_name(name, "state"))
            return err_at(r->err, r->src, r->lex.start,
                          "expected 'state' or the end of the line");
        advance(r);
    }
    if (r->token == LINEAR_COUNTS) advance(r);
    if (r->token == LINEAR_COLON) advance(r);
    if (r->seen[block])
        return err_at(r->err, r->src, at, "block '%s' stands here twice",
                      r->set->blocks[block].name);
    r->seen[block] = true;
    r->block = block;
    return line_end(r);
}

static bool read_instr(Reader *r, int row, size_t at) {
    if (r->block < 0 && r->set->block_count == 1) r->block = 0;
    if (r->block < 0)
        return err_at(r->err, r->src, at,
                      "expected a heading such as "
                      "'%s state' before the first instruction",
                      r->set->blocks[0].name);
    const LinearBlock *b = &r->set->blocks[r->block];
    size_t n = r->used[r->block]++;
    if (n == b->capacity)
        return err_at(r->err, r->src, at, "block '%s' holds at most %d lines",
                      b->name, b->capacity);
    assert(row >= 0 && (size_t)row < r->set->instr_count);
    r->code[linear_start(r->set, (size_t)r->block) + n] = (uint8_t)row;
    return line_end(r);
}

static bool read_line(Reader *r) {
    if (at_line_end(r)) return true;
    bool numbered = r->token == LINEAR_NUMBER;
    if (numbered) advance(r);
    size_t at = r->lex.start;
    if (r->token != LINEAR_NAME)
        return err_at(r->err, r->src, at, "expected an instruction");
    char name[LINEAR_NAME_MAX + 2];
    word(r, name);
    advance(r);
    int row = linear_find(r->set, name);
    int block = numbered ? -1 : find_block(r->set, name);
    if (block >= 0 && (row < 0 || !at_line_end(r)))
        return read_heading(r, block, at);
    if (row < 0) return unknown_name(r, name, at);
    return read_instr(r, row, at);
}

bool linear_parse(const LinearSet *set, const Source *src, uint8_t *code,
                  Err *err) {
    if (src->len > LINEAR_FILE_MAX)
        return err_set(err, "%s: %zu bytes, larger than the limit of %d",
                       src->name, src->len, LINEAR_FILE_MAX);
    Reader r = {
        .set = set, .src = src, .code = code, .block = -1, .err = err
    };
    r.lex = (LinearLex){ .text = src->text, .len = src->len };
    memset(code, 0, linear_bytes(set));
    for (advance(&r);; advance(&r)) {
        if (!read_line(&r)) return false;
        if (r.token == LINEAR_END) break;
    }
    for (size_t i = 0; i < set->block_count; i++)
        if (r.used[i] > 0) return true;
    return err_at(err, src, src->len, "the program has no instructions");
}

/* ---- printing ------------------------------------------------------------ */

static void print_block(const LinearSet *set, const uint8_t *code, size_t block,
                        Buf *out) {
    size_t n = linear_len(set, code, block), at = linear_start(set, block);
    buf_format(out, "%s state (%zu/%d)\n", set->blocks[block].name, n,
               set->blocks[block].capacity);
    for (size_t i = 0; i < n; i++)
        buf_format(out, "%zu. %s\n", i + 1, set->instrs[code[at + i]].name);
}

bool linear_print(const LinearSet *set, const uint8_t *code, Buf *out,
                  Err *err) {
    for (size_t b = 0; b < set->block_count; b++) {
        if (b > 0) buf_char(out, '\n');
        print_block(set, code, b, out);
    }
    return buf_ok(out, err);
}
