/* test_rules.c -- rules: reading, messages, three engines that agree. */
#include "greatest.h"
#include "base/mem.h"
#include "rules_kit.h"

/* ---- texts -------------------------------------------------------------- */

static const char *message(const char *text, char *out, size_t room) {
    RulesKit *kit = rules_kit(text, 100, 1, 1, NULL);
    snprintf(out, room, "%s",
             kit->game ? buf_get(&kit->game->rules->warnings) : kit->err.text);
    rules_kit_free(kit);
    return out;
}

TEST wrong_rules_get_their_message(void) {
    static const char *const pairs[][2] = {
        { "",
          "game.lua:1:1: there is no primitive: a program needs at least one, "
          "for instance MOVE { x = x + 1 }\n  \n  ^" },
        { "A { 1 }", "game.lua:1:8: 'score { ... }' is missing: what is a case "
                     "worth?\n  A { 1 }\n         ^" },
        { "A { 1 } scores { 1 }",
          "game.lua:1:9: 'score { ... }' is missing, and 'scores' is a "
          "primitive; did you mean 'score'?\n  A { 1 } scores { 1 }\n"
          "          ^" },
        { "var x turns { x = 1 } score { x }",
          "game.lua:1:7: warning: 'turns' is a primitive; did you mean "
          "'turn'?\n  var x turns { x = 1 } score { x }\n        ^\n" },
        { "var x TURN { x = 1 } trun { x } turn { x = 2 } score { x }", "" },
        { "var count A { coutn = 1 } score { 1 }",
          "game.lua:1:15: unknown name 'coutn'; did you mean 'count'?\n"
          "  var count A { coutn = 1 } score { 1 }\n                ^" },
        { "A { foo } score { 1 }", "game.lua:1:5: unknown name 'foo'; names "
                                   "are declared before they are "
                                   "used\n  A { foo } score { 1 }\n      ^" },
        { "var x y", "game.lua:1:8: expected '{', found the end of the rules\n"
                     "  var x y\n         ^" },
        { "var x, x", "game.lua:1:8: 'x' is already declared\n  var x, x\n"
                      "         ^" },
        { "grid g[0]", "game.lua:1:8: expected a side of 1 to 4096, found 0\n"
                       "  grid g[0]\n         ^" },
        { "grid g[4, 4] A { g[1] } score { 1 }",
          "game.lua:1:21: 'g' has two sides: g[x, y]\n"
          "  grid g[4, 4] A { g[1] } score { 1 }\n                      ^" },
        { "table t = A { 1 }", "game.lua:1:11: expected a number, found 'A'\n"
                               "  table t = A { 1 }\n            ^" },
        { "def f(a) { a } A { f(1, 2) } score { 1 }",
          "game.lua:1:25: 'f' takes 1 argument, got more\n"
          "  def f(a) { a } A { f(1, 2) } score { 1 }\n"
          "                          ^" },
        { "def f(a) { f(a) } A { 1 } score { 1 }",
          "game.lua:1:12: unknown name 'f'; did you mean 'a'?\n"
          "  def f(a) { f(a) } A { 1 } score { 1 }\n             ^" },
        { "def f(a?) { a } A { 1 } score { 1 }",
          "game.lua:1:7: the arguments of 'def' are values: only primitives "
          "evaluate theirs on demand\n  def f(a?) { a } A { 1 } score { 1 }\n"
          "        ^" },
        { "A { 1 } B { A } score { 1 }",
          "game.lua:1:13: 'A' is a primitive of programs; rules call only what "
          "'def' declares\n  A { 1 } B { A } score { 1 }\n              ^" },
        { "A { 3 = 4 } score { 1 }",
          "game.lua:1:5: only variables, cells of grids and names of 'let' can "
          "be "
          "assigned to\n  A { 3 = 4 } score { 1 }\n      ^" },
        { "var x A { 1 } score { x = 1 }",
          "game.lua:1:15: 'score' only looks: it may not change anything\n"
          "  var x A { 1 } score { x = 1 }\n                ^" },
        { "A { 1 } done { random(2) } score { 1 }",
          "game.lua:1:9: 'done' only looks: it may not draw at random\n"
          "  A { 1 } done { random(2) } score { 1 }\n          ^" },
        { "A { 1 } score { 1 } score { 2 }",
          "game.lua:1:21: 'score' is there twice\n"
          "  A { 1 } score { 1 } score { 2 }\n                      ^" },
        { "A { 99999999999 } score { 1 }",
          "game.lua:1:5: numbers are at most 2147483647\n"
          "  A { 99999999999 } score { 1 }\n      ^" },
        { "A cost -1 { 1 } score { 1 }",
          "game.lua:1:8: expected a cost of 0 to 1000000, found -1\n"
          "  A cost -1 { 1 } score { 1 }\n         ^" },
        { "A cots 2 { 1 } score { 1 }",
          "game.lua:1:3: expected '{', found 'cots'; did you mean 'cost'?\n"
          "  A cots 2 { 1 } score { 1 }\n    ^" },
        { "A(a) csot 2 { 1 } score { 1 }",
          "game.lua:1:6: expected '{', found 'csot'; did you mean 'cost'?\n"
          "  A(a) csot 2 { 1 } score { 1 }\n       ^" },
        { "A(a) price 2 { 1 } score { 1 }",
          "game.lua:1:6: expected '{', found 'price'\n"
          "  A(a) price 2 { 1 } score { 1 }\n       ^" },
        { "A { if 1 { 2 } score { 1 }",
          "game.lua:1:3: the '{' of 'A' has no '}' before 'score' in line 1\n"
          "  A { if 1 { 2 } score { 1 }\n    ^" },
        { "A { 1\nREM(a, b?) cost 1 { a } score { 1 }",
          "game.lua:1:3: the '{' of 'A' has no '}' before 'REM' in line 2\n"
          "  A { 1\n    ^" },
        { "A { 1 } score { 1", "game.lua:1:15: the '{' of 'score' has no '}'\n"
                               "  A { 1 } score { 1\n                ^" },
        { "A { if 1 { 2 } els { 3 } } score { 1 }",
          "game.lua:1:16: unknown name 'els'; did you mean 'else'?\n"
          "  A { if 1 { 2 } els { 3 } } score { 1 }\n                 ^" },
        { "A { fro i = 1 to 2 { } } score { 1 }",
          "game.lua:1:5: unknown name 'fro'; did you mean 'for'?\n"
          "  A { fro i = 1 to 2 { } } score { 1 }\n      ^" },
        { "constant 0 to 8 A { 1 }",
          "game.lua:1:1: 'constant' declares nothing; did you mean "
          "'constants'?\n  constant 0 to 8 A { 1 }\n  ^" },
        { "A { (1 + } score { 1 }",
          "game.lua:1:10: expected a value, found '}'\n"
          "  A { (1 + } score { 1 }\n           ^" },
        { "A { for i = 1 { } } score { 1 }",
          "game.lua:1:15: expected 'to' and the last number, found '{'\n"
          "  A { for i = 1 { } } score { 1 }\n                ^" },
        { "ARG0 { 1 } score { 1 }", "game.lua:1:1: names with ARG, ADF or RPB "
                                    "in front belong to programs\n"
                                    "  ARG0 { 1 } score { 1 }\n  ^" },
        { "constants 1 2 1", "game.lua:1:15: the constant 1 is there twice\n"
                             "  constants 1 2 1\n                ^" },
        { "constants 0 2 to 1",
          "game.lua:1:13: expected the lesser number first"
          "\n  constants 0 2 to 1\n              ^" },
        { "constants 1 to x", "game.lua:1:16: expected a number, found 'x'\n"
                              "  constants 1 to x\n                 ^" },
        { "test T(a) { a }", "game.lua:1:6: a test has no arguments\n"
                             "  test T(a) { a }\n       ^" },
        { "lua L(a?)",
          "game.lua:1:5: the arguments of Lua functions are values: "
          "only rules evaluate theirs on demand\n  lua L(a?)\n"
          "      ^" },
        { "var x A { x += 1 } score { x }",
          "game.lua:1:13: rules have no '+=': write it out: x = x + 1\n"
          "  var x A { x += 1 } score { x }\n              ^" },
        { "A { 1 && 2 } score { 1 }",
          "game.lua:1:7: rules have no '&&': write 'and'\n"
          "  A { 1 && 2 } score { 1 }\n        ^" },
        { "A { 1 ~= 2 } score { 1 }",
          "game.lua:1:7: rules have no '~=': write '!='\n"
          "  A { 1 ~= 2 } score { 1 }\n        ^" },
        { "A { 1 || 2 } score { 1 }",
          "game.lua:1:7: rules have no '||': write 'or'\n"
          "  A { 1 || 2 } score { 1 }\n        ^" },
        { "A { 2 ** 3 } score { 1 }",
          "game.lua:1:7: rules have no '**': write x * x\n"
          "  A { 2 ** 3 } score { 1 }\n        ^" },
        { "A { 1 <> 2 } score { 1 }",
          "game.lua:1:7: rules have no '<>': write '!='\n"
          "  A { 1 <> 2 } score { 1 }\n        ^" },
        { "A { 5 // 2 } score { 1 }",
          "game.lua:1:7: rules have no '//': '/' of whole numbers rounds down, "
          "comments begin with '--'\n  A { 5 // 2 } score { 1 }\n        ^" },
        { "A { 1 ? 2 } score { 1 }",
          "game.lua:1:7: rules have no '?': write 'if test { ... } else { ... "
          "}'\n  A { 1 ? 2 } score { 1 }\n        ^" },
        { "A { if 1 then 2 } score { 1 }",
          "game.lua:1:10: rules have no 'then': write 'if test { ... } else { "
          "... }'\n  A { if 1 then 2 } score { 1 }\n           ^" },
        { "var then A { if 1 then 2 } score { 1 }",
          "game.lua:1:19: expected '{', found 'then'\n"
          "  var then A { if 1 then 2 } score { 1 }\n                    ^" },
        { "A { pow(2, 3) } score { 1 }",
          "game.lua:1:5: rules have no 'pow': write x * x, or exp(n * log(x))\n"
          "  A { pow(2, 3) } score { 1 }\n      ^" },
        { "var x A { if x = 1 { 2 } } score { 1 }",
          "game.lua:1:16: '=' sets a variable: write '=='\n"
          "  var x A { if x = 1 { 2 } } score { 1 }\n                 ^" },
        { "A { math.sin(1) } score { 1 }",
          "game.lua:1:5: rules have no 'math': write sqrt(x), sin(x), abs(x), "
          "floor(x) and so on\n  A { math.sin(1) } score { 1 }\n      ^" },
        { "A { !1 } score { 1 }", "game.lua:1:5: rules have no '!': write 'not'"
                                  "\n  A { !1 } score { 1 }\n      ^" },
        { "A { while 1 { } } score { 1 }",
          "game.lua:1:5: rules have no 'while': 'for i = 1 to n { ... }' counts, "
          "and the field 'repeats' runs programs again\n"
          "  A { while 1 { } } score { 1 }\n      ^" },
        { "A { return 1 } score { 1 }",
          "game.lua:1:5: rules have no 'return': the value of a rule is that of "
          "its last statement\n  A { return 1 } score { 1 }\n      ^" },
        { "grid g[10][10] A { 1 } score { 1 }",
          "game.lua:1:11: both sides stand in one pair of brackets: [10, 10]\n"
          "  grid g[10][10] A { 1 } score { 1 }\n            ^" },
        { "A { .5 } score { 1 }",
          "game.lua:1:5: rules have no '.': a real has digits on both sides of "
          "its point: 0.5\n  A { .5 } score { 1 }\n      ^" },
        { "var n A { sin(n) } score { 1 }",
          "game.lua:1:15: expected a real, found a whole number; write "
          "real(...)\n  var n A { sin(n) } score { 1 }\n                ^" },
        { "var real x A { x + x % 2 } score { 1 }",
          "game.lua:1:20: expected a whole number, found a real; write "
          "whole(...), which rounds down\n"
          "  var real x A { x + x % 2 } score { 1 }\n                     ^" },
        { "var real x, n A { if x { 1 } } score { 1 }",
          "game.lua:1:22: a real is neither true nor false; compare it, for "
          "instance with > 0.0\n  var real x, n A { if x { 1 } } score { 1 }\n"
          "                       ^" },
        { "var n var real x A { x = n } score { 1 }",
          "game.lua:1:26: expected a real, found a whole number; write "
          "real(...)\n  var n var real x A { x = n } score { 1 }\n"
          "                           ^" },
        { "var truth t var n A { t = n } score { 1 }",
          "game.lua:1:27: expected a truth value, found a whole number; compare "
          "it, for instance with != 0\n"
          "  var truth t var n A { t = n } score { 1 }\n"
          "                            ^" },
        { "var real x var n A { if n { x } else { n } } score { 1 }",
          "game.lua:1:20: the parts give different kinds of values\n"
          "  var real x var n A { if n { x } else { n } } score { 1 }\n"
          "                     ^" },
        { "real x A { x } score { 1 }",
          "game.lua:1:1: a kind stands behind 'input', for what programs see, or "
          "'var'\n  real x A { x } score { 1 }\n  ^" },
        { "A(a) { a } input real x score { 1 }",
          "game.lua:1:23: the first inputs and constants come before the rules: "
          "arguments are of their kind\n"
          "  A(a) { a } input real x score { 1 }\n                        ^" },
        { "var real x lua L(a) score { 1 }",
          "game.lua:1:16: rules with reals have no Lua functions: say it in "
          "rules\n  var real x lua L(a) score { 1 }\n                 ^" },
        { "var truth t = 2", "game.lua:1:15: expected true or false\n"
                             "  var truth t = 2\n                ^" },
        { "grid g[0.5]", "game.lua:1:8: expected a side, found a real\n"
                         "  grid g[0.5]\n         ^" },
        { "constants 2.0 to 2.0",
          "game.lua:1:11: expected a range from a lesser "
          "to a greater number\n"
          "  constants 2.0 to 2.0\n            ^" },
        { "constants -1e308 to 1e308",
          "game.lua:1:11: expected a range from a lesser to a greater number\n"
          "  constants -1e308 to 1e308\n            ^" },
        { "A @ { 1 }", "game.lua:1:3: expected '{', found '@', which no rules "
                       "have\n  A @ { 1 }\n    ^" },
    };
    char out[2048];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ASSERT_STR_EQ(pairs[i][1], message(pairs[i][0], out, sizeof out));
    PASS();
}

TEST doubtful_rules_get_a_warning(void) {
    static const char *const pairs[][2] = {
        { "A { 1 } score { 1 }", "" },
        { "var x A { 1 } score { 1 }",
          "game.lua:1:5: warning: 'x' is never used\n"
          "  var x A { 1 } score { 1 }\n      ^\n" },
        { "var x A { x = 1 } score { 1 }",
          "game.lua:1:5: warning: 'x' is set, but never looked at\n"
          "  var x A { x = 1 } score { 1 }\n      ^\n" },
        { "var judged, player A { judged } score { 1 }", "" },
        { "var judged, x A { judged } score { 1 }",
          "game.lua:1:13: warning: 'x' is never used\n"
          "  var judged, x A { judged } score { 1 }\n              ^\n" },
        { "var player A { 1 } score { 1 }",
          "game.lua:1:5: warning: 'player' is never used\n"
          "  var player A { 1 } score { 1 }\n      ^\n" },
        { "def f() { 1 } A { 1 } score { 1 }",
          "game.lua:1:5: warning: 'f' is never called\n"
          "  def f() { 1 } A { 1 } score { 1 }\n      ^\n" },
        { "var x def f() { x = 1 x + 1 } A { f() 2 } score { 1 }",
          "game.lua:1:11: warning: 'f' gives a value that is never used\n"
          "  var x def f() { x = 1 x + 1 } A { f() 2 } score { 1 }\n"
          "            ^\n" },
        { "A { 1 + 1 2 } score { 1 }",
          "game.lua:1:7: warning: this value is not used\n"
          "  A { 1 + 1 2 } score { 1 }\n        ^\n" },
        { "A { let a = 1 2 } score { 1 }",
          "game.lua:1:9: warning: 'a' is never used\n"
          "  A { let a = 1 2 } score { 1 }\n          ^\n" },
    };
    char out[2048];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ASSERT_STR_EQ(pairs[i][1], message(pairs[i][0], out, sizeof out));
    PASS();
}

/* ---- meaning ------------------------------------------------------------ */

/* What `score { TEXT }` gives after the program (A) ran. */
static int32_t value_of(const char *before, const char *text,
                        RulesEngine engine) {
    char rules[1024];
    snprintf(rules, sizeof rules, "%s score { %s }", before, text);
    RulesKit *kit = rules_kit(rules, 1000, 1, 1, NULL);
    if (!kit->game) printf("\n%s\n%s\n", rules, kit->err.text);
    int32_t score = INT32_MIN;
    if (kit->game && rules_kit_read(kit, "(A)"))
        score = rules_kit_play(kit, 0, engine, 0).score;
    rules_kit_free(kit);
    return score;
}

TEST operations_mean_what_the_manual_says(void) {
    static const struct {
        const char *text;
        int32_t want;
    } rows[] = {
        { "1 + 2 * 3", 7 },
        { "(1 + 2) * 3", 9 },
        { "10 - 3 - 2", 5 },
        { "-7 / 2", -4 },
        { "7 / -2", -4 },
        { "-7 % 4", 1 },
        { "7 % -4", -1 },
        { "5 / 0 + 5 % 0", 0 },
        { "wrap(-1, 32)", 31 },
        { "2147483647 + 1 == -2147483648", 1 },
        { "-2147483648 / -1 == -2147483648", 1 },
        { "-2147483648 % -1", 0 },
        { "abs(-2147483648) == -2147483648", 1 },
        { "65536 * 65536", 0 },
        { "not 0 + not 5", 1 },
        { "not 0", 1 },
        { "3 and 4", 1 },
        { "0 or 7", 1 },
        { "1 < 2 and 2 < 1 or 3", 1 },
        { "min(3, -3) + max(3, -3)", 0 },
        { "if 0 { 5 }", 0 },
        { "if 0 { 5 } else if 1 { 6 } else { 7 }", 6 },
        { "t[0] + t[2] + t[-1] + t[3]", 44 },
        { "g[0, 0] + g[3, 2] + g[-1, -1]", 27 },
        { "let n = 0 for i = 1 to 4 { n = n + i } n", 10 },
        { "let n = 0 for i = 4 to 1 { n = n + i } n", 0 },
        { "let n = 0 for i = 2147483646 to 2147483647 { n = n + 1 } n", 2 },
        { "f(f(2))", 4 },
        { "let n = 2 f(n) + n", 5 },
        { "value", 42 },
        { "x", 5 },
        { "", 0 },
        { "-x", -5 },
        { "- -x", 5 },
        { "half", 16 },
    };
    const char *before = "const half = 16 var x = 5 table t = 10 11 12 "
                         "grid g[3, 2] = 9 def f(a) { a + a / 2 } A { 42 } ";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ASSERT_EQ_FMT(rows[i].want, value_of(before, rows[i].text, RULES_PLAIN),
                      "%d");
        ASSERT_EQ_FMT(rows[i].want,
                      value_of(before, rows[i].text, RULES_BYTECODE), "%d");
    }
    PASS();
}

TEST kinds_are_reals_truths_and_whole_numbers(void) {
    static const struct {
        const char *text;
        double want;
    } rows[] = {
        { "0.5", 0.5 },
        { "1e3 + 2.5e-1", 1000.25 },
        { "x + 1", 6.5 },            /* 1 is a real there */
        { "x / 2", 2.75 },
        { "-x", -5.5 },
        { "1.0 / 0", INFINITY },
        { "min(x, 2)", 2 },
        { "max(x, 2.0)", 5.5 },
        { "abs(-x)", 5.5 },
        { "sqrt(16)", 4 },
        { "floor(-0.5)", -1 },
        { "exp(0) + log(1) + cos(0) + sin(0) + tanh(0)", 2 },
        { "whole(x)", 5 },
        { "whole(-x)", -6 },
        { "whole(1e300)", 2147483647 },
        { "whole(-1e300)", -2147483648.0 },
        { "whole(0.0 / 0.0)", 0 },
        { "whole(t) + 2", 3 },
        { "real(n) / 2", 3.5 },
        { "real(t)", 1 },
        { "x < 6", 1 },
        { "x == 5.5 and t", 1 },
        { "not t", 0 },
        { "if t { 1 } else { x }", 1 },
        { "if n == 7 { x }", 5.5 },
        { "if n == 8 { x }", 0 },
        { "let k = x * 2 k + 1", 12 },
        { "let k = if t { 1 } else { 2.5 } k / 2", 0.5 },
        { "g * 2", 19.62 },
        { "f(2)", 3.0 },
        { "n & 3", 3 },
        { "n | 8", 15 },
        { "n ~ 2", 5 },
        { "~n", -8 },
        { "n << 30", -1073741824 },
        { "-1 >> 28", 15 },
        { "n << 32", 0 },
        { "n << -1", 0 },
        { "1 | 2 ~ 3 & 1 << 1 + 1", 3 },
        { "n & 4 == 4", 1 },
    };
    const char *before = "const g = 9.81 var real x = 5.5 var n = 7 "
                         "var truth t = true def f(real a) { a * 1.5 } A { 1 }";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s score { %s }", before, rows[i].text);
        RulesKit *kit = rules_kit(text, 100, 1, 1, NULL);
        if (!kit->game) printf("%s\n", kit->err.text);
        ASSERT(kit->game && rules_kit_read(kit, "(A)"));
        double got = rules_kit_play(kit, 0, RULES_PLAIN, 0).score;
        ASSERT_EQ_FMT(game_tame(rows[i].want, false), got, "%.17g");
        rules_kit_free(kit);
    }
    PASS();
}

TEST inputs_are_variables_that_programs_see(void) {
    RulesKit *kit = rules_kit(
        "input real x = 0.5, y = 3 input truth t = true constants 2 0.25\n"
        "ADD(a, b) { a + b } LESS(a, b) { a < b }\n"
        "IF(truth c, a, b) { if c { a } else { b } } NOTHING { }\n"
        "won { value > 3.0 } score { value }",
        100, 1, 1, NULL);
    static const struct {
        const char *program;
        double      want;
        bool        won;
    } rows[] = {
        { "(ADD (x) (y))", 3.5, true },
        { "(IF (LESS (x) (y)) 2 0.25)", 2, false },
        { "(IF (t) (x) (y))", 0.5, false },
        { "(NOTHING)", 0, false },
    };
    ASSERT(kit->game);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ASSERT(rules_kit_read(kit, rows[i].program));
        RulesCase c = rules_kit_play(kit, 0, RULES_PLAIN, 0);
        ASSERT_EQ_FMT(rows[i].want, c.score, "%g");
        ASSERT_EQ(rows[i].won, c.won);
    }
    ASSERT_FALSE(rules_kit_read(kit, "(ADD (t) (y))"));
    ASSERT_FALSE(rules_game_engine(kit->game, RULES_BYTECODE, &kit->err));
    ASSERT_STR_EQ("rules with reals have no bytecode engine", kit->err.text);
    ASSERT_EQ(RULES_PLAIN, kit->game->engine);
    rules_kit_free(kit);
    PASS();
}

/* Nothing else in these rules is a truth. */
TEST an_argument_that_is_a_truth_takes_no_number(void) {
    RulesKit *kit = rules_kit("LESS(a, b) { a < b } ONE { 1 } "
                              "IF(truth c, a, b) { if c { a } else { b } } "
                              "score { value }",
                              100, 1, 1, NULL);
    ASSERT(kit->game);
    ASSERT(rules_kit_read(kit, "(IF (LESS (ONE) (ONE)) (ONE) (ONE))"));
    ASSERT_FALSE(rules_kit_read(kit, "(IF (ONE) (ONE) (ONE))"));
    rules_kit_free(kit);
    PASS();
}

TEST a_constant_may_be_large(void) {
    RulesKit *kit = rules_kit("constants 1e300 -1e20 0.5 ADD(a, b) { a + b } "
                              "score { value }",
                              100, 1, 1, NULL);
    ASSERT(kit->game);
    ASSERT_EQ_FMT((size_t)3, kit->game->rules->constant_count, "%zu");
    ASSERT(rules_kit_read(kit, "(ADD 1e+300 -1e+20)"));
    rules_kit_free(kit);
    PASS();
}

TEST drawn_constants_are_the_same_each_time(void) {
    RulesKit *kit = rules_kit("constants -5.0 to 5.0 7 ADD(a, b) { a + b } "
                              "score { value }",
                              100, 1, 1, NULL);
    const Rules *r = kit->game->rules;
    ASSERT_EQ_FMT((size_t)RULES_DRAWN + 1, r->constant_count, "%zu");
    for (size_t i = 1; i < RULES_DRAWN; i++)
        ASSERT(r->constant[i - 1] < r->constant[i]);
    ASSERT(r->constant[0] >= -5 && r->constant[RULES_DRAWN - 1] <= 5);
    ASSERT_STR_EQ("-4.69", kit->vocab.symbol[0].name);
    rules_kit_free(kit);
    PASS();
}

static const char *const counter =
    "cost 0 var n, m\n"
    "INC cost 1 { n = n + 1 n }\n"
    "FREE { n = n + 100 }\n"
    "PROGN(a, b) { b }\n"
    "TWICE(a?) cost 2 { a a }\n"
    "PICK(t, a?, b?) { if t { a } else { b } }\n"
    "KEEP(a?) { m = m + 1 let k = m * 10 a m = m + k k }\n"
    "constants 0 1\n"
    "done { n == 7 } score { n * 1000 + m }\n";

TEST costs_budgets_and_ends_are_exact(void) {
    static const struct {
        const char *program;
        uint32_t budget, passes, steps;
        int32_t score;
        RulesEnd end;
    } rows[] = {
        { "(INC)", 10, 1, 1, 1000, RULES_FINISHED },
        { "(INC)", 10, 100, 7, 7000, RULES_DONE_END },
        { "(INC)", 3, 100, 3, 3000, RULES_TIMED_OUT },
        { "(FREE)", 10, 100, 0, 100000, RULES_FINISHED },
        { "(TWICE (INC))", 10, 1, 4, 2000, RULES_FINISHED },
        { "(TWICE (INC))", 3, 1, 3, 1000, RULES_TIMED_OUT },
        { "(TWICE (INC))", 1, 1, 0, 0, RULES_TIMED_OUT },
        { "(PICK 0 (INC) (FREE))", 10, 1, 0, 100000, RULES_FINISHED },
        { "(PICK (INC) (INC) (FREE))", 10, 1, 2, 2000, RULES_FINISHED },
        { "(KEEP (KEEP 0))", 10, 1, 0, 32, RULES_FINISHED },
        { "(KEEP (TWICE (TWICE (TWICE (INC)))))", 100, 1, 21, 7001,
          RULES_DONE_END },
    };
    for (int engine = RULES_BYTECODE; engine <= RULES_PLAIN; engine++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            RulesKit *kit = rules_kit(counter, rows[i].budget, rows[i].passes,
                                      1, NULL);
            ASSERT(kit->game && rules_kit_read(kit, rows[i].program));
            RulesCase c = rules_kit_play(kit, 0, (RulesEngine)engine, 0);
            ASSERT_EQ_FMT((double)(rows[i].score), c.score, "%g");
            ASSERT_EQ_FMT(rows[i].steps, c.steps, "%u");
            ASSERT_EQ_FMT((int)rows[i].end, (int)c.end, "%d");
            rules_kit_free(kit);
        }
    PASS();
}

TEST nothing_runs_for_ever(void) {
    const char *text =
        "cost 0 var n MANY(a?) { for i = 1 to 2147483647 { a } } "
        "ONE { n = n + 1 } score { for i = 1 to 2147483647 { } n }";
    for (int engine = RULES_BYTECODE; engine <= RULES_PLAIN; engine++) {
        RulesKit *kit = rules_kit(text, 10, 1, 1, NULL);
        ASSERT(kit->game && rules_kit_read(kit, "(MANY (MANY (MANY (ONE))))"));
        RulesCase c = rules_kit_play(kit, 0, (RulesEngine)engine, 0);
        ASSERT_EQ_FMT((int)RULES_TIMED_OUT, (int)c.end, "%d");
        ASSERT_EQ_FMT(rules_patience(10), c.free_steps, "%u");
        rules_kit_free(kit);
    }
    PASS();
}

/* The deepest program there can be: every branch full of levels, each calling
 * the next branch at its bottom. */
static void deepest(Buf *b) {
    buf_text(b, "ARITY 0 0 0 0 0 0 0 0\n");
    for (int branch = 0; branch <= VOCAB_ADFS_MAX; branch++) {
        if (branch == 0) buf_text(b, "RPB ");
        else buf_format(b, "ADF%d ", branch - 1);
        for (int i = 1; i < TREE_DEPTH_MAX; i++) buf_text(b, "(T ");
        if (branch < VOCAB_ADFS_MAX) buf_format(b, "(ADF%d)", branch);
        else buf_text(b, "1");
        for (int i = 1; i < TREE_DEPTH_MAX; i++) buf_char(b, ')');
        buf_char(b, '\n');
    }
}

TEST the_deepest_program_fits_the_stack(void) {
    const char *text = "var n constants 1 T(a?) { let x = n let y = n + 1 "
                       "1 + (2 + (3 + (4 + (5 + (x + (y + a)))))) } "
                       "U(a?) { n = n + a n } score { value }";
    const Shape shape = { 8, { 0 } };
    Buf program = { 0 };
    deepest(&program);
    RulesKit *kit = rules_kit(text, 100000, 1, 1, &shape);
    ASSERT(kit->game && rules_kit_read(kit, buf_get(&program)));
    int32_t levels = VOCAB_BRANCHES * (TREE_DEPTH_MAX - 1);
    for (int engine = RULES_AUTO; engine < RULES_PLAIN; engine++) {
        RulesCase c = rules_kit_play(kit, 0, (RulesEngine)engine, 0);
        ASSERT_EQ_FMT(16.0 * levels + 1, c.score, "%g");
    }
    rules_kit_play(kit, 0, RULES_PLAIN, 0);      /* may give up, but survives */
    rules_kit_free(kit);
    buf_free(&program);
    PASS();
}

/* ---- limits ------------------------------------------------------------- */

/* A value in so many brackets. */
static void nested(Buf *b, int levels) {
    buf_text(b, "A { 1 } score { ");
    for (int i = 0; i < levels; i++) buf_char(b, '(');
    buf_char(b, '1');
    for (int i = 0; i < levels; i++) buf_char(b, ')');
    buf_text(b, " }");
}

/* Helpers that call the one before them twice. */
static void doubling(Buf *b, int levels) {
    buf_text(b, "def f0() { 1 }\n");
    for (int i = 1; i <= levels; i++)
        buf_format(b, "def f%d() { f%d() + f%d() }\n", i, i - 1, i - 1);
    buf_format(b, "A { 1 } score { f%d() }", levels);
}

static void sum(Buf *b, int terms) {
    buf_text(b, "A { 1 } score { 1");
    for (int i = 1; i < terms; i++) buf_text(b, " + 1");
    buf_text(b, " }");
}

/* ... so many of what follows, and a game around it. */

static const char *const rest = " A { 1 } score { 1 }";

static void list(Buf *b, const char *word, const char *item, int n) {
    for (int i = 1; i <= n; i++) {
        buf_text(b, word);
        buf_format(b, item, i);
    }
    buf_text(b, rest);
}

static void letters(Buf *b, int n) {
    buf_format(b, "var %0*d%s", n, 0, rest);
    memset(b->text + 4, 'x', (size_t)n);
}

/* The name is declared, and meant again. */
static void longer(Buf *b, int n) {
    char name[40];
    snprintf(name, sizeof name, "%0*d", n, 0);
    memset(name, 'x', (size_t)n);
    buf_format(b, "var %.31s B { %s }%s", name, name, rest);
}

static void variables(Buf *b, int n) { list(b, "var ", "v%d ", n); }
static void grids(Buf *b, int n) { list(b, "grid ", "g%d[2] ", n); }
static void tables(Buf *b, int n) { list(b, "table ", "t%d = 1 ", n); }
static void rules(Buf *b, int n) { list(b, "def ", "f%d() { 1 } ", n - 2); }
static void prims(Buf *b, int n) { list(b, "B", "%d { 1 } ", n - 1); }
static void names(Buf *b, int n) { list(b, "const ", "c%d = 1 ", n - 2); }

static void cells(Buf *b, int n) {
    buf_format(b, "grid g[4096, 15], h[4000], i[%d]%s", n - 4096 * 15 - 4000,
               rest);
}

static void items(Buf *b, int n) {
    buf_text(b, "table t = 0 table u = ");
    list(b, "", "%d ", n - 1);
}

static void constants(Buf *b, int n) {
    buf_format(b, "constants -1 0 1 to %d%s", n - 2, rest);
}

static void arguments(Buf *b, int n) {
    buf_text(b, "C(a");
    for (int i = 1; i < n; i++) buf_format(b, ", a%d", i);
    buf_format(b, ") { 1 }%s", rest);
}

static void help(Buf *b, int n) {
    buf_format(b, "C \"%*s\" { 1 }%s", n, "", rest);
}

static void locals(Buf *b, int n) {
    buf_text(b, "C(a) { ");
    for (int i = 1; i < n; i++) buf_format(b, "let b%d = a ", i);
    buf_format(b, "}%s", rest);
}

static void text(Buf *b, int n) { buf_format(b, "%*s", n, rest); }

/* A block is one, a value another, an assignment has three; none is number 0. */
static void operations(Buf *b, int n) {
    buf_text(b, "var x B { ");
    int left = n - 5;
    for (; left >= 3; left -= 3) buf_text(b, "x = 1 ");
    for (; left > 0; left--) buf_text(b, "x ");
    buf_format(b, "}%s", rest);
}

static void numbers(Buf *b, int n) {
    buf_text(b, "var x A { ");
    for (int i = 1; i <= n; i++) buf_format(b, "x = x * %d ", i - 1);
    buf_text(b, "} score { x }");
}

/* So many values wait for an argument: three of the sum, its own place,
 * names. */
static void waiting(Buf *b, int n) {
    buf_text(b, "constants 1 var x A(a?) { ");
    for (int i = 5; i <= n; i++) buf_format(b, "let b%d = x ", i);
    buf_text(b, "x * x + a } score { x }");
}

/* Rules of some thousand instructions. */
static void instructions(Buf *b, int n) {
    buf_text(b, "var x def f0() { x * x }\n");
    for (int i = 1; i <= 11; i++)
        buf_format(b, "def f%d() { f%d() + f%d() }\n", i, i - 1, i - 1);
    for (int i = 1; i <= n; i++) buf_format(b, "P%d { f11() } ", i);
    buf_text(b, "score { x }");
}

static bool accepted(void (*write)(Buf *, int), int n, char *why) {
    Buf b = { 0 };
    char out[2048];
    write(&b, n);
    RulesKit *kit = rules_kit(buf_get(&b), 100, 1, 1, NULL);
    bool ok = kit->game != NULL;
    snprintf(out, sizeof out, "%s", kit->err.text);
    char *end = strchr(out, '\n');
    if (end) *end = '\0';
    strcpy(why, ok ? "" : out);
    rules_kit_free(kit);
    buf_free(&b);
    return ok;
}

TEST limits_hold_and_say_so(void) {
    char why[2048];
    ASSERT(accepted(nested, RULES_NEST_MAX - 1, why));
    ASSERT_FALSE(accepted(nested, RULES_NEST_MAX, why));
    ASSERT(strstr(why, "nested deeper than 48 levels"));
    ASSERT(accepted(sum, RULES_DEPTH_MAX, why));
    ASSERT_FALSE(accepted(sum, RULES_DEPTH_MAX + 1, why));
    ASSERT(strstr(why, "more than 200 operations in each other"));
    ASSERT(accepted(doubling, 11, why));
    ASSERT_FALSE(accepted(doubling, 40, why));
    ASSERT(strstr(why, "has more than 20000 operations"));
    PASS();
}

TEST every_limit_is_kept_to_the_number(void) {
    static const struct {
        void      (*write)(Buf *, int);
        int         most;
        const char *message;
    } limits[] = {
        { letters, VOCAB_NAME_MAX - 1, "a name has at most 31 letters" },
        { longer, VOCAB_NAME_MAX - 1, "a name has at most 31 letters" },
        { variables, RULES_VARS_MAX - 1, "rules have at most 63 variables" },
        { grids, RULES_GRIDS_MAX, "rules have at most 32 grids" },
        { tables, RULES_TABLES_MAX, "rules have at most 32 tables" },
        { rules, RULES_RULES_MAX, "there are at most 128 rules" },
        { prims, PRIM_ROWS_MAX, "there are at most 64 primitives" },
        { names, RULES_NAMES_MAX, "rules declare at most 256 names" },
        { cells, RULES_CELLS_MAX,
          "all grids together have at most 65536 cells" },
        { items, RULES_ITEMS_MAX,
          "all tables together have at most 4096 numbers" },
        { constants, RULES_CONSTANTS_MAX,
          "programs have at most 100 constants" },
        { arguments, PRIM_ARGS_MAX, "a rule has at most 8 arguments" },
        { help, RULES_HELP_MAX - 1, "a help text has at most 95 bytes" },
        { locals, RULES_LOCALS_MAX, "a rule has at most 32 names of its own" },
        { text, RULES_TEXT_MAX,
          "rules have at most 65536 bytes, these have 65537" },
        { operations, RULES_AST_MAX - 1, "rules have at most 8192 operations" },
        { numbers, RULES_FIXED_MAX,
          "'A' needs more than 448 different numbers" },
        { waiting, RULES_LIVE_MAX,
          "'A' needs more than 32 values at once while an "
          "argument is evaluated" },
        { instructions, 14, "'P15' needs more than 60000 instructions" },
    };
    char why[2048];
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        accepted(limits[i].write, limits[i].most, why);
        ASSERT_STR_EQ("", why);
        ASSERT_FALSE(accepted(limits[i].write, limits[i].most + 1, why));
        char *after = strchr(strchr(strchr(why, ':') + 1, ':') + 1, ':');
        ASSERT_STR_EQ(limits[i].message, after + 2);
    }
    PASS();
}

TEST cases_are_limited(void) {
    static const struct {
        size_t cases;
        const char *text, *message;
    } rows[] = {
        { 0, "A { 1 } score { 1 }",
          "field 'cases': expected 1 to 2097152, got 0" },
        { 2097152, "A { 1 } score { 1 }", "" },
        { 2097153, "A { 1 } score { 1 }",
          "field 'cases': expected 1 to 2097152, got 2097153" },
        { 1025, "grid g[4096, 16] A { 1 } score { g[0, 0] }",
          "field 'cases': 1025 cases of 65537 variables and cells are more "
          "than 67108864 numbers; use fewer" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Source src = { "game.lua", rows[i].text, strlen(rows[i].text) };
        RulesOptions o = { rows[i].cases, 100, 1, 7, NAN, false, NULL };
        Err err = { "" };
        RulesGame *game = rules_game_new(&src, 0, src.len, &o, &err);
        ASSERT_EQ(!*rows[i].message, game != NULL);
        ASSERT_STR_EQ(rows[i].message, err.text);
        rules_game_free(game);
    }
    PASS();
}

TEST memory_may_fail_anywhere(void) {
    Source src = { "game.lua", counter, strlen(counter) };
    RulesOptions o = { 3, 30, 3, 7, NAN, false, NULL };
    bool whole = false;
    for (long n = 0; n < 100 && !whole; n++) {
        Err err = { "" };
        mem_fail_after(n);
        RulesGame *game = rules_game_new(&src, 0, src.len, &o, &err);
        RulesScratch *scratch = game ? rules_scratch_new(game, &err) : NULL;
        mem_fail_after(-1);
        whole = scratch != NULL;
        if (!whole) ASSERT(err.text[0]);
        rules_scratch_free(scratch);
        rules_game_free(game);
    }
    ASSERT(whole);
    PASS();
}

/* So many of them, or a share of LUDUS_SOAK (`make soak`). */
static size_t amount(size_t normal, size_t share) {
    const char *soak = getenv("LUDUS_SOAK");
    return soak ? (size_t)strtoull(soak, NULL, 10) / share : normal;
}

/* ---- engines agree ------------------------------------------------------ */

TEST bytecode_agrees_on_random_rules(void) {
    const Shape shape = { 2, { 2, 1 } };
    for (size_t i = 0, n = amount(300, 20); i < n; i++) {
        Buf text = rules_random(1, i);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, 2, &shape);
        if (!kit->game) printf("\n%s\n%s\n", kit->err.text, buf_get(&text));
        ASSERT(kit->game);
        for (size_t p = 0; p < 20; p++) {
            rules_kit_random(kit, i, p);
            if (rules_kit_agree(kit, RULES_BYTECODE, p % 2)) continue;
            printf("rules %zu, program %zu\n%s\n", i, p, buf_get(&text));
            FAIL();
        }
        rules_kit_free(kit);
        buf_free(&text);
    }
    PASS();
}

/* What is compared below must be there. */
TEST random_rules_make_steps_of_all_kinds(void) {
    size_t kinds[FLAT_WALK + 1] = { 0 }, paired = 0;
    for (size_t i = 0; i < 40; i++) {
        Buf text = rules_random(2, i);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, 1, NULL);
        ASSERT(kit->game);
        const Rules *r = kit->game->rules;
        for (size_t p = 0; p < r->prim_count; p++)
            kinds[rules_flat_row(r, p).kind]++;
        paired += rules_flat_pairs(r);
        rules_kit_free(kit);
        buf_free(&text);
    }
    for (int k = FLAT_PASS; k <= FLAT_WALK; k++) ASSERT(kinds[k] >= 5);
    ASSERT(paired >= 5);
    PASS();
}

TEST native_agrees_on_random_rules(void) {
    const Shape shape = { 2, { 2, 1 } };
    size_t programs = amount(0, 1) ? 2000 : 200;   /* a game takes building */
    for (size_t i = 0, n = amount(6, programs); i < n; i++) {
        Buf text = rules_random(2, i);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, 2, &shape);
        ASSERT(kit->game);
        bool there = rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
        for (size_t p = 0; there && p < programs; p++) {
            rules_kit_random(kit, i, p);
            if (rules_kit_agree(kit, RULES_NATIVE, p % 2)) continue;
            printf("rules %zu, program %zu\n%s\n", i, p, buf_get(&text));
            FAIL();
        }
        rules_kit_free(kit);
        buf_free(&text);
        if (!there) SKIPm("no C compiler");
    }
    PASS();
}

/* Gives the cells of each case values of their own. */
static void scatter(RulesGame *game, size_t seed) {
    const Rules *r = game->rules;
    for (size_t c = 0; c < game->options.cases; c++) {
        Rng rng = rng_key(4, seed, c, RNG_TEST);
        for (size_t i = 0; i < r->cell_count; i++)
            if (rng_below(&rng, 3) == 0)
                game->cells[c * r->cell_count + i] = (int32_t)rng_below(&rng,
                                                                        3);
    }
}

static bool same_cases(const RulesCase *a, const RulesCase *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i].score != b[i].score || a[i].steps != b[i].steps ||
            a[i].free_steps != b[i].free_steps || a[i].end != b[i].end)
            return false;
    return true;
}

/* All cases by the reference and by native code, in sets where that can be. */
static bool scores_agree(RulesKit *kit, size_t cases) {
    RulesCase a[150], b[150];
    Tree tree = rules_kit_tree(kit);
    rules_game_engine(kit->game, RULES_PLAIN, &kit->err);
    RulesTotal x = rules_game_score(kit->game, kit->scratch[0], &tree, a);
    rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
    RulesTotal y = rules_game_score(kit->game, kit->scratch[1], &tree, b);
    return x.raw == y.raw && x.steps == y.steps && same_cases(a, b, cases);
}

TEST sets_of_cases_agree(void) {
    const Shape shape = { 2, { 2, 1 } };
    static const size_t sizes[] = { 2, 40, 64, 65, 150 };
    size_t sets = 0, n = amount(5, 4000);
    for (size_t i = 0; i < n; i++) {
        size_t cases = sizes[i % 5];
        Buf text = rules_random(5, 4 * i + 3);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, cases, &shape);
        ASSERT(kit->game);
        scatter(kit->game, i);
        bool there = rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
        sets += kit->game->groups != NULL;
        for (size_t p = 0; there && p < 60; p++) {
            rules_kit_random(kit, i, p);
            if (scores_agree(kit, cases)) continue;
            printf("rules %zu, program %zu\n%s\n", i, p, buf_get(&text));
            FAIL();
        }
        rules_kit_free(kit);
        buf_free(&text);
        if (!there) SKIPm("no C compiler");
    }
    ASSERT(sets >= 3 || n < 5);
    PASS();
}

/* A game that was read after all is played by both interpreters, or natively. */
static bool survives(RulesGame *game, RulesEngine engine, size_t i) {
    RulesKit *kit = calloc(1, sizeof *kit);
    const Shape none = { 0 };
    const TreeLimits limits = { 50, TREE_DEPTH_MAX, 1, 4, TREE_RAMPED };
    bool same = true;
    kit->game = game;
    if (vocab_init(&kit->vocab, &game->rules->language, &none, &kit->err) &&
        tree_species_init(&kit->species, &kit->vocab, &limits, &kit->err)) {
        for (int k = 0; k < 2; k++)
            kit->scratch[k] = rules_scratch_new(game, &kit->err);
        for (size_t p = 0; p < 3 && same; p++) {
            rules_kit_random(kit, i, p);
            same = rules_kit_agree(kit, engine, 0);
        }
        for (int k = 0; k < 2; k++) rules_scratch_free(kit->scratch[k]);
    }
    free(kit);
    return same;
}

/* Texts with bytes changed, cut, doubled: refused or played, never worse. */
TEST mutated_rules_never_crash(void) {
    size_t native = amount(2, 4000);
    for (size_t i = 0, n = amount(1500, 1); i < n; i++) {
        Rng rng = rng_key(3, 2, i, RNG_TEST);
        Buf text = rules_random(3, i % 40);
        for (uint32_t k = 1 + rng_below(&rng, 4); k > 0 && text.len > 2; k--) {
            size_t at = rng_below(&rng, (uint32_t)text.len);
            size_t from = rng_below(&rng, (uint32_t)text.len);
            size_t len = rng_below(&rng, 12);
            if (at + len > text.len || from + len > text.len) continue;
            if (rng_below(&rng, 3))
                memmove(text.text + at, text.text + from, len);
            else text.text[at] = (char)rng_below(&rng, 256);
        }
        Source src = { "game.lua", text.text, text.len };
        RulesOptions o = { 1, 30, 3, 7, NAN, false, NULL };
        Err err;
        RulesGame *game = rules_game_new(&src, 0, src.len, &o, &err);
        if (!game) ASSERT(err.text[0]);
        else ASSERT(survives(game, RULES_BYTECODE, i));
        if (game && native > 0 && rules_game_engine(game, RULES_NATIVE, &err)) {
            native--;
            ASSERT(survives(game, RULES_NATIVE, i));
        }
        rules_game_free(game);
        buf_free(&text);
    }
    PASS();
}

/* ---- for bindings ------------------------------------------------------- */

TEST a_picture_fills_what_it_shows(void) {
    RulesKit *kit = rules_kit("grid g[3, 2] A { 1 } score { 1 }", 100, 1, 1,
                              NULL);
    const RulesGrid *grid = &kit->game->rules->grid[0];
    Err err;
    int32_t cell[6] = { 9, 9, 9, 9, 9, 9 };
    ASSERT(rules_picture(grid, "#.7 .\r\n5\n   ", cell, &err));
    const int32_t want[6] = { 1, 0, 7, 5, 9, 9 };
    ASSERT_MEM_EQ(want, cell, sizeof want);
    static const char *const wide[] = { "...1", "\n\n1", "1111" };
    for (int i = 0; i < 3; i++) {
        ASSERT_FALSE(rules_picture(grid, wide[i], cell, &err));
        ASSERT_STR_EQ("the picture is larger than the grid", err.text);
    }
    ASSERT_FALSE(rules_picture(grid, "x", cell, &err));
    ASSERT_STR_EQ("a picture has blanks, dots, '#' and digits", err.text);
    rules_kit_free(kit);
    PASS();
}

TEST near_names_and_engines_are_found(void) {
    RulesKit *kit = rules_kit("var count grid board[2] A { 1 } score { 1 }",
                              100, 1, 1, NULL);
    const Rules *r = kit->game->rules;
    ASSERT_STR_EQ("count", rules_near(r, "coutn", 0));
    ASSERT_STR_EQ("board", rules_near(r, "bord", 1));
    ASSERT_EQ(NULL, rules_near(r, "elephant", 0));
    ASSERT_EQ(NULL, rules_near(r, "coutn", 1000));
    ASSERT_EQ(RULES_BYTECODE, rules_engine_find("bytecode"));
    ASSERT_EQ(RULES_PLAIN, rules_engine_find("plain"));
    ASSERT_EQ(-1, rules_engine_find("fast"));
    rules_kit_free(kit);
    PASS();
}

/* A table of all cases at its limit, and one past it. */
TEST tables_of_cases_have_a_limit(void) {
    static const char *const text[] = {
        "grid g[31, 1]  A { 1 } score { g[0, 0] }",
        "grid g[32, 1]  A { 1 } score { g[0, 0] }"
    };
    RulesOptions o = { RULES_CASES_MAX, 10, 1, 7, NAN, false, NULL };
    Err err;
    for (size_t i = 0; i < 2; i++) {
        Source src = { "game.lua", text[i], strlen(text[i]) };
        RulesGame *game = rules_game_new(&src, 0, src.len, &o, &err);
        ASSERT_EQ(i == 0, game != NULL);
        rules_game_free(game);
    }
    ASSERT_STR_EQ("field 'cases': 2097152 cases of 33 variables and cells are "
                  "more than 67108864 numbers; use fewer",
                  err.text);
    PASS();
}

SUITE(test_rules) {
    RUN_TEST(tables_of_cases_have_a_limit);
    RUN_TEST(wrong_rules_get_their_message);
    RUN_TEST(doubtful_rules_get_a_warning);
    RUN_TEST(operations_mean_what_the_manual_says);
    RUN_TEST(costs_budgets_and_ends_are_exact);
    RUN_TEST(nothing_runs_for_ever);
    RUN_TEST(the_deepest_program_fits_the_stack);
    RUN_TEST(limits_hold_and_say_so);
    RUN_TEST(every_limit_is_kept_to_the_number);
    RUN_TEST(cases_are_limited);
    RUN_TEST(memory_may_fail_anywhere);
    RUN_TEST(bytecode_agrees_on_random_rules);
    RUN_TEST(random_rules_make_steps_of_all_kinds);
    RUN_TEST(kinds_are_reals_truths_and_whole_numbers);
    RUN_TEST(inputs_are_variables_that_programs_see);
    RUN_TEST(an_argument_that_is_a_truth_takes_no_number);
    RUN_TEST(a_constant_may_be_large);
    RUN_TEST(drawn_constants_are_the_same_each_time);
    RUN_TEST(native_agrees_on_random_rules);
    RUN_TEST(sets_of_cases_agree);
    RUN_TEST(mutated_rules_never_crash);
    RUN_TEST(a_picture_fills_what_it_shows);
    RUN_TEST(near_names_and_engines_are_found);
}
