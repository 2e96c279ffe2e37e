// tests/unit/emit_test.c: Programs as C, accepted by a C compiler.

#include "gen/emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "rt/machine.h"
#include "native/native.h"
#include "rt/node.h"
#include "rt/program.h"
#include "test.h"

// -------------------------------------------------------------- a program made by hand

enum {
    T_NULL,
    T_INT,
    T_STRING,
    T_SEQ,
    T_MAP,
    T_TUPLE,
    T_EVENT,
    T_MACHINE,
    T_ANY,
    T_BOOL,
    T_SET,
    T_CLOCK,
    T_COLOR,
    T_FLOAT
};

static const PType types[] = {
    [T_NULL] = {.kind = P_TYPE_NULL, .name = "null"},
    [T_INT] = {.kind = P_TYPE_INT, .name = "int"},
    [T_STRING] = {.kind = P_TYPE_STRING, .name = "string"},
    [T_SEQ] = {.kind = P_TYPE_SEQ, .name = "seq[int]", .count = 1, .parts = (uint32_t[]){T_INT}},
    [T_MAP] = {.kind = P_TYPE_MAP,
               .name = "map[int,string]",
               .count = 2,
               .parts = (uint32_t[]){T_INT, T_STRING}},
    [T_TUPLE] = {.kind = P_TYPE_NTUPLE,
                 .name = "(a: int, b: string)",
                 .count = 2,
                 .parts = (uint32_t[]){T_INT, T_STRING},
                 .fields = (const char *const[]){"a", "b"}},
    [T_EVENT] = {.kind = P_TYPE_EVENT, .name = "event"},
    [T_MACHINE] = {.kind = P_TYPE_MACHINE, .name = "machine", .permissions = P_NONE},
    [T_ANY] = {.kind = P_TYPE_ANY, .name = "any"},
    [T_BOOL] = {.kind = P_TYPE_BOOL, .name = "bool"},
    [T_SET] = {.kind = P_TYPE_SET, .name = "set[int]", .count = 1, .parts = (uint32_t[]){T_INT}},
    [T_CLOCK] = {.kind = P_TYPE_FOREIGN, .name = "Clock"},
    [T_COLOR] = {.kind = P_TYPE_ENUM,
                 .name = "Color",
                 .elem_count = 2,
                 .elems = (PEnumElem[]){{"RED", 3}, {"GREEN", -4}}},
    [T_FLOAT] = {.kind = P_TYPE_FLOAT, .name = "float"},
};

// Slots by type: two of each, so that an instruction finds what it wants.
enum {
    I0,
    I1,
    S0,
    S1,
    Q0,
    Q1,
    M0,
    M1,
    U0,
    U1,
    E0,
    E1,
    R0,
    R1,
    A0,
    A1,
    B0,
    B1,
    H0,
    H1,
    C0,
    C1,
    N0,
    N1,
    F0,
    F1,
    SLOTS
};

static const uint32_t slot_types[SLOTS] = {
    T_INT,   T_INT,   T_STRING, T_STRING,  T_SEQ,     T_SEQ,  T_MAP,   T_MAP,   T_TUPLE,
    T_TUPLE, T_EVENT, T_EVENT,  T_MACHINE, T_MACHINE, T_ANY,  T_ANY,   T_BOOL,  T_BOOL,
    T_SET,   T_SET,   T_COLOR,  T_COLOR,   T_NULL,    T_NULL, T_FLOAT, T_FLOAT,
};

// Names that C would stumble over, one twice, and some for temporaries.
static const char *const slot_names[SLOTS] = {
    "int",    "f",
    "ask",    "x",
    "x",      "N",
    "linux",  "p_put",
    "_odd",   "E_eTick",
    "",       "",
    "",       "",
    "",       "",
    "",       "",
    "",       "",
    "",       "",
    "",       "",
    "size_t", "V_Main_seen",
};

static const PIns code[] = {
    {OP_MOVE, S0, S1, 0, 0},
    {OP_MOVE, I0, I1, 0, 0},
    {OP_TAKE, Q0, Q1, 0, 0},
    {OP_CONST, I0, 0, 0, INT64_MIN},
    {OP_CONST, I0, 0, 0, -1},
    {OP_CONST, E0, 0, 0, 1},
    {OP_CONST, B0, 0, 0, 1},
    {OP_CONST, C0, 0, 0, -4},
    {OP_CONST, F0, 0, 0, 0x3ff8000000000000},
    {OP_CONST, A0, 0, 0, 0},
    {OP_STRING, S0, 0, 0, 0},
    {OP_DEFAULT, U0, 0, 0, T_TUPLE},
    {OP_DEFAULT, I0, 0, 0, T_INT},
    {OP_DEFAULT, C0, 0, 0, T_COLOR},
    {OP_LOAD, I0, 0, 0, 0},
    {OP_LOAD, Q0, 0, 0, 1},
    {OP_LOADTAKE, Q0, 0, 0, 1},
    {OP_STORE, 0, I0, 0, 0},
    {OP_STORE, 0, Q0, 0, 1},
    {OP_PARAM, I0, 0, 0, 0},
    {OP_SELF, R0, 0, 0, 0},
    {OP_NOT, B0, B1, 0, 0},
    {OP_NEG, I0, I1, 0, 0},
    {OP_ADD, I0, I0, I1, 0},
    {OP_SUB, I0, I0, I1, 0},
    {OP_MUL, I0, I0, I1, 0},
    {OP_DIV, I0, I0, I1, 0},
    {OP_MOD, I0, I0, I1, 0},
    {OP_LT, B0, I0, I1, 0},
    {OP_LE, B0, I0, I1, 0},
    {OP_FNEG, F0, F1, 0, 0},
    {OP_FADD, F0, F0, F1, 0},
    {OP_FSUB, F0, F0, F1, 0},
    {OP_FMUL, F0, F0, F1, 0},
    {OP_FDIV, F0, F0, F1, 0},
    {OP_FMOD, F0, F0, F1, 0},
    {OP_FLT, B0, F0, F1, 0},
    {OP_FLE, B0, F0, F1, 0},
    {OP_ITOF, F0, I0, 0, 0},
    {OP_FTOI, I0, F0, 0, 0},
    {OP_EQ, B0, I0, I1, 0},
    {OP_EQ, B0, A0, I1, 0},
    {OP_EQ, B0, R0, R1, 0},
    {OP_EQ, B0, F0, F1, 0},
    {OP_CONCAT, S0, S0, S1, 0},
    {OP_SLT, B0, S0, S1, 0},
    {OP_SLE, B0, S0, S1, 0},
    {OP_FORMAT, S0, S0, 2, 0},
    {OP_FORMAT, S0, 0, 0, 0},
    {OP_NOTE, S0, S0, 2, 0},
    {OP_NOTE, S0, 0, 0, 0},
    {OP_TUPLE, U0, S0, 0, 2},
    {OP_PART, I0, U0, 0, 0},
    {OP_PART, S0, U0, 0, 1},
    {OP_PARTTAKE, S0, U0, 0, 1},
    {OP_PARTSET, U0, S0, 0, 1},
    {OP_SEQGET, I0, Q0, I1, 0},
    {OP_SEQTAKE, I0, Q0, I1, 0},
    {OP_SEQSET, Q0, I0, I1, 0},
    {OP_SEQINS, Q0, I0, I1, 0},
    {OP_SEQDEL, Q0, I0, 0, 0},
    {OP_MAPGET, S0, M0, I1, 0},
    {OP_KEYGET, I0, M0, I1, 0},
    {OP_VALUEGET, S0, M0, I1, 0},
    {OP_MAPTAKE, S0, M0, I1, 0},
    {OP_MAPSET, M0, I0, S0, 0},
    {OP_MAPINS, M0, I0, S0, 0},
    {OP_MAPDEL, M0, I0, 0, 0},
    {OP_SETGET, I0, H0, I1, 0},
    {OP_SETADD, H0, I0, 0, 0},
    {OP_SETDEL, H0, I0, 0, 0},
    {OP_SIZE, I0, Q0, 0, 0},
    {OP_KEYS, Q0, M0, 0, 0},
    {OP_VALUES, Q0, M0, 0, 0},
    {OP_IN, B0, I0, Q0, 0},
    {OP_CAST, A0, I0, 0, 0},
    {OP_CAST, I0, A0, 0, 0},
    {OP_PERMIT, R0, R1, 0, 0},
    {OP_JUMPT, 0, B0, 0, 0},
    {OP_JUMPF, 0, B0, 0, 2},
    {OP_JUMPT, 0, B0, 0, 80},
    {OP_CALL, I0, I0, 1, 1},
    {OP_CALL, N0, 0, 0, 2},
    {OP_ASSERT, 0, B0, S0, 0},
    {OP_ASSUME, 0, B0, 0, 0},
    {OP_PRINT, 0, S0, 0, 0},
    {OP_SEND, I0, R0, E0, 0},
    {OP_NEW, R0, N0, 0, 0},
    {OP_ANNOUNCE, 0, E0, N0, -1},
    {OP_ANNOUNCE, 0, E0, N0, 0},
    {OP_CHOOSE, I0, I1, 0, 2},
    {OP_RECEIVE, 0, 0, 0, 0},
    {OP_RAISE, 0, E0, N0, 0},
    {OP_GOTO, 0, N0, 0, 0},
    {OP_PUSH, 0, 0, 0, 0},
    {OP_JUMP, 0, 0, 0, 93},
    {OP_POP, 0, 0, 0, 0},
    {OP_JUMP, 0, 0, 0, 0},
};

enum { CODE = sizeof code / sizeof *code };

static PPosition positions[CODE];

static const PIns nothing[] = {{OP_RETURN, 0, 0, 0, 0}};

static const PFun funs[] = {
    {.name = "Main.Init entry",
     .machine = 0,
     .slot_count = SLOTS,
     .slot_types = slot_types,
     .slot_names = slot_names,
     .code_count = CODE,
     .code = code,
     .at = positions},
    {.name = "main",
     .machine = P_NONE,
     .slot_count = 1,
     .param_count = 1,
     .slot_types = slot_types,
     .result = T_INT,
     .is_pure = true,
     .code_count = 1,
     .code = nothing,
     .at = positions},
    {.name = "Main.StartClock",
     .machine = 0,
     .slot_count = 3,
     .param_count = 3,
     .slot_types = slot_types + 1,
     .slot_names = slot_names + 1,
     .result = T_CLOCK,
     .is_foreign = true},
};

static const PProgram program = {
    .schema = P_SCHEMA,
    .file_count = 1,
    .files = (const char *const[]){"dir/main.p"},
    .type_count = sizeof types / sizeof *types,
    .types = types,
    .event_count = 3,
    .events = (PEvent[]){{"null", T_NULL, {0}},
                         {"halt", T_NULL, {0}},
                         {"eTick", T_INT, {P_BOUND_ASSERT, 3}}},
    .set_count = 1,
    .sets = (PEventSet[]){{(uint64_t[]){4}, 1}},
    .machine_count = 1,
    .machines = (PMachineInfo[]){{.name = "Main",
                                  .var_count = 2,
                                  .var_types = (uint32_t[]){T_INT, T_SEQ},
                                  .var_names = (const char *const[]){"seen", "queue"},
                                  .receives = 0,
                                  .sends = P_NONE,
                                  .observes = P_NONE}},
    .interface_count = 1,
    .interfaces = (PInterface[]){{"Main", P_NONE, T_NULL}},
    .state_count = 1,
    .states =
        (PState[]){
            {.name = "Init",
             .entry = 0,
             .exit = P_NONE,
             .handler_count = 1,
             .handlers = (PHandler[]){{.event = 2, .kind = P_ON_DO, .fun = 0, .target = P_NONE}}}},
    .fun_count = 3,
    .funs = funs,
    .receive_count = 1,
    .receives = (PReceive[]){{1, (PReceiveCase[]){{2, 88, I0}}}},
    .string_count = 1,
    .strings = (const char *const[]){"a \"b\" \\ ?\?/ \n\x01"
                                     "f \xc3\xa4"},
    .param_count = 1,
    .param_types = (uint32_t[]){T_INT},
    .test_count = 1,
    .tests = (PTest[]){{.name = "Default",
                        .main = 0,
                        .bound = (uint32_t[]){0},
                        .link_count = 1,
                        .links = (PLink[]){{0, 0, 0}},
                        .attachment_count = 1,
                        .attachments = (PAttachment[]){{0, 1, (uint32_t[]){0}, false}},
                        .params = (PWord[]){7}}},
};

// ------------------------------------------------------------------------ the compiler

static const char *line_of(void *context, uint32_t file, uint32_t line)
{
    (void)context;
    static const char *const lines[] = {
        NULL,
        "    while (true) {  // \xe2\x80\xae turned",
        "ends in a backslash \\",
        "or in a trigraph ?\?/",
        "/* opens",
        "*/ closes",
    };
    return file == 0 && line < 6 ? lines[line] : NULL;
}

static const EmitOptions options = {.header = "prog.h", .line = line_of};

static void fill_positions(void)
{
    for (uint32_t i = 0; i < CODE; i++)
        positions[i] = (PPosition){0, i / 4 % 6, i};
}

static void write_file(const char *folder, const char *name, const Buf *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    EXPECT_TRUE(f != NULL);
    EXPECT_EQ(fwrite(text->text, 1, text->size, f), text->size);
    EXPECT_EQ(fclose(f), 0);
}

static int compile(const char *compiler, const char *folder, const char *name)
{
    char command[2048];
    snprintf(command, sizeof command,
             "cd '%s' && %s -std=c11 -O2 -Wall -Wextra -Werror -I'%s/include' -I. -c %s -o %s.o",
             folder, compiler, PLAIT_SOURCE, name, name);
    return system(command);
}

TEST(every_instruction_compiles_without_a_warning)
{
    char folder[] = "/tmp/emit_test_XXXXXX";
    Buf c = {0}, h = {0}, stubs = {0};
    fill_positions();
    EXPECT_TRUE(mkdtemp(folder) != NULL);
    emit_program(&c, &program, &options);
    emit_header(&h, &program, &options);
    emit_stubs(&stubs, &program, &options);
    write_file(folder, "prog.c", &c);
    write_file(folder, "prog.h", &h);
    write_file(folder, "prog_foreign.c", &stubs);
    EXPECT_EQ(compile("cc", folder, "prog.c"), 0);
    EXPECT_EQ(compile("cc", folder, "prog_foreign.c"), 0);
    buf_drop(&c);
    buf_drop(&h);
    buf_drop(&stubs);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    EXPECT_EQ(system(command), 0);
}

// --------------------------------------------------------- the same, step by step

// while (n > 0) { sum = sum + 10 / (n - 2); send(n); n = n - 1; } return sum
enum { STEP_N, STEP_SUM, STEP_TEMP, STEP_ONE, STEP_TRUTH, STEP_TARGET, STEP_EVENT, STEP_SLOTS };

static const PIns steps[] = {
    {OP_CONST, STEP_ONE, 0, 0, 0},
    {OP_LT, STEP_TRUTH, STEP_ONE, STEP_N, 0},
    {OP_JUMPF, 0, STEP_TRUTH, 0, 14},
    {OP_CONST, STEP_ONE, 0, 0, 2},
    {OP_SUB, STEP_TEMP, STEP_N, STEP_ONE, 0},
    {OP_CONST, STEP_ONE, 0, 0, 10},
    {OP_DIV, STEP_TEMP, STEP_ONE, STEP_TEMP, 0},
    {OP_ADD, STEP_SUM, STEP_SUM, STEP_TEMP, 0},
    {OP_SELF, STEP_TARGET, 0, 0, 0},
    {OP_CONST, STEP_EVENT, 0, 0, 2},
    {OP_MOVE, STEP_TEMP, STEP_N, 0, 0},
    {OP_SEND, STEP_TEMP, STEP_TARGET, STEP_EVENT, 0},
    {OP_CALL, STEP_N, STEP_N, 1, 1},
    {OP_JUMP, 0, 0, 0, 0},
    {OP_RETURN, 0, STEP_SUM, 0, 0},
};

enum { STEPS = sizeof steps / sizeof *steps };

static const PFun step_funs[] = {
    {.name = "Main.Go",
     .machine = 0,
     .slot_count = STEP_SLOTS,
     .param_count = 1,
     .slot_types = (uint32_t[]){T_INT, T_INT, T_INT, T_INT, T_BOOL, T_MACHINE, T_EVENT},
     .result = T_INT,
     .code_count = STEPS,
     .code = steps,
     .at = positions},
    {.name = "Pred",
     .machine = P_NONE,
     .slot_count = 2,
     .param_count = 1,
     .slot_types = (uint32_t[]){T_INT, T_INT},
     .result = T_INT,
     .is_pure = true,
     .code_count = 3,
     .code = (PIns[]){{OP_CONST, 1, 0, 0, 1}, {OP_SUB, 0, 0, 1, 0}, {OP_RETURN, 0, 0, 0, 0}},
     .at = positions},
};

static PAsk run_fun(PMachine *m, uint32_t fun, PWord *f, uint32_t at, PRequest *ask)
{
    const PFun *called = &m->program->funs[fun];
    ask->fun = P_NONE;
    return called->native ? called->native(m, f, at, ask) : vm_run(m, called, f, at, ask);
}

// A call as rt/machine.c settles it: without fuel no frame comes or goes.
static PAsk settle_call(PMachine *m, PWord *f, PRequest *ask, uint32_t *fun)
{
    PWord callee[2] = {ask->args[0]};
    uint32_t answer = ask->answer, called = ask->fun, resume = ask->resume;
    if (!p_has_fuel(m, ask))
        return P_ASK_FAIL;
    *fun = called;
    if (run_fun(m, called, callee, 0, ask) == P_ASK_FAIL)
        return P_ASK_FAIL;
    if (!p_has_fuel(m, ask))
        return P_ASK_FAIL;
    f[answer] = ask->value;
    ask->resume = resume;
    *fun = 0;
    return P_ASK_CALL;
}

// What a function did until it returned or failed, as text.
static void follow(Buf *out, const PProgram *p, int64_t n, int64_t fuel)
{
    PWord f[STEP_SLOTS] = {(PWord)n};
    PMachine m = {.program = p, .self = 7, .fuel = fuel};
    PRequest ask = {0};
    for (uint32_t at = 0;; at = ask.resume) {
        uint32_t fun = 0;
        PAsk what = run_fun(&m, 0, f, at, &ask);
        if (what == P_ASK_CALL)
            what = settle_call(&m, f, &ask, &fun);
        else if (what == P_ASK_FAIL && ask.fun != P_NONE)
            fun = ask.fun;
        if (what == P_ASK_FAIL) {
            buf_print(out, "failed at %u of %u: %d %s\n", ask.at, fun, ask.error, ask.text);
            return;
        }
        if (what == P_ASK_DONE) {
            buf_print(out, "returned at %u: %u %" PRId64 ", %" PRId64 " left\n", ask.at, ask.type,
                      (int64_t)ask.value, m.fuel);
            return;
        }
        if (what == P_ASK_SEND)
            buf_print(out, "sent at %u: %u %u %u %u\n", ask.at, (unsigned)ask.target, ask.event,
                      ask.type, (unsigned)ask.value);
    }
}

static void expect_alike(const PProgram *vm, const PProgram *native, int64_t n, int64_t fuel)
{
    Buf one = {0}, other = {0};
    follow(&one, vm, n, fuel);
    follow(&other, native, n, fuel);
    EXPECT_TRUE(one.size > 0);
    EXPECT_STR(other.text, one.text);
    buf_drop(&one);
    buf_drop(&other);
}

// Fills slots in two ways, overwrites one of them in a loop, and returns a part of a tuple:
//     if (n > 0) { text = "even"; while (n > 0) { pair = (n, text); n = n - 1; } }
//     if (n < 0) { text = "even"; old = (n, text); assert n > -2, text; }
//     return pair.b
enum { HOLD_N, HOLD_TEXT, HOLD_PAIR, HOLD_OLD, HOLD_ROW, HOLD_WORD, HOLD_RESULT, HOLD_ZERO,
       HOLD_TRUTH, HOLD_ONE, HOLD_SLOTS };

static const PIns holds[] = {
    {OP_DEFAULT, HOLD_PAIR, 0, 0, T_TUPLE},
    {OP_LT, HOLD_TRUTH, HOLD_ZERO, HOLD_N, 0},
    {OP_JUMPF, 0, HOLD_TRUTH, 0, 12},
    {OP_STRING, HOLD_TEXT, 0, 0, 0},
    {OP_LT, HOLD_TRUTH, HOLD_ZERO, HOLD_N, 0},
    {OP_JUMPF, 0, HOLD_TRUTH, 0, 12},
    {OP_MOVE, HOLD_ROW, HOLD_N, 0, 0},
    {OP_MOVE, HOLD_WORD, HOLD_TEXT, 0, 0},
    {OP_TUPLE, HOLD_PAIR, HOLD_ROW, 0, 2},
    {OP_CONST, HOLD_ONE, 0, 0, 1},
    {OP_SUB, HOLD_N, HOLD_N, HOLD_ONE, 0},
    {OP_JUMP, 0, 0, 0, 4},
    {OP_LT, HOLD_TRUTH, HOLD_N, HOLD_ZERO, 0},
    {OP_JUMPF, 0, HOLD_TRUTH, 0, 21},
    {OP_STRING, HOLD_TEXT, 0, 0, 0},
    {OP_MOVE, HOLD_ROW, HOLD_N, 0, 0},
    {OP_MOVE, HOLD_WORD, HOLD_TEXT, 0, 0},
    {OP_TUPLE, HOLD_OLD, HOLD_ROW, 0, 2},
    {OP_CONST, HOLD_ONE, 0, 0, -2},
    {OP_LT, HOLD_TRUTH, HOLD_ONE, HOLD_N, 0},
    {OP_ASSERT, 0, HOLD_TRUTH, HOLD_TEXT, 0},
    {OP_PART, HOLD_RESULT, HOLD_PAIR, 0, 1},
    {OP_RETURN, 0, HOLD_RESULT, 0, 0},
};

static const uint32_t hold_types[] = {T_INT, T_STRING, T_TUPLE, T_TUPLE, T_INT, T_STRING,
                                      T_STRING, T_INT, T_BOOL, T_INT};

static const PFun hold_funs[] = {
    {.name = "Hold",
     .machine = P_NONE,
     .slot_count = HOLD_SLOTS,
     .param_count = 1,
     .slot_types = hold_types,
     .result = T_STRING,
     .is_pure = true,
     .code_count = sizeof holds / sizeof *holds,
     .code = holds,
     .at = positions},
    {.name = "Calls",  // it calls Hold straight
     .machine = P_NONE,
     .slot_count = 2,
     .param_count = 1,
     .slot_types = (uint32_t[]){T_INT, T_STRING},
     .result = T_STRING,
     .is_pure = true,
     .code_count = 2,
     .code = (PIns[]){{OP_CALL, 1, 0, 1, 0}, {OP_RETURN, 0, 1, 0, 0}},
     .at = positions},
};

// Opens the functions as compiled code; the caller closes it and drops the text.
static const PProgram *open_holds(Native *native, Buf *text)
{
    PProgram p = program;
    Err err = {0};
    p.funs = hold_funs;
    p.fun_count = 2;
    p.receive_count = 0;
    p.type_count = T_CLOCK;
    emit_program(text, &p, &(EmitOptions){.is_loaded = true});
    NativeSource source = {
        .text = text->text, .size = text->size, .include = PLAIT_SOURCE "/include"};
    EXPECT_TRUE(native_open(native, &source, &err));
    return native_program(native, &err);
}

TEST(compiled_code_releases_what_its_slots_hold)
{
    char cache[] = "/tmp/emit_test_XXXXXX";
    Buf text = {0};
    Native native;
    fill_positions();
    EXPECT_TRUE(mkdtemp(cache) != NULL);
    EXPECT_EQ(setenv("PLAIT_CACHE", cache, 1), 0);
    const PProgram *compiled = open_holds(&native, &text);
    EXPECT_TRUE(compiled != NULL);
    int64_t before = node_live_count();
    for (int64_t n = -1; n <= 3; n++)
        for (uint32_t fun = 0; fun < 2; fun++) {
            PWord f[HOLD_SLOTS] = {(PWord)n};
            PMachine m = {.program = compiled, .fuel = 100};
            PRequest ask = {0};
            EXPECT_EQ(run_fun(&m, fun, f, 0, &ask), P_ASK_DONE);
            EXPECT_EQ(ask.value != 0, n > 0);
            p_release(compiled, T_STRING, ask.value);
            EXPECT_EQ(node_live_count(), before);
        }

    // A function that was called straight and fails releases its slots, too.
    PWord f[HOLD_SLOTS] = {(PWord)(int64_t)-2};
    PMachine m = {.program = compiled, .fuel = 100};
    PRequest ask = {0};
    EXPECT_EQ(run_fun(&m, 1, f, 0, &ask), P_ASK_FAIL);
    EXPECT_EQ(node_live_count(), before);

    native_close(&native);
    buf_drop(&text);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", cache);
    EXPECT_EQ(system(command), 0);
}

TEST(compiled_code_asks_and_fails_as_the_virtual_machine_does)
{
    PProgram vm = program;
    vm.funs = step_funs;
    vm.fun_count = 2;
    vm.receive_count = 0;
    vm.type_count = T_CLOCK;
    fill_positions();

    char cache[] = "/tmp/emit_test_XXXXXX";
    EXPECT_TRUE(mkdtemp(cache) != NULL);
    EXPECT_EQ(setenv("PLAIT_CACHE", cache, 1), 0);
    Buf text = {0};
    Native native;
    Err err = {0};
    emit_program(&text, &vm, &(EmitOptions){.is_loaded = true});
    NativeSource source = {
        .text = text.text, .size = text.size, .include = PLAIT_SOURCE "/include"};
    EXPECT_TRUE(native_open(&native, &source, &err));
    const PProgram *compiled = native_program(&native, &err);
    EXPECT_TRUE(compiled != NULL);
    EXPECT_TRUE(compiled->funs[0].native != NULL);
    EXPECT_STR(compiled->machines[0].var_names[1], "queue");

    expect_alike(&vm, compiled, 0, 100);
    expect_alike(&vm, compiled, 1, 100);
    expect_alike(&vm, compiled, 9, 100);  // divides by zero on the way
    for (int64_t fuel = 0; fuel < 30; fuel++)
        expect_alike(&vm, compiled, 9, fuel);  // out of fuel: by a call, a frame or a jump

    native_close(&native);
    buf_drop(&text);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", cache);
    EXPECT_EQ(system(command), 0);
}
