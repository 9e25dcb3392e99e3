/* bind_battleship.h -- what the bindings of Battleship share. */
#ifndef BATTLESHIP_BIND_BATTLESHIP_H
#define BATTLESHIP_BIND_BATTLESHIP_H

#include "lua/bind.h"
#include "battleship/player/match.h"

/* The fleet at `arg`. */
const Fleet *bind_fleet(lua_State *L, int arg);

/* Zeroed memory that is released whatever happens: pushes a box. */
void *bind_memory(lua_State *L, size_t count, size_t size);

/* Pushes what densities begin with: every place is as likely. */
const Prior *bind_prior(lua_State *L, const Fleet *fleet, bool spaced);

/* Caller.told before a game: more than any game has. */
enum { CALLER_NEW = CELLS_MAX + 1 };

/* A player's own function, and what went wrong in it. */
typedef struct Caller {
    lua_State *L;
    int        function, view;       /* stack indices */
    int        told;                 /* shots that the view has */
    bool       failed;
    Err        err;
} Caller;

/* Fills in a shooter from the table at `arg`: kind, target, sink, program,
 * nested, restart, patience, call. Pushes what it borrows, so call it before
 * anything that must be on top; the table must stay on the stack. */
void bind_shooter(lua_State *L, int arg, const Fleet *fleet, Shooter *shooter,
                  Caller *caller);

/* Fills in who calls the function at `arg`, whose view of the board is pushed
 * with it. */
void bind_caller(lua_State *L, int arg, const Fleet *fleet, Caller *caller);

/* What the function answers: an open square, or -1 if it failed. */
int bind_caller_shoot(void *caller, const Waters *sea);

/* The placement named by the string at `arg`. */
const Placement *bind_placement(lua_State *L, int arg);

/* A placement that is a Lua function(rng, board), and what went wrong in it. */
typedef struct Placer {
    Placement    placement;
    const Fleet *fleet;
    lua_State   *L;
    int          function, board;    /* stack indices */
    bool         failed;
    Err          err;
} Placer;

/* The placement at `arg`, a name, or a function by the placer, for which it
 * pushes what is needed. */
const Placement *bind_placer(lua_State *L, int arg, const Fleet *fleet,
                             Placer *placer);

/* Draws by the function; a fleet by chance once it has failed. */
void bind_placer_draw(void *placer, const Fleet *fleet, Rng *rng, Cells ship[]);

/* Reads a list of ships, each a list of squares from 1, that must be a legal
 * fleet. */
void bind_ships(lua_State *L, int arg, const Fleet *fleet, Cells ship[]);

void bind_push_ships(lua_State *L, const Fleet *fleet, const Cells ship[]);

/* Makes the class of fleets; adds fleet, draw and counts to the module at the
 * top of the stack. */
void bind_fleet_open(lua_State *L);

/* Pushes a list of numbers. */
void bind_floats(lua_State *L, const float *x, int n);

/* Pushes the tables of waves for the fleet's board. */
struct WaveTable *bind_wave_table(lua_State *L, const Fleet *fleet);

/* Makes the class of those; adds fit and correlation to the module at the
 * top. */
void bind_wave(lua_State *L);

/* Parts of ludus.core.battleship: each pushes its table. */
void bind_captain(lua_State *L);
void bind_drill(lua_State *L);
void bind_gunnery(lua_State *L);

/* names(): lists of targets, sinkings and placements with their help. */
int bind_names(lua_State *L);

#endif
