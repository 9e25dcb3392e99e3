/* games.h -- the rows of stdlib/games.def, for whoever opens or lists games. */
#ifndef LUDUS_GAMES_H
#define LUDUS_GAMES_H

#include <lua.h>

/* What a game can do: see games.def. */
enum { GAME_READS = 1, GAME_SCORES = 2, GAME_PLAYS = 4, GAME_OPEN = 8 };

typedef struct GameRow {
    const char   *name;              /* "minesweeper"; NULL ends the rows */
    const char   *kinds;             /* of programs, a blank between them */
    unsigned      can;
    const char   *help;
    lua_CFunction open;              /* gives the module ludus.core.NAME */
} GameRow;

extern const GameRow game_rows[];

/* The row whose C module has that name, "ludus.core.NAME", or NULL. */
const GameRow *game_row_of(const char *module);

/* Pushes a list of the rows as Lua sees them: name, kinds (a list), help, and
 * a field that is true for each thing the game can do. */
void game_rows_push(lua_State *L);

#endif
