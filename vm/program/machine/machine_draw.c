/* machine_draw.c -- pictures of machines.
 *
 * In the terminal the states stand in a column, two lines each. Where the other
 * cooperates, a line runs on the right from the state's lower line to the upper
 * line of its successor; where it defects, on the left. Lines that would meet
 * get lanes of their own, the short ones nearest to the states.
 *
 *          ┌────►>0 C  ◄───┐
 *       ┌──┼──────    ↺    │
 *
 * A canvas of small integers is drawn first: a cell holds which of its four
 * sides a line leaves by, so that crossings come out right by themselves.
 */
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, HEAD = 16 };
enum {
    LANES = MACHINE_STATES_MAX,
    ROWS = 2 * MACHINE_STATES_MAX,
    LANE_WIDTH = 2,                  /* cells per lane */
    MARGIN = 2,                      /* cells between lanes and states */
};

/* One side of the picture: column 0 is next to the states. */
typedef struct Side {
    uint8_t cell[ROWS][MARGIN + LANE_WIDTH * LANES];
    bool    taken[LANES][ROWS];
    int     lanes;
} Side;

static int span(const Machine *m, int state, int move) {
    return abs(m->at[state].next[move] - state);
}

static int free_lane(const Side *side, int first, int last) {
    for (int lane = 0;; lane++) {
        bool clear = true;
        for (int row = first; row <= last; row++)
            clear = clear && !side->taken[lane][row];
        if (clear || lane == LANES - 1) return lane;
    }
}

static void run_across(Side *side, int row, int column, bool head) {
    for (int x = 0; x < column; x++) side->cell[row][x] |= LEFT | RIGHT;
    side->cell[row][column] |= LEFT;      /* towards the states */
    if (head) side->cell[row][0] |= HEAD;
}

/* The line from the lower row of `from` to the upper row of `to`. */
static void run_edge(Side *side, int from, int to) {
    int leave = 2 * from + 1, enter = 2 * to;
    int first = leave < enter ? leave : enter;
    int last = leave < enter ? enter : leave;
    int lane = free_lane(side, first, last);
    int column = MARGIN + LANE_WIDTH * lane;
    if (lane >= side->lanes) side->lanes = lane + 1;
    for (int row = first; row <= last; row++) {
        side->taken[lane][row] = true;
        if (row > first) side->cell[row][column] |= UP;
        if (row < last) side->cell[row][column] |= DOWN;
    }
    run_across(side, leave, column, false);
    run_across(side, enter, column, true);
}

static void run_edges(Side *side, const Machine *m, int move) {
    for (int length = 1; length < m->states; length++)
        for (int i = 0; i < m->states; i++)
            if (span(m, i, move) == length)
                run_edge(side, i, m->at[i].next[move]);
}

/* Lines by the sides they leave by, up 1, down 2, left 4, right 8. */
static const char *const strokes[16] = {
    " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬",
    "┼",
};

static const char *stroke(uint8_t cell, bool mirrored) {
    if (cell & HEAD) return mirrored ? "►" : "◄";
    int sides = cell & 3;
    if (cell & LEFT) sides |= mirrored ? RIGHT : LEFT;
    if (cell & RIGHT) sides |= mirrored ? LEFT : RIGHT;
    return strokes[sides];
}

static void draw_side(const Side *side, int row, bool mirrored, Buf *out) {
    int width = side->lanes ? MARGIN + LANE_WIDTH * (side->lanes - 1) + 1 : 0;
    for (int x = 0; x < width; x++)
        buf_text(out, stroke(side->cell[row][mirrored ? width - 1 - x : x],
                             mirrored));
}

static void end_line(Buf *out) {
    while (out->len && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
    buf_char(out, '\n');
}

static void draw_state(const Machine *m, int i, const Side *c, const Side *d,
                       Buf *out) {
    const MachineState *s = &m->at[i];
    draw_side(d, 2 * i, true, out);
    buf_format(out, "%s%2d %c ", i == m->start ? ">" : " ", i, "CD"[s->out]);
    draw_side(c, 2 * i, false, out);
    end_line(out);
    draw_side(d, 2 * i + 1, true, out);
    buf_text(out, s->next[1] == i ? "d↺" : "─d");
    buf_text(out, "  ");
    buf_text(out, s->next[0] == i ? "↺c" : "c─");
    draw_side(c, 2 * i + 1, false, out);
    end_line(out);
}

void machine_draw(const Machine *m, Buf *out) {
    Side c = { 0 }, d = { 0 };
    run_edges(&c, m, MOVE_C);
    run_edges(&d, m, MOVE_D);
    for (int i = 0; i < m->states; i++) draw_state(m, i, &c, &d, out);
}

/* ---- Graphviz ------------------------------------------------------------ */

static void dot_text(const char *text, Buf *out) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') buf_char(out, '\\');
        buf_char(out, *text);
    }
}

static void dot_edges(const Machine *m, int i, Buf *out) {
    const uint8_t *next = m->at[i].next;
    if (next[0] == next[1]) {
        buf_format(out, "  s%d -> s%d [label=\"c, d\"];\n", i, next[0]);
        return;
    }
    for (int k = 0; k < 2; k++)
        buf_format(out, "  s%d -> s%d [label=\"%c\"%s];\n", i, next[k], "cd"[k],
                   k ? ", style=dashed" : "");
}

/* As in the paper's figures: states that cooperate are light, others dark. */
void machine_dot(const Machine *m, const char *title, Buf *out) {
    buf_text(out, "digraph machine {\n  rankdir=LR;\n");
    if (title) {
        buf_text(out, "  label=\"");
        dot_text(title, out);
        buf_text(out, "\"; labelloc=t; fontname=\"Helvetica\";\n");
    }
    buf_text(out, "  node [shape=circle, style=filled, "
                  "fontname=\"Helvetica\"];\n"
                  "  edge [fontname=\"Helvetica\"];\n"
                  "  start [shape=point];\n");
    for (int i = 0; i < m->states; i++)
        buf_format(out, "  s%d [label=\"%d\\n%c\", fillcolor=%s];\n", i, i,
                   "CD"[m->at[i].out],
                   m -> at[i].out ? "gray25, fontcolor=white" : "white");
    buf_format(out, "  start -> s%d;\n", m->start);
    for (int i = 0; i < m->states; i++) dot_edges(m, i, out);
    buf_text(out, "}\n");
}
