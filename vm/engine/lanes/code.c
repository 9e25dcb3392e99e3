/* code.c -- compiled tree programs: hash and listing. */
#include "code.h"

#include <assert.h>
#include <string.h>

/* Two chains, so that one multiplication need not wait for the other. */
uint64_t code_hash(const Code *code) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h[2] = { code->count, odd }, word;
    for (uint32_t i = 0; i < code->count; i++) {
        memcpy(&word, &code->ins[i], sizeof word);
        uint64_t x = (h[i & 1] ^ word) * odd;
        h[i & 1] = x ^ x >> 32;
    }
    uint64_t hash = (h[0] ^ (h[1] << 29 | h[1] >> 35)) * odd;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}

void code_print(const Code *code, Buf *out) {
    static const char *const names[] = {
#define CODE(id, help) #id,
#include "code.def"
#undef CODE
    };
    static const char *const forms[] = { "", "N", "K", "S" };
    for (uint32_t i = 0; i < code->count; i++) {
        const Ins *ins = &code->ins[i];
        buf_format(out, "%5u  +%-3u ", i, ins->steps);
        assert(ins->target < UINT16_MAX);    /* all calls are linked */
        if (ins->op < CODE_GAME) buf_format(out, "%-6s", names[ins->op]);
        else
            buf_format(out, "game%d%-1s", (ins->op - CODE_GAME) / 4,
                       forms[(ins->op - CODE_GAME) % 4]);
        buf_format(out, " %4d  %u\n", ins->k, ins->target);
    }
}
