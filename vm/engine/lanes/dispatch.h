/* dispatch.h -- how the engines get from one instruction to the next.
 *
 * With GNU C each instruction jumps straight to the next one's label;
 * elsewhere, or with -DLUDUS_SWITCH, all of them meet in a switch. An engine
 * defines FETCH (load `ins`, charge its steps), has a table `labels` if
 * DISPATCH_GOTO is set; a game's enum of all instructions is GAME_INS, in which
 * GAME_CASE(id) spells one. It writes
 *
 *     DISPATCH
 *     OP(LDK) acc = ins.k; NEXT;
 *     ...
 *     DISPATCH_END
 *
 * An instruction that is left out does not compile: its label is missing, or
 * its case (-Wswitch-enum).
 */
#ifndef LUDUS_DISPATCH_H
#define LUDUS_DISPATCH_H

/* GCC would merge all those jumps into one again, which is hard to foresee. */
#if defined(__GNUC__) && !defined(__clang__)
#define DISPATCH_FN __attribute__((optimize("no-gcse", "no-crossjumping")))
#else
#define DISPATCH_FN
#endif

/* No instruction leaves the switch at its end. */
#ifdef __GNUC__
#define DISPATCH_NEVER    __builtin_unreachable()
#else
#define DISPATCH_NEVER    (void)0
#endif

#if defined(__GNUC__) && !defined(LUDUS_SWITCH)
#define DISPATCH_GOTO     1
#define DISPATCH          NEXT;
#define DISPATCH_END
#define LABEL(id)         [GAME_CASE(id)] = &&L_##id,
#define OP(id)            L_##id:
#define GAME_OP(id, form) L_##id##_##form:
#define NEXT                   \
    do {                       \
        FETCH;                 \
        goto *labels[ins->op]; \
    } while (0)
#else
#define DISPATCH \
    fetch:       \
    FETCH;       \
    switch ((GAME_INS)ins->op) {
#define DISPATCH_END \
    }                \
    DISPATCH_NEVER;
#define OP(id)            case GAME_CASE(id):
#define GAME_OP(id, form) case GAME_CASE(id##_##form):
#define NEXT              goto fetch
#endif

#endif
