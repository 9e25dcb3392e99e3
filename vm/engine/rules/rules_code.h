/* rules_code.h -- rules as bytecode.
 *
 * Instructions have three addresses in one memory, RulesState.var: variables
 * come first, then all constants, then temporaries (a rule's arguments, names
 * of `let`, results in between). Helper rules are inlined, so there are no
 * calls and no frames; only evaluating an argument on demand leaves a rule in
 * the middle, and then the live temporaries are saved.
 */
#ifndef LUDUS_RULES_CODE_H
#define LUDUS_RULES_CODE_H

#include "rules.h"

typedef enum RulesCodeOp {
#define RULE_OP(id, name, arguments, precedence, help) CODE_##id = RULES_##id,
#include "rules_ops.def"
#undef RULE_OP
#define CODE(id) CODE_##id,
#include "rules_code.def"
#undef CODE
} RulesCodeOp;

typedef struct RulesInstr {
    uint8_t  op;
    uint8_t  g;                      /* number of a grid or table */
    uint16_t d, a, b;
} RulesInstr;

enum {
    RULES_CODE_MAX   = 60000,        /* instructions of all rules */
    RULES_FIRST_FIX  = RULES_VARS_MAX,   /* constants in memory */
    RULES_FIXED_MAX  = 448,          /* different constants */
    RULES_FIRST_TEMP = RULES_FIRST_FIX + RULES_FIXED_MAX,
    RULES_TEMPS_MAX  = 512,
};

typedef struct RulesCode {
    RulesInstr *instr;
    size_t      count;
    uint16_t    start[RULES_RULES_MAX];  /* first instruction of each rule */
    int32_t     fixed[RULES_FIXED_MAX];
    size_t      fixed_count;
} RulesCode;

/* The bytecode of rules; NULL with a placed message if they are too large. The
 * script is where messages point. */
RulesCode *rules_compile(const Rules *rules, const Source *script, Err *err);
void       rules_code_free(void *code);

/* Appends a listing. */
void rules_code_print(const RulesCode *code, const Rules *rules, Buf *out);

#endif
