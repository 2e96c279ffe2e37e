// lang/source.c: files, lines and columns.

#include "lang/source.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

Source *source_add(Sources *all, const char *path, const char *text, size_t size, Err *err)
{
    if (size >= SOURCE_SPACE || all->total + size + 1 > SOURCE_SPACE) {
        err_set(err, "cannot read %s: the program is larger than 4 GB", path);
        return NULL;
    }
    Source *source = NEW(all->arena, Source);
    *source = (Source){
        .path = arena_copy(all->arena, path, strlen(path)),
        .text = text,
        .size = (uint32_t)size,
        .base = (uint32_t)all->total,
    };
    all->total += size + 1;
    vec_push(all->arena, &all->files, source);
    return source;
}

static bool read_all(FILE *f, char *text, size_t size, const char *path, Err *err)
{
    if (fread(text, 1, size, f) == size)
        return true;
    if (ferror(f))
        err_os(err, "read", path);
    else
        err_set(err, "cannot read %s: it became shorter while it was read", path);
    return false;
}

Source *source_load(Sources *all, const char *path, Err *err)
{
    Source *source = NULL;

    size_t overlay_size = 0;
    const char *overlay =
        all->overlay ? all->overlay(all->overlay_context, path, &overlay_size) : NULL;
    if (overlay)
        return source_add(all, path, arena_copy(all->arena, overlay, overlay_size), overlay_size,
                          err);

    FILE *f = fopen(path, "rb");
    if (!f) {
        err_os(err, "open", path);
        return NULL;
    }

    struct stat info;
    if (fstat(fileno(f), &info) != 0) {
        err_os(err, "measure", path);
        goto out;
    }
    if (!S_ISREG(info.st_mode)) {
        errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        err_os(err, "read", path);
        goto out;
    }
    if (info.st_size >= (off_t)SOURCE_SPACE) {
        err_set(err, "cannot read %s: it is larger than 4 GB", path);
        goto out;
    }

    size_t size = (size_t)info.st_size;
    char *text = NEW_ARRAY(all->arena, char, size + 1);
    if (read_all(f, text, size, path, err))
        source = source_add(all, path, text, size, err);
out:
    fclose(f);
    return source;
}

Source *source_at(const Sources *all, uint32_t offset)
{
    uint32_t low = 0, high = all->files.count;
    assert(high > 0);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (all->files.items[middle]->base <= offset)
            low = middle;
        else
            high = middle;
    }
    return all->files.items[low];
}

static void find_lines(Sources *all, Source *source)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < source->size; i++)
        count += source->text[i] == '\n';

    source->line_starts = NEW_ARRAY(all->arena, uint32_t, count);
    source->line_count = 1;
    if (source->size >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        source->line_starts[0] = 3;  // behind the byte order mark
    for (uint32_t i = 0; i < source->size; i++)
        if (source->text[i] == '\n')
            source->line_starts[source->line_count++] = i + 1;
    assert(source->line_count == count);
}

// The index of the line that holds the offset (in its file).
static uint32_t line_index(const Source *source, uint32_t offset)
{
    uint32_t low = 0, high = source->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t characters(const Source *source, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++)
        count += ((unsigned char)source->text[i] & 0xc0) != 0x80;  // not inside a character
    return count;
}

// Counted from the last place asked for, if that is in the same line and not further
// away than its beginning: one asks for what stands near, and lines may be long.
static uint32_t column_of(Source *source, uint32_t line, uint32_t offset)
{
    uint32_t start = source->line_starts[line], last = source->column_at;
    uint32_t end = line + 1 < source->line_count ? source->line_starts[line + 1] : source->size + 1;
    bool is_same_line = source->column && last >= start && last < end;
    assert(offset < end);
    if (offset < start)
        offset = start;  // in front of the byte order mark's end
    if (!is_same_line || (last > offset && last - offset > offset - start))
        source->column = 1 + characters(source, start, offset);
    else if (last <= offset)
        source->column += characters(source, last, offset);
    else
        source->column -= characters(source, offset, last);
    source->column_at = offset;
    assert(source->column >= 1 && source->column <= offset - start + 1);
    return source->column;
}

SourcePlace source_place(Sources *all, uint32_t offset)
{
    Source *source = source_at(all, offset);
    if (!source->line_starts)
        find_lines(all, source);

    uint32_t in_file = offset - source->base;
    if (in_file > source->size)
        in_file = source->size;
    uint32_t line = line_index(source, in_file);

    return (SourcePlace){
        .source = source, .line = line + 1, .column = column_of(source, line, in_file)};
}

const char *source_line(Sources *all, const Source *source, uint32_t line, uint32_t *size)
{
    Source *mine = source_at(all, source->base);
    if (!mine->line_starts)
        find_lines(all, mine);

    assert(mine == source && line >= 1 && line <= mine->line_count);
    uint32_t start = mine->line_starts[line - 1];
    uint32_t end = line < mine->line_count ? mine->line_starts[line] - 1 : mine->size;
    if (end > start && mine->text[end - 1] == '\r')
        end--;
    assert(start <= end && end <= mine->size);
    *size = end - start;
    return mine->text + start;
}
