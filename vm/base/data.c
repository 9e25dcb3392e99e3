/* data.c -- reading tables of numbers.
 *
 * While a file is read, a cell that is no number turns its column into one of
 * words for good; what was read of it before must have been words, too, so the
 * kind is that of the first row. When all rows are there the words are sorted
 * and the cells numbered anew.
 */
#include "data.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "suggest.h"

typedef struct Reader {
    const char *path;
    FILE       *file;
    Data       *data;
    size_t      line;
    char        comma;
    bool        drop;
    char       *text;                /* the line, cut into cells */
    char       *cell[DATA_COLUMNS + 1];
    size_t      cells;
    Err        *err;
} Reader;

/* ---- tables -------------------------------------------------------------- */

Data *data_new(Err *err) { return mem_new(1, sizeof(Data), err); }

void data_free(void *data) {
    Data *d = data;
    if (!d) return;
    for (size_t i = 0; i < d->columns; i++) {
        for (size_t k = 0; k < d->column[i].words; k++)
            mem_free(d->column[i].word[k]);
        mem_free(d->column[i].word);
        mem_free(d->column[i].value);
    }
    mem_free(d);
}

int data_find(const Data *data, const char *name) {
    for (size_t i = 0; i < data->columns; i++)
        if (strcmp(data->column[i].name, name) == 0) return (int)i;
    return -1;
}

const char *data_near(const Data *data, const char *name) {
    Suggest near = suggest_start(name);
    for (size_t i = 0; i < data->columns; i++)
        suggest_offer(&near, data->column[i].name);
    return near.best;
}

bool data_add(Data *data, const char *name, size_t rows, Err *err) {
    if (data->columns == DATA_COLUMNS)
        return err_set(err, "a table has at most %d columns", DATA_COLUMNS);
    if (strlen(name) >= DATA_NAME)
        return err_set(err, "the name of a column has at most %d bytes",
                       DATA_NAME - 1);
    if (data_find(data, name) >= 0)
        return err_set(err, "the column '%s' is there twice", name);
    DataColumn *c = &data->column[data->columns];
    *c = (DataColumn){ .kind = DATA_REAL };
    strcpy(c->name, name);
    c->value = mem_new(rows, sizeof *c->value, err);
    if (!c->value) return false;
    data->columns++;
    return true;
}

/* ---- lines --------------------------------------------------------------- */

/* Reads a line without its end; false at the end of the file or after an
 * error. */
static bool read_line(Reader *r) {
    size_t n = 0;
    int c = getc(r->file);
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = getc(r->file)) {
        if (n == DATA_LINE)
            return err_set(r->err, "%s:%zu: a line has at most %d bytes",
                           r->path, r->line + 1, DATA_LINE);
        r->text[n++] = (char)c;
    }
    if (n > 0 && r->text[n - 1] == '\r') n--;
    r->text[n] = '\0';
    r->line++;
    return true;
}

static char *trim(char *cell) {
    while (*cell == ' ' || *cell == '\t') cell++;
    size_t n = strlen(cell);
    while (n > 0 && (cell[n - 1] == ' ' || cell[n - 1] == '\t')) cell[--n] = 0;
    return cell;
}

/* Takes a cell in quotes; "" inside stands for one. What is behind it, or NULL
 * without an end. */
static char *unquote(char *from) {
    char *to = from++;
    for (; *from; from++) {
        if (*from == '"' && from[1] != '"') {
            *to = '\0';
            return from + 1;
        }
        if (*from == '"') from++;
        *to++ = *from;
    }
    return NULL;
}

static bool add_cell(Reader *r, char *cell) {
    if (r->cells == DATA_COLUMNS)
        return err_set(r->err, "%s:%zu: a table has at most %d columns",
                       r->path, r->line, DATA_COLUMNS);
    r->cell[r->cells++] = cell;
    return true;
}

/* Cuts the line into cells. */
static bool cut(Reader *r) {
    char *at = r->text;
    r->cells = 0;
    for (;;) {
        while (*at == ' ') at++;
        char *cell = at;
        if (*at == '"') {
            at = unquote(at);
            if (!at)
                return err_set(r->err, "%s:%zu: a quote is not closed", r->path,
                               r->line);
            while (*at == ' ') at++;
            if (*at && *at != r->comma)
                return err_set(r->err, "%s:%zu: expected '%c' behind a quote",
                               r->path, r->line, r->comma);
        } else {
            while (*at && *at != r->comma) at++;
        }
        bool last = !*at;
        *at++ = '\0';
        if (!add_cell(r, trim(cell))) return false;
        if (last) return true;
    }
}

/* ---- the first line ------------------------------------------------------ */

/* Names are made names of rules: letters, digits and _, no digit first. */
static void make_name(const char *cell, size_t number, char *name) {
    size_t n = 0;
    if (isdigit((unsigned char)*cell)) name[n++] = '_';
    for (; *cell && n < DATA_NAME - 1; cell++)
        name[n++] = isalnum((unsigned char)*cell) ? *cell : '_';
    name[n] = '\0';
    if (n == 0) snprintf(name, DATA_NAME, "column_%zu", number);
}

static char separator(const char *line) {
    static const char known[] = ",;\t";
    for (const char *c = known; *c; c++)
        if (strchr(line, *c)) return *c;
    return ',';
}

static bool read_names(Reader *r) {
    if (!read_line(r))
        return err_set(r->err,
                       "%s: expected a first line with the names of the "
                       "columns",
                       r->path);
    if (memcmp(r->text, "\xef\xbb\xbf", 3) == 0)
        memmove(r->text, r->text + 3, strlen(r->text + 3) + 1);
    r->comma = separator(r->text);
    if (!cut(r)) return false;
    for (size_t i = 0; i < r->cells; i++) {
        char name[DATA_NAME];
        Err why;
        make_name(r->cell[i], i + 1, name);
        if (!data_add(r->data, name, 0, &why))
            return err_set(r->err, "%s:1: %s", r->path, why.text);
    }
    return true;
}

/* ---- cells --------------------------------------------------------------- */

static bool is_missing(const char *cell) {
    static const char *const words[] = { "",    "NA", "N/A",  "NaN",
                                         "nan", "?",  "null", "NULL" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(cell, words[i]) == 0) return true;
    return false;
}

static bool is_number(const char *cell, double *x) {
    char *end;
    if (!isdigit((unsigned char)*cell) && !strchr("+-.", *cell)) return false;
    *x = strtod(cell, &end);
    return *end == '\0' && end != cell && isfinite(*x) &&
           !strpbrk(cell, "xXnN");
}

static bool is_truth(const char *cell, double *x) {
    static const char *const words[] = { "false", "true", "no",  "yes",
                                         "FALSE", "TRUE", "No",  "Yes",
                                         "False", "True" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(cell, words[i]) == 0) {
            *x = (double)(i % 2);
            return true;
        }
    return false;
}

/* The number of a word, which is kept if it is new; -1 after failing. */
static double word_of(Reader *r, DataColumn *c, const char *cell) {
    for (size_t i = 0; i < c->words; i++)
        if (strcmp(c->word[i], cell) == 0) return (double)i;
    if (c->words == DATA_CLASSES) {
        err_set(r->err, "%s:%zu: column '%s' has more than %d different words",
                r->path, r->line, c->name, DATA_CLASSES);
        return -1;
    }
    char **more = mem_resize(c->word, c->words + 1, sizeof *more, r->err);
    if (!more) return -1;
    c->word = more;
    more[c->words] = mem_text(cell, strlen(cell), r->err);
    return more[c->words] ? (double)c->words++ : -1;
}

static const char *called(DataKind kind) {
    return kind == DATA_REAL ? "a number"
           : kind == DATA_TRUTH ? "true or false"
                                : "a word";
}

static bool take_cell(Reader *r, DataColumn *c, const char *cell, double *x) {
    DataKind kind = is_number(cell, x) ? DATA_REAL
                    : is_truth(cell, x) ? DATA_TRUTH
                                        : DATA_WORDS;
    if (r->data->rows == 0) c->kind = kind;
    if (c->kind == DATA_WORDS) {
        *x = word_of(r, c, cell);
        return *x >= 0;
    }
    return kind == c->kind ||
           err_set(r->err, "%s:%zu: column '%s': expected %s, found '%.40s'",
                   r->path, r->line, c->name, called(c->kind), cell);
}

/* ---- rows ---------------------------------------------------------------- */

static bool make_room(Reader *r) {
    Data *d = r->data;
    if (d->rows < d->room) return true;
    if (d->rows == DATA_ROWS)
        return err_set(r->err, "%s: a table has at most %d rows", r->path,
                       DATA_ROWS);
    size_t room = d->room ? 2 * d->room : 1024;
    for (size_t i = 0; i < d->columns; i++) {
        double *more = mem_resize(d->column[i].value, room, sizeof *more,
                                  r->err);
        if (!more) return false;
        d->column[i].value = more;
    }
    d->room = room;
    return true;
}

static bool add_row(Reader *r) {
    Data *d = r->data;
    if (r->cells != d->columns)
        return err_set(r->err, "%s:%zu: expected %zu cells, found %zu", r->path,
                       r->line, d->columns, r->cells);
    for (size_t i = 0; i < d->columns; i++) {
        if (!is_missing(r->cell[i])) continue;
        if (r->drop) return true;
        return err_set(r->err,
                       "%s:%zu: column '%s' has no value; missing = \"drop\" "
                       "leaves such rows out",
                       r->path, r->line, d->column[i].name);
    }
    if (!make_room(r)) return false;
    for (size_t i = 0; i < d->columns; i++)
        if (!take_cell(r, &d->column[i], r->cell[i],
                       &d->column[i].value[d->rows]))
            return false;
    d->rows++;
    return true;
}

/* ---- words in order ------------------------------------------------------ */

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool sort_words(Data *d, DataColumn *c, Err *err) {
    char **old = mem_new(c->words, sizeof *old, err);
    double *place = mem_new(c->words, sizeof *place, err);
    if (old && place) {
        memcpy(old, c->word, c->words * sizeof *old);
        qsort(c->word, c->words, sizeof *c->word, by_text);
        for (size_t i = 0; i < c->words; i++)
            for (size_t k = 0; k < c->words; k++)
                if (old[i] == c->word[k]) place[i] = (double)k;
        for (size_t i = 0; i < d->rows; i++)
            c->value[i] = place[(size_t)c->value[i]];
    }
    bool ok = old && place;
    mem_free(place);
    mem_free(old);
    return ok;
}

static bool read_rows(Reader *r) {
    while (read_line(r)) {
        if (*trim(r->text) == '\0') continue;
        if (!cut(r) || !add_row(r)) return false;
    }
    if (!feof(r->file)) return false;
    if (r->data->rows == 0)
        return err_set(r->err, "%s: there are no rows", r->path);
    for (size_t i = 0; i < r->data->columns; i++)
        if (r->data->column[i].kind == DATA_WORDS &&
            !sort_words(r->data, &r->data->column[i], r->err))
            return false;
    return true;
}

Data *data_read(const char *path, bool drop, Err *err) {
    Reader r = { .path = path, .drop = drop, .err = err };
    bool ok = false;
    r.file = fopen(path, "rb");
    if (!r.file) {
        err_set(err, "%s: cannot be read", path);
        return NULL;
    }
    r.data = data_new(err);
    r.text = mem_new(DATA_LINE + 1, 1, err);
    ok = r.data && r.text && read_names(&r) && read_rows(&r);
    mem_free(r.text);
    fclose(r.file);
    if (ok) return r.data;
    data_free(r.data);
    return NULL;
}
