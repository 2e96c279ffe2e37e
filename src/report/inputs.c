// report/inputs.c: what came from outside into a run, as values of the checked program.

#include "report/inputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "plait/foreign.h"
#include "rt/cbor.h"

static uint32_t to_machine(void *data, const CborMachine *in)
{
    const Inputs *inputs = data;
    uint64_t kind = in->number >> 32;
    Buf name = {0};

    if (kind >= inputs->program->machine_count)
        return 0;
    buf_print(&name, "%s(%" PRIx64 ".%" PRIu32 ")", inputs->program->machines[kind].name,
              in->incarnation, (uint32_t)in->number);
    uint32_t number = inputs->number(inputs->data, name.text);
    buf_drop(&name);
    return number;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_bytes(const char *digits, Buf *bytes)
{
    for (; digits[0] && digits[1]; digits += 2) {
        if (digit(digits[0]) < 0 || digit(digits[1]) < 0)
            return false;
        buf_char(bytes, (char)(digit(digits[0]) << 4 | digit(digits[1])));
    }
    return digits[0] == '\0';
}

bool inputs_value(const Inputs *in, const TraceStep *step, uint32_t type, PWord *value, Err *err)
{
    CborHooks hooks = {NULL, to_machine, (void *)in};
    Err why = {0};
    Buf bytes = {0};

    if (in->program->types[type].kind == P_TYPE_NULL) {
        *value = 0;
        return true;
    }
    if (!step->encoded) {
        err_set(err, "a value that came from outside is not in the trace: only C can read it");
        return false;
    }
    if (!in->has_same_tables) {
        err_set(err, "values came from outside, and the types of the program that ran are others");
        return false;
    }
    bool is_fine = read_bytes(step->encoded, &bytes);
    const char *at = buf_text(&bytes), *end = at + bytes.size;
    is_fine = is_fine && cbor_decode(in->program, type, &at, end, &hooks, value, &why);
    if (is_fine && at != end) {
        p_release(in->program, type, *value);
        is_fine = false;
    }
    buf_drop(&bytes);
    if (!is_fine)
        err_set(err, "a value that came from outside makes no sense: %s",
                why.set ? why.text : "it has the wrong length");
    return is_fine;
}

static void print(const void *value, PWriter *write, void *to)
{
    write(to, value, strlen(value));
}

PWord inputs_foreign(const char *printed)
{
    static const PForeignType recorded = {.name = "recorded", .print = print, .release = free};
    return p_foreign(&recorded, memory_copy_text(printed ? printed : ""));
}
