// cli/make.h: from a checked program to a Program, to C, to machine code.
//
//     make_init(&make, &front);
//     make_take_files(&make);      // C beside the P paths
//     front_read(&front); lang_check(&front.lang); front_report(&front);
//     if (make_program(&make, TARGET_RUN, &err) && make_load(&make, is_native, &err))
//         run(make.program);
//     make_drop(&make);
//
// Foreign functions and types are in .c, .o and .a files among the paths of the command line.
// When there are none and the program needs some, the C files beside the program are used
// (found_files.c), unless `uses_given_only` is set.

#pragma once

#include "base/buf.h"
#include "cli/front.h"
#include "gen/gen.h"
#include "native/native.h"

typedef struct Make {
    Front *front;
    Arena arena;
    const char **files;       // the C files
    size_t file_count;
    bool uses_given_only;     // the paths come from a trace: C beside them must not run
    const char *name;         // the name of the program, from its first path
    PProgram made;            // allocated in the arena
    const PProgram *program;  // the program to run: `made`, or its compiled version
    Native native;
} Make;

void make_init(Make *make, Front *front);
void make_drop(Make *make);

// Whether a path is C: .c, .o, .a.
bool make_is_c(const char *path);

// Moves the C files from the front's paths to `files`.
void make_take_files(Make *make);

// Adds the C files beside the program that it needs to `files`.
bool make_find_files(Make *make, Err *err);

// Makes the Program of a P program that has no errors.
bool make_program(Make *make, Target target, Err *err);

// Names in the generated C; NULL for the default names.
typedef struct MakeNames {
    const char *symbol;  // name of the program
    const char *prefix;  // prefix of all names that other C files see
} MakeNames;

void make_text(Make *make, MakeNames names, bool is_loaded, Buf *out);
void make_header(Make *make, MakeNames names, Buf *out);
void make_stubs(Make *make, MakeNames names, const char *header, Buf *out);

// Prepares `program` to run: compiles all of it, or only the C files of its foreign functions.
// Warns about foreign functions and types that no C file defines.
bool make_load(Make *make, bool is_native, Err *err);
