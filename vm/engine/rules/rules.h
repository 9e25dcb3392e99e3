/* rules.h -- rules: a small language in which a script states its game.
 *
 * Rules are read once into flat arrays and never change. Everything has a name
 * that is declared before it is used, so a rule can call only earlier ones and
 * no rule can call itself: with loops that spend fuel (see rules_state.inc)
 * every rule ends. Whole numbers have 32 bits and wrap, indices wrap round the
 * sides of a grid or the length of a table, and reals are doubles as IEEE 754
 * has them, so every rule is total.
 *
 * Every value has a kind that is known when the rules are read: a whole number,
 * a truth value (0 or 1; a whole number where one is needed) or a real.
 *
 *     var x, dir = 1      grid food[32, 32]      table dx = 0 1 0 -1
 *     LEFT cost 1 "turns left" { dir = (dir + 3) % 4 }
 *     IF_FOOD(a?, b?) cost 0 { if food[x, 0] { a } else { b } }
 *     done { eaten == 89 }      score { eaten }
 *
 * The text belongs to a script, and messages point there. docs/rules.md teaches
 * the language; rules_plain.c defines its meaning.
 */
#ifndef LUDUS_RULES_H
#define LUDUS_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/real.h"
#include "program/prim.h"
#include "program/vocab.h"

enum {
    RULES_TEXT_MAX = 1 << 16, /* bytes of a text */
    RULES_AST_MAX = 8192,     /* nodes of all bodies */
    RULES_NEST_MAX = 48,      /* brackets and blocks in each other */
    RULES_DEPTH_MAX = 200,    /* operations in each other */
    RULES_NAMES_MAX = 256,    /* variables, grids, tables, rules */
    RULES_GIVEN_MAX = 32,     /* names that are there already */
    RULES_VARS_MAX = 64,      /* the program's value included */
    RULES_GRIDS_MAX = 32,
    RULES_SIDE_MAX = 4096,     /* of a grid */
    RULES_CELLS_MAX = 1 << 16, /* of all grids */
    RULES_TABLES_MAX = 32,
    RULES_ITEMS_MAX = 4096, /* numbers of all tables */
    RULES_REALS_MAX = 512,  /* reals that stand in the text */
    RULES_RULES_MAX = 128,
    RULES_LOCALS_MAX = 32,     /* of one rule, its arguments included */
    RULES_CONSTANTS_MAX = 100, /* leaves that are numbers */
    RULES_DRAWN = 50,          /* constants of a range of reals */
    RULES_COST_MAX = 1000000,
    RULES_SIZE_MAX = 20000, /* nodes of a rule with all that it calls */
    RULES_HELP_MAX = 96,    /* bytes of a help text, with its zero */
    RULES_BUDGET_MAX = 1000000000,
};

typedef enum RulesKind {
    KIND_WHOLE,
    KIND_TRUTH,
    KIND_REAL,
    KIND_NONE,                       /* of assignments and loops: 0 */
    KIND_MIXED,                      /* of an if whose parts differ */
} RulesKind;

/* "whole", "truth", "real": as rules write them. */
extern const char *const rules_kind_name[KIND_REAL + 1];

/* ---- what a body is made of ---------------------------------------------- */

typedef enum RulesOp {
#define RULE_OP(id, name, arguments, precedence, help) RULES_##id,
#include "rules_ops.def"
#undef RULE_OP
    RULES_OP_COUNT
} RulesOp;

typedef struct RulesOpRow {
    const char *name;
    uint8_t     arguments, precedence;
    const char *help;
} RulesOpRow;

extern const RulesOpRow rules_ops[RULES_OP_COUNT];

typedef enum AstKind {
    AST_NONE,      /* index 0: nothing there */
    AST_NUMBER,    /* k */
    AST_VAR,       /* variable k */
    AST_LOCAL,     /* local k; arguments come first */
    AST_LAZY,      /* evaluates argument k, now */
    AST_GRID,      /* a cell of grid k: kids are the indices */
    AST_TABLE,     /* a number of table k: kid 0 is the index */
    AST_OP,        /* operation k of the kids */
    AST_AND,       /* kid 1 only if kid 0 is not 0 */
    AST_OR,        /* kid 1 only if kid 0 is 0 */
    AST_CALL,      /* rule k; kid 0 begins its arguments */
    AST_IF,        /* test, then, else or 0 */
    AST_REAL,      /* real k of the text */
    AST_FN,        /* function k (real.def) of kid 0 */
    AST_CONVERT,   /* kid 0 as a value of the node's kind */
    AST_FOR,       /* first, last, block; k is the local */
    AST_SET_VAR,   /* variable k = kid 0 */
    AST_SET_LOCAL, /* local k = kid 0 */
    AST_SET_GRID,  /* a cell of grid k, indices; = kid 2 */
    AST_BLOCK,     /* kid 0 begins its statements */
} AstKind;

typedef struct Ast {
    uint8_t  kind;
    uint8_t  gives;                  /* RulesKind of its value */
    uint16_t kid[3];
    uint16_t depth;                  /* levels below it */
    uint16_t next;                   /* in a list of statements or arguments */
    int32_t  k;
    uint32_t at;                     /* offset in the text */
} Ast;

/* ---- what is declared ---------------------------------------------------- */

typedef enum RulesNameKind {
    NAME_CONST,                      /* a named number */
    NAME_VAR,
    NAME_GRID,
    NAME_TABLE,
    NAME_DEF,
    NAME_PRIM,
} RulesNameKind;

typedef struct RulesName {
    char          name[VOCAB_NAME_MAX];
    RulesNameKind kind;
    uint8_t gives;                   /* RulesKind of a constant */
    int32_t k; /* its number among its kind; the constant */
    uint32_t      at;                /* offset in the text */
    bool          used;
} RulesName;

typedef struct RulesGrid {
    uint16_t width, height;          /* grid[x, y], x below width */
    uint8_t  sides;                  /* 1 or 2 */
    uint32_t start;                  /* its first cell among all cells */
    int32_t fill; /* what cells are unless a case says more */
} RulesGrid;

typedef struct RulesTable {
    uint32_t start;
    uint16_t len;
} RulesTable;

typedef enum RuleKind {
    RULE_PRIM,  /* a primitive or an instruction */
    RULE_TEST,  /* an instruction that skips the next line */
    RULE_OUTER, /* a primitive that others execute: RulesState.outer */
    RULE_DEF,   /* called by other rules */
    RULE_START, /* once, when a case begins */
    RULE_TURN,  /* after each time the program has run */
    RULE_DONE,  /* has the case ended? */
    RULE_WON,   /* does it count as won? */
    RULE_SCORE, /* what it is worth */
} RuleKind;

typedef struct Rule {
    char     name[VOCAB_NAME_MAX];
    char     help[RULES_HELP_MAX];
    RuleKind kind;
    uint8_t  arity;
    uint8_t lazy; /* bit i: argument i is evaluated on demand */
    uint8_t  arg[PRIM_ARGS_MAX];     /* RulesKind of each argument */
    uint8_t  gives;                  /* and of the value */
    bool     input;                  /* gives a variable, nothing else */
    uint8_t  locals;                 /* slots, arguments included */
    uint16_t body;
    int32_t  cost;
    uint32_t at;
    uint32_t size;                   /* nodes, with those of what it calls */
    bool     writes;                 /* may change a variable or a cell */
    bool     settles;                /* may change what `done` looks at */
    uint64_t vars_read, vars_set;    /* bits: variables; grids */
    uint64_t grids_read, grids_set;
    bool     draws;                  /* may draw at random */
    bool     asks;                   /* may evaluate a lazy argument */
    bool     loops;
} Rule;

typedef struct Rules {
    Source     script;               /* borrowed: where messages point */
    size_t     from;                 /* where the text begins in the script */
    char      *text;                 /* a copy, zero-terminated */
    size_t     len;

    Ast        ast[RULES_AST_MAX];
    size_t     ast_count;
    RulesName  name[RULES_NAMES_MAX];
    size_t     name_count;
    int32_t var[RULES_VARS_MAX]; /* first values; 0 is the program's value */
    double     real_var[RULES_VARS_MAX]; /* of those that are reals */
    uint8_t    var_kind[RULES_VARS_MAX];
    size_t     var_count;
    RulesGrid  grid[RULES_GRIDS_MAX];
    size_t     grid_count, cell_count;
    RulesTable table[RULES_TABLES_MAX];
    size_t     table_count;
    int32_t    item[RULES_ITEMS_MAX];
    size_t     item_count;
    double     real[RULES_REALS_MAX];
    size_t     real_count;
    Rule       rule[RULES_RULES_MAX];
    size_t     rule_count;
    int        block[RULE_SCORE + 1]; /* rule of start, turn, ..., or -1 */
    int32_t    cost;                 /* of nodes that state none */

    /* What programs are made of: primitive i is rule prim_rule[i]. */
    Prim       prim[PRIM_ROWS_MAX];
    uint8_t    prim_rule[PRIM_ROWS_MAX];
    PrimSense  sense[PRIM_ROWS_MAX];
    size_t     prim_count;
    double     constant[RULES_CONSTANTS_MAX];
    size_t     constant_count;
    bool       has_own, own_normal;  /* constants of programs' own, as in */
    double     own[2];               /* Language */
    uint8_t    kind;                 /* of programs and of arguments that state
                                        none: that of the first input */
    bool       reals, truths;        /* is there one? */
    Language   language;
    char       game[RULES_HELP_MAX]; /* what it is called */

    bool       done_always;          /* see rules_check.c */
    bool       draws;                /* some rule may draw at random */
    Buf        warnings;             /* one placed message after another */
} Rules;

/* Names that the rules know without declaring them: whole numbers. */
typedef struct RulesGiven {
    size_t      count;
    const char *name[RULES_GIVEN_MAX];
    int32_t     value[RULES_GIVEN_MAX];
} RulesGiven;

/* Reads the rules that stand at script->text[from..to); `given` may be NULL.
 * NULL with a placed message if they are wrong. Script and names must outlive
 * the call only. */
Rules *rules_new(const Source *script, size_t from, size_t to,
                 const RulesGiven *given, Err *err);
void   rules_free(void *rules);

/* The declared thing of that kind and name, or -1. */
int rules_find(const Rules *rules, RulesNameKind kind, const char *name);

/* The grid or variable, from number `first` on, that is called like that, for
 * messages; or NULL. Variable 0 is the program's value. */
const char *rules_near(const Rules *rules, const char *name, int first);

/* Refuses primitives, but for the one called `hidden`: `who` has none, says the
 * field. */
bool rules_no_primitives(const Rules *rules, const char *hidden,
                         const char *field, const char *who, Err *err);

/* Might evaluating node n of the ast change a variable or a name of the rule,
 * or run nodes of the program? If so, values read before it must be kept. */
bool rules_disturbs(const Rules *rules, uint16_t n);

/* The last argument behind n that does, or 0. */
uint16_t rules_disturber(const Rules *rules, uint16_t n);

/* ---- parts of rules_new -------------------------------------------------- */

/* Fills in everything that is declared. */
bool rules_parse(Rules *rules, const RulesGiven *given, Err *err);

/* What primitive i does, as far as its rule shows; see rules_sense.c. */
PrimSense rules_sense(const Rules *rules, size_t i);

/* Works out what each rule does, refuses what is too large, lists warnings. */
bool rules_judge(Rules *rules, Err *err);

#endif
