// native/native.h: the room's door. C, compiled by this computer's compiler and loaded.
//
// What was compiled once is kept in a folder and found again by what it was made
// of: the text, the compiler, the headers. The folder is PLAIT_CACHE, else plait
// in XDG_CACHE_HOME or ~/.cache. The compiler is CC, else cc.
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

// False when that cannot be done: the reason is in `err`, what the compiler says
// has gone to standard error.
bool native_open(Native *native, const NativeSource *source, Err *err);

// A path as the compiler is given it: one that begins with `-` would be an option.
const char *native_operand(Arena *arena, const char *path);
void native_close(Native *native);

// The Program of a text by gen/emit; it is gone when the library is closed.
const PProgram *native_program(const Native *native, Err *err);

// Gives a Program that the virtual machine runs the foreign functions and types
// of the library: its tables are copied into the arena.
void native_bind(const Native *native, Arena *arena, PProgram *p);

// What a loaded Program lacks: machines that C stands in for, functions it says are pure.
void native_bind_rest(const Native *native, Arena *arena, PProgram *p);

// Runs the C compiler with these arguments, ended by NULL.
bool native_cc(const char *const *args, Err *err);
