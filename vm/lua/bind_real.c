/* bind_real.c -- ludus.math: the functions of reals that rules have.
 *
 *     ludus.math.exp(1)  ludus.math.sin(0.5)
 *
 * Lua's own come from the C library, whose last bits differ between machines; a
 * game in Lua that uses these has the scores of a game of rules.
 */
#include "base/real.h"
#include "bind.h"

#define REAL_FN(id, name, help)                             \
    static int f_##name(lua_State *L) {                     \
        lua_pushnumber(L, real_##name(luaL_checknumber(L, 1))); \
        return 1;                                           \
    }
#include "base/real.def"
#undef REAL_FN

static const luaL_Reg functions[] = {
#define REAL_FN(id, name, help) { #name, f_##name },
#include "base/real.def"
#undef REAL_FN
    { NULL, NULL },
};

int open_real(lua_State *L);

int open_real(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
