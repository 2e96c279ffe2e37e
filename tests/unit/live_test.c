// tests/unit/live_test.c: slots that count, by hand, and by spoiling those that do not.

#include "rt/live.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "gen/gen.h"
#include "rt/machine.h"
#include "rt/program.h"
#include "test.h"

typedef struct Made {
    Lang lang;
    Arena arena;
    PProgram program;
    Live *live;
} Made;

static void make(Made *m, const char *text)
{
    Err err = {0};
    *m = (Made){0};
    lang_init(&m->lang);
    EXPECT_TRUE(lang_add_text(&m->lang, "test.p", text, strlen(text), &err));
    if (!lang_check(&m->lang))
        EXPECT_STR(m->lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&m->arena, &m->lang, TARGET_CHECK, &m->program, &err));
    m->live = live_new(&m->program);
}

static void drop(Made *m)
{
    live_free(m->live);
    arena_drop(&m->arena);
    lang_drop(&m->lang);
}

static uint32_t fun_named(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (strcmp(p->funs[i].name, name) == 0)
            return i;
    EXPECT_STR(name, "a function");
    return P_NONE;
}

// The offset behind the `nth` instruction of its kind, from 0.
static uint32_t behind(const PFun *fun, Op op, uint32_t nth)
{
    for (uint32_t i = 0; i < fun->code_count; i++)
        if (fun->code[i].op == op && nth-- == 0)
            return i + 1;
    EXPECT_STR(op_infos[op].name, "in the code");
    return 0;
}

// The variables in the set, by name; temporaries are "+".
static const char *names(const PFun *fun, const uint64_t *set)
{
    static char text[256];
    text[0] = '\0';
    for (uint32_t i = 0; i < fun->slot_count; i++) {
        if (!live_has(set, i))
            continue;
        if (text[0])
            strcat(text, " ");
        strcat(text, fun->slot_names[i][0] ? fun->slot_names[i] : "+");
    }
    return text;
}

static const char *after(Made *m, const char *name, Op op, uint32_t nth)
{
    uint32_t fun = fun_named(&m->program, name);
    const PFun *f = &m->program.funs[fun];
    return names(f, live_at(m->live, fun, behind(f, op, nth)));
}

static const char *asking(Made *m, const char *name, Op op, uint32_t nth)
{
    uint32_t fun = fun_named(&m->program, name);
    const PFun *f = &m->program.funs[fun];
    static uint64_t set[8];
    EXPECT_TRUE(live_words(f) <= 8);
    live_asking(m->live, fun, behind(f, op, nth), set);
    return names(f, set);
}

static const char *waiting(Made *m, const char *name, uint32_t nth)
{
    uint32_t fun = fun_named(&m->program, name);
    const PFun *f = &m->program.funs[fun];
    uint32_t at = behind(f, OP_RECEIVE, nth) - 1;
    return names(f, live_receive(m->live, (uint32_t)f->code[at].n, fun));
}

// ---------------------------------------------------------------------------- by hand

TEST(a_variable_lives_from_its_assignment_to_its_last_use)
{
    Made m;
    make(&m, "event e: int; machine Main { start state S { entry { var a: int; var b: int;\n"
             "    a = 1; b = 2; send this, e, 0; send this, e, a; send this, e, b;\n"
             "    a = 7; send this, e, a; } ignore e; } }");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "a b");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 1), "b");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 2), "");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 3), "");
    drop(&m);
}

TEST(a_loop_needs_what_its_next_round_reads)
{
    Made m;
    make(&m, "event e: int; machine Main { start state S { entry {\n"
             "    var i: int; var n: int; var once: int; var fresh: int;\n"
             "    n = 3; once = 4;\n"
             "    send this, e, once;\n"
             "    while (i < n) { fresh = i; send this, e, fresh; i = i + 1; }\n"
             "    send this, e, 0; } ignore e; } }");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "i n");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 1), "i n");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 2), "");
    drop(&m);
}

TEST(an_answer_is_needed_once_it_is_there)
{
    Made m;
    make(&m, "event e: int; machine Other { start state S { ignore e; } }\n"
             "fun Double(n: int): int { if ($) { return 0; } return n * 2; }\n"
             "machine Main { start state S { entry { var a: int; var o: Other;\n"
             "    a = 5; o = new Other();\n"
             "    send o, e, a + Double(a); a = choose(3); send o, e, a; } } }");
    EXPECT_STR(after(&m, "Main.S entry", OP_NEW, 0), "a +");
    EXPECT_STR(asking(&m, "Main.S entry", OP_NEW, 0), "a");
    EXPECT_STR(after(&m, "Main.S entry", OP_CHOOSE, 0), "o +");
    EXPECT_STR(asking(&m, "Main.S entry", OP_CHOOSE, 0), "o");
    EXPECT_STR(after(&m, "Double", OP_CHOOSE, 0), "n +");
    // One temporary holds the event that will be sent, the other the result.
    EXPECT_STR(asking(&m, "Main.S entry", OP_CALL, 0), "a o +");
    EXPECT_STR(after(&m, "Main.S entry", OP_CALL, 0), "a o + +");
    drop(&m);
}

TEST(a_receive_needs_what_any_case_needs_but_no_payload)
{
    Made m;
    make(&m, "event e: int; event f: int; event g;\n"
             "machine Main { start state S { entry {\n"
             "    var a: int; var b: int; var c: int; var unused: int;\n"
             "    a = 1; b = 2; c = 3; unused = 4;\n"
             "    receive {\n"
             "        case e: (x: int) { send this, e, x + a; }\n"
             "        case f: (y: int) { send this, f, y + b; }\n"
             "        case g: { c = 0; }\n"
             "    }\n"
             "    send this, e, c; } ignore e, f; } }");
    EXPECT_STR(waiting(&m, "Main.S entry", 0), "a b c");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "c");
    drop(&m);
}

TEST(a_receive_in_a_loop_needs_what_later_rounds_do)
{
    Made m;
    make(&m, "event e: int; event f;\n"
             "machine Main { start state S { entry {\n"
             "    var left: int; var sum: int; left = 3;\n"
             "    while (left > 0) {\n"
             "        receive {\n"
             "            case e: (n: int) { sum = sum + n; left = left - 1; }\n"
             "            case f: {\n"
             "                receive { case e: (k: int) { left = k; } }\n"
             "            }\n"
             "        }\n"
             "    }\n"
             "    send this, e, sum; } ignore e; } }");
    EXPECT_STR(waiting(&m, "Main.S entry", 0), "left sum");
    EXPECT_STR(waiting(&m, "Main.S entry", 1), "sum");
    drop(&m);
}

TEST(who_leaves_the_handler_needs_nothing_behind_that)
{
    Made m;
    make(&m, "event e: int; event f;\n"
             "machine Main { start state S { entry { var a: int; var b: int; a = 1; b = 2;\n"
             "    if (a == 1) { send this, e, 0; goto T, a; }\n"
             "    if (a == 2) { send this, e, 0; raise f; }\n"
             "    if (a == 3) { send this, e, 0; return; }\n"
             "    send this, e, 0; send this, e, b; } ignore e, f; }\n"
             "state T { entry (n: int) { } ignore e; } }");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "a");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 1), "");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 2), "");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 3), "b");
    drop(&m);
}

TEST(ranges_are_read_as_a_whole)
{
    Made m;
    make(&m, "event e: (int, int, int); event s: string;\n"
             "machine Main { start state S { entry { var a: int; var b: int; var c: int;\n"
             "    a = 1; b = 2; c = 3;\n"
             "    send this, s, \"\"; send this, e, (a, b, c);\n"
             "    send this, s, format(\"{0} {1} {2}\", a, b, c); } ignore e, s; } }");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "a b c");
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 1), "a b c");
    uint32_t fun = fun_named(&m.program, "Main.S entry");
    const PFun *f = &m.program.funs[fun];
    uint32_t tuple = behind(f, OP_TUPLE, 0) - 1;
    for (uint32_t i = 0; i < 3; i++)
        EXPECT_TRUE(live_has(live_at(m.live, fun, tuple), f->code[tuple].a + i));
    drop(&m);
}

TEST(functions_may_have_more_slots_than_a_word_has_bits)
{
    char text[8192] = "event e: int; machine Main { start state S { entry {";
    for (int i = 0; i < 100; i++)
        sprintf(text + strlen(text), "var v%d: int;", i);
    strcat(text, "v3 = 1; v70 = 2; send this, e, 0; send this, e, v3 + v70; } ignore e; } }");
    Made m;
    make(&m, text);
    EXPECT_STR(after(&m, "Main.S entry", OP_SEND, 0), "v3 v70");
    drop(&m);
}

// ------------------------------------------------------------------------- by spoiling
//
// Functions are executed twice with the same answers, once as they are, and once
// with everything spoilt, at each ask, that is said not to count. Nobody may notice.

enum { DEPTH = 40, ASKS = 300 };

typedef struct Frame {
    uint32_t fun, resume, answer;
    PWord *slots;
} Frame;

typedef struct Play {
    const PProgram *p;
    const Live *live;  // NULL: nothing is spoilt
    Rng rng;
    PMachine machine;
    Frame frames[DEPTH];
    uint32_t count;
    uint64_t spoilt;
    Buf said;  // all that is asked for
} Play;

static bool push(Play *play, uint32_t fun, uint32_t answer)
{
    const PFun *f = &play->p->funs[fun];
    if (play->count == DEPTH || !f->code)
        return false;
    play->frames[play->count++] = (Frame){fun, 0, answer, calloc(f->slot_count + 1, sizeof(PWord))};
    return true;
}

static void release_slot(const Play *play, const Frame *f, uint32_t slot)
{
    p_release(play->p, play->p->funs[f->fun].slot_types[slot], f->slots[slot]);
    f->slots[slot] = 0;
}

static void pop(Play *play)
{
    Frame *f = &play->frames[--play->count];
    for (uint32_t i = 0; i < play->p->funs[f->fun].slot_count; i++)
        release_slot(play, f, i);
    free(f->slots);
}

static void spoil(Play *play, Frame *f, const uint64_t *set)
{
    const PFun *fun = &play->p->funs[f->fun];
    for (uint32_t i = 0; i < fun->slot_count; i++) {
        if (live_has(set, i))
            continue;
        release_slot(play, f, i);
        if (!p_kind_is_node(play->p->types[fun->slot_types[i]].kind))
            f->slots[i] = 0x5bad5bad;
        play->spoilt++;
    }
}

// Frames below the top one wait for a result.
static void spoil_all(Play *play, uint32_t receive)
{
    for (uint32_t i = 0; play->live && i < play->count; i++) {
        Frame *f = &play->frames[i];
        const PFun *fun = &play->p->funs[f->fun];
        uint64_t *set = calloc(live_words(fun) + 1, sizeof *set);
        if (i + 1 == play->count && receive != P_NONE)
            memcpy(set, live_receive(play->live, receive, f->fun), live_words(fun) * sizeof *set);
        else
            live_asking(play->live, f->fun, f->resume, set);
        spoil(play, f, set);
        free(set);
    }
}

static void write_said(void *to, const char *text, size_t size)
{
    buf_add(to, text, size);
}

static void say(Play *play, const char *what, uint32_t number, uint32_t type, PWord value)
{
    PPrinter printer = {.write = write_said, .to = &play->said, .quotes = true};
    buf_print(&play->said, "%s %" PRIu32 " ", what, number);
    p_print(play->p, type, value, &printer);
    buf_char(&play->said, '\n');
}

// What comes from outside: small numbers, else the default of the type.
static PWord some(Play *play, uint32_t type)
{
    switch (play->p->types[type].kind) {
    case P_TYPE_INT:
        return rng_below(&play->rng, 5);
    case P_TYPE_BOOL:
        return rng_below(&play->rng, 2);
    default:
        return p_default(play->p, type);
    }
}

static void answer(Play *play, uint32_t slot, PWord value)
{
    Frame *f = &play->frames[play->count - 1];
    release_slot(play, f, slot);
    f->slots[slot] = value;
}

static bool call(Play *play, const PRequest *ask)
{
    const Frame *caller = &play->frames[play->count - 1];
    uint32_t first = (uint32_t)(ask->args - caller->slots);
    if (!push(play, ask->fun, ask->answer)) {
        answer(play, ask->answer, some(play, play->p->funs[ask->fun].result));
        return true;
    }
    memcpy(play->frames[play->count - 1].slots, ask->args, ask->count * sizeof *ask->args);
    memset(caller->slots + first, 0, ask->count * sizeof *ask->args);
    return true;
}

static bool returned(Play *play, const PRequest *ask)
{
    uint32_t slot = play->frames[play->count - 1].answer;
    say(play, "returns", play->frames[play->count - 1].fun, ask->type, ask->value);
    pop(play);
    if (play->count == 0) {
        p_release(play->p, ask->type, ask->value);
        return false;
    }
    answer(play, slot, ask->value);
    return true;
}

static bool receive(Play *play, uint32_t id)
{
    Frame *f = &play->frames[play->count - 1];
    const PReceive *r = &play->p->receives[id];
    const PReceiveCase *c = &r->cases[rng_below(&play->rng, r->case_count)];
    spoil_all(play, id);
    f->resume = c->at;
    if (c->payload != P_NONE)
        answer(play, c->payload, some(play, play->p->funs[f->fun].slot_types[c->payload]));
    return true;
}

// The host's part. False when the function is left.
static bool settle(Play *play, PAsk asked, PRequest *ask)
{
    bool has_value = asked == P_ASK_SEND || asked == P_ASK_NEW || asked == P_ASK_ANNOUNCE ||
                     asked == P_ASK_RAISE || asked == P_ASK_GOTO || asked == P_ASK_PRINT;
    if (has_value) {
        say(play, "asks", asked, ask->type, ask->value);
        p_release(play->p, ask->type, ask->value);
    }
    switch (asked) {
    case P_ASK_SEND:
        say(play, "sends", ask->event, 0, 0);
        buf_print(&play->said, "to %" PRIu64 "\n", ask->target);
        break;
    case P_ASK_DONE:
        return returned(play, ask);
    case P_ASK_CALL:
        return call(play, ask);
    case P_ASK_RECEIVE:
        return receive(play, ask->receive);
    case P_ASK_FAIL:
        buf_print(&play->said, "fails %s\n", ask->text);
        return false;
    case P_ASK_RAISE:
    case P_ASK_GOTO:
    case P_ASK_POP:
    case P_ASK_ASSUME:
        return false;
    default:
        break;
    }
    spoil_all(play, P_NONE);
    if (asked == P_ASK_NEW)
        answer(play, ask->answer, 2 + rng_below(&play->rng, 9));
    if (asked == P_ASK_CHOOSE)
        answer(play, ask->answer, rng_below(&play->rng, ask->count));
    return true;
}

static void say_fields(Play *play, const PMachineInfo *info)
{
    for (uint32_t i = 0; i < info->var_count; i++) {
        say(play, "field", i, info->var_types[i], play->machine.vars[i]);
        p_release(play->p, info->var_types[i], play->machine.vars[i]);
    }
}

// One function as a handler, with arguments and answers drawn from the seed.
static void perform(Play *play, uint32_t fun, uint64_t seed)
{
    static const PMachineInfo nobody;
    const PProgram *p = play->p;
    const PFun *f = &p->funs[fun];
    const PMachineInfo *info = f->machine == P_NONE ? &nobody : &p->machines[f->machine];
    PWord *vars = calloc(info->var_count + 1, sizeof *vars);
    play->rng = rng_from(seed);
    for (uint32_t i = 0; i < info->var_count; i++)
        vars[i] = some(play, info->var_types[i]);
    play->machine = (PMachine){.program = p, .test = p->tests, .vars = vars, .self = 1};
    bool goes_on = push(play, fun, P_NONE);
    for (uint32_t i = 0; goes_on && i < f->param_count; i++)
        play->frames[0].slots[i] = some(play, f->slot_types[i]);
    for (int asks = 0; goes_on && asks < ASKS; asks++) {
        Frame *top = &play->frames[play->count - 1];
        PRequest ask = {0};
        play->machine.fuel = 10000;
        PAsk asked = vm_run(&play->machine, &p->funs[top->fun], top->slots, top->resume, &ask);
        top->resume = ask.resume;
        goes_on = settle(play, asked, &ask);
    }
    while (play->count)
        pop(play);
    say_fields(play, info);
    free(vars);
}

static uint64_t compare_plays(const PProgram *p, const char *path)
{
    Live *live = live_new(p);
    uint64_t spoilt = 0;
    for (uint32_t fun = 0; p->test_count && fun < p->fun_count; fun++)
        for (uint64_t seed = 1; p->funs[fun].code && seed <= 8; seed++) {
            Play plain = {.p = p}, poor = {.p = p, .live = live};
            perform(&plain, fun, seed);
            perform(&poor, fun, seed);
            if (strcmp(buf_text(&poor.said), buf_text(&plain.said)) != 0)
                printf("%s: %s with seed %" PRIu64 "\n", path, p->funs[fun].name, seed);
            EXPECT_STR(buf_text(&poor.said), buf_text(&plain.said));
            spoilt += poor.spoilt;
            buf_drop(&plain.said);
            buf_drop(&poor.said);
        }
    live_free(live);
    return spoilt;
}

static uint64_t play_file(const char *path)
{
    Lang lang;
    Arena arena = {0};
    PProgram program;
    Err err = {0};
    uint64_t spoilt = 0;
    lang_init(&lang);
    EXPECT_TRUE(lang_read(&lang, &path, 1, &err));
    EXPECT_TRUE(lang_check(&lang));
    EXPECT_TRUE(gen_program(&arena, &lang, TARGET_CHECK, &program, &err));
    spoilt = compare_plays(&program, path);
    arena_drop(&arena);
    lang_drop(&lang);
    return spoilt;
}

// Every program below the folder; returns how many, and adds up what was spoilt.
static uint32_t play_folder(const char *folder, uint64_t *spoilt)
{
    uint32_t count = 0;
    char path[1024];
    DIR *dir = opendir(folder);
    EXPECT_TRUE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (dot && strcmp(dot, ".p") == 0) {
            *spoilt += play_file(path);
            count++;
        }
    }
    closedir(dir);
    return count;
}

TEST(spoiling_what_does_not_count_changes_nothing)
{
    static const char *const folders[] = {"classic", "code",  "errors", "machines",
                                          "receive", "specs", "values"};
    uint64_t spoilt = 0;
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/tests/semantics/%s", PLAIT_SOURCE, folders[i]);
        count += play_folder(path, &spoilt);
    }
    EXPECT_TRUE(count > 200);
    EXPECT_TRUE(spoilt > 10000);
}
