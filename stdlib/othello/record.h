/* record.h -- a game as its list of moves.
 *
 * The text is the usual one: squares one after another from black's first move,
 * f5d6c3..., passes left out. A game starts from the usual position unless it
 * says otherwise.
 */
#ifndef OTHELLO_RECORD_H
#define OTHELLO_RECORD_H

#include "board.h"

enum { RECORD_MOVES_MAX = 64 };

typedef struct Record {
    Position start;
    int      count;
    uint8_t  moves[RECORD_MOVES_MAX];
} Record;

/* A game without moves from that position. */
Record oth_record(Position start);

/* The position after the first `count` moves, at most all of them. */
Position oth_record_at(const Record *record, int count);

/* Appends the moves as text. */
void oth_record_print(const Record *record, Buf *out);

/* Reads moves from `start` on. Blanks, `//` comments, move numbers with a
 * point, capitals and passes (-- or pass) where there is no move are
 * understood; a move that is not legal is an error with its place and number.
 * */
bool oth_record_read(const Source *src, Position start, Record *record,
                     Err *err);

#endif
