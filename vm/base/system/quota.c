/* quota.c -- what a process asks of the system before it begins.
 *
 * Two limits of the shell end a process without a word where nothing is done
 * about them: `ulimit -f` by a signal, `ulimit -s` by the first deep call. The
 * signal is not wanted; the stack is looked at first.
 */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "quota.h"

#include <signal.h>
#include <sys/resource.h>

/* May the stack, of this thread and by default of others, be so large? Raised
 * where the system lets us. */
static bool has_stack(rlim_t bytes, struct rlimit *had) {
    if (getrlimit(RLIMIT_STACK, had) != 0) return true;
    if (had->rlim_cur == RLIM_INFINITY || had->rlim_cur >= bytes) return true;
    struct rlimit more = { bytes, had->rlim_max };
    return setrlimit(RLIMIT_STACK, &more) == 0;
}

bool quota_ready(Err *err) {
    struct rlimit had;
    signal(SIGXFSZ, SIG_IGN);
    if (has_stack(QUOTA_STACK_MIN, &had)) return true;
    return err_set(
        err, "the stack may have %llu KB (ulimit -s), and %d are needed",
        (unsigned long long)had.rlim_cur / 1024, QUOTA_STACK_MIN / 1024);
}
