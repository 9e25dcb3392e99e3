/* data.h -- a table of numbers with names: what people keep in CSV files.
 *
 * The first line has the names of the columns; every other line is a row. Cells
 * are separated by commas, semicolons or tabs, whichever the first line has,
 * and may stand in double quotes. A column is of numbers, of truth values
 * (true, false, yes, no) or of words; words are numbered from 0 in the order of
 * the alphabet. A file is read line by line, so a table needs eight bytes a
 * cell, and the words once.
 */
#ifndef LUDUS_DATA_H
#define LUDUS_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

enum {
    DATA_COLUMNS = 256,
    DATA_NAME    = 64,               /* bytes of a name, with its zero */
    DATA_LINE    = 1 << 16,          /* bytes of a line */
    DATA_ROWS    = 1 << 26,
    DATA_CLASSES = 1000,             /* words of a column */
};

typedef enum DataKind { DATA_REAL, DATA_TRUTH, DATA_WORDS } DataKind;

typedef struct DataColumn {
    char     name[DATA_NAME];
    DataKind kind;
    double  *value;
    char   **word;                   /* of words, in order */
    size_t   words;
} DataColumn;

typedef struct Data {
    DataColumn column[DATA_COLUMNS];
    size_t     columns, rows, room;
} Data;

/* Reads a CSV file; `drop`: rows in which a value is missing are left out,
 * otherwise they are an error that names line and column. */
Data *data_read(const char *path, bool drop, Err *err);

/* An empty table with one column more each time; for tables from elsewhere. */
Data *data_new(Err *err);
bool  data_add(Data *data, const char *name, size_t rows, Err *err);
void  data_free(void *data);

/* The column of that name, or -1. */
int data_find(const Data *data, const char *name);

/* The nearest name, or NULL. */
const char *data_near(const Data *data, const char *name);

#endif
