/* test_linear.c -- linear programs: text, bytes, meaning, variation. */
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "base/rng.h"
#include "engine/walk/linear_run.h"
#include "program/linear/linear_declare.h"

/* A small machine: one number, a wish to stop, a test. */
enum { ADD, DOUBLE, STOP, ODD };

static const LinearInstr instrs[] = {
    { "Nop", LINEAR_NOP, 0, "nothing", { 0 }, 0 },
    { "Add", LINEAR_ACT, ADD, "add one", { 0 }, 0 },
    { "Double", LINEAR_ACT, DOUBLE, "twice", { 0 }, 0 },
    { "Stop", LINEAR_ACT, STOP, "end", { 0 }, 0 },
    { "IfOdd", LINEAR_TEST, ODD, "is it odd?", { 0 }, 0 },
    { "Jump", LINEAR_JUMP, 0, "next block", { 0 }, 0 },
    { "Grow", LINEAR_COMBINE, 0, "all", { 1, 4, 1, 2 }, 4 },
};
static const LinearBlock blocks[] = { { "First", 4 }, { "Second", 6 } };
static const LinearRegister registers[] = { { "X", "the number" } };
static const LinearSet set = { "toy", instrs, 7, blocks, 2, registers, 1 };

static bool act(void *game, int op) {
    int *x = game;
    if (op == ADD) *x = (int)((unsigned)*x + 1);
    if (op == DOUBLE) *x = (int)((unsigned)*x * 2);
    return op != STOP;
}

static bool test(void *game, int op) { return op == ODD && *(int *)game % 2; }

static void show(void *game, size_t reg, Buf *out) {
    (void)reg;
    buf_format(out, "%d", *(int *)game);
}

static const LinearHost host = { act, test, show };

static bool parse(const char *text, uint8_t *code, Err *err) {
    Source src = { "p", text, strlen(text) };
    return linear_parse(&set, &src, code, err);
}

static int run_text(const char *text, bool nested, uint64_t *steps) {
    uint8_t code[10];
    Err err;
    if (!parse(text, code, &err)) return -1;
    int x = 0;
    LinearRun run = { &set, code, &host, &x, nested, 0, 0, 0, 0 };
    if (!linear_run(&run, 1000)) x = -2;
    *steps = run.steps;
    return x;
}

TEST the_figures_notation_is_read_and_printed_back(void) {
    const char *text = "First state (2/4) // counts are for people\n\n"
                       "1. Add\n\n2. Jump // on\n// a line of its own\n"
                       "Second\r\n  stop\n7 Nop\nGrow\n";
    uint8_t code[10], again[10];
    Err err;
    Buf out = { 0 };
    ASSERT(linear_set_check(&set, &err));
    ASSERT(parse(text, code, &err));
    ASSERT(linear_print(&set, code, &out, &err));
    ASSERT_STR_EQ("First state (2/4)\n1. Add\n2. Jump\n\n"
                  "Second state (3/6)\n1. Stop\n2. Nop\n3. Grow\n",
                  out.text);
    ASSERT(parse(out.text, again, &err));
    ASSERT_EQ(0, memcmp(code, again, sizeof code));
    buf_free(&out);
    PASS();
}

static const char *message(const char *text) {
    static Err err;
    uint8_t code[10];
    err.text[0] = '\0';
    parse(text, code, &err);
    return err.text;
}

TEST wrong_text_gets_a_place_and_the_nearest_name(void) {
    ASSERT_STR_EQ("p:2:4: unknown instruction 'Dubble'; did you mean 'Double'?"
                  "\n  1. Dubble\n     ^",
                  message("First\n1. Dubble\n"));
    ASSERT_STR_EQ("p:1:1: unknown instruction 'Frist'; did you mean 'First'?\n"
                  "  Frist state\n  ^",
                  message("Frist state\n"));
    ASSERT_STR_EQ("p:1:1: expected a heading such as 'First state' before the "
                  "first instruction\n  Add\n  ^",
                  message("Add\n"));
    ASSERT_STR_EQ("p:2:5: expected the end of the line\n  Add Add\n      ^",
                  message("First\nAdd Add"));
    ASSERT_STR_EQ("p:3:1: block 'First' stands here twice\n  First\n  ^",
                  message("First\nAdd\nFirst\n"));
    ASSERT_STR_EQ("p:1:1: expected an instruction\n  (\n  ^", message("("));
    ASSERT_STR_EQ("p:1:1: the program has no instructions\n  \n  ^",
                  message(""));
    ASSERT_STR_EQ("p:1:7: expected 'state' or the end of the line\n"
                  "  First Add\n        ^",
                  message("First Add"));
    PASS();
}

TEST a_block_takes_its_capacity_and_not_one_line_more(void) {
    uint8_t code[10];
    Err err;
    ASSERT(parse("First\nAdd\nAdd\nAdd\nAdd\n", code, &err));
    ASSERT_STR_EQ("p:6:1: block 'First' holds at most 4 lines\n  Add\n  ^",
                  message("First\nAdd\nAdd\nAdd\nAdd\nAdd\n"));
    PASS();
}

TEST a_set_is_judged_by_its_limits(void) {
    Err err;
    LinearInstr rows[LINEAR_INSTRS_MAX + 1];
    char names[LINEAR_INSTRS_MAX + 1][16];
    for (int i = 0; i <= LINEAR_INSTRS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "i%d", i);
        rows[i] = (LinearInstr){ .name = names[i],
                                 .kind = i ? LINEAR_ACT : LINEAR_NOP };
    }
    LinearBlock block = { "B", LINEAR_LINES_MAX };
    LinearSet big = { "big", rows, LINEAR_INSTRS_MAX, &block, 1, NULL, 0 };
    ASSERT(linear_set_check(&big, &err));
    big.instr_count++;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("instructions: expected 2 to 128, got 129", err.text);
    big.instr_count = 5;
    block.capacity++;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("block 'B': capacity must be 1 to 1000, got 1001", err.text);
    block.capacity = 1;
    rows[3].name = "I2";
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("instruction 'I2' is declared twice", err.text);
    rows[3].name = "a b";
    ASSERT_FALSE(linear_set_check(&big, &err));
    rows[3] = (LinearInstr){ "c", LINEAR_COMBINE, 0, "", { 9 }, 1 };
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("instruction 'c': part 1 is not a plain instruction of this "
                  "set",
                  err.text);
    rows[3].part_count = 0;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("instruction 'c' combines 0 others, expected 1 to 8",
                  err.text);
    rows[3] = (LinearInstr){ "c", LINEAR_NOP, 0, "", { 0 }, 0 };
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("instruction 'c': row 0, and no other, does nothing",
                  err.text);
    rows[3].kind = LINEAR_ACT;
    LinearRegister bad = { "1x", "" };
    big.registers = &bad;
    big.register_count = 1;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("register '1x': a name has letters, digits and _, 1 to 31 of "
                  "them, no digit first",
                  err.text);
    big.register_count = LINEAR_REGISTERS_MAX + 1;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("registers: expected at most 32, got 33", err.text);
    big.block_count = 0;
    ASSERT_FALSE(linear_set_check(&big, &err));
    ASSERT_STR_EQ("blocks: expected 1 to 16, got 0", err.text);
    PASS();
}

TEST stored_bytes_are_checked(void) {
    uint8_t code[10] = { 0, 1, 6 };
    Err err;
    ASSERT(linear_check(&set, code, 10, &err));
    ASSERT_FALSE(linear_check(&set, code, 9, &err));
    ASSERT_STR_EQ("a program of 'toy' has 10 bytes, not 9", err.text);
    code[2] = 7;
    ASSERT_FALSE(linear_check(&set, code, 10, &err));
    ASSERT_STR_EQ("byte 2: 'toy' has no instruction 7", err.text);
    PASS();
}

TEST texts_are_read_up_to_their_limit(void) {
    uint8_t code[10];
    Err err;
    char *text = calloc(1, LINEAR_FILE_MAX + 1);         /* ends with a zero */
    memset(text, '\n', LINEAR_FILE_MAX);
    memcpy(text, "First\nAdd", 9);
    Source src = { "p", text, LINEAR_FILE_MAX };
    ASSERT(linear_parse(&set, &src, code, &err));
    ASSERT_EQ(1, code[0]);
    src.len++;
    ASSERT_FALSE(linear_parse(&set, &src, code, &err));
    ASSERT_STR_EQ("p: 1048577 bytes, larger than the limit of 1048576",
                  err.text);
    free(text);
    PASS();
}

TEST steps_are_exact_and_blocks_start_again(void) {
    uint64_t steps = 0;
    ASSERT_EQ(
        3, run_text("First\nAdd\nAdd\nJump\nSecond\nAdd\nStop", false, &steps));
    ASSERT_EQ(5, steps);
    /* Add, Double, IfOdd fails and passes over Jump, end: 0 2 6 14 ... */
    ASSERT_EQ(-2, run_text("First\nAdd\nDouble\nIfOdd\nJump\nSecond\nStop",
                           false, &steps));
    ASSERT_EQ(1000, steps);
    /* an empty block never ends, but each turn is a step */
    ASSERT_EQ(-2, run_text("First\nJump", false, &steps));
    ASSERT_EQ(1000, steps);
    PASS();
}

TEST a_failed_test_skips_one_line_or_its_chain(void) {
    uint64_t steps = 0;
    const char *text = "First\nIfOdd\nIfOdd\nAdd\nJump\nSecond\nStop";
    ASSERT_EQ(1, run_text(text, false, &steps));
    ASSERT_EQ(0, run_text(text, true, &steps));
    ASSERT_EQ(3, steps);
    PASS();
}

TEST a_combined_instruction_is_one_step(void) {
    uint64_t steps = 0;
    /* Add, IfOdd holds, Add, Double: 4; then 5, odd: 6, 12 */
    ASSERT_EQ(12,
              run_text("First\nGrow\nGrow\nJump\nSecond\nStop", false, &steps));
    ASSERT_EQ(4, steps);
    PASS();
}

TEST a_trace_line_names_place_instruction_and_registers(void) {
    uint8_t code[10];
    Err err;
    Buf out = { 0 };
    ASSERT(parse("First\nAdd\nStop", code, &err));
    int x = 7;
    LinearRun run = { &set, code, &host, &x, false, 0, 0, 0, 0 };
    linear_run_step(&run);
    linear_run_show(&run, &out);
    ASSERT_STR_EQ("First 2 Stop X=8", out.text);
    buf_free(&out);
    PASS();
}

TEST a_trace_shows_the_first_steps_and_counts_them_all(void) {
    uint8_t code[10] = { 0 };
    Err err;
    ASSERT(parse("First\nAdd\nDouble\nStop\n", code, &err));
    int x = 1;
    Buf out = { 0 };
    LinearRun run = { &set, code, &host, &x, false, 0, 0, 0, 0 };
    ASSERT(linear_run_trace(&run, 10, 2, &out));
    ASSERT_STR_EQ("First 1 Add X=1\nFirst 2 Double X=2\n", buf_get(&out));
    ASSERT_EQ(3, run.steps);
    buf_free(&out);
    LinearRun again = { &set, code, &host, &x, false, 0, 0, 0, 0 };
    ASSERT_FALSE(linear_run_trace(&again, 2, 0, &out));
    ASSERT_EQ(0, out.len);
    ASSERT_EQ(2, again.steps);
    PASS();
}

/* ---- declaring a set ---------------------------------------------------- */

static LinearDeclared declared;

TEST a_declared_set_owns_its_names(void) {
    char name[] = "Main", row[] = "Nop";
    Err err;
    linear_declare(&declared, "toy");
    ASSERT(linear_declare_block(&declared, name, 10, &err));
    ASSERT(linear_declare_register(&declared, "x", &err));
    ASSERT(linear_declare_row(&declared, row, LINEAR_NOP, &err));
    ASSERT(linear_declare_row(&declared, "Add", LINEAR_ACT, &err));
    memset(name, 'z', 4);
    memset(row, 'z', 3);
    ASSERT(linear_declare_end(&declared, &err));
    ASSERT_STR_EQ("Main", declared.set.blocks[0].name);
    ASSERT_STR_EQ("Nop", declared.linear.set->instrs[0].name);
    ASSERT_EQ(10, linear_bytes(declared.linear.set));
    PASS();
}

TEST what_cannot_be_declared_is_refused(void) {
    static const char longest[] = "abcdefghijklmnopqrstuvwxyzabcde";    /* 31 */
    static const char longer[] = "abcdefghijklmnopqrstuvwxyzabcdef";
    Err err;
    linear_declare(&declared, longer);
    ASSERT_STR_EQ(longest, declared.set.name);
    ASSERT(linear_declare_register(&declared, longest, &err));
    ASSERT_FALSE(linear_declare_register(&declared, longer, &err));
    ASSERT_STR_EQ(
        "'abcdefghijklmnopqrstuvwxyzabcdef' is longer than 31 letters",
        err.text);
    ASSERT(linear_declare_block(&declared, "A", LINEAR_LINES_MAX, &err));
    ASSERT_FALSE(
        linear_declare_block(&declared, "B", LINEAR_LINES_MAX + 1, &err));
    ASSERT_STR_EQ("block 'B': capacity must be 1 to 1000, got 1001", err.text);
    ASSERT_FALSE(linear_declare_block(&declared, "B", 0, &err));
    for (int i = 1; i < LINEAR_BLOCKS_MAX; i++)
        ASSERT(linear_declare_block(&declared, "B", 1, &err));
    ASSERT_FALSE(linear_declare_block(&declared, "B", 1, &err));
    ASSERT_STR_EQ("blocks: expected at most 16", err.text);
    ASSERT_EQ(LINEAR_BLOCKS_MAX, declared.set.block_count);
    for (int i = 0; i < LINEAR_INSTRS_MAX; i++)
        ASSERT(linear_declare_row(&declared, "R", LINEAR_ACT, &err));
    ASSERT_FALSE(linear_declare_row(&declared, "R", LINEAR_ACT, &err));
    ASSERT_STR_EQ("rows: expected at most 128", err.text);
    ASSERT_FALSE(linear_declare_end(&declared, &err));    /* two blocks 'B' */
    PASS();
}

/* ---- variation ---------------------------------------------------------- */

static bool packed(const uint8_t *code) {
    uint8_t copy[10];
    memcpy(copy, code, sizeof copy);
    linear_pack(&set, copy);
    return memcmp(copy, code, sizeof copy) == 0;
}

TEST every_operator_keeps_programs_valid_and_nops_last(void) {
    LinearSpecies linear;
    linear_species_init(&linear, &set);
    const Species *s = &linear.species;
    Err err;
    for (const Operator *op = linear_operators; op->name; op++) {
        const OperatorParam *first = &op->params[0];
        double param[OPERATOR_NUMBERS] = { first->max == 1 ? 0.5
                                                           : first->normal };
        int changed = 0;
        for (uint64_t i = 0; i < 2000; i++) {
            Rng rng = rng_key(11, i, 0, RNG_TEST);
            uint8_t a[10], b[10], child[10];
            linear_random(&set, &rng, a);
            linear_random(&set, &rng, b);
            const void *parents[] = { a, b };
            Origin origin = { 0 };
            bool made = op->apply(s, param, &rng, parents, child, &origin);
            ASSERT(linear_check(&set, child, sizeof child, &err));
            ASSERTm(op->name, packed(child));
            if (!made) ASSERT_EQ(0, memcmp(child, a, sizeof child));
            changed += memcmp(child, a, sizeof child) != 0;
        }
        ASSERTm(op->name, changed > 500);
    }
    PASS();
}

TEST insert_and_delete_change_the_length_by_one(void) {
    LinearSpecies linear;
    linear_species_init(&linear, &set);
    Err err;
    const Operator *insert = species_operator(&linear.species, "insert", &err);
    const Operator *cut = species_operator(&linear.species, "delete", &err);
    uint8_t full[10], child[10];
    memset(full, 1, sizeof full);
    const void *parents[] = { full };
    Origin origin;
    Rng rng = rng_seed(1);
    ASSERT_FALSE(
        insert->apply(&linear.species, NULL, &rng, parents, child, &origin));
    for (size_t n = 10; n > 0; n--) {
        ASSERT_EQ(n, linear_size(&set, full));
        ASSERT(
            cut->apply(&linear.species, NULL, &rng, parents, child, &origin));
        memcpy(full, child, sizeof full);
    }
    ASSERT_FALSE(
        cut->apply(&linear.species, NULL, &rng, parents, child, &origin));
    ASSERT(insert->apply(&linear.species, NULL, &rng, parents, child, &origin));
    ASSERT_EQ(1, linear_size(&set, child));
    PASS();
}

TEST a_chunk_swap_keeps_all_instructions_between_the_two(void) {
    for (uint64_t i = 0; i < 500; i++) {
        Rng rng = rng_key(3, i, 0, RNG_TEST);
        uint8_t a[10], b[10];
        int before[8] = { 0 }, after[8] = { 0 };
        linear_random(&set, &rng, a);
        linear_random(&set, &rng, b);
        for (int k = 0; k < 10; k++) before[a[k]]++, before[b[k]]++;
        Origin o = linear_swap_chunk(&set, &rng, a, b);
        for (int k = 0; k < 10; k++) after[a[k]]++, after[b[k]]++;
        ASSERT_EQ(0, memcmp(before, after, sizeof before));
        ASSERT(o.len[0] >= 1 && o.len[0] <= blocks[o.part].capacity / 2);
        ASSERT(packed(a) && packed(b));
    }
    PASS();
}

TEST random_programs_survive_print_and_parse(void) {
    Err err;
    for (uint64_t i = 0; i < 300; i++) {
        Rng rng = rng_key(5, i, 0, RNG_TEST);
        uint8_t a[10], b[10];
        linear_random(&set, &rng, a);
        Buf out = { 0 };
        ASSERT(linear_print(&set, a, &out, &err));
        ASSERT(parse(out.text, b, &err));
        ASSERT_EQ(0, memcmp(a, b, sizeof a));
        buf_free(&out);
    }
    PASS();
}

TEST random_bytes_never_crash_the_reader(void) {
    static const char *const bits[] = { "First",  "Add",   "\n",   " ",
                                        "state",  "(1/2)", "(",    "12.",
                                        "//",     ":",     "\x80", "Jump",
                                        "Second", "1" };
    for (uint64_t i = 0; i < 3000; i++) {
        Rng rng = rng_key(6, i, 0, RNG_TEST);
        char text[200] = "";
        size_t n = rng_below(&rng, 20);
        for (size_t k = 0; k < n; k++)
            strcat(text, bits[rng_below(&rng, sizeof bits / sizeof *bits)]);
        uint8_t code[10];
        Err err;
        Source src = { "p", text, strlen(text) };
        if (rng_below(&rng, 4) == 0) text[src.len / 2] = '\0';
        linear_parse(&set, &src, code, &err);
    }
    PASS();
}

SUITE(test_linear) {
    RUN_TEST(the_figures_notation_is_read_and_printed_back);
    RUN_TEST(wrong_text_gets_a_place_and_the_nearest_name);
    RUN_TEST(a_block_takes_its_capacity_and_not_one_line_more);
    RUN_TEST(a_set_is_judged_by_its_limits);
    RUN_TEST(stored_bytes_are_checked);
    RUN_TEST(texts_are_read_up_to_their_limit);
    RUN_TEST(steps_are_exact_and_blocks_start_again);
    RUN_TEST(a_failed_test_skips_one_line_or_its_chain);
    RUN_TEST(a_combined_instruction_is_one_step);
    RUN_TEST(a_trace_line_names_place_instruction_and_registers);
    RUN_TEST(a_trace_shows_the_first_steps_and_counts_them_all);
    RUN_TEST(a_declared_set_owns_its_names);
    RUN_TEST(what_cannot_be_declared_is_refused);
    RUN_TEST(every_operator_keeps_programs_valid_and_nops_last);
    RUN_TEST(insert_and_delete_change_the_length_by_one);
    RUN_TEST(a_chunk_swap_keeps_all_instructions_between_the_two);
    RUN_TEST(random_programs_survive_print_and_parse);
    RUN_TEST(random_bytes_never_crash_the_reader);
}
