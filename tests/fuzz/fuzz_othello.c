/* fuzz_othello.c -- Othello: positions and games as texts; evaluations that are
 * programs, compiled and walked, searched by both kernels. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "othello/kernel/kernel.h"
#include "othello/program.h"
#include "othello/record.h"

static void read_position(const Source *text) {
    Position p, again;
    Err err = { .text = "" };
    if (!oth_read(text, &p, &err)) {
        fuzz_demand(err.text[0], "a refusal has a reason");
        return;
    }
    char printed[OTH_TEXT + 1];
    oth_print(&p, printed);
    Source src = { "printed", printed, strlen(printed) };
    fuzz_demand(oth_read(&src, &again, &err) && again.white == p.white &&
                    again.board.me == p.board.me &&
                    again.board.you == p.board.you,
                "a printed position is read back");
}

static void read_game(const Source *text) {
    Record r, again;
    Err err = { .text = "" };
    if (!oth_record_read(text, oth_start(), &r, &err)) {
        fuzz_demand(err.text[0], "a refusal has a reason");
        return;
    }
    Buf out = { 0 };
    oth_record_print(&r, &out);
    Source src = { "printed", buf_get(&out), out.len };
    fuzz_demand(oth_record_read(&src, oth_start(), &again, &err) &&
                    again.count == r.count &&
                    memcmp(again.moves, r.moves, (size_t)r.count) == 0,
                "a printed game is read back");
    buf_free(&out);
}

void fuzz_record(const uint8_t *bytes, size_t n) {
    Source text = fuzz_source(bytes, n);
    read_position(&text);
    read_game(&text);
    free((char *)(uintptr_t)text.text);
}

/* ---- evaluations -------------------------------------------------------- */

enum { NODES = 200 };

static const Tables *tables(void) {
    static Tables *t;
    Err err;
    if (!t) t = oth_tables_new(&err);
    fuzz_demand(t != NULL, "tables");
    return t;
}

/* A board that is reached by legal moves. */
static Board reach(FuzzBytes *in) {
    Position p = oth_start();
    for (int n = (int)fuzz_below(in, 50); n > 0 && oth_moves(p.board); n--) {
        uint64_t moves = oth_moves(p.board);
        for (uint32_t k = fuzz_below(in, (uint32_t)oth_count(moves)); k > 0;
             k--)
            moves &= moves - 1;
        oth_play(&p, oth_first(moves));
    }
    return p.board;
}

static void search(const Kernel *kernel, const Evaluator *evaluator, Board b,
                   Choice *choice, uint64_t *nodes) {
    Search s = { .evaluator = evaluator };
    *choice = kernel->best(&s, b, 2);
    *nodes = s.nodes;
}

/* A program of the language, compiled; false if it is too large. */
static bool make(FuzzBytes *in, const Language *language, Program *program,
                 Tree *tree) {
    static Vocab vocab;
    static uint16_t genome[VOCAB_BRANCHES * (NODES + 2)];
    const Shape shape = { 2, { 2, 1 } };
    Err err;
    fuzz_demand(vocab_init(&vocab, language, &shape, &err), "a vocabulary");
    fuzz_tree_make(in, &vocab, NODES, genome);
    *tree = tree_at(&vocab, genome);
    return oth_program(program, tables(), tree, &err);
}

static void same(float want, float got) {
    fuzz_demand(memcmp(&want, &got, sizeof want) == 0 || want == got,
                "compiled programs mean what the walk says");
}

/* A strategy rates its moves as the walk says. */
static void rate(const Program *program, const Tree *tree, Board b) {
    for (uint64_t moves = oth_moves(b); moves; moves &= moves - 1) {
        float leaf[PROGRAM_ROWS];
        int square = oth_first(moves);
        oth_move_leaves(tables(), b, square, leaf);
        same(oth_program_walk(tree, leaf),
             program->base.rate(&program->base, b, square));
    }
}

void fuzz_player(const uint8_t *bytes, size_t n) {
    static Program program;
    FuzzBytes in = { bytes, n };
    Tree tree;
    Board b = reach(&in);
    uint64_t moves = oth_moves(b), nodes[2];
    if (!moves) return;
    bool strategy = fuzz_below(&in, 3) == 0;
    const Language *language = strategy ? &oth_strategy_language
                                        : &oth_wide_language;
    if (!make(&in, language, &program, &tree)) return;
    if (strategy) {
        rate(&program, &tree, b);
        return;
    }
    float leaf[PROGRAM_ROWS];
    oth_leaves(tables(), b, leaf);
    same(oth_program_walk(&tree, leaf),
         program.base.value(&program.base, b, moves));
    Choice choice[2];
    if (!oth_kernel_fast()) return;
    search(oth_kernel_plain(), &program.base, b, &choice[0], &nodes[0]);
    search(oth_kernel_fast(), &program.base, b, &choice[1], &nodes[1]);
    fuzz_demand(choice[0].square == choice[1].square && nodes[0] == nodes[1],
                "both kernels choose alike");
}
