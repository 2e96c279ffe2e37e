// gen/emit_payload.c: typed C functions for the payloads of events.
//
// For an event `eReq: (id: int, text: string)` of a program with the prefix svc:
//
//     PWord svc_eReq(int64_t id, const char *text);     makes the payload
//     bool svc_post_eReq(PlaitRuntime *rt, PWord target, int64_t id, const char *text);
//     svc_eReq_payload svc_read_eReq(PWord payload);    its parts, borrowed
//
// What C has no type for (collections, `any`, foreign values, tuples inside) is a PWord.

#include <stdio.h>
#include <string.h>

#include "gen/emit_impl.h"

// Words of C++ that C allows as names; each between spaces.
static const char cpp_words[] =
    " and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield "
    "compl concept const_cast consteval constinit decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq operator or or_eq private protected public "
    "reinterpret_cast requires static_assert static_cast template this thread_local throw try "
    "typeid typename using virtual wchar_t xor xor_eq payload rt target part parts ";

// A parameter and a field: one part of the payload.
typedef struct Part {
    const char *name;
    PTypeKind kind;
} Part;

static bool is_cpp_word(const char *name)
{
    size_t size = strlen(name);
    for (const char *at = cpp_words; (at = strstr(at, name)) != NULL; at++)
        if (at > cpp_words && at[-1] == ' ' && at[size] == ' ')
            return true;
    return false;
}

static const char *part_name(Emit *e, const char *name, uint32_t number)
{
    Buf b = {0};
    buf_str(&b, emit_local(e, name, number));
    if (is_cpp_word(buf_text(&b)))
        buf_print(&b, "_%u", number);
    const char *copy = arena_copy(&e->arena, b.text, b.size);
    buf_drop(&b);
    return copy;
}

static bool is_tuple(const PType *type)
{
    return type->kind == P_TYPE_TUPLE || type->kind == P_TYPE_NTUPLE;
}

// The parts of the payload; a tuple has its fields, anything else is one part.
static Part *parts_of(Emit *e, const PType *type, uint32_t *count)
{
    *count = is_tuple(type) ? type->count : type->kind == P_TYPE_NULL ? 0 : 1;
    Part *parts = NEW_ARRAY(&e->arena, Part, *count + 1);
    for (uint32_t i = 0; i < *count; i++) {
        char room[24];
        snprintf(room, sizeof room, "part%u", i);
        const char *name = type->kind == P_TYPE_NTUPLE  ? type->fields[i]
                           : type->kind == P_TYPE_TUPLE ? room
                                                        : "value";
        parts[i].name = part_name(e, name, i);
        parts[i].kind = is_tuple(type) ? e->p->types[type->parts[i]].kind : type->kind;
    }
    return parts;
}

static const char *c_type(PTypeKind kind)
{
    switch (kind) {
    case P_TYPE_BOOL:
        return "bool ";
    case P_TYPE_INT:
    case P_TYPE_ENUM:
        return "int64_t ";
    case P_TYPE_FLOAT:
        return "double ";
    case P_TYPE_STRING:
        return "const char *";
    default:
        return "PWord ";
    }
}

static void parameters(Emit *e, const Part *parts, uint32_t count, const char *before)
{
    for (uint32_t i = 0; i < count; i++)
        buf_print(e->out, "%s%s%s", i ? ", " : before, c_type(parts[i].kind), parts[i].name);
}

// C to P, and back.
static void to_word(Emit *e, const Part *part)
{
    if (part->kind == P_TYPE_STRING)
        buf_print(e->out, "p_string(%s, strlen(%s))", part->name, part->name);
    else if (part->kind == P_TYPE_FLOAT)
        buf_print(e->out, "p_from_float(%s)", part->name);
    else
        buf_print(e->out, "(PWord)%s", part->name);
}

static void from_word(Emit *e, const Part *part, const char *word)
{
    if (part->kind == P_TYPE_STRING)
        buf_print(e->out, "p_string_text(%s, NULL)", word);
    else if (part->kind == P_TYPE_FLOAT)
        buf_print(e->out, "p_float(%s)", word);
    else if (part->kind == P_TYPE_BOOL)
        buf_print(e->out, "%s != 0", word);
    else if (part->kind == P_TYPE_INT || part->kind == P_TYPE_ENUM)
        buf_print(e->out, "(int64_t)%s", word);
    else
        buf_str(e->out, word);
}

static void constructor(Emit *e, const char *name, const PType *type, const Part *parts,
                        uint32_t count)
{
    buf_print(e->out, "\nstatic inline PWord %s(", name);
    parameters(e, parts, count, "");
    buf_str(e->out, ")\n{\n");
    if (is_tuple(type)) {
        buf_str(e->out, "    PWord parts[] = {");
        for (uint32_t i = 0; i < count; i++) {
            buf_str(e->out, i ? ", " : "");
            to_word(e, &parts[i]);
        }
        buf_print(e->out, "};\n    return p_tuple(parts, %u);\n}\n", count);
    } else {
        buf_str(e->out, "    return ");
        to_word(e, &parts[0]);
        buf_str(e->out, ";\n}\n");
    }
}

static void poster(Emit *e, const char *name, const char *make, const char *event,
                   const Part *parts, uint32_t count)
{
    buf_print(e->out, "\nstatic inline bool %s(PlaitRuntime *rt, PWord target", name);
    parameters(e, parts, count, ", ");
    buf_print(e->out, ")\n{\n    return p_post(rt, target, %s, ", event);
    if (count == 0) {
        buf_str(e->out, "0);\n}\n");
        return;
    }
    buf_print(e->out, "%s(", make);
    for (uint32_t i = 0; i < count; i++)
        buf_print(e->out, "%s%s", i ? ", " : "", parts[i].name);
    buf_str(e->out, "));\n}\n");
}

static void reader(Emit *e, const char *name, const char *payload, const PType *type,
                   const Part *parts, uint32_t count)
{
    buf_print(e->out, "\ntypedef struct %s {\n", payload);
    for (uint32_t i = 0; i < count; i++)
        buf_print(e->out, "    %s%s;\n", c_type(parts[i].kind), parts[i].name);
    buf_print(e->out, "} %s;\n\nstatic inline %s %s(PWord payload)\n{\n    %s part;\n", payload,
              payload, name, payload);
    for (uint32_t i = 0; i < count; i++) {
        char word[48];
        snprintf(word, sizeof word, is_tuple(type) ? "p_tuple_part(payload, %u)" : "payload", i);
        buf_print(e->out, "    part.%s = ", parts[i].name);
        from_word(e, &parts[i], word);
        buf_str(e->out, ";\n");
    }
    buf_str(e->out, "    return part;\n}\n");
}

static const char *named(Emit *e, const char *format, const char *event, uint32_t number)
{
    Buf prefix = {0};
    buf_print(&prefix, format, e->options->prefix ? e->options->prefix : "plait");
    const char *name = emit_identifier(e, buf_text(&prefix), event, number);
    buf_drop(&prefix);
    return name;
}

static void event_functions(Emit *e, uint32_t event)
{
    const PEvent *info = &e->p->events[event];
    const PType *type = &e->p->types[info->payload];
    uint32_t count;
    const Part *parts = parts_of(e, type, &count);
    const char *make = named(e, "%s_", info->name, event);

    buf_print(e->out, "\n// event %s", info->name);
    if (count)
        buf_print(e->out, ": %s", type->name);
    buf_char(e->out, '\n');
    if (count) {
        constructor(e, make, type, parts, count);
        Buf payload = {0};
        buf_print(&payload, "%s_payload", make);
        reader(e, named(e, "%s_read_", info->name, event), buf_text(&payload), type, parts, count);
        buf_drop(&payload);
    }
    poster(e, named(e, "%s_post_", info->name, event), make, e->events[event], parts, count);
}

void emit_payloads(Emit *e)
{
    // Names of plait/host.h, for programs without a prefix.
    static const char *const taken[] = {
        "create",     "drain",  "fd",   "finish", "free", "main",          "new",
        "program_of", "result", "step", "stop",   "user", "main_interface"};
    for (size_t i = 0; !e->options->prefix && i < sizeof taken / sizeof *taken; i++)
        emit_identifier(e, "plait_", taken[i], 0);
    buf_str(e->out,
            "\n// Payloads: what makes one, what reads its parts (borrowed), what posts the "
            "event.\n");
    for (uint32_t i = P_EVENT_HALT; i < e->p->event_count; i++)
        event_functions(e, i);
}
