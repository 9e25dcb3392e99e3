/* machine_text.c -- machines to text and back.
 *
 * One reader takes both notations: a number opens a row of the table, a group
 * is a state of the compact form, and a text that mixes the two is refused.
 * Where a successor was written is kept, so that an error about a state that
 * never comes can point at it.
 */
#include <stdio.h>
#include <string.h>

#include "machine.h"
#include "machine_lex.h"
#include "base/suggest.h"

typedef struct Reader {
    const Source *src;
    MachineToken  token;             /* the one to be read next */
    Machine      *m;
    Err          *err;
    bool          rows, groups, started;
    bool          seen[MACHINE_STATES_MAX];
    size_t        start_at;
    size_t        next_at[MACHINE_STATES_MAX][2];
} Reader;

static void advance(Reader *r) {
    r->token = machine_lex(r->src, r->token.at + r->token.len);
}

static const char *lexeme(const Reader *r) {
    return r->src->text + r->token.at;
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

static bool move_of(char c, uint8_t *move) {
    *move = c == 'd' || c == 'D';
    return *move || c == 'c' || c == 'C';
}

static bool read_move(Reader *r, const char *expected, uint8_t *move) {
    if (r->token.kind != MACHINE_TOKEN_WORD || r->token.len != 1 ||
        !move_of(*lexeme(r), move))
        return refuse(r, expected);
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

/* ---- the table ----------------------------------------------------------- */

static bool read_edges(Reader *r, uint8_t state) {
    bool given[2] = { false, false };
    for (int i = 0; i < 2; i++) {
        size_t at = r->token.at;
        uint8_t move;
        if (!read_move(r, i == 0 ? "c-> or d->" : "the other of c-> and d->",
                       &move))
            return false;
        if (given[move])
            return err_at(r->err, r->src, at, "'%c' is given twice",
                          "cd"[move]);
        given[move] = true;
        if (r->token.kind != MACHINE_TOKEN_ARROW) return refuse(r, "'->'");
        advance(r);
        r->next_at[state][move] = r->token.at;
        if (!read_state(r, "a state's number", &r->m->at[state].next[move]))
            return false;
    }
    return true;
}

static bool read_row(Reader *r) {
    size_t at = r->token.at;
    uint8_t state;
    if (!read_state(r, "a state's number", &state)) return false;
    if (!open_state(r, state, at)) return false;
    if (r->token.kind != MACHINE_TOKEN_COLON) return refuse(r, "':'");
    advance(r);
    return read_move(r, "the output C or D", &r->m->at[state].out) &&
           read_edges(r, state);
}

/* ---- the compact form ---------------------------------------------------- */

static bool read_group(Reader *r) {
    const char *text = lexeme(r), *digits = text + 1;
    size_t at = r->token.at, len = r->token.len - 1;
    const char *point = memchr(digits, '.', len);
    if (!point && len != 2) return refuse(r, "a group like c01 or c10.11");
    size_t first = point ? (size_t)(point - digits) : 1;
    size_t second = point ? first + 1 : first;
    if (r->m->states == MACHINE_STATES_MAX)
        return err_at(r->err, r->src, at, "more than %d states",
                      MACHINE_STATES_MAX);
    uint8_t state = r->m->states;
    MachineState *s = &r->m->at[state];
    if (!move_of(*text, &s->out)) return refuse(r, "an output c or d");
    r->seen[r->m->states++] = true;
    r->next_at[state][0] = at + 1;
    r->next_at[state][1] = at + 1 + second;
    if (!state_of(r, digits, first, at + 1, &s->next[0]) ||
        !state_of(r, digits + second, len - second, at + 1 + second,
                  &s->next[1]))
        return false;
    advance(r);
    return true;
}

/* ---- the whole ----------------------------------------------------------- */

static bool read_start(Reader *r) {
    char word[64];
    snprintf(word, sizeof word, "%.*s",
             r->token.len > 60 ? 60 : (int)r->token.len, lexeme(r));
    if (strcmp(word, "start") != 0) {
        Suggest near = suggest_start(word);
        suggest_offer(&near, "start");
        return err_at(r->err, r->src, r->token.at, "unknown word '%s'%s", word,
                      near.best ? "; did you mean 'start'?" : "");
    }
    if (r->started)
        return err_at(r->err, r->src, r->token.at, "'start' is given twice");
    r->started = true;
    advance(r);
    r->start_at = r->token.at;
    return read_state(r, "a state's number", &r->m->start);
}

static bool read_item(Reader *r) {
    switch (r->token.kind) {
    case MACHINE_TOKEN_WORD: return read_start(r);
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
        for (int k = 0; k < 2; k++)
            if (!r->seen[m->at[i].next[k]])
                return err_at(r->err, r->src, r->next_at[i][k],
                              "there is no state %d", m->at[i].next[k]);
        if (i > 0 && !r->seen[i - 1])
            return err_at(r->err, r->src, r->src->len,
                          "state %d is missing: states count from 0", i - 1);
    }
    if (!r->seen[m->start])
        return err_at(r->err, r->src, r->start_at, "there is no state %d",
                      m->start);
    return true;
}

bool machine_parse(Machine *m, const Source *text, Err *err) {
    memset(m, 0, sizeof *m);
    Reader r = { .src = text, .m = m, .err = err };
    advance(&r);
    while (r.token.kind != MACHINE_TOKEN_END)
        if (!read_item(&r)) return false;
    return check_states(&r);
}

void machine_print(const Machine *m, Buf *out) {
    buf_format(out, "start %d\n", m->start);
    for (int i = 0; i < m->states; i++)
        buf_format(out, "%d: %c c->%d d->%d\n", i, "CD"[m->at[i].out],
                   m -> at[i].next[0], m->at[i].next[1]);
}

void machine_compact(const Machine *m, Buf *out) {
    const char *between = m->states > 10 ? "." : "";
    if (m->start) buf_format(out, "start %d ", m->start);
    for (int i = 0; i < m->states; i++)
        buf_format(out, "%s%c%d%s%d", i ? " " : "", "cd"[m->at[i].out],
                   m -> at[i].next[0], between, m->at[i].next[1]);
}
