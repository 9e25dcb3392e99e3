/* jail.h -- asks the kernel to hold a process that runs code of strangers.
 *
 * A second wall: what a script may do is decided by the Lua state it runs in;
 * the jail is there for mistakes in that, and in C. Nothing opens it again.
 */
#ifndef LUDUS_JAIL_H
#define LUDUS_JAIL_H

#include <stdbool.h>

/* What the kernel took on. */
typedef struct Jail {
    bool files;      /* nothing can be opened but below the given folders */
    bool calls;      /* no system calls but those of jail_calls.def */
} Jail;

/* Closes the jail around this thread and those it will start. Files below
 * `writable` can still be opened, made and removed, those below `readable`
 * read; both may be NULL. A kernel that knows less does less. */
Jail jail_close(const char *writable, const char *readable);

/* One of its walls alone, which tells whether it stands. */
bool jail_close_files(const char *writable, const char *readable);
bool jail_close_calls(void);

#endif
