/* parser.h -- what the parts of the parser of rules share.
 *
 * parser.c reads declarations, parser_data.c those that hold values,
 * parser_body.c what stands between braces, parser_value.c the values in it;
 * parser_node.c makes nodes, parser_kinds.c checks their kinds. The first
 * mistake ends the reading: functions return false (or 0) then.
 */
#ifndef LUDUS_PARSER_H
#define LUDUS_PARSER_H

#include "engine/rules/rules.h"
#include "rules_lex.h"

typedef struct RulesLocal {
    char     name[VOCAB_NAME_MAX];
    uint8_t  slot;
    uint8_t  kind;                   /* RulesKind of its value */
    bool     lazy, used;
    uint32_t at;
} RulesLocal;

typedef struct Parser {
    Rules     *rules;
    RulesToken tok;
    Err       *err;
    Rule      *rule;                 /* whose body is being read */
    size_t     open;                 /* where that body's brace is */
    RulesLocal local[RULES_LOCALS_MAX];
    size_t     local_count;          /* those that can be seen here */
    int        nest;
} Parser;

/* Fails at an offset of the text; a macro, so that formats are checked. */
#define RULES_FAIL(p, offset, ...)                                            \
    err_at((p)->err, &(p)->rules->script, (p)->rules->from + (offset),        \
           __VA_ARGS__)

void parser_advance(Parser *p);

/* Is the token this sign or word? */
bool parser_is(const Parser *p, const char *text);

/* Passes over the sign or word if it is there. */
bool parser_take(Parser *p, const char *text);

/* Passes over it or fails: "expected WHAT, found ...". */
bool parser_need(Parser *p, const char *text, const char *what);
bool parser_expected(Parser *p, const char *what);

/* Fails if that is a word of other languages, with what rules have for it. */
bool parser_foreign(Parser *p, size_t at, const char *name);

/* The token's text, cut to the room. */
const char *parser_word(const Parser *p, char *out, size_t room);

/* Is it what stands between a rule's name or arguments and its body? */
bool parser_head(const Parser *p);

/* Reads a name of at most VOCAB_NAME_MAX - 1 bytes that is no word of the
 * language. */
bool parser_name(Parser *p, const char *what, char *out);

/* Reads digits as a number of 32 bits. */
bool parser_digits(Parser *p, int32_t *out);

/* Reads a whole number, with or without a minus, or the name of one. */
bool parser_number(Parser *p, const char *what, int32_t *out);

/* The same for reals, too; `kind` is that of what stands there. */
bool parser_amount(Parser *p, const char *what, double *out, RulesKind *kind);

/* The kind that is named here, before a name; else `other`. */
RulesKind parser_kind(Parser *p, RulesKind other);

/* Keeps a real of the text; its number, or -1 after failing. */
int parser_real(Parser *p, size_t at, double value);

/* Reads a whole number from min to max. */
bool parser_within(Parser *p, const char *what, int32_t min, int32_t max,
                   int32_t *out);

/* The constant whose name stands here, or NULL. */
RulesName *parser_constant(const Parser *p);

/* Declares a name; NULL after failing. */
RulesName *parser_declare(Parser *p, RulesNameKind kind, const char *name,
                          size_t at, int32_t k);

/* ---- parser_data.c: lines behind their first word ------------------------ */

bool parser_const_line(Parser *p);
bool parser_var_line(Parser *p);
bool parser_grid_line(Parser *p);
bool parser_table_line(Parser *p);
bool parser_constants_line(Parser *p);

/* One variable and where its name is; `stated`: of that kind, else of the kind
 * of its first value. */
bool parser_variable(Parser *p, RulesKind kind, bool stated, size_t *at);

/* States the kind of programs, and of arguments that do not state theirs. */
bool parser_set_kind(Parser *p, size_t at, RulesKind kind);

/* ---- parser_node.c: indices in the ast; 0 after failing ------------------ */

uint16_t parser_node(Parser *p, AstKind kind, size_t at, int32_t k);
uint16_t parser_node2(Parser *p, AstKind kind, size_t at, int32_t k, uint16_t a,
                      uint16_t b);
uint16_t parser_node3(Parser *p, AstKind kind, size_t at, int32_t k,
                      const uint16_t kid[3]);

/* Notes that `kid` hangs below n; n, or 0 after failing. */
uint16_t parser_adopt(Parser *p, uint16_t n, uint16_t kid);

/* The node, which gives that kind. */
uint16_t parser_typed(Parser *p, uint16_t n, int kind);

/* Enters a bracket or a block; who leaves it takes one from p->nest. */
bool parser_deeper(Parser *p);

/* ---- parser_value.c ------------------------------------------------------ */

/* Reads a value; its index in the ast, or 0 after failing. */
uint16_t parser_value(Parser *p);

/* Opens a name for use until the block ends; its slot, or -1 after failing. */
int parser_local(Parser *p, const char *name, size_t at, bool lazy);

/* The name that is open, or NULL; the function of reals of that name, or -1. */
RulesLocal *parser_find_local(Parser *p, const char *name);
int         parser_find_real(const char *name);

/* Fails: nothing has that name. `first`: it begins a statement, as some words
 * do. */
uint16_t parser_unknown(Parser *p, size_t at, const char *name, bool first);

/* ---- bodies -------------------------------------------------------------- */

/* The declared thing, or NULL. */
RulesName *parser_find(const Parser *p, const char *name);

/* True if the name has a meaning in the language itself. */
bool parser_reserved(const char *name);

/* The i-th word that declares or steers, from 0 on, or NULL behind the last. */
const char *parser_keyword(size_t i);

/* Reads `{ ... }` of p->rule; its index in the ast, or 0 after failing. */
uint16_t parser_block(Parser *p);

/* A body that gives the variable. */
uint16_t parser_gives(Parser *p, size_t at, int32_t variable);

/* parser_kinds.c: makes the node give that kind, if it is one already or a
 * number that was written down. */
bool parser_fit(Parser *p, uint16_t n, RulesKind want);

/* Fails unless it can be asked whether the value is true. */
bool parser_test(Parser *p, uint16_t n);

/* The kind of an operation; checks and fits its operands. False: failed. */
bool parser_operands(Parser *p, uint16_t n);

/* The kind of an if, a block or an assignment whose parts are there. */
void parser_join(Parser *p, uint16_t n);

/* Warns at an offset of the text. */
void parser_warn(Parser *p, size_t at, const char *what, const char *name);

#endif
