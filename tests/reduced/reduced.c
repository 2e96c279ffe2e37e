// tests/reduced/reduced.c: checks programs with and without reductions, and compares the results.
//
// Reads programs from standard input until its end, and answers each with one line. A program
// is a line of words and then the text:
//
//     NUMBER SIZE STATES NETWORK CRASHES CUTS SUSPICIONS [KIND...]
//
// SIZE is that of the text in bytes, STATES the most that the program may have; NETWORK is mailbox
// or fifo; machines of the listed KINDs live in the container of their creator. The answers:
//
//     same VERDICT STATES LOCAL ORDER BOTH   states with no reduction, local, order, and both, by dfs
//     large                                  more than STATES states
//     small                                  hardly any
//     differs TEXT                           and how it was checked
//
// Equal must be, for dfs, bfs and ses: the verdict; and, if there is no bug, what was covered (cells
// of Coverage) and the set of terminal states, up to the names of machines (ends.h). It is smaller if
// orders do not count, so both reductions are compared with `order` alone. There must be no more
// states. The program's
// number decides how else it is checked: with two workers, without cached steps, with short queues.
//
// All this in one process: a program takes milliseconds, so that many can be compared.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/memory.h"
#include "check/search/search.h"
#include "gen/gen.h"
#include "gen/order.h"

#include "ends.h"

enum { LINE_MAX_SIZE = 4096, MEMORY = 256 << 20, STATES_MIN = 15 };

// A program as it was read.
typedef struct Given {
    uint64_t number, states_max;
    Network network;
    char *kinds;  // names, separated by spaces
    char *text;
    size_t size;
} Given;

typedef enum Reduction { NONE = 0, LOCAL = 1, ORDER = 2, BOTH = 3, REDUCTION_COUNT } Reduction;

static const char *const reduction_names[] = {"none", "local", "order", "local,order"};

// A program, compiled with its orders and without those that it cannot see.
typedef struct Made {
    Lang lang;
    Arena arena;
    PProgram plain, unordered;
    bool *with_creator;
    bool has_unseen_order;
} Made;

// ------------------------------------------------------------------------------------- reading

// False at the end of the input.
static bool read_program(Given *g)
{
    char line[LINE_MAX_SIZE], network[16];
    int rest = 0;

    if (!fgets(line, sizeof line, stdin))
        return false;
    *g = (Given){0};
    if (sscanf(line, "%" SCNu64 " %zu %" SCNu64 " %15s %u %u %u%n", &g->number, &g->size,
               &g->states_max, network, &g->network.crashes, &g->network.cuts,
               &g->network.suspicions, &rest) != 7)
        die("not the head of a program: %s", line);
    g->network.kind = strcmp(network, "fifo") == 0 ? NETWORK_FIFO : NETWORK_MAILBOX;
    g->kinds = memory_zeroed(1, strlen(line + rest) + 1);
    strcpy(g->kinds, line + rest);
    g->text = memory_zeroed(1, g->size + 1);
    if (fread(g->text, 1, g->size, stdin) != g->size)
        die("the input ends in the middle of a program");
    return true;
}

static uint32_t machine_named(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (strcmp(p->machines[i].name, name) == 0)
            return i;
    die("there is no machine %s", name);
}

static void compile(Made *m, Given *g)
{
    Err err = {0};

    *m = (Made){0};
    lang_init(&m->lang);
    if (!lang_add_text(&m->lang, "program.p", g->text, g->size, &err))
        die("%s", err.text);
    if (!lang_check(&m->lang)) {
        diags_print(&m->lang.diags, &m->lang.sources, stderr, false);
        die("program %" PRIu64 " is wrong", g->number);
    }
    if (!gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->plain, &err) ||
        !gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->unordered, &err))
        die("%s", err.text);
    m->has_unseen_order = gen_hide_order(&m->arena, &m->unordered, ORDER_IN_STATES);
    m->with_creator = memory_zeroed(m->plain.machine_count + 1, sizeof *m->with_creator);
    for (char *name = strtok(g->kinds, " \n"); name; name = strtok(NULL, " \n"))
        m->with_creator[machine_named(&m->plain, name)] = true;
    g->network.with_creator = m->with_creator;
}

static void drop(Made *m, Given *g)
{
    arena_drop(&m->arena);
    lang_drop(&m->lang);
    free(m->with_creator);
    free(g->kinds);
    free(g->text);
}

// ------------------------------------------------------------------------------------ checking

static SearchOptions options_for(const Given *g, SearchKind kind, Reduction reduction)
{
    SearchOptions o = search_defaults();
    o.kind = kind;
    o.memory = MEMORY;
    o.states_max = g->states_max;
    o.network = &g->network;
    o.reduces = reduction & LOCAL;
    o.short_queue = (uint32_t)(g->number % 3);
    if (reduction != NONE) {
        o.states_max *= 10;  // a bug ends the search without reduction, wherever it is
        o.workers = 1 + (g->number % 8 == 0);
        o.has_memo = g->number % 5 != 0;
    }
    return o;
}

// The result of a search, and the states in which executions end.
typedef struct Checked {
    SearchResult result;
    Ends ends;
} Checked;

static void check(const Made *m, const Given *g, SearchKind kind, Reduction reduction, Checked *c)
{
    const PProgram *program = reduction & ORDER ? &m->unordered : &m->plain;
    SearchOptions options = options_for(g, kind, reduction);
    Err err = {0};

    ends_init(&c->ends);
    options.at_end = ends_add;
    options.end_context = &c->ends;
    if (!search_run(program, &program->tests[0], &options, &c->result, &err))
        die("%s", err.text);
    ends_sort(&c->ends);
}

static void checked_drop(Checked *c)
{
    search_result_drop(&c->result);
    ends_drop(&c->ends);
}

// What of the program one check has seen and the other has not; NULL: nothing.
static const char *other_coverage(const SearchResult *plain, const SearchResult *reduced)
{
    static const char *const kinds[] = {"a state entered", "an event met", "a goto", "a push",
                                        "a pop", "a send", "an announcement", "a creation", "a halt"};
    uint32_t count = coverage_cell_count(plain->coverage);
    const Cell *cells = coverage_cells(plain->coverage);
    const Cell *others = coverage_cells(reduced->coverage);

    for (uint32_t i = 0; i < count; i++)
        if (i >= coverage_cell_count(reduced->coverage) || !cell_equals(&cells[i], &others[i]))
            return kinds[cells[i].kind];
    return coverage_cell_count(reduced->coverage) > count ? "more than without" : NULL;
}

// How the result differs from that without the reductions; "" if it does not. Terminal states
// are those of `ends`.
static void difference(const SearchResult *plain, const Checked *ends, const Checked *checked,
                       Buf *out)
{
    const SearchResult *reduced = &checked->result;
    if (reduced->verdict != plain->verdict)
        buf_print(out, "verdict %s, not %s", search_verdict_name(reduced->verdict),
                  search_verdict_name(plain->verdict));
    else if (reduced->has_bug && !reduced->is_replayed)
        buf_print(out, "a bug that does not show again: %s", reduced->bug.text);
    else if (reduced->completed_orders)  // Plait's own explorers name just the machines that can run
        buf_print(out, "%s", reduced->note);
    if (out->size || plain->has_bug)
        return;
    const char *missing = other_coverage(plain, reduced);
    if (missing)
        buf_print(out, "other coverage: %s", missing);
    else if (reduced->states > plain->states)
        buf_print(out, "%" PRIu64 " states, not at most %" PRIu64, reduced->states, plain->states);
    else if (reduced->knows_terminal != ends->result.knows_terminal ||
             (reduced->knows_terminal && !ends_equal(&checked->ends, &ends->ends)))
        buf_print(out, "%" PRIu64 " terminal states, other than those %" PRIu64,
                  checked->ends.count, ends->ends.count);
}

static void answer(const Given *g, const SearchResult *plain, const uint64_t *states, const Buf *text,
                   SearchKind kind, Reduction reduction)
{
    if (text->size)
        printf("differs --search %s --reduce %s, number %" PRIu64 ": %s\n",
               search_policy(kind)->name, reduction_names[reduction], g->number, text->text);
    else
        printf("same %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
               search_verdict_name(plain->verdict), states[NONE], states[LOCAL], states[ORDER],
               states[BOTH]);
}

static bool is_too_large(const SearchResult *r)
{
    return r->limits & (LIMIT_STATES | LIMIT_MEMORY);
}

static bool is_too_small(const SearchResult *r)
{
    return r->states < STATES_MIN && !r->has_bug;
}

// Compares every search with each of these reductions; the first difference is the answer.
static void compare(const Made *m, const Given *g, const Checked *without)
{
    const SearchResult *plain = &without->result;
    static const SearchKind searches[] = {SEARCH_DFS, SEARCH_BFS, SEARCH_SES};
    uint64_t states[REDUCTION_COUNT] = {[NONE] = plain->states, [LOCAL] = plain->states,
                                        [ORDER] = plain->states, [BOTH] = plain->states};
    SearchKind kind = SEARCH_DFS;
    Reduction reduction = NONE;
    bool is_large = false;
    Buf text = {0};

    for (int i = 0; i < 3 && !text.size && !is_large; i++) {
        Checked by_order = {0};
        for (int each = LOCAL; each < REDUCTION_COUNT && !text.size; each++) {
            Checked reduced;
            if (each & ORDER && !m->has_unseen_order)
                continue;
            kind = searches[i];
            reduction = (Reduction)each;
            check(m, g, kind, reduction, &reduced);
            const Checked *ends = reduction == LOCAL ? without : reduction == ORDER ? &reduced :
                                                                                      &by_order;
            is_large |= plain->has_bug && is_too_large(&reduced.result);
            if (!is_large)
                difference(plain, ends, &reduced, &text);
            if (kind == SEARCH_DFS)
                states[reduction] = reduced.result.states;
            if (reduction == ORDER)
                by_order = reduced;
            else
                checked_drop(&reduced);
        }
        if (m->has_unseen_order)
            checked_drop(&by_order);
    }
    if (!m->has_unseen_order)
        states[BOTH] = states[LOCAL];
    if (is_large)
        puts("large");
    else
        answer(g, plain, states, &text, kind, reduction);
    buf_drop(&text);
}

int main(void)
{
    Given g;
    while (read_program(&g)) {
        Made m;
        Checked plain;
        compile(&m, &g);
        check(&m, &g, SEARCH_DFS, NONE, &plain);
        if (is_too_large(&plain.result) || is_too_small(&plain.result))
            puts(is_too_large(&plain.result) ? "large" : "small");
        else
            compare(&m, &g, &plain);
        fflush(stdout);
        checked_drop(&plain);
        drop(&m, &g);
    }
    return EXIT_SUCCESS;
}
