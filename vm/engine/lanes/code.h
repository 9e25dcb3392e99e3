/* code.h -- compiled tree programs: instructions of an accumulator machine.
 *
 * An instruction first charges its steps, then acts. Steps of nodes that need
 * no instruction are charged by the next one, always before its effect, so
 * whenever a program does something its count is what the tree walker would
 * have.
 *
 * Branches are structured. The else part begins right behind the THEN that ends
 * the then part, and that THEN's target lies right behind the ELSE that ends
 * the else part:
 *
 *     JNE k -> E   then part ...   THEN -> X   E: else part ...   ELSE   X:
 *
 * One case needs a jump and nothing; many cases at once need to know where they
 * meet again. Values that must wait are kept in slots of a frame. Which slot is
 * known when compiling, so there is no stack pointer, only a frame pointer.
 *
 * A game's instructions come in four forms that say where the operand is. Their
 * target is the number of slots in use, for those who copy the stack; so is
 * that of sums and differences.
 */
#ifndef LUDUS_CODE_H
#define LUDUS_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "program/vocab.h"

enum {
    CODE_MAX         = 65000,        /* instructions of a program */
    CODE_SLOTS_MAX   = 512,          /* of all frames together */
    CODE_NESTING_MAX = 512,          /* open branches, all frames together */
    CODE_CALLS_MAX   = VOCAB_ADFS_MAX,
    CODE_STEPS_MAX   = UINT16_MAX,   /* charged by one instruction */
};

typedef enum CodeOp {
#define CODE(id, help) CODE_##id,
#include "code.def"
#undef CODE
    CODE_GAME                        /* the first of the game's own */
} CodeOp;

/* Forms of a game's instruction: CODE_GAME + 4 * number + form. */
enum {
    FORM_ACC,                        /* the operand is acc and in range */
    FORM_ANY,                        /* acc, perhaps out of range */
    FORM_K,                          /* the constant k */
    FORM_S,                          /* slot k, perhaps out of range */
};

typedef struct Ins {
    uint16_t op;
    int16_t  k;
    uint16_t steps;
    uint16_t target;
} Ins;

typedef struct Code {
    uint32_t count;                  /* instructions */
    bool     wide;                   /* holds a number that no byte can hold */
    Ins      ins[CODE_MAX];
} Code;

/* Equal code behaves alike; never 0. */
uint64_t code_hash(const Code *code);

/* Appends a listing, a line per instruction; the game's instructions are
 * shown by number. */
void code_print(const Code *code, Buf *out);

#endif
