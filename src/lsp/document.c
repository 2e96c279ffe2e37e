// lsp/document.c: opening, changing and closing texts.

#include "lsp/document.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/err.h"
#include "base/memory.h"

void document_look(Document *d)
{
    struct stat info;
    d->is_on_disk = d->path && stat(d->path, &info) == 0 && S_ISREG(info.st_mode);
    if (d->is_on_disk) {
        d->device = info.st_dev;
        d->inode = info.st_ino;
    }
}

Document *documents_open(Documents *all, const char *uri, const char *text, size_t size)
{
    Document *d = memory_zeroed(1, sizeof *d);
    Buf path = {0};
    d->uri = memory_copy_text(uri);
    if (uri_path(uri, &path))
        d->path = memory_copy_text(buf_text(&path));
    buf_drop(&path);
    buf_add(&d->text, text, size);
    document_look(d);

    MEMORY_GROW(all->items, all->count + 1, all->capacity);
    all->items[all->count++] = d;
    return d;
}

static void document_free(Document *d)
{
    free(d->uri);
    free(d->path);
    buf_drop(&d->text);
    free(d);
}

void documents_close(Documents *all, Document *d)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i] == d) {
            all->items[i] = all->items[--all->count];
            document_free(d);
            return;
        }
    bug("a document that is not open is closed");
}

void documents_drop(Documents *all)
{
    for (size_t i = 0; i < all->count; i++)
        document_free(all->items[i]);
    free(all->items);
}

Document *documents_find(const Documents *all, const char *uri)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i]->uri, uri) == 0)
            return all->items[i];
    return NULL;
}

Document *documents_find_file(const Documents *all, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return NULL;
    for (size_t i = 0; i < all->count; i++) {
        Document *d = all->items[i];
        if (d->is_on_disk && d->device == info.st_dev && d->inode == info.st_ino)
            return d;
    }
    return NULL;
}

// ----------------------------------------------------------------------- changes

bool position_read(const json_t *json, Position *position)
{
    const json_t *line = json_object_get(json, "line");
    const json_t *character = json_object_get(json, "character");
    if (!json_is_integer(line) || !json_is_integer(character))
        return false;
    json_int_t l = json_integer_value(line), c = json_integer_value(character);
    if (l < 0 || c < 0)
        return false;
    position->line = l > UINT32_MAX ? UINT32_MAX : (uint32_t)l;
    position->character = c > UINT32_MAX ? UINT32_MAX : (uint32_t)c;
    return true;
}

static void replace(Buf *text, uint32_t start, uint32_t end, const char *with, size_t size)
{
    assert(start <= end && end <= text->size);
    Buf changed = {0};
    buf_add(&changed, buf_text(text), start);
    buf_add(&changed, with, size);
    buf_add(&changed, buf_text(text) + end, text->size - end);
    buf_drop(text);
    *text = changed;
}

bool document_change(Document *d, const json_t *change)
{
    const json_t *text = json_object_get(change, "text");
    const json_t *range = json_object_get(change, "range");
    Position from, to;
    if (!json_is_string(text) || json_string_length(text) >= UINT32_MAX / 2)
        return false;
    if (!range) {
        replace(&d->text, 0, (uint32_t)d->text.size, json_string_value(text),
                json_string_length(text));
        return true;
    }
    if (!position_read(json_object_get(range, "start"), &from) ||
        !position_read(json_object_get(range, "end"), &to))
        return false;

    Arena arena = {0};
    Lines lines = lines_of(&arena, buf_text(&d->text), (uint32_t)d->text.size);
    uint32_t start = lines_offset(&lines, from), end = lines_offset(&lines, to);
    bool ok = start <= end && d->text.size + json_string_length(text) < UINT32_MAX / 2;
    if (ok)
        replace(&d->text, start, end, json_string_value(text), json_string_length(text));
    arena_drop(&arena);
    return ok;
}
