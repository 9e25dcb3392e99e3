/* record.c -- games as text and back. */
#include "record.h"

#include <assert.h>

#include "record_lex.h"

Record oth_record(Position start) { return (Record){ .start = start }; }

Position oth_record_at(const Record *record, int count) {
    Position p = record->start;
    for (int i = 0; i < count && i < record->count; i++)
        oth_play(&p, record->moves[i]);
    return p;
}

void oth_record_print(const Record *record, Buf *out) {
    char name[3];
    for (int i = 0; i < record->count; i++) {
        oth_square_name(record->moves[i], name);
        buf_text(out, name);
    }
}

/* ---- reading ------------------------------------------------------------ */

typedef struct Reader {
    const Source *src;
    size_t        at, from;          /* behind and at the current word */
    Position      now;
    bool          passed;            /* the side before `now` had no move */
    Record       *record;
} Reader;

/* Says why `square` cannot be played. */
static bool refuse(const Reader *r, int square, Err *err) {
    const char *word = r->src->text + r->from;
    const char *side = r->now.white ? "white" : "black";
    int number = r->record->count + 1;
    if (square < 0)
        return err_at(err, r->src, r->from,
                      "'%.2s' is no square; they are a1 to h8", word);
    if (oth_over(r->now.board))
        return err_at(err, r->src, r->from,
                      "the game is over, but '%.2s' follows", word);
    if ((r->now.board.me | r->now.board.you) & OTH_BIT(square))
        return err_at(err, r->src, r->from, "move %d: '%.2s' is taken already",
                      number, word);
    return err_at(err, r->src, r->from, "move %d: '%.2s' turns no disc for %s",
                  number, word, side);
}

static bool read_square(Reader *r, Err *err) {
    char name[3] = { r->src->text[r->from], r->src->text[r->from + 1], 0 };
    int square = oth_square_find(name);
    bool white = r->now.white;
    if (square < 0 || !oth_play(&r->now, square)) return refuse(r, square, err);
    assert(r->record->count < RECORD_MOVES_MAX);   /* each fills a square */
    r->record->moves[r->record->count++] = (uint8_t)square;
    r->passed = r->now.white == white;
    return true;
}

/* oth_play() has passed already; the word may only confirm that. */
static bool read_pass(Reader *r, Err *err) {
    if (!r->passed && !oth_over(r->now.board))
        return err_at(err, r->src, r->from, "%s has a move and may not pass",
                      r->now.white ? "white" : "black");
    r->passed = false;
    return true;
}

static bool read_bad(const Reader *r, Err *err) {
    unsigned char c = (unsigned char)r->src->text[r->from];
    if (c > ' ' && c < 127)
        return err_at(err, r->src, r->from,
                      "expected a move like f5, found '%c'", c);
    return err_at(err, r->src, r->from,
                  "expected a move like f5, found byte %d", c);
}

bool oth_record_read(const Source *src, Position start, Record *record,
                     Err *err) {
    *record = oth_record(start);
    Reader r = { .src = src, .now = start, .record = record };
    for (;;) {
        switch (lex_othello(src, &r.at, &r.from)) {
        case OTHELLO_TOK_END: return true;
        case OTHELLO_TOK_NUMBER: break;
        case OTHELLO_TOK_SQUARE:
            if (!read_square(&r, err)) return false;
            break;
        case OTHELLO_TOK_PASS:
            if (!read_pass(&r, err)) return false;
            break;
        case OTHELLO_TOK_BAD: return read_bad(&r, err);
        }
    }
}
