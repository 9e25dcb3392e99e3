/* main.c -- the command line: hands its words to ludus.cli.
 *
 * Everything a command does is in the Lua library, stdlib/ludus/cli/, one file
 * a command; the exit status is 0, 1 for a failed run, 2 for wrong usage or
 * wrong input, 3 for a limit of the sandbox.
 */
#include <locale.h>
#include <stdio.h>

#include "base/system/quota.h"
#include "lua/host.h"

int main(int argc, char **argv) {
    Err err;
    if (!quota_ready(&err)) {
        fprintf(stderr, "ludus: %s\n", err.text);
        return 1;
    }
    setlocale(LC_CTYPE, "");
    return host_command(argc > 0 ? argc - 1 : 0, argv + 1);
}
