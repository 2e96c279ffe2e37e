// cli/p_payload.c: reading values as P prints them.
//
// The brackets of sets, maps and tuples look alike: what a pair of angles is, is known at
// what stands behind its first value.
//
//     seq  (v, v)      set  (<v>, <v>)      map  (<k->v>, <k->v>)
//     tuple  <v,v,>    named tuple  <n:v, n:v, >

#include "cli/p_payload.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "lang/diag_json.h"

enum { DEPTH_MAX = 200 };  // values in values; a deeper one stays text

typedef struct Reader {
    const char *at;
    int depth;
} Reader;

static json_t *read_value(Reader *r);

static bool accept(Reader *r, const char *text)
{
    size_t size = strlen(text);
    if (strncmp(r->at, text, size) != 0)
        return false;
    r->at += size;
    return true;
}

// NULL is what could not be read; what was read before is let go.
static json_t *give_up(json_t *value)
{
    json_decref(value);
    return NULL;
}

// ----------------------------------------------------------------------------- flat values

static json_t *read_quoted(Reader *r)
{
    static const char letters[] = "ntr", meant[] = "\n\t\r";
    Buf text = {0};

    while (*r->at && *r->at != '"') {
        char c = *r->at++;
        if (c == '\\' && *r->at) {
            const char *letter = strchr(letters, *r->at);
            c = letter ? meant[letter - letters] : *r->at;
            r->at++;
        }
        buf_char(&text, c);
    }
    json_t *value = accept(r, "\"") ? json_text(buf_text(&text)) : NULL;
    buf_drop(&text);
    return value;
}

static json_t *word_json(const char *text)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (!*end && !errno)
        return json_integer(number);
    double real = strtod(text, &end);
    if (!*end && (isdigit((unsigned char)text[0]) || text[0] == '-'))
        return json_real(real);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return json_boolean(text[0] == 't');
    return json_text(text);
}

// Up to what ends a value in any of the brackets. A machine has round ones of its own.
static json_t *read_word(Reader *r)
{
    const char *start = r->at;
    int open = 0;
    Buf text = {0};

    for (; *r->at; r->at++) {
        if (open == 0 && (strchr(",>)<", *r->at) || strncmp(r->at, "->", 2) == 0))
            break;
        open += (*r->at == '(') - (*r->at == ')');
    }
    if (r->at == start)
        return NULL;
    buf_add(&text, start, (size_t)(r->at - start));
    json_t *value = word_json(text.text);
    buf_drop(&text);
    return value;
}

// --------------------------------------------------------------------------------- tuples

// "name:" before a value; 0 when there is none.
static size_t name_size(const char *at)
{
    size_t size = 0;
    while (isalnum((unsigned char)at[size]) || at[size] == '_')
        size++;
    return size > 0 && at[size] == ':' ? size : 0;
}

static bool add_field(json_t *object, const char *name, json_t *value)
{
    return value && json_object_set_new(object, name, value) == 0;
}

// Behind `<`.
static json_t *read_named(Reader *r)
{
    json_t *object = json_object();
    for (size_t size; (size = name_size(r->at)) > 0;) {
        Buf name = {0};
        buf_add(&name, r->at, size);
        r->at += size + 1;
        bool ok = add_field(object, name.text, read_value(r)) && accept(r, ", ");
        buf_drop(&name);
        if (!ok)
            return give_up(object);
    }
    return accept(r, ">") ? object : give_up(object);
}

// Behind `<` and its first value: P counts the parts.
static json_t *read_tuple(Reader *r, json_t *first)
{
    json_t *object = json_object();
    json_object_set_new(object, "0", first);
    for (int i = 1; accept(r, ","); i++) {
        char name[16];
        if (accept(r, ">"))
            return object;
        snprintf(name, sizeof name, "%d", i);
        if (!add_field(object, name, read_value(r)))
            break;
    }
    return give_up(object);
}

static json_t *read_angles(Reader *r)
{
    if (accept(r, ">"))
        return json_object();
    if (name_size(r->at))
        return read_named(r);
    json_t *first = read_value(r);
    return first ? read_tuple(r, first) : NULL;
}

// ----------------------------------------------------------------------------- collections

// The key of a map is a name in JSON, whatever it is in P.
static bool read_entry(Reader *r, json_t *map, const char *start)
{
    Buf key = {0};
    buf_add(&key, start, (size_t)(r->at - start));
    bool ok = accept(r, "->") && add_field(map, key.text, read_value(r)) && accept(r, ">");
    buf_drop(&key);
    return ok;
}

// Behind `(`, at `<`: a set or a map, or a sequence of tuples.
static json_t *read_group(Reader *r, bool *is_known)
{
    const char *before = r->at;
    json_t *list = json_array(), *map = json_object();
    bool ok = true;

    do {
        const char *start = r->at + 1;
        ok = accept(r, "<") && !name_size(r->at);
        json_t *value = ok ? read_value(r) : NULL;
        bool is_entry = strncmp(r->at, "->", 2) == 0;
        if (value && is_entry)
            ok = read_entry(r, map, start);
        else
            ok = value && accept(r, ">");
        if (ok && !is_entry)
            json_array_append(list, value);
        json_decref(value);
    } while (ok && accept(r, ", "));
    *is_known = ok && accept(r, ")");
    if (!*is_known)
        r->at = before;
    json_t *result = json_object_size(map) ? map : list;
    json_decref(result == map ? list : map);
    return *is_known ? result : give_up(result);
}

static json_t *read_round(Reader *r)
{
    if (accept(r, ")"))
        return json_array();
    if (*r->at == '<') {
        bool is_known;
        json_t *group = read_group(r, &is_known);
        if (is_known)
            return group;
    }
    json_t *list = json_array();
    do {
        json_t *value = read_value(r);
        if (!value)
            return give_up(list);
        json_array_append_new(list, value);
    } while (accept(r, ", "));
    return accept(r, ")") ? list : give_up(list);
}

static json_t *read_value(Reader *r)
{
    json_t *value = NULL;
    if (++r->depth <= DEPTH_MAX)
        value = accept(r, "<")    ? read_angles(r)
                : accept(r, "(")  ? read_round(r)
                : accept(r, "\"") ? read_quoted(r)
                                  : read_word(r);
    r->depth--;
    return value;
}

json_t *p_payload_json(const char *text)
{
    Reader r = {.at = text};
    json_t *value = read_value(&r);
    if (value && *r.at == '\0')
        return value;
    json_decref(value);
    return json_text(text);
}
