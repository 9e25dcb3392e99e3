/* players.c -- the rows of players.def as orders. */
#include "players.h"

#include <string.h>

#define R(tactic)             HNB_T_##tactic
#define IF(condition, tactic) (HNB_IF_##condition * HNB_TACTICS + R(tactic))

#define LENGTH(...) ((int)(sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int)))

const HnbPlayer hnb_players[] = {
#define PLAYER(id, name, help, ...) \
    { name, help, { LENGTH(__VA_ARGS__), { __VA_ARGS__ } } },
#include "players.def"
#undef PLAYER
    { NULL, NULL, { 0, { 0 } } },
};

const HnbPlayer *hnb_player(const char *name) {
    for (const HnbPlayer *p = hnb_players; p->name; p++)
        if (strcmp(p->name, name) == 0) return p;
    return NULL;
}
