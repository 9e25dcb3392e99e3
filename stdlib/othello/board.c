/* board.c -- positions: the start, playing, text.
 *
 * The rules themselves are inline in board.h, since every engine needs them in
 * its innermost loop. What a game needs around them is here: whose turn it is,
 * passing for a side without a move, and the text of 64 squares.
 */
#include "board.h"

#include <ctype.h>
#include <string.h>

/* ---- playing ------------------------------------------------------------ */

Position oth_start(void) {
    return (Position){ .board = { .me = UINT64_C(0x0000000810000000),
                                  .you = UINT64_C(0x0000001008000000) } };
}

bool oth_over(Board b) { return !oth_moves(b) && !oth_moves(oth_pass(b)); }

bool oth_play(Position *position, int square) {
    Board b = position->board;
    if (square < 0 || square >= OTH_SQUARES) return false;
    if ((b.me | b.you) & OTH_BIT(square)) return false;
    uint64_t flips = oth_flips(b, square);
    if (!flips) return false;
    position->board = oth_after(b, square, flips);
    position->white = !position->white;
    if (!oth_moves(position->board) && !oth_over(position->board)) {
        position->board = oth_pass(position->board);
        position->white = !position->white;
    }
    return true;
}

uint64_t oth_black(const Position *position) {
    return position->white ? position->board.you : position->board.me;
}

uint64_t oth_white(const Position *position) {
    return position->white ? position->board.me : position->board.you;
}

int oth_black_lead(const Position *position) {
    int lead = oth_difference(position->board);
    return position->white ? -lead : lead;
}

/* ---- text --------------------------------------------------------------- */

void oth_square_name(int square, char *name) {
    name[0] = (char)('a' + square % 8);
    name[1] = (char)('1' + square / 8);
    name[2] = '\0';
}

int oth_square_find(const char *name) {
    int file = tolower((unsigned char)name[0]) - 'a';
    if (file < 0 || file > 7) return -1;
    int row = name[1] - '1';
    if (row < 0 || row > 7 || name[2]) return -1;
    return 8 * row + file;
}

void oth_print(const Position *position, char text[OTH_TEXT + 1]) {
    uint64_t black = oth_black(position), white = oth_white(position);
    for (int i = 0; i < OTH_SQUARES; i++)
        text[i] = black & OTH_BIT(i) ? 'X' : white & OTH_BIT(i) ? 'O' : '-';
    text[64] = ' ';
    text[65] = position->white ? 'O' : 'X';
    text[66] = '\0';
}

/* What a character of a position means: 'X', 'O', '-' or 0. */
static char square_of(char c) {
    switch (c) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b': return 'X';
    case 'O':
    case 'o':
    case 'W':
    case 'w': return 'O';
    case '-':
    case '.': return '-';
    default: return 0;
    }
}

bool oth_read(const Source *src, Position *position, Err *err) {
    uint64_t black = 0, white = 0;
    char side = 0;
    int n = 0;
    for (size_t i = 0; i < src->len && !side; i++) {
        char c = src->text[i], what = square_of(c);
        if (isspace((unsigned char)c)) continue;
        if (!what)
            return err_at(err, src, i, "expected X, O or - for a square");
        if (n == OTH_SQUARES && what == '-')
            return err_at(err, src, i, "expected the side to move, X or O");
        if (n == OTH_SQUARES) side = what;
        else if (what == 'X') black |= OTH_BIT(n);
        else if (what == 'O') white |= OTH_BIT(n);
        n++;
    }
    if (!side)
        return err_at(err, src, src->len,
                      "expected 64 squares and the side to move, got %d of 65",
                      n);
    position->white = side == 'O';
    position->board = position->white ? (Board){ white, black }
                                      : (Board){ black, white };
    return true;
}
