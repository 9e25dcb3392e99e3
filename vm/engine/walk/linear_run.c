/* linear_run.c -- the plain interpreter of linear programs.
 *
 * A failed test passes over one line. With `nested`, if that line is a test
 * itself it takes its own line along, so that a chain of tests means "and":
 * that is how the comments in Bridon's Figure 8 read, while Figure 7 says one
 * line. Inside a combined instruction a failed test passes over the next part,
 * and a jump leaves the rest of the parts undone.
 */
#include "linear_run.h"

#include "base/hot.h"

static const LinearInstr *instr_at(const LinearRun *run, size_t line) {
    size_t at = linear_start(run->set, run->block) + line;
    hot_assert(line < run->set->blocks[run->block].capacity);
    hot_assert(run->code[at] < run->set->instr_count);
    return &run->set->instrs[run->code[at]];
}

static void skip(LinearRun *run, size_t len) {
    if (run->nested)
        while (run->line < len && instr_at(run, run->line)->kind == LINEAR_TEST)
            run->line++;
    run->line++;
}

static void jump(LinearRun *run) {
    run->block = (run->block + 1) % run->set->block_count;
    run->line = 0;
}

/* The test's outcome, or the one that is supposed. */
static bool holds(const LinearRun *run, const LinearInstr *in) {
    bool it_does = run->host->test(run->game, in->op);
    return run->forced ? run->forced > 0 : it_does;
}

/* The parts of a combined instruction; false if the game ended. */
static bool combined(LinearRun *run, const LinearInstr *in) {
    for (size_t i = 0; i < in->part_count; i++) {
        const LinearInstr *part = &run->set->instrs[in->parts[i]];
        if (part->kind == LINEAR_JUMP) {
            jump(run);
            return true;
        }
        if (part->kind == LINEAR_TEST && !run->host->test(run->game, part->op))
            i++;
        if (part->kind == LINEAR_ACT && !run->host->act(run->game, part->op))
            return false;
    }
    return true;
}

const LinearInstr *linear_run_next(const LinearRun *run) {
    bool end = run->line >= linear_len(run->set, run->code, run->block);
    return end ? NULL : instr_at(run, run->line);
}

bool linear_run_step(LinearRun *run) {
    hot_assert(run->block < run->set->block_count);
    size_t len = linear_len(run->set, run->code, run->block);
    run->steps++;
    if (run->line >= len) {
        run->line = 0;
        return true;
    }
    const LinearInstr *in = instr_at(run, run->line++);
    switch (in->kind) {
    case LINEAR_NOP:     return true;
    case LINEAR_ACT:     return run->host->act(run->game, in->op);
    case LINEAR_TEST:
        if (!holds(run, in)) skip(run, len);
        return true;
    case LINEAR_JUMP:    jump(run); return true;
    case LINEAR_COMBINE: return combined(run, in);
    case LINEAR_KINDS:   break;
    }
    return false;
}

bool linear_run(LinearRun *run, uint64_t budget) {
    for (uint64_t i = 0; i < budget; i++)
        if (!linear_run_step(run)) return true;
    return false;
}

void linear_run_show(const LinearRun *run, Buf *out) {
    size_t len = linear_len(run->set, run->code, run->block);
    bool end = run->line >= len;
    buf_format(out, "%s %zu %s", run->set->blocks[run->block].name,
               run->line + 1, end ? "(again)" : instr_at(run, run->line)->name);
    for (size_t i = 0; i < run->set->register_count; i++) {
        buf_format(out, " %s=", run->set->registers[i].name);
        run->host->show(run->game, i, out);
    }
}

bool linear_run_trace(LinearRun *run, uint64_t budget, uint64_t lines,
                      Buf *out) {
    for (uint64_t i = 0; i < budget; i++) {
        if (i < lines) {
            linear_run_show(run, out);
            buf_char(out, '\n');
        }
        if (!linear_run_step(run)) return true;
    }
    return false;
}
