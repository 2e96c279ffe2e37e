// view/page.c: the page as one text.
//
// viewer/page.html has marks such as {{style}}, which are replaced. Scripts and styles carry
// a number that is a hash of the data, and the page's policy runs nothing without it: text of a P
// program cannot contain a hash of itself, so it can never run as a script.

#include "view/page.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/ending.h"
#include "base/err.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct Page {
    const char *title;
    const Buf *json;
    bool is_live;
    char nonce[40];
} Page;

static const ViewerFile *find(const char *name)
{
    for (const ViewerFile *f = viewer_files; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    bug("viewer/%s is not in the executable", name);
}

static void add_escaped(Buf *html, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            buf_str(html, "&lt;");
            break;
        case '>':
            buf_str(html, "&gt;");
            break;
        case '&':
            buf_str(html, "&amp;");
            break;
        case '"':
            buf_str(html, "&quot;");
            break;
        default:
            buf_char(html, *text);
        }
}

// In JSON a `<` can only be inside of a string. Written as an escape it cannot end the element.
static void add_json(Buf *html, const Buf *json)
{
    const char *at = buf_text(json), *end = at + json->size;
    while (at < end) {
        const char *next = memchr(at, '<', (size_t)(end - at));
        buf_add(html, at, (size_t)((next ? next : end) - at));
        if (next)
            buf_str(html, "\\u003c");
        at = next ? next + 1 : end;
    }
}

// All files with the ending, in the order of the table: by name.
static void add_files(Buf *html, const char *ending)
{
    for (const ViewerFile *f = viewer_files; f->name; f++)
        if (has_ending(f->name, ending))
            buf_add(html, f->text, f->size);
}

static void add_policy(Buf *html, const Page *p)
{
    buf_print(html,
              "default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; img-src data:; "
              "base-uri 'none'; form-action 'none'; connect-src %s",
              p->nonce, p->nonce, p->is_live ? "'self'" : "'none'");
}

static void add_mark(Buf *html, const Page *p, const char *mark, size_t size)
{
    if (size == 5 && memcmp(mark, "title", size) == 0)
        add_escaped(html, p->title);
    else if (size == 5 && memcmp(mark, "nonce", size) == 0)
        buf_str(html, p->nonce);
    else if (size == 6 && memcmp(mark, "policy", size) == 0)
        add_policy(html, p);
    else if (size == 5 && memcmp(mark, "style", size) == 0)
        add_files(html, ".css");
    else if (size == 6 && memcmp(mark, "script", size) == 0)
        add_files(html, ".js");
    else if (size == 4 && memcmp(mark, "data", size) == 0)
        add_json(html, p->json);
    else
        bug("viewer/page.html has a mark %.*s that nobody knows", (int)size, mark);
}

void page_write(Buf *html, const char *title, const Buf *json, bool is_live)
{
    Page p = {.title = title, .json = json, .is_live = is_live};
    const ViewerFile *f = find("page.html");
    const char *at = f->text, *end = f->text + f->size;
    XXH128_hash_t sum = XXH3_128bits(buf_text(json), json->size);

    snprintf(p.nonce, sizeof p.nonce, "%016" PRIx64 "%016" PRIx64, (uint64_t)sum.high64,
             (uint64_t)sum.low64);
    for (;;) {
        const char *mark = memmem(at, (size_t)(end - at), "{{", 2);
        buf_add(html, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            return;
        const char *close = memmem(mark, (size_t)(end - mark), "}}", 2);
        assert(close);
        add_mark(html, &p, mark + 2, (size_t)(close - mark - 2));
        at = close + 2;
    }
}
