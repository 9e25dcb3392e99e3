/* game.c -- what a game can, and whether it fits a species.
 *
 * An ability is a part of the class that is not NULL, or a bit that says that
 * the game's binding has it.
 */
#include "game.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"

const AbilityRow game_abilities[ABILITIES] = {
    [ABILITY_CASES] = { "cases", "the score of each case" },
    [ABILITY_TRACE] = { "trace", "every step of a case, to go through" },
    [ABILITY_SUMMARY] = { "summary", "the score in the game's own words" },
    [ABILITY_PLAY] = { "play", "one case, with a picture of it" },
    [ABILITY_BEHAVIOUR] = { "behaviour", "what a program does, to compare" },
    [ABILITY_DESCRIBE] = { "describe", "what a case is, field by field" },
};

static bool has_part(const GameClass *class, Ability ability) {
    switch (ability) {
    case ABILITY_CASES: return class->each != NULL;
    case ABILITY_TRACE: return class->trace != NULL;
    case ABILITY_SUMMARY: return class->summary != NULL;
    case ABILITY_PLAY: return class->play != NULL;
    case ABILITY_BEHAVIOUR: return class->behaviour != NULL;
    case ABILITY_DESCRIBE: return class->describe != NULL;
    case ABILITIES: break;
    }
    return false;
}

bool game_can(const Game *game, Ability ability) {
    assert(ability >= 0 && ability < ABILITIES);
    return has_part(game->class, ability) ||
           (game->class->elsewhere >> ability & 1u);
}

/* Appends the names of what the game has, or of all. */
static void list(const Game *game, char *text, size_t room) {
    size_t len = 0;
    text[0] = 0;
    for (int a = 0; a < ABILITIES; a++) {
        if (game && !game_can(game, (Ability)a)) continue;
        const char *name = game_abilities[a].name;
        size_t n = strlen(name), gap = len ? 2 : 0;
        if (len + gap + n >= room) return;
        memcpy(text + len, ", ", gap);
        memcpy(text + len + gap, name, n + 1);
        len += gap + n;
    }
}

bool game_need(const Game *game, Ability ability, Err *err) {
    char has[128];
    if (game_can(game, ability)) return true;
    list(game, has, sizeof has);
    return err_set(err, "%s has no %s; it has %s", game->class->name,
                   game_abilities[ability].name, has[0] ? has : "a score only");
}

int game_ability(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    char all[128];
    for (int a = 0; a < ABILITIES; a++) {
        if (strcmp(game_abilities[a].name, name) == 0) return a;
        suggest_offer(&near, game_abilities[a].name);
    }
    list(NULL, all, sizeof all);
    if (near.best)
        err_set(err, "unknown ability '%s'; did you mean '%s'?", name,
                near.best);
    else err_set(err, "unknown ability '%s'; there are %s", name, all);
    return -1;
}

bool game_is_alone(const Game *game, Err *why) {
    return game->class->alone && game->class->alone(game, why);
}

bool game_meets(const Game *game, Err *why) {
    const GameClass *class = game->class;
    if (!class->meet)
        return err_set(why, "programs of %s do not meet", class->name);
    return !class->meets || class->meets(game, why);
}

bool game_results(const Game *game, Entrant who, void *scratch, Score *score,
                  CaseResult *results, Err *err) {
    const GameClass *class = game->class;
    assert(class->results || class->each);
    if (class->results)
        return class->results(game, who, scratch, score, results, err);
    double *raw = mem_new(game->cases, sizeof *raw, err);
    if (!raw) return false;
    bool ok = class->each(game, who, scratch, score, raw, err);
    for (size_t i = 0; ok && i < game->cases; i++)
        results[i] = (CaseResult){ .raw = raw[i] };
    mem_free(raw);
    return ok;
}

bool game_fits(const Game *game, const Species *species, Err *err) {
    const GameClass *class = game->class;
    if (!class->score || !class->scratch_new)
        return err_set(err, "%s has a class without %s", class->name,
                       class->score ? "scratch_new" : "score");
    if (strcmp(species->class->name, class->kind) != 0)
        return err_set(err, "%s scores %s programs, not %s programs",
                       class->name, class->kind, species->class->name);
    if (!class->reads || class->reads(game, species->shape)) return true;
    return err_set(err,
                   "%s cannot score these programs: they are made for "
                   "another game",
                   class->name);
}

bool game_suits(const Game *game, const Species *species, Err *err) {
    const GameClass *class = game->class;
    return game_fits(game, species, err) &&
           (!class->suits || class->suits(game, species->shape, err));
}

/* ---- scores -------------------------------------------------------------- */

bool game_is_lost(const Score *score) {
    return !(fabs(score->raw) < GAME_WORST);
}
