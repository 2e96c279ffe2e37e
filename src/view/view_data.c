// view/view_data.c: all that the page shows, as JSON (docs/view.md).

#include "view/view_data.h"

#include <inttypes.h>
#include <string.h>

#include "base/json_text.h"
#include "draw/draw.h"

enum { VIEW_VERSION = 1 };

void view_data_add(Buf *json, const char *name, const char *text)
{
    if (!text)
        return;
    buf_print(json, ",\"%s\":\"", name);
    text_json(json, text, strlen(text));
    buf_char(json, '"');
}

static uint32_t file_index(void *context, const char *path)
{
    const Sources *sources = context;
    for (uint32_t i = 0; sources && i < sources->files.count; i++)
        if (strcmp(sources->files.items[i]->path, path) == 0)
            return i;
    return P_NONE;
}

static void write_files(const ViewData *v, Buf *json)
{
    buf_str(json, "\"files\":[");
    for (uint32_t i = 0; v->sources && i < v->sources->files.count; i++) {
        const Source *s = v->sources->files.items[i];
        buf_str(json, i ? ",\n{\"path\":\"" : "\n{\"path\":\"");
        text_json(json, s->path, strlen(s->path));
        buf_str(json, "\",\"text\":\"");
        text_json(json, s->text, s->size);
        buf_str(json, "\"}");
    }
    buf_char(json, ']');
}

// `"futures":{"points":[[turn, tried, hits], ...]},`
static void write_curve(const FutureCurve *c, Buf *json)
{
    buf_str(json, "\"futures\":{\"points\":[");
    for (uint32_t i = 0; i < c->count; i++)
        buf_print(json, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", i ? "," : "", c->points[i].turn,
                  c->points[i].tried, c->points[i].hits);
    buf_str(json, "]},\n");
}

// `"diagrams":["<svg>...", ...],`, one for each kind of machine of the program.
static void write_diagrams(const PProgram *p, Buf *json)
{
    Coverage *c = coverage_new(p);
    DrawOptions options = {0};
    const char *comma = "";

    buf_str(json, "\"diagrams\":[");
    for (uint32_t i = 0; i < p->machine_count; i++) {
        Buf svg = {0};
        if (!draw_has_states(p, i))
            continue;
        draw_machine(&svg, p, c, i, &options);
        buf_print(json, "%s\n\"", comma);
        text_json(json, svg.text, svg.size);
        buf_char(json, '"');
        comma = ",";
        buf_drop(&svg);
    }
    buf_str(json, "],\n");
    coverage_free(c);
}

void view_data_write(const ViewData *v, Buf *json)
{
    buf_print(json, "{\"plait-view\":%d", VIEW_VERSION);
    view_data_add(json, "program", v->title);
    view_data_add(json, "test", v->test);
    view_data_add(json, "trace", v->trace);
    view_data_add(json, "outcome", v->outcome);
    view_data_add(json, "kind", v->kind);
    view_data_add(json, "message", v->message);
    buf_print(json, ",\"values\":%s,\"steps\":%" PRIu32 ",\n", v->has_values ? "true" : "false",
              history_steps(v->history));
    if (v->is_live)
        buf_str(json, "\"live\":true,\n");
    if (v->program)
        write_diagrams(v->program, json);
    if (v->curve && v->curve->count)
        write_curve(v->curve, json);
    history_write(v->history, file_index, v->sources, json);
    buf_str(json, ",\n");
    write_files(v, json);
    buf_str(json, "}\n");
}
