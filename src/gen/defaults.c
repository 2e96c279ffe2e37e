// gen/defaults.c: default values that nobody reads.

#include "gen/defaults.h"

#include <assert.h>
#include <string.h>

#include "rt/live.h"
#include "rt/program.h"

static bool is_unread(const PProgram *p, const Live *live, uint32_t number, uint32_t offset)
{
    const PFun *fun = &p->funs[number];
    const PIns *i = &fun->code[offset];
    if (i->op != OP_DEFAULT || !p_kind_is_node(p->types[i->n].kind))
        return false;
    assert(offset + 1 < fun->code_count);  // a function ends by leaving
    return !live_has(live_at(live, number, offset + 1), i->d);
}

// The function's code without such defaults; the same code if it has none.
static const PIns *drop(Arena *arena, const PProgram *p, const Live *live, uint32_t number)
{
    const PFun *fun = &p->funs[number];
    PIns *code = NULL;
    for (uint32_t i = 0; fun->code && i < fun->code_count; i++) {
        if (!is_unread(p, live, number, i))
            continue;
        if (!code) {
            code = NEW_ARRAY(arena, PIns, fun->code_count);
            memcpy(code, fun->code, fun->code_count * sizeof *code);
        }
        code[i].op = OP_CONST;
        code[i].n = 0;
    }
    return code ? code : fun->code;
}

void gen_drop_defaults(Arena *arena, PProgram *p)
{
    Live *live = live_new(p);
    PFun *funs = NEW_ARRAY(arena, PFun, p->fun_count);
    for (uint32_t i = 0; i < p->fun_count; i++) {
        funs[i] = p->funs[i];
        funs[i].code = drop(arena, p, live, i);
    }
    live_free(live);
    p->funs = funs;
}
