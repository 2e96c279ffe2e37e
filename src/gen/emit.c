// gen/emit.c: the order of the text, and names.
//
// What P names keeps its name in C, with a letter before it that says what it
// is: E_ an event, T_ a type, S_ a state. A name that C would take for something
// else, or that is taken, gets its number behind it.

#include "gen/emit.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "gen/emit_impl.h"

enum { IDENTIFIER_MAX = 60 };

// ------------------------------------------------------------------------ identifiers

// Words of C and its macros, and what the functions call their own; each between
// spaces.
static const char reserved[] =
    " alignas alignof asm auto bool break case char const constexpr continue default do double "
    "else enum extern false float for goto i386 if inline int linux long nullptr offsetof register "
    "restrict return short signed sizeof static struct switch true typedef typeof typeof_unqual "
    "union unix unsigned void volatile while ask at f m ok p result v ";

static bool is_shouted(const char *text)
{
    for (; *text; text++)
        if (islower((unsigned char)*text))
            return false;
    return true;
}

// Whether C, the runtime's header or a macro may know the name as something else.
static bool misleads(const char *text)
{
    size_t size = strlen(text);
    for (const char *at = reserved; (at = strstr(at, text)) != NULL; at++)
        if (at > reserved && at[-1] == ' ' && at[size] == ' ')
            return true;
    bool is_argument = text[0] == 'a' && size > 1 && strspn(text + 1, "0123456789") == size - 1;
    bool is_type = size > 2 && strcmp(text + size - 2, "_t") == 0;
    bool is_ours =
        (text[0] == 'p' || text[0] == 'P') && (text[1] == '_' || isupper((unsigned char)text[1]));
    return is_argument || is_type || is_ours || is_shouted(text) ||
           !(isalpha((unsigned char)text[0]));
}

// Names of our own are cut where they get long; those that C supplies never are.
static void spell(Buf *b, const char *name)
{
    size_t start = b->size;
    program_symbol(b, "", name);
    if (b->size - start > IDENTIFIER_MAX) {
        b->size = start + IDENTIFIER_MAX;
        b->text[b->size] = '\0';
    }
}

static const Name *intern(Emit *e, const Buf *b)
{
    return name_intern(&e->names, buf_text(b), b->size);
}

static bool is_taken(const Emit *e, const Name *name)
{
    return map_get(&e->taken, (uint64_t)name->id + 1) != NULL;
}

// Without a prefix the name stands as it is, so it must not mislead.
static const Name *identifier(Emit *e, const char *prefix, const char *name, uint32_t number)
{
    Buf b = {0};
    buf_str(&b, prefix);
    spell(&b, name);
    if (misleads(buf_text(&b)) && prefix[0] == '\0') {
        if (!isalpha((unsigned char)buf_text(&b)[0])) {
            b.size = 0;
            buf_str(&b, "s_");
            spell(&b, name);
        }
        buf_print(&b, "_%u", number);
    }
    const Name *result = intern(e, &b);
    while (is_taken(e, result)) {
        buf_print(&b, "_%u", number);
        result = intern(e, &b);
    }
    buf_drop(&b);
    return result;
}

const char *emit_local(Emit *e, const char *name, uint32_t number)
{
    return identifier(e, "", name, number)->text;
}

const char *emit_identifier(Emit *e, const char *prefix, const char *name, uint32_t number)
{
    const Name *result = identifier(e, prefix, name, number);
    map_put(&e->taken, (uint64_t)result->id + 1, (void *)result);
    return result->text;
}

const char *emit_id(const char *const *names, uint32_t id)
{
    return id == P_NONE ? "P_NONE" : names[id];
}

// ------------------------------------------------------------------------------- text

void emit_string(Emit *e, const char *text)
{
    if (!text) {
        buf_str(e->out, "NULL");
        return;
    }
    buf_char(e->out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            buf_print(e->out, "\\%c", c);
        else if (c == '\n')
            buf_str(e->out, "\\n");
        // A question mark may begin a trigraph; an octal escape never runs on.
        else if (c < 0x20 || c >= 0x7f || (c == '?' && text[1] == '?'))
            buf_print(e->out, "\\%03o", c);
        else
            buf_char(e->out, (char)c);
    }
    buf_char(e->out, '"');
}

// Characters that turn the direction of text, which compilers warn of.
static bool is_bidi(const char *c, size_t size)
{
    const unsigned char *u = (const unsigned char *)c;
    if (size == 2)
        return u[0] == 0xd8 && u[1] == 0x9c;
    if (size != 3 || u[0] != 0xe2)
        return false;
    return (u[1] == 0x80 && ((u[2] >= 0xaa && u[2] <= 0xae) || u[2] == 0x8e || u[2] == 0x8f)) ||
           (u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9);
}

void emit_comment(Emit *e, const char *text)
{
    size_t size = strlen(text);
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        size--;
    for (size_t i = 0; i < size;) {
        size_t length = utf8_size(text + i, size - i);
        if (length == 0 || is_bidi(text + i, length) || (unsigned char)text[i] < 0x20)
            buf_char(e->out, text[i] == '\t' ? ' ' : '?');
        else
            buf_add(e->out, text + i, length);
        i += length ? length : 1;
    }
    // A backslash, or the trigraph for one, would take the next line along.
    if (size > 0 && (text[size - 1] == '\\' || text[size - 1] == '/'))
        buf_str(e->out, " .");
    buf_char(e->out, '\n');
}

// ------------------------------------------------------------------------------ naming

const char *emit_prefix(Emit *e, const char *letter)
{
    Buf b = {0};
    if (e->options->prefix)
        buf_print(&b, "%s_", e->options->prefix);
    buf_str(&b, letter);
    const char *copy = arena_copy(&e->arena, b.text, b.size);
    buf_drop(&b);
    return copy;
}

// What C supplies: P_FUN_x, or with the prefix svc_FUN_x.
const char *emit_supplied(Emit *e, const char *kind, const char *name)
{
    Buf b = {0}, symbol = {0};
    buf_print(&b, "%s_%s_", e->options->prefix ? e->options->prefix : "P", kind);
    program_symbol(&symbol, buf_text(&b), name);
    const char *copy = arena_copy(&e->arena, symbol.text, symbol.size);
    buf_drop(&symbol);
    buf_drop(&b);
    return copy;
}

#define NAME_ALL(list, table, count_, prefix)                             \
    do {                                                                  \
        (list) = NEW_ARRAY(&e->arena, const char *, (count_));            \
        for (uint32_t i = 0; i < (count_); i++)                           \
            (list)[i] = emit_identifier(e, (prefix), (table)[i].name, i); \
    } while (0)

static void name_states(Emit *e)
{
    const PProgram *p = e->p;
    Buf b = {0};
    e->states = NEW_ARRAY(&e->arena, const char *, p->state_count);
    for (uint32_t i = 0; i < p->state_count; i++) {
        const PState *s = &p->states[i];
        b.size = 0;
        buf_print(&b, "%s.%s", p->machines[s->machine].name, s->name);
        e->states[i] = emit_identifier(e, "S_", b.text, i);
    }
    buf_drop(&b);
}

static void name_fields(Emit *e)
{
    Buf b = {0};
    e->fields = NEW_ARRAY(&e->arena, const char **, e->p->machine_count);
    for (uint32_t i = 0; i < e->p->machine_count; i++) {
        const PMachineInfo *m = &e->p->machines[i];
        e->fields[i] = NEW_ARRAY(&e->arena, const char *, m->var_count);
        for (uint32_t v = 0; v < m->var_count; v++) {
            b.size = 0;
            buf_print(&b, "%s.%s", m->name, m->var_names[v]);
            e->fields[i][v] = emit_identifier(e, "V_", b.text, v);
        }
    }
    buf_drop(&b);
}

// A function of a machine has the machine in its name already; one of the whole
// program could be called as something in C.
static void name_codes(Emit *e)
{
    e->codes = NEW_ARRAY(&e->arena, const char *, e->p->fun_count);
    e->directs = NEW_ARRAY(&e->arena, const char *, e->p->fun_count);
    for (uint32_t i = 0; i < e->p->fun_count; i++) {
        const PFun *fun = &e->p->funs[i];
        const char *prefix = fun->machine == P_NONE ? "fun_" : "";
        e->codes[i] = emit_identifier(e, prefix, fun->name, i);
        e->directs[i] = emit_identifier(e, "direct_", fun->name, i);
    }
}

// Found by their names at load time, too (native/native.c), so nothing is added.
static void name_foreigns(Emit *e)
{
    e->foreigns = NEW_ARRAY(&e->arena, const char *, e->p->fun_count);
    for (uint32_t i = 0; i < e->p->fun_count; i++)
        if (e->p->funs[i].is_foreign || e->p->funs[i].is_model)
            e->foreigns[i] = emit_supplied(e, "FUN", e->p->funs[i].name);
}

static void name_receives(Emit *e)
{
    char number[16];
    e->receives = NEW_ARRAY(&e->arena, const char *, e->p->receive_count);
    for (uint32_t i = 0; i < e->p->receive_count; i++) {
        snprintf(number, sizeof number, "%u", i);
        e->receives[i] = emit_identifier(e, "R_", number, i);
    }
}

// How many bytes of all absolute paths are the same folder, which is this machine's business.
static size_t shared_folder(const PProgram *p)
{
    const char *first = NULL;
    size_t size = 0;
    for (uint32_t i = 0; i < p->file_count; i++) {
        const char *path = p->files[i];
        if (path[0] != '/')
            continue;
        size_t same = 0, end = 0;
        for (; path[same] && (!first || (same < size && path[same] == first[same])); same++)
            if (path[same] == '/')
                end = same + 1;
        first = path;
        size = end;
    }
    return size;
}

const char *emit_file(const Emit *e, uint32_t file)
{
    const char *path = e->p->files[file];
    assert(path[0] != '/' || strlen(path) >= e->folder_size);
    // What is loaded at once reports the files as they were given.
    return path[0] == '/' && !e->options->is_loaded ? path + e->folder_size : path;
}

void emit_init(Emit *e, Buf *out, const PProgram *p, const EmitOptions *options)
{
    *e = (Emit){.out = out, .p = p, .options = options};
    e->symbol = options->symbol   ? options->symbol
                : options->prefix ? emit_prefix(e, "program")
                                  : "plait_program";
    names_init(&e->names, &e->arena);
    emit_identifier(e, "", e->symbol, 0);
    NAME_ALL(e->types, p->types, p->type_count, emit_prefix(e, "T_"));
    NAME_ALL(e->events, p->events, p->event_count, emit_prefix(e, "E_"));
    NAME_ALL(e->interfaces, p->interfaces, p->interface_count, emit_prefix(e, "I_"));
    NAME_ALL(e->funs, p->funs, p->fun_count, "F_");
    name_states(e);
    name_fields(e);
    name_receives(e);
    name_codes(e);
    name_foreigns(e);
    emit_find_direct(e);
    e->live = live_new(p);
    e->folder_size = shared_folder(p);
}

void emit_drop(Emit *e)
{
    live_free(e->live);
    map_drop(&e->taken);
    names_drop(&e->names);
    arena_drop(&e->arena);
}

// ------------------------------------------------------------------------- the program

static void agree(Emit *e, const char *what, size_t value)
{
    buf_print(e->out, "_Static_assert(%s == %zu, \"plait/runtime.h is of another version\");\n",
              what, value);
}

static void opening(Emit *e)
{
    buf_str(e->out, "// A P program as C, written by plait compile:\n");
    for (uint32_t i = 0; i < e->p->file_count; i++) {
        buf_str(e->out, "//     ");
        emit_comment(e, emit_file(e, i));
    }
    buf_str(e->out, "// Changes here are lost when it is compiled again.\n\n"
                    "#include \"plait/runtime.h\"\n\n");
    agree(e, "P_SCHEMA", P_SCHEMA);
    // What is loaded must see the tables as this process does.
    if (e->options->is_loaded) {
        agree(e, "sizeof(PProgram)", sizeof(PProgram));
        agree(e, "sizeof(PFun)", sizeof(PFun));
        agree(e, "sizeof(PType)", sizeof(PType));
        agree(e, "sizeof(PMachineInfo)", sizeof(PMachineInfo));
        agree(e, "sizeof(PState)", sizeof(PState));
        agree(e, "sizeof(PTest)", sizeof(PTest));
        agree(e, "sizeof(PRequest)", sizeof(PRequest));
        agree(e, "sizeof(PMachine)", sizeof(PMachine));
    }
}

void emit_program(Buf *out, const PProgram *p, const EmitOptions *options)
{
    Emit e;
    emit_init(&e, out, p, options);
    opening(&e);
    emit_enums(&e);
    emit_foreign_prototypes(&e);
    emit_code(&e);
    emit_tables(&e);
    emit_drop(&e);
}
