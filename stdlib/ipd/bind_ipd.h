/* bind_ipd.h -- what the bindings of the prisoner's dilemma share. */
#ifndef LUDUS_BIND_IPD_H
#define LUDUS_BIND_IPD_H

#include "lua/bind.h"
#include "player.h"
#include "replicator.h"

/* The class of players; opens with bind_ipd_player_class(). */
void bind_ipd_player_class(lua_State *L);

/* The player at `arg`. */
const Player *bind_ipd_player(lua_State *L, int arg);

/* player { kind = "machine", ... }: pushes a new player. */
int bind_ipd_player_new(lua_State *L);

/* A player's method, sit(rules, seed, number, part): pushes a new seat, whose
 * class bind_ipd_seat_class() opens. */
int  bind_ipd_sit(lua_State *L);
void bind_ipd_seat_class(lua_State *L);

/* Fields of the table at `arg`, all of them set by the Lua library: turns,
 * end_known, noise, payoff = { cc, cd, dc, dd, minimise = }. */
Rules  bind_ipd_rules(lua_State *L, int arg);
Payoff bind_ipd_payoff(lua_State *L, int arg, const char *field);

/* Fields of the table at `arg` for the replicator. */
ReplicatorOptions bind_ipd_replicator(lua_State *L, int arg);

/* The list of machines in a field of the table at `arg`, at most `max`, copied
 * to `to`; returns how many. */
int bind_ipd_machines(lua_State *L, int arg, const char *field, Machine *to,
                      int max);

/* Zeroed memory that goes when Lua's collector takes it: the stack's top. */
void *bind_ipd_scratch(lua_State *L, size_t count, size_t size);

/* Functions of the module: see bind_ipd_matches.c. */
int bind_ipd_matches(lua_State *L);
int bind_ipd_measure(lua_State *L);

/* ---- Laran: bind_laran.c ------------------------------------------------- */

/* Makes a Laran of the settings at stack index 1, in the box at `place`. */
bool bind_laran_make(lua_State *L, int place, Box *box, Err *err);

/* Pushes what the player at `arg` may call, and lends it the state while it
 * sits down or moves; takes that back, and raises what went wrong. */
void bind_laran_lend(lua_State *L, int arg);
void bind_laran_back(lua_State *L, int arg);

#endif
