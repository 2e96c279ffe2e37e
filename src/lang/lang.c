// lang/lang.c: the phases in order.

#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lang/effects.h"
#include "lang/lint.h"
#include "lang/parse.h"
#include "lang/project.h"
#include "lang/resolve.h"
#include "lang/typing.h"

void lang_init(Lang *lang)
{
    *lang = (Lang){0};
    lang->sources.arena = &lang->arena;
    lang->diags.arena = &lang->arena;
    lexicon_init(&lang->lexicon, &lang->arena);
}

void lang_drop(Lang *lang)
{
    for (uint32_t i = 0; i < lang->tree.scopes.count; i++)
        scope_drop(lang->tree.scopes.items[i]);
    types_drop(&lang->tree.types);
    lexicon_drop(&lang->lexicon);
    arena_drop(&lang->arena);
}

bool lang_add_text(Lang *lang, const char *path, const char *text, size_t size, Err *err)
{
    const char *copy = arena_copy(&lang->arena, text, size);
    return source_add(&lang->sources, path, copy, size, err) != NULL;
}

// ----------------------------------------------------------------------- includes

static bool is_loaded(const Lang *lang, const char *path)
{
    struct stat wanted, have;
    bool exists = stat(path, &wanted) == 0;
    for (uint32_t i = 0; i < lang->sources.files.count; i++) {
        const char *other = lang->sources.files.items[i]->path;
        if (strcmp(other, path) == 0)
            return true;
        if (exists && stat(other, &have) == 0 && have.st_dev == wanted.st_dev &&
            have.st_ino == wanted.st_ino)
            return true;
    }
    return false;
}

static const char *folder_of(Lang *lang, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_copy(&lang->arena, path, (size_t)(slash - path)) : "";
}

// include "name", in the 2015 dialect: each file once, however often it is named.
static void include(Lang *lang, const Source *from, Span quoted)
{
    const char *text = from->text + (quoted.start - from->base) + 1;
    uint32_t size = quoted.end - quoted.start;
    if (size < 2)
        return;  // a string that was never closed, reported already
    const char *name = arena_copy(&lang->arena, text, size - 2);
    const char *path = path_join(&lang->arena, folder_of(lang, from->path), name);
    Err err = {0};
    if (!is_loaded(lang, path) && !source_load(&lang->sources, path, &err))
        diag_add(&lang->diags, E0111, quoted, "%s", err.text);
}

static void follow_includes(Lang *lang, const Tokens *tokens)
{
    if (lang->dialect == DIALECT_MODERN)
        return;
    uint32_t depth = 0;
    for (uint32_t i = 0; i + 1 < tokens->count; i++) {
        const Token *t = &tokens->items[i];
        depth += t->kind == TK_LBRACE;
        depth -= t->kind == TK_RBRACE && depth;
        if (depth == 0 && t->kind == TK_WORD && t->name_id == W_INCLUDE && t[1].kind == TK_STRING)
            include(lang, tokens->source, t[1].span);
    }
}

// -------------------------------------------------------------------------- phases

void lang_lex(Lang *lang)
{
    for (uint32_t i = lang->tokens.count; i < lang->sources.files.count; i++) {
        Tokens tokens = lex(&lang->lexicon, lang->sources.files.items[i], &lang->diags);
        vec_push(&lang->arena, &lang->tokens, tokens);
        follow_includes(lang, &tokens);  // may add files
    }
}

static void add_built_in(Tree *tree, Word word)
{
    EventDecl *e = NEW(tree->arena, EventDecl);
    e->decl = (Decl){.kind = DECL_EVENT, .name = tree->lexicon->by_id.items[word]};
    e->id = tree->events.count;
    e->is_sent = e->is_handled = true;
    vec_push(tree->arena, &tree->events, e);
}

static void tree_init(Lang *lang, Dialect dialect)
{
    Tree *tree = &lang->tree;
    tree->arena = &lang->arena;
    tree->dialect = dialect;
    tree->sources = &lang->sources;
    tree->lexicon = &lang->lexicon;
    tree->diags = &lang->diags;
    types_init(&tree->types, tree->arena);
    tree->types.fields_by_name = dialect == DIALECT_CLASSIC;
    tree->scope = scope_new(tree, NULL);
    tree->all_events = NEW(tree->arena, EventSet);
    tree->all_events->all = true;
    add_built_in(tree, W_NULL);
    add_built_in(tree, W_HALT);
}

static bool drops_tests(const Lang *lang, uint32_t file)
{
    for (uint32_t i = 0; i < lang->no_tests.count; i++)
        if (lang->no_tests.items[i] == file)
            return true;
    return false;
}

void lang_parse(Lang *lang)
{
    lang_lex(lang);
    Dialect dialect = lang->dialect;
    if (dialect == DIALECT_AUTO)
        dialect = dialect_detect(&lang->lexicon, lang->tokens.items, lang->tokens.count);
    tree_init(lang, dialect);

    for (uint32_t i = 0; i < lang->tokens.count; i++) {
        uint32_t tests = lang->tree.tests.count;
        parse_file(&lang->tree, &lang->tokens.items[i], i);
        if (drops_tests(lang, i))
            lang->tree.tests.count = tests;
    }
    parse_instances(&lang->tree, lang->tokens.items);
}

// Where syntax errors cost declarations, a name that is missing says nothing.
static bool may_be_missing(DiagCode code)
{
    return (code >= E0202 && code <= E0209) || code == E0302 || code == E0310 || code == E0804;
}

static void drop_consequences(Lang *lang)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lang->diags.all.count; i++) {
        Diag *d = lang->diags.all.items[i];
        if (may_be_missing(d->code))
            lang->diags.error_count--;
        else
            lang->diags.all.items[kept++] = d;
    }
    lang->diags.all.count = kept;
}

bool lang_check(Lang *lang)
{
    Tree *tree = &lang->tree;
    lang_parse(lang);
    resolve(tree);
    typing(tree);
    effects(tree);
    if (tree->is_damaged)
        drop_consequences(lang);
    if (lang->diags.error_count == 0)
        modules_check(tree, &lang->cases);
    if (lang->diags.error_count == 0)
        lint(tree, &lang->cases);
    diags_sort(&lang->diags);
    return lang->diags.error_count == 0;
}
