/* games.c -- stdlib/games.def as an array, and as a Lua table.
 *
 * No file of vm names a game: each is reached by its row.
 */
#include "games.h"

#include <string.h>

#include "bind.h"

#define GAME(name, kinds, can, help) int open_##name(lua_State *L);
#include "games.def"
#undef GAME

#define READS  GAME_READS
#define SCORES GAME_SCORES
#define PLAYS  GAME_PLAYS
#define OPEN   GAME_OPEN

const GameRow game_rows[] = {
#define GAME(name, kinds, can, help) { #name, kinds, can, help, open_##name },
#include "games.def"
#undef GAME
    { NULL, NULL, 0, NULL, NULL },
};

static const struct RowBit {
    const char *field;
    unsigned    bit;
} abilities[] = {
    { "reads", GAME_READS },
    { "scores", GAME_SCORES },
    { "plays", GAME_PLAYS },
    { "open", GAME_OPEN },
    { NULL, 0 },
};

const GameRow *game_row_of(const char *module) {
    static const char prefix[] = "ludus.core.";
    if (strncmp(module, prefix, sizeof prefix - 1) != 0) return NULL;
    for (const GameRow *row = game_rows; row->name; row++)
        if (strcmp(row->name, module + sizeof prefix - 1) == 0) return row;
    return NULL;
}

/* Pushes the words of a text as a list. */
static void push_words(lua_State *L, const char *text) {
    lua_newtable(L);
    for (lua_Integer n = 1; *text; n++) {
        size_t len = strcspn(text, " ");
        lua_pushlstring(L, text, len);
        lua_seti(L, -2, n);
        text += len;
        text += strspn(text, " ");
    }
}

static void push_row(lua_State *L, const GameRow *row) {
    lua_createtable(L, 0, 7);
    bind_set_text(L, "name", row->name);
    bind_set_text(L, "help", row->help);
    push_words(L, row->kinds);
    lua_setfield(L, -2, "kinds");
    for (const struct RowBit *a = abilities; a->field; a++)
        bind_set_boolean(L, a->field, (row->can & a->bit) != 0);
}

void game_rows_push(lua_State *L) {
    lua_newtable(L);
    for (const GameRow *row = game_rows; row->name; row++) {
        push_row(L, row);
        lua_seti(L, -2, row - game_rows + 1);
    }
}
