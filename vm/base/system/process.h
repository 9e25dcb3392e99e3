/* process.h -- another program, talked to by lines.
 *
 * Its standard input and output are one socket, whose other end is ours. Lines
 * go out and come in whole; each wait has an end. What it says to its standard
 * error goes where ours goes. A Process belongs to one thread at a time.
 */
#ifndef LUDUS_PROCESS_H
#define LUDUS_PROCESS_H

#include "base/buf.h"
#include "base/err.h"

enum {
    PROCESS_LINE_MAX = 65536,        /* bytes of a line */
    PROCESS_WORDS_MAX = 64,          /* of a command */
    PROCESS_SECONDS_MAX = 86400,     /* that one waits for a line */
};

typedef struct Process Process;

/* Starts the program of the first word with the words as arguments, up to a
 * NULL; it is looked for as a shell does. */
Process *process_open(const char *const words[], Err *err);

/* Asks it to end soon: SIGTERM. */
void process_stop(const Process *process);

/* CPU seconds that it has used so far, or -1 where that cannot be told. */
double process_cpu(const Process *process);

/* Ends it: it sees the end of its input and, if it does not go by itself within
 * half a second, is killed. */
void process_close(void *process);

/* Sends a line, to which the newline is added. */
bool process_send(Process *process, const char *line, size_t len,
                  double seconds, Err *err);

/* Appends the next line, without its end; false with the reason if there is
 * none within those seconds, if it is too long, or if the program has ended. */
bool process_receive(Process *process, double seconds, Buf *line, Err *err);

#endif
