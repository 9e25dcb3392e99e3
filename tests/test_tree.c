/* test_tree.c -- tree programs: reading, printing, checking, varying. */
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "base/mem.h"
#include "mines_kit.h"

static const MinesOptions *paper(void) {
    static MinesOptions options;
    options = mines_options();
    return &options;
}

/* ---- texts -------------------------------------------------------------- */

/* Reads `text` by the whole way a file takes and compares the canonical print. */
static const char *reprint(const char *text, char *out, size_t room) {
    Kit *kit = kit_new(paper(), NULL);
    Source src = { "p.gp", text, strlen(text) };
    Shape shape;
    Buf buf = { 0 };
    bool ok = tree_parse_shape(&src, &kit->mines->language.normal, &shape,
                               &kit->err) &&
              vocab_init(&kit->vocab, &kit->mines->language, &shape,
                         &kit->err) &&
              kit_read(kit, text);
    Tree tree = kit_tree(kit);
    if (ok) tree_print(&tree, &buf);
    snprintf(out, room, "%s", ok ? buf_get(&buf) : kit->err.text);
    buf_free(&buf);
    kit_free(kit);
    return out;
}

TEST every_way_of_writing_prints_one_way(void) {
    static const char *const pairs[][2] = {
        { "RPB (UNC 0)", "RPB (UNC 0)\n" },
        { "(UNC 0)", "RPB (UNC 0)\n" },
        { "5", "RPB 5\n" },
        { "; a comment\nRPB\t(UNC(MOV\n 3)) ; more", "RPB (UNC (MOV 3))\n" },
        { "RPB_Num 0 (UNC 0) ADF_Num 0 (ADD ARG2 (ARG1))",
          "RPB (UNC 0)\nADF0 (ADD (ARG2) (ARG1))\n" },
        { "Num RPBS 1 Num ADFS 3 ARITY 3 2 1\nRPB_Num 0\n1\nADF_Num 0\n2\n"
          "ADF_Num 1\n3\nADF_Num 2\n4",
          "RPB 1\nADF0 2\nADF1 3\nADF2 4\n" },
        { "ADF1 1 ADF0 (ADF1 2 (ARG0)) RPB (ADF0 1 2 3)",
          "RPB (ADF0 1 2 3)\nADF0 (ADF1 2 (ARG0))\nADF1 1\n" },
        { "ARITY 2 2\nRPB (ADF1 1 2) ADF0 (ARG1) ADF1 (ARG0)",
          "ARITY 2 2\nRPB (ADF1 1 2)\nADF0 (ARG1)\nADF1 (ARG0)\n" },
        { "ARITY 0\nRPB (ADF0) ADF0 (5)", "ARITY 0\nRPB (ADF0)\nADF0 5\n" },
        { "RPB (ADD (0) 8)", "RPB (ADD 0 8)\n" },
        { "(ADD +5 005)", "RPB (ADD 5 5)\n" },
        { "(ADD 50e-1 0.5e+01)", "RPB (ADD 5 5)\n" },
        { "(ADD +7E0 -0.0)", "RPB (ADD 7 0)\n" },
        { "(ADD +0.07E2 +30.0e-1)", "RPB (ADD 7 3)\n" },
        { "+0.02e2", "RPB 2\n" },
        { "1.0000000000000000000000000e+00", "RPB 1\n" },    /* 31 bytes */
    };
    char out[2048], again[2048];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ASSERT_STR_EQ(pairs[i][1], reprint(pairs[i][0], out, sizeof out));
        ASSERT_STR_EQ(out, reprint(out, again, sizeof again));
    }
    PASS();
}

TEST wrong_texts_get_their_message(void) {
    static const char *const pairs[][2] = {
        { "",
          "p.gp:1:1: expected a program, found the end of the text\n  \n  ^" },
        { "RPB", "p.gp:1:4: expected a tree, found the end of the text\n  RPB\n"
                 "     ^" },
        { "RPB (UNK 0)", "p.gp:1:6: unknown name 'UNK'; did you mean 'UNC'?\n"
                         "  RPB (UNK 0)\n       ^" },
        { "RPB (XYZZY 0)", "p.gp:1:6: unknown name 'XYZZY'\n  RPB (XYZZY 0)\n"
                           "       ^" },
        { "RPB (UNC)", "p.gp:1:9: 'UNC' takes 1 argument, got 0\n  RPB (UNC)\n"
                       "          ^" },
        { "RPB (ADD 1)", "p.gp:1:11: 'ADD' takes 2 arguments, got 1\n"
                         "  RPB (ADD 1)\n            ^" },
        { "RPB (UNC 1 2)", "p.gp:1:12: 'UNC' takes 1 argument, got more\n"
                           "  RPB (UNC 1 2)\n             ^" },
        { "RPB UNC 1",
          "p.gp:1:5: 'UNC' takes 1 argument and needs parentheses\n"
          "  RPB UNC 1\n      ^" },
        { "RPB (UNC 9)",
          "p.gp:1:10: '9' is not a constant of minesweeper (0 to 8)"
          "\n  RPB (UNC 9)\n           ^" },
        { "RPB (UNC -1)",
          "p.gp:1:10: '-1' is not a constant of minesweeper (0 to "
          "8)\n  RPB (UNC -1)\n           ^" },
        { "RPB (ARG0)\nADF0 1",
          "p.gp:1:6: 'ARG0' is not available in RPB: it has "
          "0 arguments\n  RPB (ARG0)\n       ^" },
        { "RPB 1\nADF0 1\nADF1 (ARG2)",
          "p.gp:3:7: 'ARG2' is not available in "
          "ADF1: it has 2 arguments\n  ADF1 (ARG2)\n        ^" },
        { "RPB 1\nADF0 1\nADF1 (ADF0 1 2 3)",
          "p.gp:3:7: ADF1 may not call ADF0: "
          "an ADF may call only later ones\n  ADF1 (ADF0 1 2 3)\n        ^" },
        { "RPB 1\nADF0 (ADF0 1 2 3)", "p.gp:2:7: ADF0 may not call itself\n"
                                      "  ADF0 (ADF0 1 2 3)\n        ^" },
        { "RPB (ADF2 1)\nADF0 1",
          "p.gp:1:6: 'ADF2' is not defined: the program "
          "has 1 ADF\n  RPB (ADF2 1)\n       ^" },
        { "RPB 1\nRPB 2", "p.gp:2:1: branch RPB appears twice\n  RPB 2\n  ^" },
        { "RPB 1\nADF1 2", "p.gp:2:7: branch ADF0 is missing\n  ADF1 2\n"
                           "        ^" },
        { "ADF0 1", "p.gp:1:7: branch RPB is missing\n  ADF0 1\n        ^" },
        { "RPB 1\nADF0 1 ADF1 1 ADF2 1 ADF3 1",
          "p.gp:2:22: ADF3: say how many "
          "arguments each ADF takes, by a first line 'ARITY' and 4 numbers\n"
          "  ADF0 1 ADF1 1 ADF2 1 ADF3 1\n                       ^" },
        { "ADF9223372036854775807 2",
          "p.gp:1:1: ADF9223372036854775807: a program "
          "has at most 8 ADFs\n  ADF9223372036854775807 2\n  ^" },
        { "RPB 1 ADF9 2", "p.gp:1:7: ADF9: a program has at most 8 ADFs\n"
                          "  RPB 1 ADF9 2\n        ^" },
        { "RPB (UNC 0", "p.gp:1:11: the '(' of line 1, column 5 is not closed\n"
                        "  RPB (UNC 0\n            ^" },
        { "RPB )", "p.gp:1:5: ')' without '('\n  RPB )\n      ^" },
        { "RPB ((UNC 0))", "p.gp:1:6: expected a name after '(', found '('\n"
                           "  RPB ((UNC 0))\n       ^" },
        { "RPB 1 2",
          "p.gp:1:7: expected a branch (RPB or ADF0 ...), found '2'\n"
          "  RPB 1 2\n        ^" },
        { "(UNC 0) 3", "p.gp:1:9: expected the end of the text, found '3'\n"
                       "  (UNC 0) 3\n          ^" },
        { "RPB_Num 1 2", "p.gp:1:1: expected RPB_Num 0: a program has one RPB\n"
                         "  RPB_Num 1 2\n  ^" },
        { "ADF_Num x 2", "p.gp:1:9: expected a branch number, found 'x'\n"
                         "  ADF_Num x 2\n          ^" },
        { "Num ADFS 2 ARITY 1\nRPB 1",
          "p.gp:1:1: 2 ADFs are announced, but ARITY "
          "lists 1\n  Num ADFS 2 ARITY 1\n  ^" },
        { "Num RPBS 2 RPB 1", "p.gp:1:1: a program has one RPB, not 2\n"
                              "  Num RPBS 2 RPB 1\n  ^" },
        { "Num ADFS 2 RPB 1",
          "p.gp:1:12: expected ARITY and a number per ADF, "
          "found 'RPB'\n  Num ADFS 2 RPB 1\n             ^" },
        { "Num TREES 2",
          "p.gp:1:5: expected RPBS or ADFS after Num, found 'TREES'"
          "\n  Num TREES 2\n      ^" },
        { "ARITY 9 RPB 1",
          "p.gp:1:7: expected a number of arguments of 0 to 8, "
          "found '9'\n  ARITY 9 RPB 1\n        ^" },
        { "ARITY 1 1 1 1 1 1 1 1 1",
          "p.gp:1:23: a program has at most 8 ADFs\n"
          "  ARITY 1 1 1 1 1 1 1 1 1\n                        ^" },
        { "RPB (UNC \x01)", "p.gp:1:10: expected a tree, found a byte that no "
                            "program has\n  RPB (UNC .)\n           ^" },
        { "RPB 1e1",
          "p.gp:1:5: '1e1' is not a constant of minesweeper (0 to 8)\n"
          "  RPB 1e1\n      ^" },
        { "RPB (NOT -1e-05)",
          "p.gp:1:10: '-1e-05' is not a constant of minesweeper "
          "(0 to 8)\n  RPB (NOT -1e-05)\n           ^" },
        { "RPB 1e", "p.gp:1:6: expected a branch (RPB or ADF0 ...), found 'e'\n"
                    "  RPB 1e\n       ^" },
        { "RPB 1e+ 2",
          "p.gp:1:6: expected a branch (RPB or ADF0 ...), found 'e+'\n"
          "  RPB 1e+ 2\n       ^" },
        { "RPB 1.5e)",
          "p.gp:1:5: '1.5' is not a constant of minesweeper (0 to 8)\n"
          "  RPB 1.5e)\n      ^" },
        { "RPB 1.", "p.gp:1:6: expected a branch (RPB or ADF0 ...), found '.'\n"
                    "  RPB 1.\n       ^" },
        { "RPB -1.5e3x",
          "p.gp:1:5: unknown name '-1.5e3x'\n  RPB -1.5e3x\n      ^" },
        { "RPB -1.5e+3x", "p.gp:1:5: unknown name '-1.5e+3x'\n  RPB -1.5e+3x\n"
                          "      ^" },
        { "RPB -1x", "p.gp:1:5: unknown name '-1x'\n  RPB -1x\n      ^" },
        { "RPB -1.x", "p.gp:1:5: unknown name '-1.x'\n  RPB -1.x\n      ^" },
        { "RPB -1.5e", "p.gp:1:5: unknown name '-1.5e'\n  RPB -1.5e\n      ^" },
        { "RPB -1.5e+",
          "p.gp:1:5: unknown name '-1.5e+'\n  RPB -1.5e+\n      ^" },
        { "RPB 1.00000000000000000000000000e+01",
          "p.gp:1:5: a number of 32 "
          "characters; the limit is 31\n"
          "  RPB 1.00000000000000000000000000e+01\n      ^" },
        { "RPB UNCUNCUNCUNCUNCUNCUNCUNCUNCUNCUN",
          "p.gp:1:5: a name of 32 "
          "characters; the limit is 31\n"
          "  RPB UNCUNCUNCUNCUNCUNCUNCUNCUNCUNCUN\n      ^" },
        { "RPB 1 ADF0x 2",
          "p.gp:1:7: expected a branch (RPB or ADF0 ...), found "
          "'ADF0x'\n  RPB 1 ADF0x 2\n        ^" },
        { "RPB 1 ADF2147483647 2",
          "p.gp:1:7: ADF2147483647: a program has at most 8 "
          "ADFs\n  RPB 1 ADF2147483647 2\n        ^" },
        { "RPB 1 ADF8 2", "p.gp:1:7: ADF8: a program has at most 8 ADFs\n"
                          "  RPB 1 ADF8 2\n        ^" },
        { "ADF_Num 00000000000000000000000000000001 2",
          "p.gp:1:9: expected a branch "
          "number of 0 to 7, found '0000000000000000000000000000000'\n"
          "  ADF_Num 00000000000000000000000000000001 2\n          ^" },
        { "Num ADFS RPB",
          "p.gp:1:10: expected a number of branches, found 'RPB'\n"
          "  Num ADFS RPB\n           ^" },
        { "ADF_Num ) 2", "p.gp:1:9: expected a branch number, found ')'\n"
                         "  ADF_Num ) 2\n          ^" },
    };
    char out[2048];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ASSERT_STR_EQ(pairs[i][1], reprint(pairs[i][0], out, sizeof out));
    PASS();
}

TEST a_zero_byte_is_not_the_end(void) {
    Kit *kit = kit_new(paper(), &(Shape){ 0 });
    char text[] = "RPB (UNC 0)\0(UNC 1)";
    Source src = { "p.gp", text, sizeof text - 1 };
    ASSERT_FALSE(tree_parse(&kit->vocab, &src, 100, kit->genome, &kit->err));
    ASSERT(strstr(kit->err.text, "p.gp:1:12: expected a branch"));
    kit_free(kit);
    PASS();
}

/* Appends n times `piece`. */
static void repeat(Buf *buf, const char *piece, int n) {
    for (int i = 0; i < n; i++) buf_text(buf, piece);
}

TEST depth_is_read_up_to_its_limit(void) {
    for (int over = 0; over <= 1; over++) {
        Kit *kit = kit_new(paper(), &(Shape){ 0 });
        Buf buf = { 0 };
        repeat(&buf, "(NOT ", TREE_DEPTH_MAX - 1 + over);
        buf_text(&buf, "(5)");
        repeat(&buf, ")", TREE_DEPTH_MAX - 1 + over);
        ASSERT_EQ(!over, kit_read(kit, buf_get(&buf)));
        if (over) ASSERT(strstr(kit->err.text, "deeper than 1000 levels"));
        else {
            Tree t = kit_tree(kit);
            Err err;
            ASSERT_EQ(TREE_DEPTH_MAX,
                      tree_depth(&kit->vocab, t.code, t.len[0]));
            ASSERT(tree_check(&t, TREE_NODES_MAX, &err));
            mines_play(kit->mines, kit->scratch, &t, 0, NULL);
        }
        buf_free(&buf);
        kit_free(kit);
    }
    PASS();
}

/* A tree of 2n+1 nodes, wide enough not to be deep. */
static void wide(Buf *buf, int n) {
    if (n == 0) {
        buf_text(buf, "1");
        return;
    }
    int left = (n - 1) / 2;
    buf_text(buf, "(ADD ");
    wide(buf, left);
    buf_char(buf, ' ');
    wide(buf, n - 1 - left);
    buf_char(buf, ')');
}

TEST nodes_are_read_up_to_their_limit(void) {
    Kit *kit = kit_new(paper(), &(Shape){ 0 });
    Buf buf = { 0 };
    buf_text(&buf, "RPB (NOT ");
    wide(&buf, (TREE_NODES_MAX - 2) / 2);
    buf_text(&buf, ")");
    ASSERT(kit_read(kit, buf_get(&buf)));
    ASSERT_EQ(TREE_NODES_MAX, kit_tree(kit).len[0]);
    buf_free(&buf);
    buf_text(&buf, "RPB ");
    wide(&buf, TREE_NODES_MAX / 2);
    ASSERT_FALSE(kit_read(kit, buf_get(&buf)));
    ASSERT(strstr(kit->err.text, "branch RPB has more than 10000 nodes"));
    buf_free(&buf);
    kit_free(kit);
    PASS();
}

TEST reading_survives_every_failed_allocation(void) {
    Kit *kit = kit_new(paper(), &(Shape){ 0 });
    mem_fail_after(0);
    bool ok = kit_read(kit, "RPB (UNC 0)");
    mem_fail_after(-1);
    ASSERT_FALSE(ok);
    ASSERT(strstr(kit->err.text, "out of memory"));
    MinesScratch *scratch = NULL;
    int n = 0;
    for (; !scratch; n++) {
        Err err = { "" };
        mem_fail_after(n);
        Mines *m = mines_new(paper(), &err);
        scratch = m ? mines_scratch_new(m, &err) : NULL;
        mem_fail_after(-1);
        ASSERT_EQ(scratch == NULL, strstr(err.text, "out of memory") != NULL);
        mines_scratch_free(scratch);
        mines_free(m);
    }
    ASSERT(n > 4);
    kit_free(kit);
    PASS();
}

/* ---- properties over random programs ------------------------------------ */

enum { ROUNDS = 3000 };

TEST random_programs_survive_print_and_parse(void) {
    static const Shape shapes[] = {
        { 3, { 3, 2, 1 } },
        { 0, { 0 } },
        { 1, { 3 } },
        { 2, { 0, 4 } },
        { 8, { 1, 2, 3, 4, 5, 6, 7, 8 } },
    };
    MinesOptions options = mines_options();
    options.extras = ~UINT64_C(0) << MINES_MINES;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        Kit *kit = kit_new(&options, &shapes[k]);
        const Species *sp = &kit->species.species;
        uint64_t *genome = calloc(1, sp->slot);
        for (unsigned i = 0; i < ROUNDS / 5; i++) {
            Rng rng = rng_key(1, k, i, RNG_TEST);
            sp->class->random(sp, &rng, i, ROUNDS, genome);
            Tree t = tree_at(&kit->vocab, genome);
            Err err;
            ASSERTm(err.text, tree_check(&t, 200, &err));
            Buf one = { 0 }, two = { 0 }, pretty = { 0 };
            tree_print(&t, &one);
            ASSERTm(kit->err.text, kit_read(kit, buf_get(&one)));
            Tree back = kit_tree(kit);
            ASSERT(tree_same(&t, &back));
            tree_print(&back, &two);
            ASSERT_STR_EQ(buf_get(&one), buf_get(&two));
            buf_text(&pretty, "RPB ");
            tree_print_pretty(&t, t.code, 2, 40, &pretty);
            if (shapes[k].adfs == 0) {
                ASSERTm(kit->err.text, kit_read(kit, buf_get(&pretty)));
                back = kit_tree(kit);
                ASSERT(tree_same(&t, &back));
            }
            buf_free(&one);
            buf_free(&two);
            buf_free(&pretty);
        }
        free(genome);
        kit_free(kit);
    }
    PASS();
}

TEST children_are_valid_programs(void) {
    Kit *kit = kit_new(paper(), NULL);
    const Species *sp = &kit->species.species;
    void *a = calloc(1, sp->slot), *b = calloc(1, sp->slot);
    void *child = calloc(1, sp->slot);
    for (unsigned i = 0; i < ROUNDS; i++) {
        Rng rng = rng_key(2, 0, i, RNG_TEST);
        sp->class->random(sp, &rng, i, ROUNDS, a);
        sp->class->random(sp, &rng, i, ROUNDS, b);
        for (const Operator *op = tree_operators; op->name; op++) {
            double param[OPERATOR_NUMBERS] = { 0 };
            for (int k = 0; op->params[k].name; k++)
                param[k] = op->params[k].normal;
            Origin origin = { 0 };
            const void *parents[] = { a, b };
            bool made = op->apply(sp, param, &rng, parents, child, &origin);
            Tree t = tree_at(&kit->vocab, child);
            Tree mother = tree_at(&kit->vocab, a);
            Err err;
            ASSERTm(err.text, tree_check(&t, 200, &err));
            ASSERTm(op->name, made || tree_same(&t, &mother));
        }
        memcpy(a, child, sp->slot);
    }
    free(a);
    free(b);
    free(child);
    kit_free(kit);
    PASS();
}

TEST crossover_says_where_it_cut(void) {
    Kit *kit = kit_new(paper(), NULL);
    const Species *sp = &kit->species.species;
    uint16_t *mother = calloc(1, sp->slot), *father = calloc(1, sp->slot);
    uint16_t *child = calloc(1, sp->slot), *again = calloc(1, sp->slot);
    const Operator *op = species_operator(sp, "crossover", NULL);
    double param[] = { 0.1, 100 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        Rng rng = rng_key(3, 0, i, RNG_TEST);
        sp->class->random(sp, &rng, i, ROUNDS, mother);
        sp->class->random(sp, &rng, i, ROUNDS, father);
        Origin o = { 0 };
        const void *parents[] = { mother, father };
        if (!op->apply(sp, param, &rng, parents, child, &o)) continue;
        Tree m = tree_at(&kit->vocab, mother), f = tree_at(&kit->vocab, father);
        Tree made = tree_at(&kit->vocab, child),
             t = tree_at(&kit->vocab, again);
        tree_splice(&t, &m, o.at[0], o.len[0], f.code + o.at[1], o.len[1]);
        ASSERT(tree_same(&made, &t));
        ASSERT_EQ((uint32_t)tree_branch_of(&m, o.at[0]), o.part);
        ASSERT_EQ((uint32_t)tree_branch_of(&f, o.at[1]), o.part);
    }
    free(mother);
    free(father);
    free(child);
    free(again);
    kit_free(kit);
    PASS();
}

TEST insert_keeps_the_program_below_what_it_adds(void) {
    Kit *kit = kit_new(paper(), NULL);
    const Species *sp = &kit->species.species;
    uint16_t *mother = calloc(1, sp->slot), *child = calloc(1, sp->slot);
    const Operator *op = species_operator(sp, "insert", NULL);
    double param[] = { 1, 100 };
    unsigned made = 0, wide = 0, last = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        Rng rng = rng_key(5, 0, i, RNG_TEST);
        sp->class->random(sp, &rng, i, ROUNDS, mother);
        Origin o = { 0 };
        const void *parents[] = { mother, NULL };
        if (!op->apply(sp, param, &rng, parents, child, &o)) continue;
        Tree m = tree_at(&kit->vocab, mother), t = tree_at(&kit->vocab, child);
        /* with leaves of its own a node of arity n adds n nodes */
        uint32_t arity = kit->vocab.arity[t.code[o.at[0]]], before = 1;
        ASSERT_EQ(arity, o.len[1] - o.len[0]);
        while (memcmp(t.code + o.at[0] + before, m.code + o.at[0], o.len[0]))
            before++;
        ASSERT(before <= arity);
        size_t behind = tree_size(&m) - o.at[0] - o.len[0];
        ASSERT_MEM_EQ(m.code, t.code, o.at[0]);
        ASSERT_MEM_EQ(m.code + o.at[0] + o.len[0], t.code + o.at[0] + o.len[1],
                      behind);
        made++;
        wide += arity > 1;
        last += arity > 1 && before == arity;
    }
    ASSERT(made > ROUNDS / 2);
    ASSERT(last > wide / 5 && last < wide - wide / 5);   /* in any place */
    free(mother);
    free(child);
    kit_free(kit);
    PASS();
}

/* The sizes of children, as bits, of that operator at a limit of nodes. */
static unsigned child_sizes(Kit *kit, const char *name, const double *param,
                            const char *mother, const char *father,
                            size_t nodes) {
    uint64_t parent[2][16] = { { 0 } }, child[16];
    const char *texts[] = { mother, father };
    Err err;
    unsigned sizes = 0;
    for (int i = 0; i < 2; i++) {
        kit_read(kit, texts[i]);
        Tree t = kit_tree(kit);
        memcpy(parent[i], kit->genome, tree_bytes(&t));
    }
    TreeLimits limits = { nodes, TREE_DEPTH_MAX, 1, 2, TREE_GROW };
    if (!tree_species_init(&kit->species, &kit->vocab, &limits, &err)) return 0;
    const Species *sp = &kit->species.species;
    const Operator *op = species_operator(sp, name, NULL);
    const void *parents[] = { parent[0], parent[1] };
    for (unsigned i = 0; i < 300; i++) {
        Rng rng = rng_key(7, nodes, i, RNG_TEST);
        Origin origin;
        if (op->apply(sp, param, &rng, parents, child, &origin))
            sizes |= 1u << tree_at(&kit->vocab, child).len[0];
    }
    return sizes;
}

TEST children_reach_the_limit_of_nodes_and_not_one_past(void) {
    enum { S2 = 1 << 2, S3 = 1 << 3, S4 = 1 << 4, S5 = 1 << 5, S6 = 1 << 6 };
    Kit *kit = kit_new(paper(), &(Shape){ 0 });
    const char *four = "(ADD 1 (NOT 2))", *three = "(ADD 3 4)";
    /* two functions of one and one of the other: two exchanges */
    double cut[] = { 0, 100 };
    ASSERT_EQ(S3 | S5, child_sizes(kit, "crossover", cut, four, three, 6));
    ASSERT_EQ(S3 | S5, child_sizes(kit, "crossover", cut, four, three, 5));
    ASSERT_EQ(S3, child_sizes(kit, "crossover", cut, four, three, 4));
    /* the child that is not kept must fit, too */
    ASSERT_EQ(S4 | S2, child_sizes(kit, "crossover", cut, three, four, 5));
    ASSERT_EQ(S4, child_sizes(kit, "crossover", cut, three, four, 4));
    /* a leaf becomes a tree of any size that fits */
    double grow[] = { 4, 0, 100 };
    unsigned sizes = child_sizes(kit, "subtree", grow, "1", "1", 5);
    ASSERT_EQ(S5, sizes & (S5 | S6));
    sizes = child_sizes(kit, "subtree", grow, "1", "1", 6);
    ASSERT_EQ(S5 | S6, sizes & (S5 | S6));
    ASSERT_EQ(0, sizes >> 7);
    kit_free(kit);
    PASS();
}

TEST checking_refuses_what_is_no_program(void) {
    Kit *kit = kit_new(paper(), &(Shape){ 0 });
    Err err;
    ASSERT(kit_read(kit, "(ADD 1 (NOT 2))"));
    Tree t = kit_tree(kit);
    ASSERT(tree_check(&t, 4, &err));
    ASSERT_FALSE(tree_check(&t, 3, &err));
    ASSERT_STR_EQ("branch RPB has 4 nodes, expected 1 to 3", err.text);
    t.len[0] = 3;
    ASSERT_FALSE(tree_check(&t, 200, &err));
    ASSERT_STR_EQ("branch RPB is not one whole tree", err.text);
    t.len[0] = 4;
    const Species *sp = &kit->species.species;
    ASSERT_EQ(6u, tree_bytes(&t));
    ASSERT(sp->class->check(sp, kit->genome, 6, &err));
    ASSERT_FALSE(sp->class->check(sp, kit->genome, 7, &err));
    ASSERT_STR_EQ("a genome of 7 bytes has another length", err.text);
    ASSERT_FALSE(sp->class->check(sp, kit->genome, 1, &err));
    ASSERT_STR_EQ("a genome of 1 bytes is too short", err.text);
    t.code[1] = 200;
    ASSERT_FALSE(tree_check(&t, 200, &err));
    ASSERT_STR_EQ("branch RPB: symbol 200 may not stand here", err.text);
    t.len[0] = TREE_DEPTH_MAX + 1;
    memset(t.code, vocab_find(&kit->vocab, "NOT"), TREE_DEPTH_MAX);
    t.code[TREE_DEPTH_MAX] = 0;
    ASSERT_FALSE(tree_check(&t, TREE_NODES_MAX, &err));
    ASSERT_STR_EQ("branch RPB is deeper than 1000 levels", err.text);
    t.len[0]--;
    t.code[TREE_DEPTH_MAX - 1] = 0;
    ASSERT(tree_check(&t, TREE_NODES_MAX, &err));
    kit_free(kit);
    PASS();
}

TEST a_branch_that_the_shape_has_not_is_refused(void) {
    Kit *kit = kit_new(paper(), &(Shape){ 1, { 2 } });
    ASSERT(kit_read(kit, "RPB (ADF0 1 2) ADF0 (ARG1)"));
    ASSERT_FALSE(kit_read(kit, "RPB 1 ADF0 2 ADF1 3"));
    ASSERT_STR_EQ("p.gp:1:14: ADF1: the program has 1 ADF\n"
                  "  RPB 1 ADF0 2 ADF1 3\n               ^",
                  kit->err.text);
    kit_free(kit);
    PASS();
}

/* ---- kinds -------------------------------------------------------------- */

/* Programs give kind 0, of which there are no leaves: WIDE has 2 levels and 9
 * nodes, the least chain of A, B and C 4 levels and as many nodes. */
static const Prim typed_prims[] = {
    { "WIDE", 8, "", 0, { 3, 3, 3, 3, 3, 3, 3, 3 } },
    { "A", 1, "", 0, { 1 } },
    { "B", 1, "", 1, { 2 } },
    { "C", 1, "", 2, { 3 } },
    { "X", 0, "", 3, { 0 } },
};

static const Language typed = {
    .game = "typed", .prims = typed_prims, .prim_count = 5, .enabled = 0x1f,
};

static const char *typed_message(const Language *language, size_t nodes,
                                 size_t deepest, int from, int to) {
    static Vocab vocab;
    static TreeSpecies species;
    static Err err;
    if (!vocab_init(&vocab, language, &language->normal, &err)) return err.text;
    TreeLimits limits = { nodes, deepest, from, to, TREE_GROW };
    return tree_species_init(&species, &vocab, &limits, &err) ? "fine"
                                                              : err.text;
}

TEST species_that_cannot_be_grown_are_refused(void) {
    ASSERT_STR_EQ("fine", typed_message(&typed, 4, 2, 1, 5));
    ASSERT_STR_EQ("field 'nodes': no tree for RPB has so few: the least has 4",
                  typed_message(&typed, 3, 50, 1, 5));
    ASSERT_STR_EQ("field 'max_depth': no tree for RPB has so few levels",
                  typed_message(&typed, 50, 1, 1, 5));
    ASSERT_STR_EQ("field 'nodes': must be 1 to 10000, got 10001",
                  typed_message(&typed, 10001, 50, 1, 5));
    ASSERT_STR_EQ("fine", typed_message(&typed, 10000, 50, 50, 50));
    ASSERT_STR_EQ("field 'depth': must be two numbers of 1 to 50, the lesser "
                  "first, got 2 and 51",
                  typed_message(&typed, 50, 50, 2, 51));
    ASSERT_STR_EQ("field 'depth': must be two numbers of 1 to 50, the lesser "
                  "first, got 3 and 2",
                  typed_message(&typed, 50, 50, 3, 2));
    ASSERT_STR_EQ("fine", typed_message(&typed, 50, 2, 2, 5));
    ASSERT_STR_EQ(
        "field 'depth': the first branches have 3 levels or more, but "
        "max_depth is 2",
        typed_message(&typed, 50, 2, 3, 5));
    Language some = typed;
    some.enabled = 0x0e;             /* without WIDE and X: nothing ends */
    ASSERT_STR_EQ("typed: no finite tree can be built for RPB; add a terminal "
                  "or a constant",
                  typed_message(&some, 50, 50, 1, 5));
    some.enabled = 0x17;             /* without C: B has no argument */
    ASSERT_STR_EQ("typed: nothing can be argument 1 of 'A': add a terminal of "
                  "kind 1",
                  typed_message(&some, 50, 50, 1, 5));
    some.normal = (Shape){ VOCAB_ADFS_MAX + 1, { 0 } };
    ASSERT_STR_EQ("at most 8 ADFs, got 9", typed_message(&some, 50, 50, 1, 5));
    some.normal = (Shape){ 2, { 8, 9 } };
    ASSERT_STR_EQ("ADF1: at most 8 arguments, got 9",
                  typed_message(&some, 50, 50, 1, 5));
    PASS();
}

TEST first_programs_fit_however_small_they_must_be(void) {
    static Vocab vocab;
    static TreeSpecies sp;
    Err err;
    uint8_t genome[64];
    vocab_init(&vocab, &typed, &typed.normal, &err);
    for (size_t nodes = 4; nodes <= 9; nodes++) {
        TreeLimits limits = { nodes, 50, 2, 2, TREE_FULL };
        ASSERT(tree_species_init(&sp, &vocab, &limits, &err));
        bool wide = false;
        for (unsigned i = 0; i < 50; i++) {
            Rng rng = rng_key(5, nodes, i, RNG_TEST);
            sp.species.class->random(&sp.species, &rng, i, 50, genome);
            Tree t = tree_at(&vocab, genome);
            ASSERT(tree_check(&t, nodes, &err));
            bool is_wide = t.code[0] == vocab_find(&vocab, "WIDE");
            ASSERT_EQ(is_wide ? 9 : 4, t.len[0]);
            wide = wide || t.len[0] == 9;
        }
        ASSERT_EQ(nodes == 9, wide);
    }
    Tree t = tree_at(&vocab, genome);
    t.len[0] = 2;
    t.code[0] = (uint8_t)vocab_find(&vocab, "A");
    t.code[1] = (uint8_t)vocab_find(&vocab, "X");
    ASSERT_FALSE(tree_check(&t, 9, &err));
    ASSERT_STR_EQ("argument 1 of 'A' is of another kind", err.text);
    PASS();
}

TEST vocabularies_end_at_256_symbols(void) {
    MinesOptions options = mines_options();
    Mines *m = mines_new(&options, NULL);
    double constants[256];
    for (int i = 0; i < 256; i++) constants[i] = i;
    Language language = m->language;
    language.constants = constants;
    static Vocab v;
    Err err;
    Shape none = { 0 };
    language.constant_count = 256 - 16;
    ASSERT(vocab_init(&v, &language, &none, &err));
    ASSERT_EQ(256, v.symbols);
    language.constant_count++;
    ASSERT_FALSE(vocab_init(&v, &language, &none, &err));
    ASSERT_STR_EQ("minesweeper: more than 256 constants, primitives and ADFs",
                  err.text);
    mines_free(m);
    PASS();
}

/* ---- grafting ----------------------------------------------------------- */

TEST a_graft_says_what_may_not_stand_where(void) {
    Kit *kit = kit_new(paper(), NULL);
    ASSERT(kit_read(kit, "RPB (ADD (UNC 0) (ADF0 1 2 3)) ADF0 (ADD (ARG0) 1) "
                         "ADF1 1 ADF2 1"));
    Tree t = kit_tree(kit);
    const uint8_t *add = t.code + tree_start(&t, 1);     /* (ADD (ARG0) 1) */
    Err err;
    ASSERT_FALSE(tree_may_stand(&t, 0, add, 3));
    ASSERT_FALSE(tree_may_graft(&t, 0, add, 3, &err));
    ASSERT_STR_EQ("'ARG0' may not stand in RPB", err.text);
    ASSERT(tree_may_stand(&t, tree_start(&t, 1), add, 3));
    ASSERT(tree_may_graft(&t, tree_start(&t, 1), add, 3, &err));
    kit_free(kit);
    PASS();
}

/* RPB has the most nodes there can be: a leaf may take a leaf's place, two
 * nodes more may not. */
TEST a_graft_keeps_to_the_limit_of_nodes(void) {
    Kit *kit = kit_new(paper(), NULL);
    ASSERT(kit_read(kit, "RPB 1 ADF0 (UNC (UNC 1)) ADF1 1 ADF2 1"));
    Tree t = kit_tree(kit);
    uint8_t unc = t.code[1], one = t.code[0];
    memset(t.code, unc, TREE_NODES_MAX - 1);
    t.code[TREE_NODES_MAX - 1] = one;
    t.len[0] = TREE_NODES_MAX;
    for (int b = 1; b < kit->vocab.branches; b++) {
        t.code[TREE_NODES_MAX - 1 + b] = one;
        t.len[b] = 1;
    }
    Err err;
    const uint8_t longer[] = { unc, one };
    ASSERT(tree_may_graft(&t, TREE_NODES_MAX - 1, &one, 1, &err));
    ASSERT_FALSE(tree_may_graft(&t, TREE_NODES_MAX - 1, longer, 2, &err));
    ASSERT_STR_EQ("makes the branch too long", err.text);
    ASSERT(tree_may_graft(&t, TREE_NODES_MAX - 2, longer, 2, &err));
    kit_free(kit);
    PASS();
}

TEST a_species_knows_what_fits(void) {
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        { "RPB (UNC (UNC 1)) ADF0 1 ADF1 1 ADF2 1", true },   /* 3 nodes */
        { "RPB 1 ADF0 1 ADF1 1 ADF2 (ADD 1 1)", true },
        { "RPB (ADD (UNC 1) 1) ADF0 1 ADF1 1 ADF2 1", false },       /* 4 */
        { "RPB 1 ADF0 1 ADF1 1 ADF2 (ADD (UNC 1) 1)", false },
    };
    Kit *kit = kit_new(paper(), NULL);
    kit->species.nodes = 3;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ASSERT(kit_read(kit, cases[i].text));
        Tree t = kit_tree(kit);
        ASSERT_EQ(cases[i].fits, tree_species_fits(&kit->species, &t));
    }
    ASSERT(kit_read(kit, "RPB 1 ADF0 1 ADF1 (UNC (UNC 1)) ADF2 1"));
    Tree t = kit_tree(kit);
    ASSERT_EQ(3, tree_deepest(&t));
    kit->species.deepest = 3;
    ASSERT(tree_species_fits(&kit->species, &t));
    kit->species.deepest = 2;
    ASSERT_FALSE(tree_species_fits(&kit->species, &t));
    kit_free(kit);
    PASS();
}

SUITE(test_tree) {
    RUN_TEST(every_way_of_writing_prints_one_way);
    RUN_TEST(wrong_texts_get_their_message);
    RUN_TEST(a_zero_byte_is_not_the_end);
    RUN_TEST(depth_is_read_up_to_its_limit);
    RUN_TEST(nodes_are_read_up_to_their_limit);
    RUN_TEST(reading_survives_every_failed_allocation);
    RUN_TEST(random_programs_survive_print_and_parse);
    RUN_TEST(children_are_valid_programs);
    RUN_TEST(crossover_says_where_it_cut);
    RUN_TEST(insert_keeps_the_program_below_what_it_adds);
    RUN_TEST(children_reach_the_limit_of_nodes_and_not_one_past);
    RUN_TEST(checking_refuses_what_is_no_program);
    RUN_TEST(a_branch_that_the_shape_has_not_is_refused);
    RUN_TEST(species_that_cannot_be_grown_are_refused);
    RUN_TEST(first_programs_fit_however_small_they_must_be);
    RUN_TEST(vocabularies_end_at_256_symbols);
    RUN_TEST(a_graft_says_what_may_not_stand_where);
    RUN_TEST(a_graft_keeps_to_the_limit_of_nodes);
    RUN_TEST(a_species_knows_what_fits);
}
