// lsp/text.c: lines, UTF-16 units, addresses.

#include "lsp/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"

Lines lines_of(Arena *arena, const char *text, uint32_t size)
{
    VEC(uint32_t) starts = {0};
    vec_push(arena, &starts, 0u);
    for (uint32_t i = 0; i < size; i++)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n')))
            vec_push(arena, &starts, i + 1);
    return (Lines){.text = text, .size = size, .starts = starts.items, .count = starts.count};
}

// Bytes and UTF-16 units of the character at an offset.
static uint32_t character(const Lines *lines, uint32_t offset, uint32_t *units)
{
    size_t bytes = utf8_size(lines->text + offset, lines->size - offset);
    *units = bytes == 4 ? 2 : 1;
    return bytes ? (uint32_t)bytes : 1;
}

static uint32_t line_at(const Lines *lines, uint32_t offset)
{
    uint32_t low = 0, high = lines->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

Position lines_position(Lines *lines, uint32_t offset)
{
    if (offset > lines->size)
        offset = lines->size;
    Position p = {.line = line_at(lines, offset)};
    uint32_t at = lines->starts[p.line];
    if (lines->known_offset >= at && lines->known_offset <= offset) {
        at = lines->known_offset;
        p.character = lines->known_character;
    }
    while (at < offset) {
        uint32_t units;
        at += character(lines, at, &units);
        p.character += units;
    }
    lines->known_offset = at;
    lines->known_character = p.character;
    return p;
}

uint32_t lines_offset(const Lines *lines, Position position)
{
    if (position.line >= lines->count)
        return lines->size;
    uint32_t at = lines->starts[position.line];
    bool is_last = position.line + 1 == lines->count;
    uint32_t end = is_last ? lines->size : lines->starts[position.line + 1];
    while (end > at && (lines->text[end - 1] == '\n' || lines->text[end - 1] == '\r'))
        end--;
    for (uint32_t left = position.character; left > 0 && at < end;) {
        uint32_t units, bytes = character(lines, at, &units);
        if (units > left)
            break;  // in the middle of a character: before it
        at += bytes;
        left -= units;
    }
    return at;
}

// --------------------------------------------------------------------- addresses

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool uri_path(const char *uri, Buf *path)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0)
        return false;
    uri += sizeof scheme - 1;
    if (strncmp(uri, "localhost/", 10) == 0)
        uri += 9;
    if (*uri != '/')
        return false;  // of another host
    for (; *uri; uri++) {
        int high = *uri == '%' ? hex(uri[1]) : -1;
        int low = high >= 0 ? hex(uri[2]) : -1;
        if (high >= 0 && low >= 0 && (high || low)) {
            buf_char(path, (char)(high * 16 + low));
            uri += 2;
        } else {
            buf_char(path, *uri);
        }
    }
    return true;
}

void path_uri(const char *path, Buf *uri)
{
    buf_str(uri, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || strchr("/-._~", c);
        if (is_plain)
            buf_char(uri, *path);
        else
            buf_print(uri, "%%%02X", c);
    }
}
