// gen/emit_tables.c: the tables of a Program as static data.
//
// Each entry is a designated initialiser on a line or two of its own; what it
// points to stands in place, as a compound literal, which at file scope lives as
// long as the program. Ids are written as the enumerators that emit_enums makes.

#include <inttypes.h>

#include "gen/emit_impl.h"

// ------------------------------------------------------------------------------- enums

static void enumerators(Emit *e, const char *what, const char *const *names, uint32_t count)
{
    if (count == 0)
        return;
    buf_print(e->out, "\nenum {  // %s\n", what);
    for (uint32_t i = 0; i < count; i++)
        buf_print(e->out, "    %s = %u,\n", names[i], i);
    buf_str(e->out, "};\n");
}

static void type_enumerators(Emit *e)
{
    buf_str(e->out, "\nenum {  // types\n");
    for (uint32_t i = 0; i < e->p->type_count; i++) {
        buf_print(e->out, "    %s = %u,  // ", e->types[i], i);
        emit_comment(e, e->p->types[i].name);
    }
    buf_str(e->out, "};\n");
}

static void field_enumerators(Emit *e, uint32_t machine)
{
    const PMachineInfo *m = &e->p->machines[machine];
    if (m->var_count == 0)
        return;
    buf_print(e->out, "\nenum {  // fields of %s\n", m->name);
    for (uint32_t i = 0; i < m->var_count; i++) {
        buf_print(e->out, "    %s = %u,  // %s: ", e->fields[machine][i], i, m->var_names[i]);
        emit_comment(e, e->p->types[m->var_types[i]].name);
    }
    buf_str(e->out, "};\n");
}

void emit_public_enums(Emit *e)
{
    const PProgram *p = e->p;
    if (p->type_count)
        type_enumerators(e);
    enumerators(e, "events", e->events, p->event_count);
    enumerators(e, "interfaces: machines first, each its own", e->interfaces, p->interface_count);
}

void emit_enums(Emit *e)
{
    const PProgram *p = e->p;
    emit_public_enums(e);
    enumerators(e, "states", e->states, p->state_count);
    enumerators(e, "functions", e->funs, p->fun_count);
    enumerators(e, "receive statements", e->receives, p->receive_count);
    for (uint32_t i = 0; i < p->machine_count; i++)
        field_enumerators(e, i);
}

// -------------------------------------------------------------------- parts of entries

static void position(Emit *e, PPosition at)
{
    buf_print(e->out, "{%u, %u, %u}", at.file, at.line, at.column);
}

static void bound(Emit *e, PBound b)
{
    static const char *const kinds[] = {"P_BOUND_NONE", "P_BOUND_ASSERT", "P_BOUND_ASSUME"};
    assert(b.kind < sizeof kinds / sizeof *kinds);
    if (b.kind != P_BOUND_NONE)
        buf_print(e->out, ", .bound = {%s, INT64_C(%" PRId64 ")}", kinds[b.kind], b.max);
}

// ", .field = (const uint32_t[]){...}", nothing when there is none.
static void ids(Emit *e, const char *field, const uint32_t *list, uint32_t count,
                const char *const *names)
{
    if (!list || count == 0)
        return;
    buf_print(e->out, ", .%s = (const uint32_t[]){", field);
    for (uint32_t i = 0; i < count; i++) {
        buf_str(e->out, i ? ", " : "");
        if (names || list[i] == P_NONE)
            buf_str(e->out, emit_id(names, list[i]));
        else
            buf_print(e->out, "%u", list[i]);
    }
    buf_char(e->out, '}');
}

static void texts(Emit *e, const char *field, const char *const *list, uint32_t count)
{
    if (!list || count == 0)
        return;
    buf_print(e->out, ", .%s = (const char *const[]){", field);
    for (uint32_t i = 0; i < count; i++) {
        buf_str(e->out, i ? ", " : "");
        emit_string(e, list[i]);
    }
    buf_char(e->out, '}');
}

static void number(Emit *e, const char *field, uint32_t n)
{
    if (n == P_NONE)
        buf_print(e->out, ", .%s = P_NONE", field);
    else
        buf_print(e->out, ", .%s = %u", field, n);
}

static void flag(Emit *e, const char *field, bool is)
{
    if (is)
        buf_print(e->out, ", .%s = true", field);
}

static void open_table(Emit *e, const char *type, const char *name)
{
    buf_print(e->out, "\nstatic const %s %s_%s[] = {\n", type, e->symbol, name);
}

static void close_table(Emit *e)
{
    buf_str(e->out, "};\n");
}

// "    [E_eTick] = {.name = "eTick""
static void open_entry(Emit *e, const char *id, const char *name)
{
    buf_print(e->out, "    [%s] = {.name = ", id);
    emit_string(e, name);
}

static void close_entry(Emit *e)
{
    buf_str(e->out, "},\n");
}

// ------------------------------------------------------------------------------ tables

static void files(Emit *e)
{
    open_table(e, "char *const", "files");
    for (uint32_t i = 0; i < e->p->file_count; i++) {
        buf_str(e->out, "    ");
        emit_string(e, emit_file(e, i));
        buf_str(e->out, ",\n");
    }
    close_table(e);
}

static void strings(Emit *e)
{
    open_table(e, "char *const", "strings");
    for (uint32_t i = 0; i < e->p->string_count; i++) {
        buf_str(e->out, "    ");
        emit_string(e, e->p->strings[i]);
        buf_str(e->out, ",\n");
    }
    close_table(e);
}

static void enum_elements(Emit *e, const PType *t)
{
    buf_print(e->out, ",\n        .elem_count = %u, .elems = (const PEnumElem[]){", t->elem_count);
    for (uint32_t i = 0; i < t->elem_count; i++) {
        buf_str(e->out, i ? ", {" : "{");
        emit_string(e, t->elems[i].name);
        buf_print(e->out, ", INT64_C(%" PRId64 ")}", t->elems[i].value);
    }
    buf_char(e->out, '}');
}

static void types(Emit *e)
{
    static const char *const kinds[] = {
        "P_TYPE_NULL",    "P_TYPE_BOOL", "P_TYPE_INT",    "P_TYPE_FLOAT", "P_TYPE_EVENT",
        "P_TYPE_MACHINE", "P_TYPE_ENUM", "P_TYPE_STRING", "P_TYPE_ANY",   "P_TYPE_FOREIGN",
        "P_TYPE_SEQ",     "P_TYPE_SET",  "P_TYPE_MAP",    "P_TYPE_TUPLE", "P_TYPE_NTUPLE",
    };
    open_table(e, "PType", "types");
    for (uint32_t i = 0; i < e->p->type_count; i++) {
        const PType *t = &e->p->types[i];
        assert(t->kind < sizeof kinds / sizeof *kinds);
        open_entry(e, e->types[i], t->name);
        buf_print(e->out, ", .kind = %s", kinds[t->kind]);
        if (t->count)
            number(e, "count", t->count);
        ids(e, "parts", t->parts, t->count, e->types);
        texts(e, "fields", t->fields, t->count);
        if (t->elem_count)
            enum_elements(e, t);
        number(e, "permissions", t->permissions);
        flag(e, "is_flat", t->is_flat);
        flag(e, "is_unordered", t->is_unordered);
        flag(e, "is_hashed", t->is_hashed);
        if (t->kind == P_TYPE_FOREIGN)
            buf_print(e->out, ", .foreign = &%s", emit_foreign_type(e, i));
        close_entry(e);
    }
    close_table(e);
}

static void events(Emit *e)
{
    open_table(e, "PEvent", "events");
    for (uint32_t i = 0; i < e->p->event_count; i++) {
        const PEvent *v = &e->p->events[i];
        open_entry(e, e->events[i], v->name);
        buf_print(e->out, ", .payload = %s", emit_id(e->types, v->payload));
        bound(e, v->bound);
        close_entry(e);
    }
    close_table(e);
}

// Which events a set holds is for people; the bits are for the machine.
static void set_comment(Emit *e, const PEventSet *s)
{
    buf_str(e->out, "  //");
    for (uint32_t i = 0; i < e->p->event_count; i++)
        if (i / 64 < s->words && (s->bits[i / 64] >> (i % 64) & 1))
            buf_print(e->out, " %s", e->p->events[i].name);
    buf_char(e->out, '\n');
}

static void sets(Emit *e)
{
    open_table(e, "PEventSet", "sets");
    for (uint32_t i = 0; i < e->p->set_count; i++) {
        const PEventSet *s = &e->p->sets[i];
        buf_print(e->out, "    {.words = %u", s->words);
        if (s->words)
            buf_str(e->out, ", .bits = (const uint64_t[]){");
        for (uint32_t w = 0; w < s->words; w++)
            buf_print(e->out, "%sUINT64_C(0x%" PRIx64 ")", w ? ", " : "", s->bits[w]);
        buf_str(e->out, s->words ? "}}," : "},");
        set_comment(e, s);
    }
    close_table(e);
}

static void machines(Emit *e)
{
    static const char *const kinds[] = {"P_MACHINE_REAL", "P_MACHINE_MODEL", "P_MACHINE_SPEC",
                                        "P_MACHINE_SCENARIO"};
    open_table(e, "PMachineInfo", "machines");
    for (uint32_t i = 0; i < e->p->machine_count; i++) {
        const PMachineInfo *m = &e->p->machines[i];
        assert(m->kind < sizeof kinds / sizeof *kinds);
        buf_str(e->out, "    {.name = ");
        emit_string(e, m->name);
        buf_print(e->out, ", .kind = %s, .start = %s, .payload = %s", kinds[m->kind],
                  emit_id(e->states, m->start), emit_id(e->types, m->payload));
        number(e, "receives", m->receives);
        number(e, "sends", m->sends);
        number(e, "observes", m->observes);
        bound(e, m->bound);
        flag(e, "is_explicit", m->is_explicit);
        if (emit_links_machine(e, i))  // else native/native.c binds it
            buf_print(e->out, ", .foreign = &%s", emit_foreign_machine(e, i));
        if (m->var_count)
            buf_print(e->out, ",\n        .var_count = %u", m->var_count);
        ids(e, "var_types", m->var_types, m->var_count, e->types);
        texts(e, "var_names", m->var_names, m->var_count);
        buf_str(e->out, ",\n        .at = ");
        position(e, m->at);
        close_entry(e);
    }
    close_table(e);
}

static void interfaces(Emit *e)
{
    open_table(e, "PInterface", "interfaces");
    for (uint32_t i = 0; i < e->p->interface_count; i++) {
        const PInterface *x = &e->p->interfaces[i];
        open_entry(e, e->interfaces[i], x->name);
        buf_print(e->out, ", .payload = %s", emit_id(e->types, x->payload));
        number(e, "receives", x->receives);
        close_entry(e);
    }
    close_table(e);
}

static void handler(Emit *e, const PHandler *h)
{
    static const char *const kinds[] = {"P_ON_DO", "P_ON_GOTO", "P_ON_PUSH", "P_ON_DEFER",
                                        "P_ON_IGNORE"};
    assert(h->kind < sizeof kinds / sizeof *kinds);
    buf_print(e->out, "            {.event = %s, .kind = %s, .fun = %s, .target = %s, .at = ",
              emit_id(e->events, h->event), kinds[h->kind], emit_id(e->funs, h->fun),
              emit_id(e->states, h->target));
    position(e, h->at);
    close_entry(e);
}

static void states(Emit *e)
{
    static const char *const temperatures[] = {"P_WARM", "P_HOT", "P_COLD"};
    open_table(e, "PState", "states");
    for (uint32_t i = 0; i < e->p->state_count; i++) {
        const PState *s = &e->p->states[i];
        assert(s->temperature < sizeof temperatures / sizeof *temperatures);
        open_entry(e, e->states[i], s->name);
        buf_print(e->out,
                  ", .machine = %u, .temperature = %s, .entry = %s, .exit = %s, .at = ", s->machine,
                  temperatures[s->temperature], emit_id(e->funs, s->entry),
                  emit_id(e->funs, s->exit));
        position(e, s->at);
        if (s->handler_count) {
            buf_print(e->out, ",\n        .handler_count = %u, .handlers = (const PHandler[]){\n",
                      s->handler_count);
            for (uint32_t h = 0; h < s->handler_count; h++)
                handler(e, &s->handlers[h]);
            buf_str(e->out, "        }");
        }
        close_entry(e);
    }
    close_table(e);
}

static void receives(Emit *e)
{
    open_table(e, "PReceive", "receives");
    for (uint32_t i = 0; i < e->p->receive_count; i++) {
        const PReceive *r = &e->p->receives[i];
        buf_print(e->out, "    [%s] = {.case_count = %u", e->receives[i], r->case_count);
        if (r->case_count)
            buf_str(e->out, ", .cases = (const PReceiveCase[]){\n");
        for (uint32_t c = 0; c < r->case_count; c++) {
            buf_print(e->out, "        {.event = %s, .at = %u", e->events[r->cases[c].event],
                      r->cases[c].at);
            number(e, "payload", r->cases[c].payload);
            close_entry(e);
        }
        buf_str(e->out, r->case_count ? "    }},\n" : "},\n");
    }
    close_table(e);
}

// ---------------------------------------------------------------------------- functions

// The types of the slots have a name of their own: the code refers to them.
static void positions(Emit *e, uint32_t i)
{
    const PFun *fun = &e->p->funs[i];
    buf_print(e->out, "static const PPosition %s_at[] = {", e->codes[i]);
    for (uint32_t c = 0; c < fun->code_count; c++) {
        buf_str(e->out, c % 6 == 0 ? "\n    " : " ");
        position(e, fun->at[c]);
        buf_char(e->out, ',');
    }
    buf_str(e->out, "\n};\n");
}

static void function(Emit *e, uint32_t i)
{
    const PFun *fun = &e->p->funs[i];
    open_entry(e, e->funs[i], fun->name);
    number(e, "machine", fun->machine);
    number(e, "param_count", fun->param_count);
    buf_print(e->out, ", .result = %s", emit_id(e->types, fun->result));
    flag(e, "is_pure", fun->is_pure);
    flag(e, "is_foreign", fun->is_foreign);
    flag(e, "is_model", fun->is_model);
    flag(e, "takes_trigger", fun->takes_trigger);
    if (fun->slot_count)
        buf_print(e->out, ",\n        .slot_count = %u, .slot_types = %s_slots", fun->slot_count,
                  e->codes[i]);
    if (fun->slot_names)
        texts(e, "slot_names", fun->slot_names, fun->slot_count);
    if (fun->node_count) {
        buf_print(e->out, ",\n        .node_count = %u, .nodes = (const uint16_t[]){",
                  fun->node_count);
        for (uint32_t n = 0; n < fun->node_count; n++)
            buf_print(e->out, "%s%u", n ? ", " : "", fun->nodes[n]);
        buf_char(e->out, '}');
    }
    if (fun->code)
        buf_print(e->out, ",\n        .code_count = %u, .at = %s_at, .native = %s", fun->code_count,
                  e->codes[i], e->codes[i]);
    if (e->foreigns[i])
        buf_print(e->out, ",\n        .foreign = %s", e->foreigns[i]);
    buf_str(e->out, ",\n        .declared = ");
    position(e, fun->declared);
    close_entry(e);
}

static void functions(Emit *e)
{
    buf_char(e->out, '\n');
    for (uint32_t i = 0; i < e->p->fun_count; i++)
        if (e->p->funs[i].code)
            positions(e, i);
    open_table(e, "PFun", "funs");
    for (uint32_t i = 0; i < e->p->fun_count; i++)
        function(e, i);
    close_table(e);
}

// -------------------------------------------------------------------------------- tests

static void links(Emit *e, const PTest *t)
{
    if (t->link_count == 0)
        return;
    buf_print(e->out, ",\n        .link_count = %u, .links = (const PLink[]){", t->link_count);
    for (uint32_t i = 0; i < t->link_count; i++)
        buf_print(e->out, "\n            {.creator = %s, .from = %s, .to = %s},",
                  emit_id(e->interfaces, t->links[i].creator),
                  emit_id(e->interfaces, t->links[i].from), emit_id(e->interfaces, t->links[i].to));
    buf_str(e->out, "\n        }");
}

static void attachments(Emit *e, const PTest *t)
{
    if (t->attachment_count == 0)
        return;
    buf_print(e->out, ",\n        .attachment_count = %u, .attachments = (const PAttachment[]){",
              t->attachment_count);
    for (uint32_t i = 0; i < t->attachment_count; i++) {
        const PAttachment *a = &t->attachments[i];
        buf_print(e->out, "\n            {.spec = %u", a->spec);
        flag(e, "watches_all", a->watches_all);
        number(e, "watched_count", a->watched_count);
        ids(e, "watched", a->watched, a->watched_count, e->interfaces);
        buf_str(e->out, "},");
    }
    buf_str(e->out, "\n        }");
}

static void tests(Emit *e)
{
    open_table(e, "PTest", "tests");
    for (uint32_t i = 0; i < e->p->test_count; i++) {
        const PTest *t = &e->p->tests[i];
        buf_str(e->out, "    {.name = ");
        emit_string(e, t->name);
        flag(e, "is_test", t->is_test);
        buf_print(e->out, ", .main = %s", emit_id(e->interfaces, t->main));
        ids(e, "bound", t->bound, e->p->interface_count, NULL);
        links(e, t);
        attachments(e, t);
        if (t->params && e->p->param_count) {
            buf_str(e->out, ", .params = (const PWord[]){");
            for (uint32_t k = 0; k < e->p->param_count; k++)
                buf_print(e->out, "%sUINT64_C(%" PRIu64 ")", k ? ", " : "", t->params[k]);
            buf_char(e->out, '}');
        }
        close_entry(e);
    }
    close_table(e);
}

static void param_types(Emit *e)
{
    open_table(e, "uint32_t", "param_types");
    buf_str(e->out, "   ");
    for (uint32_t i = 0; i < e->p->param_count; i++)
        buf_print(e->out, " %s,", e->types[e->p->param_types[i]]);
    buf_char(e->out, '\n');
    close_table(e);
}

// --------------------------------------------------------------------------- the Program

typedef struct EmittedTable {
    const char *field, *count;
    size_t offset;  // of the count, in PProgram
    void (*emit)(Emit *e);
} EmittedTable;

static const EmittedTable all[] = {
    {"files", "file_count", offsetof(PProgram, file_count), files},
    {"types", "type_count", offsetof(PProgram, type_count), types},
    {"events", "event_count", offsetof(PProgram, event_count), events},
    {"sets", "set_count", offsetof(PProgram, set_count), sets},
    {"machines", "machine_count", offsetof(PProgram, machine_count), machines},
    {"interfaces", "interface_count", offsetof(PProgram, interface_count), interfaces},
    {"states", "state_count", offsetof(PProgram, state_count), states},
    {"funs", "fun_count", offsetof(PProgram, fun_count), functions},
    {"receives", "receive_count", offsetof(PProgram, receive_count), receives},
    {"strings", "string_count", offsetof(PProgram, string_count), strings},
    {"param_types", "param_count", offsetof(PProgram, param_count), param_types},
    {"tests", "test_count", offsetof(PProgram, test_count), tests},
};

static uint32_t table_count(const Emit *e, const EmittedTable *t)
{
    return *(const uint32_t *)((const char *)e->p + t->offset);
}

void emit_tables(Emit *e)
{
    size_t count = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++)
        if (table_count(e, &all[i]))
            all[i].emit(e);

    buf_print(e->out, "\nconst PProgram %s = {\n    .schema = P_SCHEMA,\n", e->symbol);
    buf_print(e->out, "    .is_classic = %s,\n", e->p->is_classic ? "true" : "false");
    for (size_t i = 0; i < count; i++)
        if (table_count(e, &all[i]))
            buf_print(e->out, "    .%s = %u, .%s = %s_%s,\n", all[i].count, table_count(e, &all[i]),
                      all[i].field, e->symbol, all[i].field);
    buf_str(e->out, "};\n");
}
