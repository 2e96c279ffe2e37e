// lang/lang.h: the room's door. P text in, a checked tree and diagnostics out.
//
//     Lang lang;
//     lang_init(&lang);
//     if (lang_read(&lang, paths, count, &err))
//         lang_check(&lang);
//     diags_print(...);  // in any case
//     lang_drop(&lang);
//
// `lang_check` is the front end's table of contents: lex, parse, resolve, type,
// effects, modules, warnings.
//
// Sees: base.
// Used by: format, gen, lsp, report, view, explore, cli.

#pragma once

#include "lang/module.h"
#include "lang/tree.h"

// C that may supply foreign functions and types: found, not read.
typedef struct CFile {
    const char *path;
    bool is_listed;  // by a project, or it stands in a folder PForeign; else beside .p files
} CFile;

typedef struct Lang {
    Arena arena;
    Sources sources;
    Lexicon lexicon;
    Diags diags;
    Dialect dialect;         // what the user asked for
    VEC(Tokens) tokens;      // per file, as far as they were lexed
    VEC(uint32_t) no_tests;  // files of included projects: their tests are dropped
    VEC(CFile) c_files;      // beside the P of folders and projects
    VEC(const char *) warnings;  // about projects, for people; no place in a .p file
    Tree tree;
    TestCases cases;
} Lang;

void lang_init(Lang *lang);
void lang_drop(Lang *lang);

// Reads files, folders (every .p below them) and .pproj projects. False when
// something cannot be read or there is no P program: the reason is in `err`.
bool lang_read(Lang *lang, const char *const *paths, size_t count, Err *err);

// Adds a text instead of a file: for tests and editors.
bool lang_add_text(Lang *lang, const char *path, const char *text, size_t size, Err *err);

void lang_lex(Lang *lang);    // fills `tokens`
void lang_parse(Lang *lang);  // lexes, then fills `tree`
bool lang_check(Lang *lang);  // everything; true when there is no error
