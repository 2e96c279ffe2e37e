// lang/dump.c: tokens, and what the dumps share.

#include "lang/dump.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "lang/dump_impl.h"

void dump_indent(Buf *out, int depth)
{
    buf_repeat(out, ' ', (size_t)depth * 2);
}

const char *dump_name(const Name *name)
{
    return name ? name->text : "?";
}

void dump_text(Buf *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned char c = (unsigned char)text[i];
        size_t n = utf8_size(text + i, size - i);
        if (c == '\n')
            buf_str(out, "\\n");
        else if (n == 0 || c < 0x20 || c == 0x7f)
            buf_print(out, "\\x%02x", c);
        else
            buf_add(out, text + i, n);
        i += n ? n : 1;
    }
}

void dump_state_words(Buf *out, const StateDecl *state)
{
    buf_str(out, state->is_start ? "start " : "");
    buf_str(out, state->is_hot ? "hot " : "");
    buf_str(out, state->is_cold ? "cold " : "");
}

const char *dump_machine_word(const MachineDecl *m)
{
    static const char *const words[] = {
        [MACHINE_REAL] = "machine",    [MACHINE_MODEL] = "model",       [MACHINE_SPEC] = "spec",
        [MACHINE_MONITOR] = "monitor", [MACHINE_SCENARIO] = "scenario",
    };
    return words[m->kind];
}

// ----------------------------------------------------------------------- tokens

static const char *const kind_names[] = {
#define TOKEN(kind, shown) [kind] = #kind,
#include "lang/tokens.def"
#undef TOKEN
};

// `TK_LBRACE` is shown as `lbrace`.
static void write_kind(Buf *out, uint32_t kind)
{
    for (const char *c = kind_names[kind] + strlen("TK_"); *c; c++)
        buf_char(out, *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c);
}

// Lines and columns are counted along: a file may be one very long line.
static void dump_file_tokens(Buf *out, const Tokens *tokens)
{
    const Source *source = tokens->source;
    uint32_t at = 0, line = 1, column = 1;

    buf_print(out, "file %s\n", source->path);
    for (uint32_t i = 0; i < tokens->count; i++) {
        const Token *t = &tokens->items[i];
        for (uint32_t start = t->span.start - source->base; at < start; at++) {
            bool is_new_line = source->text[at] == '\n';
            bool is_character = ((unsigned char)source->text[at] & 0xc0) != 0x80;
            line += is_new_line;
            column = is_new_line ? 1 : column + is_character;
        }
        buf_print(out, "%u:%u ", line, column);
        write_kind(out, t->kind);
        if (t->span.end > t->span.start) {
            buf_char(out, ' ');
            dump_text(out, source->text + at, t->span.end - t->span.start);
        }
        buf_char(out, '\n');
    }
}

void dump_tokens(Buf *out, Lang *lang)
{
    for (uint32_t i = 0; i < lang->tokens.count; i++)
        dump_file_tokens(out, &lang->tokens.items[i]);
}

// ----------------------------------------------------------------- declarations

typedef struct DeclList {
    Decl **items;
    uint32_t count;
} DeclList;

static int by_place(const void *left, const void *right)
{
    const Decl *a = *(Decl *const *)left, *b = *(Decl *const *)right;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start ? -1 : 1;
    // The machines made from one pattern stand at one place.
    return strcmp(dump_name(a->name), dump_name(b->name));
}

static bool is_built_in(const Decl *d)
{
    return d->kind == DECL_EVENT && ((const EventDecl *)d)->id <= EVENT_HALT;
}

// Receive cases and handlers are shown where they stand.
static bool is_inner(const Decl *d)
{
    return d->kind == DECL_FUN && ((const FunDecl *)d)->is_anonymous;
}

static void gather(DeclList *list, Decl *d)
{
    if (!is_built_in(d) && !is_inner(d))
        list->items[list->count++] = d;
}

#define EACH_LIST(X)                                                                         \
    X(events)                                                                                \
    X(eventsets)                                                                             \
    X(enums) X(typedecls) X(interfaces) X(machines) X(patterns) X(funs) X(params) X(modules) \
        X(tests) X(pures) X(formulas) X(lemmas) X(proofs)

Decl **dump_decls(const Tree *tree, uint32_t *count)
{
    size_t all = 1;
#define COUNT(list) all += tree->list.count;
    EACH_LIST(COUNT)
#undef COUNT

    DeclList list = {.items = calloc(all, sizeof *list.items)};
    if (!list.items)
        die_out_of_memory(all * sizeof *list.items);
#define GATHER(member)                                \
    for (uint32_t i = 0; i < tree->member.count; i++) \
        gather(&list, &tree->member.items[i]->decl);
    EACH_LIST(GATHER)
#undef GATHER

    qsort(list.items, list.count, sizeof *list.items, by_place);
    *count = list.count;
    return list.items;
}
