/* machine_draw.c -- pictures of machines.
 *
 * In the terminal the states stand in a column, two lines each. Where the first
 * observation is made (the other cooperates), a line runs on the right from the
 * state's lower line to the upper line of its successor; where the second is
 * (it defects), on the left. Lines that would meet get lanes of their own, the
 * short ones nearest to the states. More than two observations would need more
 * sides than there are: then a state is a line with an arrow for each.
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

static int next_of(const Alphabet *a, const Machine *m, int state, int see) {
    return machine_at(a, m, state)[1 + see];
}

/* What stands for a move: the dilemma's are capitals. */
static const char *output_of(const Alphabet *a, const Machine *m, int state) {
    int move = machine_at(a, m, state)[0];
    return alphabet_is_dilemma(a) ? &"C\0D"[2 * move] : a->moves.name[move];
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

static void run_edges(Side *side, const Alphabet *a, const Machine *m,
                      int see) {
    for (int length = 1; length < m->states; length++)
        for (int i = 0; i < m->states; i++)
            if (abs(next_of(a, m, i, see) - i) == length)
                run_edge(side, i, next_of(a, m, i, see));
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

/* The longest name of a list. */
static int width_of(const Names *names) {
    size_t most = 0;
    for (int i = 0; i < names->count; i++)
        if (strlen(names->name[i]) > most) most = strlen(names->name[i]);
    return (int)most;
}

/* The two sides of a picture by lines. */
typedef struct Sides {
    Side first, second;              /* right and left */
    int  width;                      /* of the moves' names */
} Sides;

static void draw_state(const Alphabet *a, const Machine *m, int i,
                       const Sides *sides, Buf *out) {
    const Names *sees = &a->sees;
    draw_side(&sides->second, 2 * i, true, out);
    buf_format(out, "%s%2d %-*s ", i == m->start ? ">" : " ", i, sides->width,
               output_of(a, m, i));
    draw_side(&sides->first, 2 * i, false, out);
    end_line(out);
    draw_side(&sides->second, 2 * i + 1, true, out);
    buf_format(out, next_of(a, m, i, 1) == i ? "%c↺" : "─%c", sees->name[1][0]);
    buf_format(out, "%*s", sides->width + 1, "");
    buf_format(out, next_of(a, m, i, 0) == i ? "↺%c" : "%c─", sees->name[0][0]);
    draw_side(&sides->first, 2 * i + 1, false, out);
    end_line(out);
}

static void draw_lines(const Alphabet *a, const Machine *m, Buf *out) {
    Sides sides = { .width = width_of(&a->moves) };
    run_edges(&sides.first, a, m, 0);
    run_edges(&sides.second, a, m, 1);
    for (int i = 0; i < m->states; i++) draw_state(a, m, i, &sides, out);
}

static void draw_table(const Alphabet *a, const Machine *m, Buf *out) {
    for (int i = 0; i < m->states; i++) {
        buf_format(out, "%s%2d %-*s", i == m->start ? ">" : " ", i,
                   width_of(&a->moves), output_of(a, m, i));
        for (int k = 0; k < a->sees.count; k++) {
            int next = next_of(a, m, i, k);
            if (next == i) buf_format(out, "  %s ↺  ", a->sees.name[k]);
            else buf_format(out, "  %s►%-3d", a->sees.name[k], next);
        }
        end_line(out);
    }
}

void machine_draw(const Alphabet *a, const Machine *m, Buf *out) {
    if (a->sees.count == 2) draw_lines(a, m, out);
    else draw_table(a, m, out);
}

/* ---- Graphviz ------------------------------------------------------------ */

static void dot_text(const char *text, Buf *out) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') buf_char(out, '\\');
        buf_char(out, *text);
    }
}

/* One line per successor, labelled by all that leads to it. */
static void dot_edges(const Alphabet *a, const Machine *m, int i, Buf *out) {
    const uint8_t *next = machine_at(a, m, i) + 1;
    for (int k = 0; k < a->sees.count; k++) {
        bool first = true;
        for (int j = 0; j < k; j++) first = first && next[j] != next[k];
        if (!first) continue;
        buf_format(out, "  s%d -> s%d [label=\"%s", i, next[k],
                   a->sees.name[k]);
        for (int j = k + 1; j < a->sees.count; j++)
            if (next[j] == next[k]) buf_format(out, ", %s", a->sees.name[j]);
        buf_format(out, "\"%s];\n", k == 1 ? ", style=dashed" : "");
    }
}

/* As in the paper's figures: states that cooperate are light, others dark. More
 * moves have colours of their own. */
static void dot_state(const Alphabet *a, const Machine *m, int i, Buf *out) {
    enum { COLOURS = 12 };           /* of Brewer's scheme set312 */
    int move = machine_at(a, m, i)[0];
    buf_format(out, "  s%d [label=\"%d\\n%s\", fillcolor=", i, i,
               output_of(a, m, i));
    if (a->moves.count > 2)
        buf_format(out, "\"/set312/%d\"];\n", 1 + move % COLOURS);
    else buf_text(out, move ? "gray25, fontcolor=white];\n" : "white];\n");
}

void machine_dot(const Alphabet *a, const Machine *m, const char *title,
                 Buf *out) {
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
    for (int i = 0; i < m->states; i++) dot_state(a, m, i, out);
    buf_format(out, "  start -> s%d;\n", m->start);
    for (int i = 0; i < m->states; i++) dot_edges(a, m, i, out);
    buf_text(out, "}\n");
}
