// trust/speaker.c: the names of those who speak in a cluster, as URIs.

#include "trust/speaker.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scheme[] = "plait://";

static const char *const role_names[ROLE_COUNT] = {
    [ROLE_AUTHORITY] = "authority", [ROLE_CONTAINER] = "container", [ROLE_NODE] = "node",
    [ROLE_MANAGER] = "manager",     [ROLE_OPERATOR] = "operator",
};

const char *role_name(Role role)
{
    assert(role < ROLE_COUNT);
    return role_names[role];
}

bool role_parse(const char *text, Role *role)
{
    for (int i = 0; i < ROLE_COUNT; i++)
        if (strcmp(text, role_names[i]) == 0) {
            *role = (Role)i;
            return true;
        }
    return false;
}

bool speaker_is_name(const char *text)
{
    size_t size = strlen(text);

    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] > '~' || text[i] == '/' || text[i] == '%')
            return false;
    return size > 0 && size <= SPEAKER_NAME && strcmp(text, ".") != 0 && strcmp(text, "..") != 0;
}

bool speaker_print(const Speaker *s, char text[static SPEAKER_TEXT])
{
    bool is_container = s->role == ROLE_CONTAINER;
    int size;

    if (!speaker_is_name(s->cluster) || (s->role != ROLE_AUTHORITY && !speaker_is_name(s->name)) ||
        (is_container && (!speaker_is_name(s->node) || s->incarnation == 0)))
        return false;
    if (is_container)
        size = snprintf(text, SPEAKER_TEXT, "%s%s/%s/%s/%s/%" PRIx64, scheme, s->cluster,
                        role_name(s->role), s->node, s->name, s->incarnation);
    else if (s->role == ROLE_AUTHORITY)
        size = snprintf(text, SPEAKER_TEXT, "%s%s/%s", scheme, s->cluster, role_name(s->role));
    else
        size = snprintf(text, SPEAKER_TEXT, "%s%s/%s/%s", scheme, s->cluster, role_name(s->role),
                        s->name);
    assert(size > 0 && size < SPEAKER_TEXT);
    return true;
}

// Takes the part up to the next '/', and what follows it. False: there is no part, or it is too
// long.
static bool take_part(const char **text, char part[static SPEAKER_NAME + 1])
{
    size_t size = strcspn(*text, "/");

    if (size == 0 || size > SPEAKER_NAME)
        return false;
    memcpy(part, *text, size);
    part[size] = '\0';
    *text += size + ((*text)[size] == '/');
    return true;
}

static bool take_number(const char **text, uint64_t *number)
{
    char part[SPEAKER_NAME + 1];
    char *end = part;

    if (!take_part(text, part))
        return false;
    *number = strtoull(part, &end, 16);
    return !*end;
}

bool speaker_parse(const char *text, Speaker *s)
{
    const char *at = text + strlen(scheme);
    char role[SPEAKER_NAME + 1], again[SPEAKER_TEXT];

    *s = (Speaker){0};
    if (strncmp(text, scheme, strlen(scheme)) != 0 || !take_part(&at, s->cluster) ||
        !take_part(&at, role) || !role_parse(role, &s->role))
        return false;
    bool is_container = s->role == ROLE_CONTAINER;
    if ((is_container && !take_part(&at, s->node)) ||
        (s->role != ROLE_AUTHORITY && !take_part(&at, s->name)) ||
        (is_container && !take_number(&at, &s->incarnation)))
        return false;
    // What is written in another way, or has something behind it, names nobody.
    return !*at && speaker_print(s, again) && strcmp(again, text) == 0;
}
