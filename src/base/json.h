// base/json.h: members of JSON objects, as all who write JSON with jansson need them.
//
// All of it is inline: programs that link base without this header do not need jansson.

#pragma once

#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

// A JSON string of any bytes: what is no UTF-8 becomes U+FFFD, for JSON has no place for it.
static inline json_t *json_text(const char *text)
{
    Buf clean = {0};
    utf8_clean(&clean, text, strlen(text));
    json_t *string = json_string(buf_text(&clean));
    buf_drop(&clean);
    return string;
}

// NULL is null.
static inline void json_set_text(json_t *object, const char *member, const char *text)
{
    json_object_set_new(object, member, text ? json_text(text) : json_null());
}

// jansson has no numbers without a sign; a count that does not fit is one that nobody reaches.
static inline void json_set_number(json_t *object, const char *member, uint64_t number)
{
    json_int_t n = number > INT64_MAX ? (json_int_t)INT64_MAX : (json_int_t)number;
    json_object_set_new(object, member, json_integer(n));
}
