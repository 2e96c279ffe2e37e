// deploy/json_lines.c: walks over correct JSON and counts lines.

#include "deploy/json_lines.h"

#include <stdbool.h>
#include <string.h>

typedef struct Walk {
    const char *at;
    uint32_t line;
} Walk;

static void skip_space(Walk *w)
{
    for (; *w->at == ' ' || *w->at == '\t' || *w->at == '\r' || *w->at == '\n'; w->at++)
        w->line += *w->at == '\n';
}

// Behind the closing quote. True when the text in the quotes, as it is written, is the name.
static bool skip_string(Walk *w, const char *name)
{
    const char *start = ++w->at;
    while (*w->at && *w->at != '"')
        w->at += w->at[0] == '\\' && w->at[1] ? 2 : 1;
    size_t size = (size_t)(w->at - start);
    w->at += *w->at == '"';
    return name && strlen(name) == size && memcmp(start, name, size) == 0;
}

// Behind the value, which may hold others.
static void skip_value(Walk *w)
{
    uint32_t depth = 0;
    skip_space(w);
    do {
        if (*w->at == '"') {
            skip_string(w, NULL);
        } else if (*w->at == '{' || *w->at == '[') {
            depth++;
            w->at++;
        } else if (*w->at == '}' || *w->at == ']') {
            depth--;
            w->at++;
        } else {
            while (*w->at && !strchr(" \t\r\n,:{}[]\"", *w->at))
                w->at++;
            w->at += *w->at == ',' || *w->at == ':';
        }
        if (depth)
            skip_space(w);
    } while (depth && *w->at);
}

uint32_t json_line_of(const char *text, const char *const *path, size_t depth)
{
    Walk w = {.at = text, .line = 1};
    uint32_t found = 1;
    for (size_t i = 0; i < depth; i++) {
        bool is_found = false;
        skip_space(&w);
        if (*w.at != '{')
            return found;
        w.at++;
        while (!is_found) {
            skip_space(&w);
            if (*w.at != '"')
                return found;
            uint32_t line = w.line;
            is_found = skip_string(&w, path[i]);
            skip_space(&w);
            w.at += *w.at == ':';
            if (is_found) {
                found = line;
                break;
            }
            skip_value(&w);
            skip_space(&w);
            w.at += *w.at == ',';
        }
    }
    return found;
}
