/* game.c -- may this game score programs of that species? */
#include "game.h"

#include <string.h>

bool game_fits(const Game *game, const Species *species, Err *err) {
    const GameClass *class = game->class;
    if (strcmp(species->class->name, class->kind) != 0)
        return err_set(err, "%s scores %s programs, not %s programs",
                       class->name, class->kind, species->class->name);
    if (!class->reads || class->reads(game, species->shape)) return true;
    return err_set(err, "%s cannot score these programs: they are made for "
                   "another game", class->name);
}
