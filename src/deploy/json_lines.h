// deploy/json_lines.h: in which line of a JSON text a key stands.
//
// jansson checks the text and gives values, but does not say where they stand.

#pragma once

#include <stddef.h>
#include <stdint.h>

// The line, from 1, of the key at the end of the path: names of keys, from the outermost object.
// Keys in lists are not counted. Where the path ends too early the line of its last key that is
// there. The text must be correct JSON.
uint32_t json_line_of(const char *text, const char *const *path, size_t depth);
