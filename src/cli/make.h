// cli/make.h: from a checked program to a Program, to C, to machine code.
//
//     make_init(&make, &front);
//     make_take_files(&make);      // C beside the P paths
//     front_read(&front); lang_check(&front.lang); front_report(&front);
//     if (make_program(&make, TARGET_RUN, &err) && make_load(&make, is_native, &err))
//         run(make.program);
//     make_drop(&make);
//
// What C supplies is given on the command line, as .c, .o and .a files among the
// paths. When none is given and the program leaves something to C, what stands beside
// its files is used (found_files.c), unless `uses_given_only`.

#pragma once

#include "base/buf.h"
#include "cli/front.h"
#include "gen/gen.h"
#include "native/native.h"

typedef struct Make {
    Front *front;
    Arena arena;
    const char **files;       // of C
    size_t file_count;
    bool uses_given_only;     // the paths are not the user's: they must not make C run
    const char *name;         // of the program, after its first path
    PProgram made;            // lives in the arena
    const PProgram *program;  // to run: `made`, or its compiled self
    Native native;
} Make;

void make_init(Make *make, Front *front);
void make_drop(Make *make);

// Whether a path is C: .c, .o, .a.
bool make_is_c(const char *path);

// Takes what is C out of the front's paths.
void make_take_files(Make *make);

// The C files beside the program that it needs, into `files`.
bool make_find_files(Make *make, Err *err);

// Of a program without errors.
bool make_program(Make *make, Target target, Err *err);

// The program as C, to be loaded into this process or to be linked.
// Names in C; NULL for the usual ones.
typedef struct MakeNames {
    const char *symbol;  // of the program
    const char *prefix;  // of everything that other C sees
} MakeNames;

void make_text(Make *make, MakeNames names, bool is_loaded, Buf *out);
void make_header(Make *make, MakeNames names, Buf *out);
void make_stubs(Make *make, MakeNames names, const char *header, Buf *out);

// Makes `program` ready to run: compiled as a whole, or with the C files behind
// its foreign functions. Says what C should have supplied and did not, in a
// warning.
bool make_load(Make *make, bool is_native, Err *err);
