// tests/brute/brute.c: explores all steps of a small program, the plain way.
//
//     brute [--points modern|classic|full] [--network mailbox|fifo] [--crashes N] [--cuts N]
//           [--suspicions N] [--deploy FILE] [--test NAME] [--limit N] [--trace FILE]
//           [--happened FILE] FILE...
//
// Prints "states N transitions M bugs B". A transition is a step with one way of
// choosing, counted once for each distinct state; one that ends in a bug counts, but leads
// to no state; one in which an assumption fails does not exist. States in which nobody
// can run and that are deadlocks, or have a hot monitor, count as bugs too. --trace writes
// the trace of the first bug. --happened writes, for each transition, a line
// {"what":"transition"} and what a trace says of it; what happens before the first one
// stands before it.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "brute.h"
#include "deploy/deploy.h"
#include "gen/gen.h"
#include "rt/program.h"

// One move, or the rest of one behind a choice. A fault has its FaultKind and machines as choices.
typedef struct Micro {
    uint32_t machine;
    uint32_t k;  // of the machine that it creates, 0 for none
    uint32_t choices[FAULT_CHOICES];
    uint32_t choice_count;
} Micro;

typedef struct Node {
    struct Node *parent, *same_hash;
    char *text;
    Micro *micros;  // of the step from the parent
    uint32_t micro_count;
} Node;

enum { BUCKETS = 1 << 16 };

typedef struct Brute {
    const PProgram *program;
    const PTest *test;
    Points points;
    Network network;
    const char *deploy;  // path, or NULL
    Live *live;
    bool has_bounds;
    uint64_t limit;
    const TraceOrigin *origin;
    const char *trace;  // path, NULL: none, or it is written
    FILE *happened;     // NULL: none
    FILE *stream;       // the trace of the execution under way, into the text
    char *text;
    size_t text_size;
    Node **nodes;       // in the order in which they were found
    uint64_t node_count, node_capacity;
    Node *buckets[BUCKETS];
    uint64_t transitions, bugs;
    Paths names;  // of the execution under way
} Brute;

// A step under way.
typedef struct Stride {
    Brute *brute;
    Execution *x;
    uint32_t machine;
    Micro *micros;
    uint32_t micro_count, micro_capacity;
    uint64_t ways;   // to choose, so far
    bool may_merge;  // modern: the first put or new belongs to the step, too
    bool has_shown;
} Stride;

static void *grown(void *items, size_t count, size_t size)
{
    items = realloc(items, count * size);
    if (!items)
        die_out_of_memory(count * size);
    return items;
}

// ----------------------------------------------------------------------------- executing

static Executed execute_micro(Brute *b, Execution *x, const Micro *m, Bug *bug)
{
    Turn turn = {.machine = m->machine, .moves = 1, .choice_count = m->choice_count};
    const Player *creator = x->players[m->machine - 1];
    uint32_t interface = creator->interface;
    if (m->k)
        paths_add(&b->names, m->machine, m->k, interface);
    Executed done = execution_turn(x, &turn, m->choices, bug);
    if (b->names.count < x->player_count) {
        assert(b->names.count + 1 == x->player_count);
        paths_add_part(&b->names, x->players[x->player_count - 1]);
    }
    return done;
}

static void execute_to(Brute *b, Execution *x, const Node *node)
{
    Bug bug;
    if (node->parent)
        execute_to(b, x, node->parent);
    for (uint32_t i = 0; i < node->micro_count; i++)
        if (execute_micro(b, x, &node->micros[i], &bug) != EXECUTED_ALL)
            bug("a step that went well goes wrong: %s", bug.text);
}

static Execution *execution_at(Brute *b, const Node *node)
{
    Bug bug;
    Execution *x = execution_new(b->program, b->test, b->stream);
    execution_set_network(x, &b->network);
    paths_clear(&b->names);
    if (execution_start(x, &bug) != EXECUTED_ALL)
        bug("it began before");
    paths_add(&b->names, 0, 0, b->test->main);
    if (x->player_count > 1)
        paths_add_part(&b->names, x->players[1]);
    if (node)
        execute_to(b, x, node);
    return x;
}

// -------------------------------------------------------------------------------- states

static uint32_t bucket_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (uint32_t)(hash >> 32) % BUCKETS;
}

// The state of the execution becomes a node, if it is new.
static void add_state(Brute *b, const Execution *x, const Node *parent, const Stride *step)
{
    Buf text = {0};
    describe(x, &b->names, b->live, &text);
    uint32_t bucket = bucket_of(text.text);
    for (const Node *n = b->buckets[bucket]; n; n = n->same_hash)
        if (strcmp(n->text, text.text) == 0) {
            buf_drop(&text);
            return;
        }

    Node *node = grown(NULL, 1, sizeof *node);
    *node = (Node){.parent = (Node *)parent, .text = text.text, .same_hash = b->buckets[bucket]};
    if (step && step->micro_count) {
        node->micro_count = step->micro_count;
        node->micros = grown(NULL, step->micro_count, sizeof *node->micros);
        memcpy(node->micros, step->micros, step->micro_count * sizeof *node->micros);
    }
    b->buckets[bucket] = node;
    if (b->node_count == b->node_capacity) {
        b->node_capacity = b->node_capacity ? b->node_capacity * 2 : 1024;
        b->nodes = grown(b->nodes, b->node_capacity, sizeof *b->nodes);
    }
    b->nodes[b->node_count++] = node;
    if (b->node_count > b->limit)
        die("more than %" PRIu64 " states", b->limit);
}

// ---------------------------------------------------------------------------------- bugs

static void add_turns(Schedule *s, const Node *node)
{
    if (node->parent)
        add_turns(s, node->parent);
    for (uint32_t i = 0; i < node->micro_count; i++)
        schedule_add(s, node->micros[i].machine, 1, node->micros[i].choices,
                     node->micros[i].choice_count);
}

static void found_bug(Brute *b, const Node *node, const Stride *step)
{
    Schedule s = {.network = &b->network};
    Bug bug;

    b->bugs++;
    if (!b->trace)
        return;
    if (node)
        add_turns(&s, node);
    for (uint32_t i = 0; step && i < step->micro_count; i++)
        schedule_add(&s, step->micros[i].machine, 1, step->micros[i].choices,
                     step->micros[i].choice_count);
    FILE *out = fopen(b->trace, "wb");
    if (!out)
        die("cannot write %s", b->trace);
    if (execute_from(b->program, b->test, &s, b->origin, out, &bug) != EXECUTED_BUG)
        bug("the bug does not show again");
    if (fclose(out) != 0)
        die("cannot write %s", b->trace);
    schedule_drop(&s);
    b->trace = NULL;
}

// --------------------------------------------------------------------------------- steps

static PlayerPosition position_of(const Stride *s)
{
    return execution_position(s->x, s->machine);
}

// Whether the step ends where the machine has come to, after a move that began at `from`.
static bool ends(Stride *s, PlayerPosition from)
{
    PlayerPosition to = position_of(s);
    bool is_announced = s->brute->network.crashes && (to == POSITION_SHOW || to == POSITION_SAY);
    uint32_t takes;

    if (to == POSITION_HALTED || s->x->players[s->machine - 1]->role != PLAYER_MACHINE)
        return true;
    switch (s->brute->points) {
    case POINTS_FULL:
        return true;
    case POINTS_CLASSIC:
        if (from == POSITION_PUT || from == POSITION_NEW || (is_announced && s->has_shown))
            return true;
        takes = to == POSITION_REST ? execution_takes(s->x, s->machine) : P_EVENT_HALT;
        return takes == P_NONE || takes == P_EVENT_NULL;
    case POINTS_MODERN:
        if (to == POSITION_REST)
            return true;
        if (to != POSITION_PUT && to != POSITION_NEW && !is_announced)
            return false;
        bool is_first = s->may_merge && !s->has_shown;
        s->may_merge = false;
        return !is_first;
    }
    return true;
}

static void add_micro(Stride *s, Micro m)
{
    if (s->micro_count == s->micro_capacity) {
        s->micro_capacity = s->micro_capacity ? s->micro_capacity * 2 : 8;
        s->micros = grown(s->micros, s->micro_capacity, sizeof *s->micros);
    }
    s->micros[s->micro_count++] = m;
}

static bool creates_machine(const Stride *s)
{
    const Player *a = s->x->players[s->machine - 1];
    if (a->role != PLAYER_MACHINE)
        return false;
    PMachineKind kind = s->brute->program->machines[a->kind].kind;
    return a->position == POSITION_NEW && kind != P_MACHINE_SPEC && kind != P_MACHINE_SCENARIO;
}

static Executed make_micro(Stride *s, uint32_t choice)
{
    Brute *b = s->brute;
    Bug bug;
    Micro m = {.machine = s->machine, .choices = {choice}, .choice_count = choice != P_NONE};
    if (creates_machine(s))
        m.k = paths_next(&b->names, s->x, b->live, s->machine);
    add_micro(s, m);
    return execute_micro(b, s->x, &m, &bug);
}

static void begin_step(Stride *s)
{
    const Player *a = s->x->players[s->machine - 1];
    bool takes = a->position == POSITION_REST &&
                 (!a->has_begun || execution_takes(s->x, s->machine) != P_EVENT_NULL);
    s->ways = 1;
    s->has_shown = false;
    s->may_merge = takes && !s->brute->has_bounds && !s->brute->network.suspicions;
    s->micro_count = 0;
}

typedef enum Came { CAME_TO_END, CAME_TO_CHOICE, CAME_TO_BUG, CAME_TO_ASSUME } Came;

// Makes the step with these choices, as far as they go.
static Came go(Stride *s, const uint32_t *choices, uint32_t choice_count)
{
    PlayerPosition from = position_of(s);
    for (;;) {
        uint32_t choice = P_NONE;
        if (position_of(s) == POSITION_CHOICE) {
            uint32_t count = execution_alternatives(s->x, s->machine);
            if (s->ways > 1 && s->ways * count > CHOICES_MAX)
                return CAME_TO_END;
            if (choice_count == 0)
                return CAME_TO_CHOICE;
            choice = *choices++;
            choice_count--;
            s->ways *= count;
        } else {
            from = position_of(s);
        }
        s->has_shown |= from == POSITION_SHOW || from == POSITION_SAY;
        Executed done = make_micro(s, choice);
        if (done == EXECUTED_ODD || done == EXECUTED_SETUP)
            bug("a step that does not fit");
        if (done != EXECUTED_ALL)
            return done == EXECUTED_BUG ? CAME_TO_BUG : CAME_TO_ASSUME;
        if (position_of(s) == POSITION_DOOMED) {
            bool has_acted = from == POSITION_PUT || from == POSITION_NEW;
            return s->brute->points == POINTS_CLASSIC && has_acted ? CAME_TO_END : CAME_TO_ASSUME;
        }
        if (position_of(s) != POSITION_CHOICE && ends(s, from))
            return CAME_TO_END;
    }
}

// What happens from here on is written down, if that is wanted.
static void open_stream(Brute *b)
{
    if (b->happened && !(b->stream = open_memstream(&b->text, &b->text_size)))
        die("no memory for a trace");
}

static size_t stream_size(Brute *b)
{
    if (b->stream)
        fflush(b->stream);
    return b->text_size;
}

static void close_stream(Brute *b, const char *heading, size_t from)
{
    if (!b->stream)
        return;
    size_t size = stream_size(b);
    if (heading)
        fprintf(b->happened, "%s%.*s", heading, (int)(size - from), b->text + from);
    fclose(b->stream);
    free(b->text);
    b->stream = NULL;
}

// All the ways the step can go that begin with these choices.
static void explore_step(Brute *b, const Node *from, uint32_t machine, const uint32_t *choices,
                         uint32_t choice_count)
{
    open_stream(b);
    Stride s = {.brute = b, .x = execution_at(b, from), .machine = machine};
    uint32_t alternatives = 0;
    size_t before = stream_size(b);

    begin_step(&s);
    Came came = go(&s, choices, choice_count);
    bool is_made = came == CAME_TO_END || came == CAME_TO_BUG;
    close_stream(b, is_made ? "{\"what\":\"transition\"}\n" : NULL, before);
    if (came == CAME_TO_CHOICE)
        alternatives = execution_alternatives(s.x, machine);
    else if (came != CAME_TO_ASSUME)
        b->transitions++;
    if (came == CAME_TO_END)
        add_state(b, s.x, from, &s);
    else if (came == CAME_TO_BUG)
        found_bug(b, from, &s);
    execution_free(s.x);
    free(s.micros);

    uint32_t *longer = grown(NULL, choice_count + 1, sizeof *longer);
    memcpy(longer, choices, choice_count * sizeof *longer);
    for (uint32_t i = 0; i < alternatives; i++) {
        longer[choice_count] = i;
        explore_step(b, from, machine, longer, choice_count + 1);
    }
    free(longer);
}

static void explore_fault(Brute *b, const Node *from, uint32_t faults, const BruteFault *fault)
{
    open_stream(b);
    Micro m = {.machine = faults, .choice_count = fault->count};
    memcpy(m.choices, fault->choices, sizeof m.choices);
    Stride s = {.brute = b, .x = execution_at(b, from), .machine = faults};
    size_t before = stream_size(b);
    Bug bug;

    add_micro(&s, m);
    Executed done = execute_micro(b, s.x, &m, &bug);
    if (done == EXECUTED_ODD || done == EXECUTED_SETUP)
        bug("a fault that does not fit: %s", bug.text);
    close_stream(b, done != EXECUTED_ASSUME ? "{\"what\":\"transition\"}\n" : NULL, before);
    b->transitions += done != EXECUTED_ASSUME;
    if (done == EXECUTED_ALL)
        add_state(b, s.x, from, &s);
    else if (done == EXECUTED_BUG)
        found_bug(b, from, &s);
    execution_free(s.x);
    free(s.micros);
}

static void explore_faults(Brute *b, const Node *from, uint32_t faults)
{
    Execution *x = execution_at(b, from);
    BruteFault *all;
    uint32_t count = list_faults(x, &b->names, b->live, &all);

    execution_free(x);
    for (uint32_t i = 0; i < count; i++)
        explore_fault(b, from, faults, &all[i]);
    free(all);
}

static void explore(Brute *b, const Node *node)
{
    Execution *x = execution_at(b, node);
    uint32_t count = execution_machines(x), enabled = 0;
    bool *is_enabled = calloc((size_t)count + 1, sizeof *is_enabled);
    Bug bug;

    if (!is_enabled)
        die_out_of_memory(count);
    for (uint32_t i = 1; i <= count; i++)
        enabled += is_enabled[i] = execution_is_enabled(x, i);
    if (enabled == 0 && execution_end(x, false, &bug) == EXECUTED_BUG)
        found_bug(b, node, NULL);
    uint32_t faults = count > 1 && x->players[1]->role == PLAYER_FAULTS ? 2 : 0;
    execution_free(x);
    for (uint32_t i = 1; i <= count; i++)
        if (is_enabled[i] && i == faults)
            explore_faults(b, node, i);
        else if (is_enabled[i])
            explore_step(b, node, i, &(uint32_t){0}, 0);
    free(is_enabled);
}

static void search(Brute *b)
{
    Bug bug;
    Execution *x = execution_new(b->program, b->test, NULL);
    Executed began = execution_start(x, &bug);
    execution_free(x);
    if (began == EXECUTED_BUG)
        found_bug(b, NULL, NULL);
    if (began != EXECUTED_ALL)
        return;
    open_stream(b);
    x = execution_at(b, NULL);
    close_stream(b, "", 0);
    add_state(b, x, NULL, NULL);
    execution_free(x);
    for (uint64_t i = 0; i < b->node_count; i++)
        explore(b, b->nodes[i]);
}

// --------------------------------------------------------------------------- the command

static void choose_points(Brute *b, const char *name)
{
    static const char *const names[] = {"modern", "classic", "full"};
    static const Points points[] = {POINTS_MODERN, POINTS_CLASSIC, POINTS_FULL};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            b->points = points[i];
            return;
        }
    die("--points takes modern, classic or full");
}

static void choose_network(Brute *b, const char *name)
{
    if (strcmp(name, "fifo") != 0 && strcmp(name, "mailbox") != 0)
        die("--network takes mailbox or fifo");
    b->network.kind = strcmp(name, "fifo") == 0 ? NETWORK_FIFO : NETWORK_MAILBOX;
}

// Which machines live in the container of their creator.
static bool *read_deploy(const Brute *b)
{
    bool *with_creator = grown(NULL, b->program->machine_count + 1, sizeof *with_creator);
    Deploy deploy;
    Err err = {0};

    if (!deploy_read(&deploy, b->deploy, &err))
        die("%s", err.text);
    for (uint32_t i = 0; i < b->program->machine_count; i++)
        with_creator[i] = deploy_is_with_creator(&deploy, b->program->machines[i].name);
    deploy_drop(&deploy);
    return with_creator;
}

static void drop(Brute *b)
{
    free((void *)b->network.with_creator);
    for (uint64_t i = 0; i < b->node_count; i++) {
        free(b->nodes[i]->text);
        free(b->nodes[i]->micros);
        free(b->nodes[i]);
    }
    free(b->nodes);
    paths_drop(&b->names);
    live_free(b->live);
}

static void run(Brute *b, const char *const *paths, size_t path_count, const char *test)
{
    static Lang lang;
    Arena arena = {0};
    PProgram program;
    Err err = {0};
    TraceOrigin origin = {.paths = paths, .path_count = path_count, .dialect = "auto"};

    lang_init(&lang);
    if (!lang_read(&lang, paths, path_count, &err))
        die("%s", err.text);
    if (!lang_check(&lang)) {
        diags_print(&lang.diags, &lang.sources, stderr, false);
        die("the program is wrong");
    }
    if (!gen_program(&arena, &lang, TARGET_CHECK, &program, &err))
        die("%s", err.text);
    b->program = &program;
    b->origin = &origin;
    b->test = test ? program_test(&program, test) : &program.tests[0];
    if (!b->test)
        die("there is no test %s", test);
    b->live = live_new(&program);
    b->has_bounds = program_bounds_queues(&program);
    if (b->deploy)
        b->network.with_creator = read_deploy(b);
    search(b);
    printf("states %" PRIu64 " transitions %" PRIu64 " bugs %" PRIu64 "\n", b->node_count,
           b->transitions, b->bugs);
    drop(b);
    arena_drop(&arena);
    lang_drop(&lang);
}

int main(int argc, char **argv)
{
    static Brute b = {.limit = 100000};
    const char *test = NULL;
    const char **paths = calloc((size_t)argc, sizeof *paths);
    size_t count = 0;

    if (!paths)
        die_out_of_memory((size_t)argc);
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--points") == 0 && has_value)
            choose_points(&b, argv[++i]);
        else if (strcmp(argv[i], "--network") == 0 && has_value)
            choose_network(&b, argv[++i]);
        else if (strcmp(argv[i], "--crashes") == 0 && has_value)
            b.network.crashes = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--cuts") == 0 && has_value)
            b.network.cuts = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--suspicions") == 0 && has_value)
            b.network.suspicions = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--deploy") == 0 && has_value)
            b.deploy = argv[++i];
        else if (strcmp(argv[i], "--test") == 0 && has_value)
            test = argv[++i];
        else if (strcmp(argv[i], "--limit") == 0 && has_value)
            b.limit = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--trace") == 0 && has_value)
            b.trace = argv[++i];
        else if (strcmp(argv[i], "--happened") == 0 && has_value) {
            if (!(b.happened = fopen(argv[++i], "w")))
                die("cannot write %s", argv[i]);
        }
        else if (argv[i][0] == '-')
            die("brute [--points P] [--network N] [--crashes N] [--cuts N] [--suspicions N] "
                "[--deploy FILE] [--test NAME] [--limit N] [--trace FILE] [--happened FILE] "
                "FILE...");
        else
            paths[count++] = argv[i];
    }
    if (count == 0)
        die("which program?");
    run(&b, paths, count, test);
    if (b.happened && fclose(b.happened) != 0)
        die("cannot write what happened");
    free(paths);
    return b.bugs ? EXIT_BUG : EXIT_NO_BUG;
}
