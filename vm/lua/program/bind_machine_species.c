/* bind_machine_species.c -- kinds of machines for evolution, and children of
 * one machine by their operators.
 */
#include "bind_machine.h"

#include <string.h>

#include "bind_operator.h"
#include "base/mem.h"
#include "program/machine/machine_species.h"

static const char SPECIES[] = "ludus.species.machine";

int bind_machine_species(lua_State *L) {
    Alphabet alphabet;
    bind_opt_alphabet(L, 4, &alphabet);
    Box *box = bind_box(L, SPECIES, mem_free);
    Err err;
    MachineSpecies *s = box->object = mem_new(1, sizeof *s, &err);
    if (!s || !machine_species_init(s, &alphabet, (int)luaL_checkinteger(L, 1),
                                    (int)luaL_checkinteger(L, 2),
                                    (int)luaL_checkinteger(L, 3), &err))
        return bind_raise(L, &err);
    return 1;
}

/* vary(rng, operator, mate, params): a child; mate only where it takes two. It
 * may have as many states as machines can. */
static int m_vary(lua_State *L) {
    const Alphabet *a = bind_machine_alphabet(L, 1);
    const void *parents[2] = { bind_machine_for(L, 1, a), NULL };
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    MachineSpecies species;
    MachineRoom child;
    Origin origin;
    double param[OPERATOR_NUMBERS] = { 0 };
    Err err;
    if (!machine_species_init(&species, a, MACHINE_STATES_MAX, 1, 1, &err))
        return bind_raise(L, &err);
    const Operator *op = species_operator(&species.species,
                                          luaL_checkstring(L, 3), &err);
    if (!op) return bind_raise(L, &err);
    if (op->parents == 2) parents[1] = bind_machine_for(L, 4, a);
    bind_params(L, 5, op, param);
    memcpy(&child, parents[0], machine_bytes(a, parents[0]));
    op->apply(&species.species, param, rng, parents, &child.m, &origin);
    bind_push_machine_of(L, a, &child.m);
    return 1;
}

void bind_machine_species_class(lua_State *L, const char *machine) {
    static const luaL_Reg methods[] = { { "vary", m_vary }, { NULL, NULL } };
    bind_class(L, SPECIES, bind_none, bind_boxed);
    bind_mark(L, SPECIES, "ludus_species");
    bind_add(L, machine, methods);
}
