/* trace.c -- writing down what a program does, step by step.
 *
 * Lists double when they are full. Texts stand one after another in one buffer,
 * which begins with a zero, so that place 0 is the empty text. The first
 * failure is kept; from then on nothing more is written.
 */
#include "trace.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

void trace_init(Trace *t, Err *err) {
    *t = (Trace){ .parent = TRACE_NO_STEP, .err = err };
    buf_char(&t->texts, 0);
}

void trace_free(Trace *t) {
    mem_free(t->steps);
    mem_free(t->notes);
    buf_free(&t->texts);
    *t = (Trace){ .parent = TRACE_NO_STEP };
}

/* The block with room for more, or NULL with the reason noted. */
static void *grown(Trace *t, void *block, size_t *room, size_t size) {
    size_t more = *room ? *room * 2 : 256;
    void *bigger = mem_resize(block, more, size, t->err);
    if (bigger) *room = more;
    else t->failed = true;
    return bigger;
}

static bool room_for_step(Trace *t) {
    if (t->count < t->step_room) return true;
    if (t->count >= TRACE_STEPS_MAX) {
        t->failed = true;
        return err_set(t->err,
                       "trace: more than %d steps; give the game a "
                       "smaller budget",
                       TRACE_STEPS_MAX);
    }
    TraceStep *bigger = grown(t, t->steps, &t->step_room, sizeof *bigger);
    if (bigger) t->steps = bigger;
    return bigger != NULL;
}

int32_t trace_enter(Trace *t, uint32_t node) {
    if (t->failed || !room_for_step(t)) return TRACE_NO_STEP;
    int32_t me = (int32_t)t->count++;
    t->steps[me] = (TraceStep){ .node = node, .parent = t->parent };
    t->parent = me;
    return me;
}

bool trace_supposes(const Trace *t, int32_t step) {
    const TraceIf *s = &t->suppose;
    if (!s->given || step < 0 || (size_t)step < s->step) return false;
    return (size_t)step == s->step ||
           (s->always && t->steps[step].node == t->steps[s->step].node);
}

int32_t trace_leave(Trace *t, int32_t step, int32_t value) {
    assert(step >= 0 && (size_t)step < t->count && t->parent == step);
    TraceStep *s = &t->steps[step];
    if (trace_supposes(t, step)) value = (int32_t)t->suppose.value;
    t->parent = s->parent;
    s->value = value;
    s->until = (uint32_t)t->count;
    return value;
}

/* Keeps a copy of the text; its place. */
static size_t keep(Trace *t, const char *text) {
    size_t place = t->texts.len;
    buf_bytes(&t->texts, text, strlen(text) + 1);
    return place;
}

void trace_say(Trace *t, int32_t step, const char *text) {
    assert(step >= 0 && (size_t)step < t->count);
    if (!t->failed) t->steps[step].said = (uint32_t)keep(t, text);
}

void trace_note(Trace *t, const char *text, const char *picture) {
    if (t->failed) return;
    if (t->note_count == t->note_room) {
        TraceNote *bigger = grown(t, t->notes, &t->note_room, sizeof *bigger);
        if (!bigger) return;
        t->notes = bigger;
    }
    bool after = t->parent == TRACE_NO_STEP;
    int32_t step = after ? (int32_t)t->count - 1 : t->parent;
    size_t words = keep(t, text), drawn = picture ? keep(t, picture) : 0;
    t->notes[t->note_count++] = (TraceNote){ (uint32_t)t->count, step, after,
                                             words, drawn };
}

bool trace_end(Trace *t, double raw, const char *end) {
    for (; t->parent != TRACE_NO_STEP; t->parent = t->steps[t->parent].parent)
        t->steps[t->parent].until = (uint32_t)t->count;
    t->raw = raw;
    snprintf(t->end, sizeof t->end, "%s", end);
    Err *err = t->err;
    t->err = NULL;                   /* the caller's, who goes on */
    return !t->failed && buf_ok(&t->texts, err);
}

const char *trace_text(const Trace *t, const TraceNote *note) {
    return t->texts.text + note->text;
}

const char *trace_said(const Trace *t, size_t step) {
    assert(step < t->count);
    return t->texts.text + t->steps[step].said;
}

const char *trace_picture(const Trace *t, size_t n) {
    size_t place = 0;
    for (size_t i = 0; i < t->note_count && t->notes[i].when <= n; i++)
        if (t->notes[i].picture) place = t->notes[i].picture;
    return t->texts.text + place;
}
