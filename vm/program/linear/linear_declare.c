/* linear_declare.c -- a set of instructions declared row by row. */
#include "linear_declare.h"

#include <string.h>

void linear_declare(LinearDeclared *d, const char *name) {
    *d = (LinearDeclared){ 0 };
    strncpy(d->name, name, LINEAR_NAME_MAX);
    d->set = (LinearSet){ .name = d->name,
                          .instrs = d->instr,
                          .blocks = d->block,
                          .registers = d->reg };
}

/* Is there room for one more of these? */
static bool has_room(const char *what, size_t count, size_t max, Err *err) {
    return count < max || err_set(err, "%s: expected at most %zu", what, max);
}

static bool copy_name(char *to, const char *name, Err *err) {
    if (strlen(name) > LINEAR_NAME_MAX)
        return err_set(err, "'%s' is longer than %d letters", name,
                       LINEAR_NAME_MAX);
    strcpy(to, name);
    return true;
}

bool linear_declare_block(LinearDeclared *d, const char *name, long long lines,
                          Err *err) {
    size_t i = d->set.block_count;
    if (!has_room("blocks", i, LINEAR_BLOCKS_MAX, err) ||
        !copy_name(d->block_name[i], name, err))
        return false;
    if (lines < 1 || lines > LINEAR_LINES_MAX)
        return err_set(err, "block '%s': capacity must be 1 to %d, got %lld",
                       name, LINEAR_LINES_MAX, lines);
    d->block[i] = (LinearBlock){ d->block_name[i], (uint16_t)lines };
    d->set.block_count++;
    return true;
}

bool linear_declare_register(LinearDeclared *d, const char *name, Err *err) {
    size_t i = d->set.register_count;
    if (!has_room("registers", i, LINEAR_REGISTERS_MAX, err) ||
        !copy_name(d->reg_name[i], name, err))
        return false;
    d->reg[i].name = d->reg_name[i];
    d->set.register_count++;
    return true;
}

LinearInstr *linear_declare_row(LinearDeclared *d, const char *name,
                                LinearKind kind, Err *err) {
    size_t i = d->set.instr_count;
    if (!has_room("rows", i, LINEAR_INSTRS_MAX, err) ||
        !copy_name(d->instr_name[i], name, err))
        return NULL;
    d->instr[i] = (LinearInstr){ .name = d->instr_name[i], .kind = kind };
    d->set.instr_count++;
    return &d->instr[i];
}

bool linear_declare_end(LinearDeclared *d, Err *err) {
    if (!linear_set_check(&d->set, err)) return false;
    linear_species_init(&d->linear, &d->set);
    return true;
}
