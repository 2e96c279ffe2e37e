"""tests/check/unsound.py: explorers in C that break the rules. Each must be detected."""

UNSOUND = {
    "forgets": ("""
static void ready(PExplorerState *d, uint32_t m)
{
    if (m % 2)
        p_line_push_back(&d->lines[0], m);
}
""", ".ready = ready, .blocked = p_leave, .finish = p_leave,"),
    "repeats": ("""
static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_back(&d->lines[0], m);
}

static uint32_t next(const PExplorerState *d)
{
    return p_line_front(&d->lines[0]);
}

static void delay(PExplorerState *d)
{
    (void)d;
}
""", ".ready = ready, .blocked = p_leave, .finish = p_leave, .next = next, .delay = delay,"),
    "invents": ("""
static uint32_t next(const PExplorerState *d)
{
    return 1000 + *(const uint32_t *)d->own;
}

static void delay(PExplorerState *d)
{
    ++*(uint32_t *)d->own;
}
""", ".own_size = sizeof(uint32_t), .next = next, .delay = delay,"),
    "never changes": ("""
static uint32_t next(const PExplorerState *d)
{
    return 1 + *(const uint32_t *)d->own % 2;
}

static void delay(PExplorerState *d)
{
    ++*(uint32_t *)d->own;
}
""", ".own_size = sizeof(uint32_t), .next = next, .delay = delay,"),
    "keeps the blocked": ("""
static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_front(&d->lines[0], m);
}
""", ".ready = ready, .finish = p_leave,"),
}


def explorer_text(name):
    functions, members = UNSOUND[name]
    return (f"#include <plait/explorer.h>\n{functions}\nconst PExplorer plait_explorer = {{\n"
            f"    .schema = P_EXPLORER_SCHEMA, .name = \"{name}\", {members}\n}};\n")
