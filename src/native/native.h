// native/native.h: the room that compiles C with the computer's compiler and loads it.
//
// Compiled libraries are cached in a folder. The key is a hash of the text, the compiler and the
// headers. The folder is PLAIT_CACHE, else plait in XDG_CACHE_HOME or ~/.cache. The compiler is
// CC, else cc.
//
// Sees: base, rt.
// Used by: check/explorer, cli.

#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "plait/runtime.h"

typedef struct NativeSource {
    const char *text;          // C, as gen/emit writes it; NULL for none
    size_t size;
    const char *const *files;  // .c, .o and .a files that belong to it
    size_t file_count;
    const char *include;       // the folder of plait/runtime.h
} NativeSource;

typedef struct Native {
    void *handle;
} Native;

// Compiles and loads. False on failure: the reason is in `err`; the messages of the compiler are
// on standard error.
bool native_open(Native *native, const NativeSource *source, Err *err);

// The path as an argument of the compiler: "./" is added if it begins with `-`, so that it is
// not an option.
const char *native_operand(Arena *arena, const char *path);
void native_close(Native *native);

// The Program of a text by gen/emit. It is valid until the library is closed.
const PProgram *native_program(const Native *native, Err *err);

// Adds the foreign functions and types of the library to a Program that the virtual machine
// runs. The changed tables are copied to the arena.
void native_bind(const Native *native, Arena *arena, PProgram *p);

// Adds to a loaded Program what it lacks: machines that are implemented in C, and which
// functions are pure.
void native_bind_rest(const Native *native, Arena *arena, PProgram *p);

// Runs the C compiler with these arguments, ended by NULL.
bool native_cc(const char *const *args, Err *err);
