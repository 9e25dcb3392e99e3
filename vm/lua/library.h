/* library.h -- the Lua library that is part of the binary.
 *
 * The array is generated when Ludus is built, one row per file below stdlib/,
 * and ends with a row whose name is NULL.
 */
#ifndef LUDUS_LIBRARY_H
#define LUDUS_LIBRARY_H

#include <stddef.h>

typedef struct LibraryFile {
    const char *module;              /* "ludus.stats" */
    const char *path;                /* "ludus/stats.lua", below stdlib/ */
    const char *text;                /* zero-terminated */
    size_t      len;
} LibraryFile;

extern const LibraryFile library_files[];

#endif
