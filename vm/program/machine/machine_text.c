/* machine_text.c -- machines to text and back.
 *
 * One reader takes both notations: a number opens a row of the table, a group
 * is a state of the compact form, and a text that mixes the two is refused.
 * Where a successor was written is kept, so that an error about a state that
 * never comes can point at it. A text that names no moves is one of the
 * dilemma, whose moves may be written in capitals, as outputs are printed.
 */
#include <stdio.h>
#include <string.h>

#include "machine.h"
#include "machine_lex.h"
#include "base/suggest.h"

enum { PHRASE = 1024 };              /* letters of what was expected */

typedef struct Reader {
    const Source *src;
    MachineToken  token;             /* the one to be read next */
    Alphabet     *alphabet;
    Machine      *m;
    Err          *err;
    bool          rows, groups, started, named, seeing;
    bool          seen[MACHINE_STATES_MAX];
    size_t        start_at;
    size_t        next_at[MACHINE_STATES_MAX][ALPHABET_MAX];
} Reader;

static void advance(Reader *r) {
    r->token = machine_lex(r->src, r->token.at + r->token.len);
}

static const char *lexeme(const Reader *r) {
    return r->src->text + r->token.at;
}

static bool is_word(const Reader *r, const char *word) {
    return r->token.kind == MACHINE_TOKEN_WORD &&
           r->token.len == strlen(word) &&
           memcmp(lexeme(r), word, r->token.len) == 0;
}

static bool refuse(Reader *r, const char *expected) {
    if (r->token.kind == MACHINE_TOKEN_END)
        return err_at(r->err, r->src, r->token.at,
                      "expected %s, got the end of the text", expected);
    int len = r->token.len > 40 ? 40 : (int)r->token.len;
    if (r->token.kind == MACHINE_TOKEN_BAD)
        return err_at(r->err, r->src, r->token.at,
                      "expected %s, got a stray character", expected);
    return err_at(r->err, r->src, r->token.at, "expected %s, got '%.*s'",
                  expected, len, lexeme(r));
}

/* A number of at most two digits that may be a state. */
static bool state_of(Reader *r, const char *digits, size_t len, size_t at,
                     uint8_t *state) {
    int n = 0;
    for (size_t i = 0; i < len && n < MACHINE_STATES_MAX; i++)
        n = n * 10 + (digits[i] - '0');
    if (n >= MACHINE_STATES_MAX)
        return err_at(r->err, r->src, at,
                      "state %.*s is past the limit: states are 0 to %d",
                      len > 20 ? 20 : (int)len, digits, MACHINE_STATES_MAX - 1);
    *state = (uint8_t)n;
    return true;
}

static bool read_state(Reader *r, const char *expected, uint8_t *state) {
    if (r->token.kind != MACHINE_TOKEN_NUMBER) return refuse(r, expected);
    if (!state_of(r, lexeme(r), r->token.len, r->token.at, state)) return false;
    advance(r);
    return true;
}

static bool open_state(Reader *r, uint8_t state, size_t at) {
    if (r->seen[state])
        return err_at(r->err, r->src, at, "state %d is given twice", state);
    r->seen[state] = true;
    r->m->states++;
    return true;
}

/* ---- names --------------------------------------------------------------- */

/* The place of a name; the dilemma's may be capitals. */
static int place_of(const Reader *r, const Names *names, const char *text,
                    size_t len) {
    if (!r->named && len == 1 && strchr("CD", *text))
        return *text == 'C' ? MOVE_C : MOVE_D;
    return names_find(names, text, len);
}

/* "c-> or d->", with what is behind each name and before the last. */
static const char *phrase(const Names *names, const char *tail,
                          const char *last, char text[PHRASE]) {
    Buf buf = { 0 };
    names_list(names, tail, last, &buf);
    snprintf(text, PHRASE, "%s", buf_ok(&buf, NULL) ? buf_get(&buf) : "a name");
    buf_free(&buf);
    return text;
}

/* `moves rock paper`: the names up to the next word of the text. */
static bool read_names(Reader *r, Names *names) {
    Err why;
    advance(r);
    if (r->m->states)
        return err_at(r->err, r->src, r->token.at,
                      "names come before the first state");
    *names = (Names){ 0 };
    while (r->token.kind == MACHINE_TOKEN_WORD && !is_word(r, "start") &&
           !is_word(r, "sees") && !is_word(r, "moves")) {
        if (!names_add(names, lexeme(r), r->token.len, &why))
            return err_at(r->err, r->src, r->token.at, "%s", why.text);
        advance(r);
    }
    return names->count > 0 || refuse(r, "a name");
}

static bool read_moves(Reader *r) {
    if (r->named)
        return err_at(r->err, r->src, r->token.at, "'moves' is given twice");
    r->named = true;
    if (!read_names(r, &r->alphabet->moves)) return false;
    if (!r->seeing) r->alphabet->sees = r->alphabet->moves;
    return true;
}

static bool read_sees(Reader *r) {
    if (r->seeing)
        return err_at(r->err, r->src, r->token.at, "'sees' is given twice");
    r->seeing = r->named = true;
    return read_names(r, &r->alphabet->sees);
}

/* ---- the table ----------------------------------------------------------- */

static bool read_edge(Reader *r, uint8_t state, bool *given,
                      const char *expected) {
    const Names *sees = &r->alphabet->sees;
    size_t at = r->token.at;
    int see = r->token.kind == MACHINE_TOKEN_WORD
                  ? place_of(r, sees, lexeme(r), r->token.len)
                  : -1;
    if (see < 0) return refuse(r, expected);
    if (given[see])
        return err_at(r->err, r->src, at, "'%s' is given twice",
                      sees->name[see]);
    given[see] = true;
    advance(r);
    if (r->token.kind != MACHINE_TOKEN_ARROW) return refuse(r, "'->'");
    advance(r);
    r->next_at[state][see] = r->token.at;
    return read_state(r, "a state's number",
                      &machine_row(r->alphabet, r->m, state)[1 + see]);
}

static bool read_edges(Reader *r, uint8_t state) {
    const Names *sees = &r->alphabet->sees;
    bool given[ALPHABET_MAX] = { false };
    char all[PHRASE], rest[PHRASE + 16];
    phrase(sees, "->", " or ", all);
    snprintf(rest, sizeof rest, "the other%s of %s", sees->count > 2 ? "s" : "",
             phrase(sees, "->", " and ", all));
    phrase(sees, "->", " or ", all);
    for (int i = 0; i < sees->count; i++)
        if (!read_edge(r, state, given, i == 0 ? all : rest)) return false;
    return true;
}

static bool read_output(Reader *r, uint8_t *move) {
    const Names *moves = &r->alphabet->moves;
    int found = r->token.kind == MACHINE_TOKEN_WORD
                    ? place_of(r, moves, lexeme(r), r->token.len)
                    : -1;
    if (found < 0) {
        char all[PHRASE], expected[PHRASE + 16];
        snprintf(expected, sizeof expected, "the output %s",
                 r->named ? phrase(moves, "", " or ", all) : "C or D");
        return refuse(r, expected);
    }
    *move = (uint8_t)found;
    advance(r);
    return true;
}

static bool read_row(Reader *r) {
    size_t at = r->token.at;
    uint8_t state;
    if (!read_state(r, "a state's number", &state)) return false;
    if (!open_state(r, state, at)) return false;
    if (r->token.kind != MACHINE_TOKEN_COLON) return refuse(r, "':'");
    advance(r);
    return read_output(r, machine_row(r->alphabet, r->m, state)) &&
           read_edges(r, state);
}

/* ---- the compact form ---------------------------------------------------- */

/* The digits of the k-th successor of a group; false if there is none. */
static bool group_part(const char *digits, size_t len, bool points, int k,
                       size_t *at, size_t *size) {
    if (!points) {
        *at = (size_t)k;
        *size = 1;
        return *at < len;
    }
    size_t from = 0;
    for (; k > 0; k--) {
        const char *point = memchr(digits + from, '.', len - from);
        if (!point) return false;
        from = (size_t)(point - digits) + 1;
    }
    const char *end = memchr(digits + from, '.', len - from);
    *at = from;
    *size = end ? (size_t)(end - digits) - from : len - from;
    return true;
}

static bool read_group(Reader *r) {
    const Names *sees = &r->alphabet->sees;
    const char *text = lexeme(r), *digits = text + 1;
    size_t begin = r->token.at + 1, len = r->token.len - 1, at, size;
    bool points = sees->count == 1 || memchr(digits, '.', len);
    if (!group_part(digits, len, points, sees->count - 1, &at, &size) ||
        group_part(digits, len, points, sees->count, &at, &size))
        return refuse(r, r->named ? "a group with a state for each observation"
                                  : "a group like c01 or c10.11");
    if (r->m->states == MACHINE_STATES_MAX)
        return err_at(r->err, r->src, r->token.at, "more than %d states",
                      MACHINE_STATES_MAX);
    int move = place_of(r, &r->alphabet->moves, text, 1);
    if (move < 0)
        return refuse(r, r->named ? "an output of one letter"
                                  : "an output c or d");
    uint8_t state = r->m->states++,
            *row = machine_row(r->alphabet, r->m, state);
    r->seen[state] = true;
    row[0] = (uint8_t)move;
    for (int k = 0; k < sees->count; k++) {
        group_part(digits, len, points, k, &at, &size);
        r->next_at[state][k] = begin + at;
        if (!state_of(r, digits + at, size, begin + at, &row[1 + k]))
            return false;
    }
    advance(r);
    return true;
}

/* ---- the whole ----------------------------------------------------------- */

static bool read_start(Reader *r) {
    if (r->started)
        return err_at(r->err, r->src, r->token.at, "'start' is given twice");
    r->started = true;
    advance(r);
    r->start_at = r->token.at;
    return read_state(r, "a state's number", &r->m->start);
}

static bool read_word(Reader *r) {
    static const char *const words[] = { "start", "moves", "sees" };
    if (is_word(r, "start")) return read_start(r);
    if (is_word(r, "moves")) return read_moves(r);
    if (is_word(r, "sees")) return read_sees(r);
    char word[64];
    snprintf(word, sizeof word, "%.*s",
             r->token.len > 60 ? 60 : (int)r->token.len, lexeme(r));
    Suggest near = suggest_start(word);
    for (int i = 0; i < 3; i++) suggest_offer(&near, words[i]);
    return err_at(r->err, r->src, r->token.at, "unknown word '%s'%s%s%s", word,
                  near.best ? "; did you mean '" : "",
                  near.best ? near.best : "", near.best ? "'?" : "");
}

static bool read_item(Reader *r) {
    switch (r->token.kind) {
    case MACHINE_TOKEN_WORD: return read_word(r);
    case MACHINE_TOKEN_NUMBER:
        if (r->groups) return refuse(r, "another group like c01");
        r->rows = true;
        return read_row(r);
    case MACHINE_TOKEN_GROUP:
        if (r->rows) return refuse(r, "a row like 0: C c->0 d->1");
        r->groups = true;
        return read_group(r);
    case MACHINE_TOKEN_END:
    case MACHINE_TOKEN_BAD:
    case MACHINE_TOKEN_COLON:
    case MACHINE_TOKEN_ARROW: break;
    }
    return refuse(r, "'start', a row like 0: C c->0 d->1, or a group like c01");
}

/* Every state that is named must be given. */
static bool check_states(Reader *r) {
    const Machine *m = r->m;
    if (m->states == 0)
        return err_at(r->err, r->src, 0, "a machine needs at least one state");
    for (int i = 0; i < MACHINE_STATES_MAX; i++) {
        if (!r->seen[i]) continue;
        const uint8_t *next = machine_at(r->alphabet, m, i) + 1;
        for (int k = 0; k < r->alphabet->sees.count; k++)
            if (!r->seen[next[k]])
                return err_at(r->err, r->src, r->next_at[i][k],
                              "there is no state %d", next[k]);
        if (i > 0 && !r->seen[i - 1])
            return err_at(r->err, r->src, r->src->len,
                          "state %d is missing: states count from 0", i - 1);
    }
    if (!r->seen[m->start])
        return err_at(r->err, r->src, r->start_at, "there is no state %d",
                      m->start);
    return true;
}

bool machine_parse(Alphabet *a, MachineRoom *m, const Source *text, Err *err) {
    memset(m, 0, sizeof *m);
    *a = alphabet_dilemma;
    Reader r = { .src = text, .alphabet = a, .m = &m->m, .err = err };
    advance(&r);
    while (r.token.kind != MACHINE_TOKEN_END)
        if (!read_item(&r)) return false;
    return check_states(&r);
}

static void print_names(const char *word, const Names *names, const char *end,
                        Buf *out) {
    buf_text(out, word);
    for (int i = 0; i < names->count; i++)
        buf_format(out, " %s", names->name[i]);
    buf_text(out, end);
}

/* The lists of names that a text begins with. */
static void print_alphabet(const Alphabet *a, const char *end, Buf *out) {
    if (alphabet_is_dilemma(a)) return;
    print_names("moves", &a->moves, end, out);
    Alphabet seen = { a->moves, a->moves };
    if (!alphabet_same(a, &seen)) print_names("sees", &a->sees, end, out);
}

bool machine_parse_for(const Alphabet *a, Machine *m, const Source *text,
                       Err *err) {
    Alphabet own;
    MachineRoom room;
    if (!machine_parse(&own, &room, text, err)) return false;
    if (!alphabet_same(a, &own)) {
        char has[PHRASE], wants[PHRASE];
        phrase(&own.moves, "", ", ", has);
        phrase(&a->moves, "", ", ", wants);
        return err_at(err, text, 0,
                      "a machine with the moves %.200s cannot play a game with "
                      "%.200s",
                      has, wants);
    }
    machine_copy(a, m, &room.m);
    return true;
}

void machine_print(const Alphabet *a, const Machine *m, Buf *out) {
    bool dilemma = alphabet_is_dilemma(a);
    print_alphabet(a, "\n", out);
    buf_format(out, "start %d\n", m->start);
    for (int i = 0; i < m->states; i++) {
        const uint8_t *row = machine_at(a, m, i);
        const char *move = dilemma ? &"C\0D"[2 * row[0]]
                                   : a->moves.name[row[0]];
        buf_format(out, "%d: %s", i, move);
        for (int k = 0; k < a->sees.count; k++)
            buf_format(out, " %s->%d", a->sees.name[k], row[1 + k]);
        buf_char(out, '\n');
    }
}

bool machine_compact(const Alphabet *a, const Machine *m, Buf *out) {
    for (int i = 0; i < a->moves.count; i++)
        if (a->moves.name[i][1] || a->moves.name[i][0] == '_') return false;
    const char *between = m->states > 10 ? "." : "";
    print_alphabet(a, " ", out);
    if (m->start) buf_format(out, "start %d ", m->start);
    for (int i = 0; i < m->states; i++) {
        const uint8_t *row = machine_at(a, m, i);
        buf_format(out, "%s%s", i ? " " : "", a->moves.name[row[0]]);
        for (int k = 0; k < a->sees.count; k++)
            buf_format(out, "%s%d", k ? between : "", row[1 + k]);
    }
    return true;
}
