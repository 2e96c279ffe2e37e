// tests/fuzz/fuzz.h: what the targets of the front end share.
//
// A target hands arbitrary bytes to one phase and then shows the diagnostics in
// every form, because they are computed from places in the same bytes.

#pragma once

#include <stdint.h>

#include "lang/lang.h"

// libFuzzer calls it.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Hands the bytes to a phase as a program of one file, then shows what it found.
void fuzz_program(const uint8_t *data, size_t size, void (*phase)(Lang *lang));
