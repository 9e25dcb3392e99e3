/* linear_declare.h -- a set of instructions declared row by row.
 *
 * It owns copies of all names, so that whoever declares it may let go of his.
 * What cannot be added is refused with a message; the rest is checked when the
 * set is complete.
 */
#ifndef LUDUS_LINEAR_DECLARE_H
#define LUDUS_LINEAR_DECLARE_H

#include "linear_species.h"

typedef char LinearName[LINEAR_NAME_MAX + 1];

typedef struct LinearDeclared {
    LinearSpecies  linear;           /* once it is complete */
    LinearSet      set;
    LinearInstr    instr[LINEAR_INSTRS_MAX];
    LinearBlock    block[LINEAR_BLOCKS_MAX];
    LinearRegister reg[LINEAR_REGISTERS_MAX];
    LinearName     name;
    LinearName     instr_name[LINEAR_INSTRS_MAX];
    LinearName     block_name[LINEAR_BLOCKS_MAX];
    LinearName     reg_name[LINEAR_REGISTERS_MAX];
} LinearDeclared;

/* Begins an empty set; a name that is too long is cut. */
void linear_declare(LinearDeclared *set, const char *name);

bool linear_declare_block(LinearDeclared *set, const char *name,
                          long long lines, Err *err);
bool linear_declare_register(LinearDeclared *set, const char *name, Err *err);

/* The new row, for the caller to set its op and parts; or NULL. */
LinearInstr *linear_declare_row(LinearDeclared *set, const char *name,
                                LinearKind kind, Err *err);

/* Checks the whole set, and makes it a species. */
bool linear_declare_end(LinearDeclared *set, Err *err);

#endif
