/* bind_machine.h -- machines as Lua values, for the bindings of games. */
#ifndef LUDUS_BIND_MACHINE_H
#define LUDUS_BIND_MACHINE_H

#include "bind_alphabet.h"
#include "program/machine/machine.h"

/* Pushes an immutable copy; the second is of the dilemma. */
void bind_push_machine_of(lua_State *L, const Alphabet *a, const Machine *m);

static inline void bind_push_machine(lua_State *L, const Machine *m) {
    bind_push_machine_of(L, &alphabet_dilemma, m);
}

/* Pushes the machine of that alphabet that the text at `arg` says; returns 1.
 * `name` stands in messages. */
int bind_machine_read(lua_State *L, int arg, const Alphabet *a,
                      const char *name);

/* The user value of a machine that is the game that read it, if one did. */
enum { BIND_MACHINE_READER = 1 };

/* The machine of that alphabet at `arg`, or an error that names the
 * argument. */
const Machine *bind_machine_for(lua_State *L, int arg, const Alphabet *a);

/* The same of the dilemma. */
static inline const Machine *bind_machine(lua_State *L, int arg) {
    return bind_machine_for(L, arg, &alphabet_dilemma);
}

/* The same, or NULL if it is something else. */
const Machine *bind_test_machine(lua_State *L, int arg);

/* The alphabet of the machine at `arg`. */
const Alphabet *bind_machine_alphabet(lua_State *L, int arg);

/* The methods that play: play and match. */
extern const luaL_Reg bind_machine_play[];

/* species(states, least, most, alphabet); its class, and vary() for that of
 * machines. */
int  bind_machine_species(lua_State *L);
void bind_machine_species_class(lua_State *L, const char *machine);

#endif
