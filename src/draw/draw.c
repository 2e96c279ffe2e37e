// draw/draw.c: a machine's states and transitions as SVG.

#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "draw/layout.h"

enum { LABELS_MAX = 4 };  // lines beside an arrow; more are counted

// One transition that is declared: an arrow may have several.
typedef struct Transition {
    uint32_t edge;
    const char *label;
    uint64_t seen;
} Transition;

typedef struct Diagram {
    const PProgram *program;
    const Coverage *coverage;
    const DrawOptions *options;
    uint32_t machine, first;  // the first state of the machine
    uint64_t *entered;        // by node
    Transition *transitions;
    uint32_t transition_count;
    Layout layout;
    Buf *svg;
} Diagram;

// ------------------------------------------------------------------------------------ text

static void add_text(Buf *svg, const char *text)
{
    Buf clean = {0};
    utf8_clean(&clean, text, strlen(text));
    for (size_t i = 0; i < clean.size; i++)
        switch (clean.text[i]) {
        case '<':
            buf_str(svg, "&lt;");
            break;
        case '>':
            buf_str(svg, "&gt;");
            break;
        case '&':
            buf_str(svg, "&amp;");
            break;
        case '"':
            buf_str(svg, "&quot;");
            break;
        default:
            buf_char(svg, (unsigned char)clean.text[i] < 0x20 ? ' ' : clean.text[i]);
        }
    buf_drop(&clean);
}

static double text_width(const char *text)
{
    return 7.4 * (double)strlen(text);
}

// ------------------------------------------------------------------------------ what is there

bool draw_has_states(const PProgram *p, uint32_t machine)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        if (p->states[i].machine == machine)
            return true;
    return false;
}

// The states of a machine follow each other.
static uint32_t count_states(const PProgram *p, uint32_t machine, uint32_t *first)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->state_count; i++)
        if (p->states[i].machine == machine) {
            *first = count++ ? *first : i;
            assert(i == *first + count - 1);
        }
    return count;
}

static uint32_t edge_between(Layout *l, uint32_t from, uint32_t to)
{
    uint32_t i = 0;
    while (i < l->edge_count && (l->edges[i].from != from || l->edges[i].to != to))
        i++;
    if (i == l->edge_count)
        l->edges[l->edge_count++] = (LayoutEdge){.from = from, .to = to};
    return i;
}

static void take_declared(Diagram *d, const Declared *one)
{
    uint64_t seen = d->options->has_counts ? coverage_seen(d->coverage, one) : 0;
    const char *label = one->kind == DECLARED_HANDLER ? d->program->events[one->event].name
                        : one->kind == DECLARED_PUSH  ? "(push)"
                                                      : "(goto)";
    if (one->kind == DECLARED_STATE) {
        d->entered[one->state - d->first] = seen;
        return;
    }
    if (one->target == P_NONE)
        return;
    d->transitions[d->transition_count++] = (Transition){
        .edge = edge_between(&d->layout, one->state - d->first, one->target - d->first),
        .label = label,
        .seen = seen,
    };
}

static void collect(Diagram *d)
{
    const Declared *all = coverage_declared(d->coverage);
    uint32_t count = coverage_declared_count(d->coverage), states;

    states = count_states(d->program, d->machine, &d->first);
    d->entered = memory_zeroed(states, sizeof *d->entered);
    d->transitions = memory_zeroed(count, sizeof *d->transitions);
    d->layout.nodes = memory_zeroed(states, sizeof *d->layout.nodes);
    d->layout.edges = memory_zeroed(count, sizeof *d->layout.edges);
    d->layout.node_count = states;
    for (uint32_t i = 0; i < count; i++)
        if (all[i].machine == d->machine)
            take_declared(d, &all[i]);
    for (uint32_t i = 0; i < states; i++) {
        double width = text_width(d->program->states[d->first + i].name) + 28;
        d->layout.nodes[i].width = width < 92 ? 92 : width;
    }
}

// ---------------------------------------------------------------------------------- drawing

static const char *unseen(const Diagram *d, uint64_t count)
{
    return d->options->has_counts && count == 0 ? " unseen" : "";
}

static void draw_state(const Diagram *d, uint32_t i)
{
    static const char *const temperatures[] = {"", " hot", " cold"};
    const LayoutNode *n = &d->layout.nodes[i];
    const PState *state = &d->program->states[d->first + i];
    bool is_start = d->program->machines[d->machine].start == d->first + i;
    Buf *b = d->svg;

    buf_print(b, "<g class=\"state%s%s\" data-state=\"", temperatures[state->temperature],
              unseen(d, d->entered[i]));
    add_text(b, state->name);
    buf_print(b,
              "\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"8\"/>"
              "<text x=\"%.1f\" y=\"%.1f\">",
              n->x - n->width / 2, n->y, n->width, LAYOUT_NODE_HEIGHT, n->x, n->y + 22);
    add_text(b, state->name);
    buf_str(b, "</text>");
    if (is_start)
        buf_print(b, "<circle class=\"start\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
                  n->x - n->width / 2, n->y);
    buf_print(b, "<text class=\"count\" x=\"%.1f\" y=\"%.1f\">", n->x + n->width / 2 - 2, n->y - 4);
    if (d->options->has_counts)
        buf_print(b, "%" PRIu64, d->entered[i]);
    buf_str(b, "</text></g>\n");
}

static uint64_t edge_seen(const Diagram *d, uint32_t edge)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < d->transition_count; i++)
        if (d->transitions[i].edge == edge)
            sum += d->transitions[i].seen;
    return sum;
}

// The transitions of an arrow, one line each.
static void draw_labels(const Diagram *d, uint32_t edge)
{
    static const char *const anchors[] = {" before", "", " after"};
    const LayoutEdge *e = &d->layout.edges[edge];
    uint32_t line = 0;
    for (uint32_t i = 0; i < d->transition_count; i++) {
        const Transition *t = &d->transitions[i];
        if (t->edge != edge || line++ >= LABELS_MAX)
            continue;
        buf_print(d->svg, "<text class=\"label%s%s\" x=\"%.1f\" y=\"%.1f\">",
                  anchors[e->anchor + 1], unseen(d, t->seen), e->label_x + 4 * e->anchor,
                  e->label_y + 4 + 13 * (double)(line - 1));
        add_text(d->svg, t->label);
        if (d->options->has_counts && t->seen)
            buf_print(d->svg, " %" PRIu64, t->seen);
        buf_str(d->svg, "</text>\n");
    }
    if (line > LABELS_MAX)
        buf_print(d->svg,
                  "<text class=\"label\" x=\"%.1f\" y=\"%.1f\">and %" PRIu32 " more</text>\n",
                  e->label_x, e->label_y + 4 + 13.0 * LABELS_MAX, line - LABELS_MAX);
}

static void draw_edge(const Diagram *d, uint32_t i)
{
    const LayoutEdge *e = &d->layout.edges[i];
    const double *p = e->points;
    Buf *b = d->svg;
    buf_print(b, "<g class=\"edge%s\" data-from=\"", unseen(d, edge_seen(d, i)));
    add_text(b, d->program->states[d->first + e->from].name);
    buf_str(b, "\" data-to=\"");
    add_text(b, d->program->states[d->first + e->to].name);
    buf_print(b, "\"><path d=\"M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/>", p[0], p[1], p[2],
              p[3], p[4], p[5], p[6], p[7]);
    // The head points along the end of the curve.
    double dx = p[6] - p[4], dy = p[7] - p[5], length = fmax(1, hypot(dx, dy));
    dx = dx / length * 8;
    dy = dy / length * 8;
    buf_print(b, "<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/></g>\n", p[6], p[7],
              p[6] - dx + dy / 2, p[7] - dy - dx / 2, p[6] - dx - dy / 2, p[7] - dy + dx / 2);
}

static const char style[] =
    "<style>\n"
    "svg { background: #fff; font: 12px system-ui, \"DejaVu Sans\", sans-serif; }\n"
    "text { fill: #1f2328; text-anchor: middle; paint-order: stroke; stroke: #fff;"
    " stroke-width: 3.5px; }\n"
    "text.title { font-weight: 650; font-size: 14px; text-anchor: start; }\n"
    "text.label { font-size: 11px; }\n"
    "text.before { text-anchor: end; }\n"
    "text.after { text-anchor: start; }\n"
    "text.count { font-size: 10px; text-anchor: end; fill: #57606a; }\n"
    ".state rect { fill: #e6eefb; stroke: #1f5bc4; stroke-width: 1.3; }\n"
    ".state text { stroke: none; }\n"
    ".state.hot rect { fill: #fdeadf; stroke: #c2410c; }\n"
    ".state.cold rect { fill: #e3f0fb; stroke: #2a6fb5; }\n"
    ".start { fill: #1f2328; }\n"
    ".edge path { fill: none; stroke: #57606a; stroke-width: 1.3; }\n"
    ".edge polygon { fill: #57606a; }\n"
    ".unseen rect { fill: #fff; stroke: #a0a7b0; stroke-dasharray: 5 3; }\n"
    ".unseen path { stroke: #a0a7b0; stroke-dasharray: 5 3; }\n"
    ".unseen polygon { fill: #a0a7b0; }\n"
    ".unseen text, text.unseen { fill: #6e7781; }\n"
    "</style>\n";

static void draw(const Diagram *d)
{
    const Layout *l = &d->layout;
    const char *name = d->program->machines[d->machine].name;
    double title = text_width(name) * 1.2 + 40, width = l->width < title ? title : l->width;

    buf_print(d->svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
              "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" data-machine=\"",
              width, l->height, width, l->height);
    add_text(d->svg, name);
    buf_str(d->svg, "\">\n<title>States of ");
    add_text(d->svg, name);
    buf_str(d->svg, "</title>\n");
    if (d->options->has_style)
        buf_str(d->svg, style);
    buf_str(d->svg, "<text class=\"title\" x=\"16\" y=\"22\">");
    add_text(d->svg, name);
    buf_str(d->svg, "</text>\n");
    for (uint32_t i = 0; i < l->edge_count; i++)
        draw_edge(d, i);
    for (uint32_t i = 0; i < l->node_count; i++)
        draw_state(d, i);
    for (uint32_t i = 0; i < l->edge_count; i++)
        draw_labels(d, i);
    buf_str(d->svg, "</svg>\n");
}

void draw_machine(Buf *svg, const PProgram *p, const Coverage *c, uint32_t machine,
                  const DrawOptions *options)
{
    Diagram d = {.program = p, .coverage = c, .options = options, .machine = machine, .svg = svg};
    assert(draw_has_states(p, machine));
    collect(&d);
    layout_place(&d.layout, p->machines[machine].start - d.first);
    draw(&d);
    free(d.entered);
    free(d.transitions);
    free(d.layout.nodes);
    free(d.layout.edges);
}
