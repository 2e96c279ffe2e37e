// draw/layout.c: where the states and arrows of a diagram are.
//
// A small version of the method of layers: K. Sugiyama, S. Tagawa, M. Toda: Methods for Visual
// Understanding of Hierarchical System Structures, 1981.

#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"

enum { SWEEPS = 6, MARGIN = 16, NODE_GAP = 56, LAYER_GAP = 76 };

#define UNKNOWN UINT32_MAX

// --------------------------------------------------------------------------------- layers

static uint32_t find_layers(Layout *l, uint32_t start)
{
    uint32_t *queue = memory_zeroed(l->node_count, sizeof *queue), head = 0, count = 0, most = 0;
    for (uint32_t i = 0; i < l->node_count; i++)
        l->nodes[i].layer = UNKNOWN;
    l->nodes[start].layer = 0;
    queue[count++] = start;
    while (head < count) {
        uint32_t at = queue[head++];
        most = l->nodes[at].layer;
        for (uint32_t i = 0; i < l->edge_count; i++) {
            uint32_t to = l->edges[i].to;
            if (l->edges[i].from != at || l->nodes[to].layer != UNKNOWN)
                continue;
            l->nodes[to].layer = l->nodes[at].layer + 1;
            queue[count++] = to;
        }
    }
    free(queue);
    // States that nothing leads to are in the last layer.
    uint32_t layers = most + 1 + (count < l->node_count);
    for (uint32_t i = 0; i < l->node_count; i++)
        if (l->nodes[i].layer == UNKNOWN)
            l->nodes[i].layer = most + 1;
    return layers;
}

// ----------------------------------------------------------------------------------- order

// The mean place of the neighbours in the layer above (way -1) or below (way 1).
static double mean_place(const Layout *l, uint32_t node, int way)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->edge_count; i++) {
        const LayoutEdge *e = &l->edges[i];
        uint32_t other = e->from == node ? e->to : e->to == node ? e->from : node;
        if (other == node || l->nodes[other].layer != l->nodes[node].layer + (uint32_t)way)
            continue;
        sum += l->nodes[other].x;
        count++;
    }
    return count ? sum / count : l->nodes[node].x;
}

// Sets `x` and `place` of a layer's nodes, in the order of `list`, around the middle.
static void spread(Layout *l, const uint32_t *list, uint32_t count)
{
    double width = 0, x;
    for (uint32_t i = 0; i < count; i++)
        width += l->nodes[list[i]].width + (i ? NODE_GAP : 0);
    x = -width / 2;
    for (uint32_t i = 0; i < count; i++) {
        LayoutNode *n = &l->nodes[list[i]];
        n->x = x + n->width / 2;
        n->place = i;
        x += n->width + NODE_GAP;
    }
}

static uint32_t list_layer(const Layout *l, uint32_t layer, uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->node_count; i++)
        if (l->nodes[i].layer == layer)
            list[count++] = i;
    return count;
}

// Sorts a layer by the places of its neighbours; equal ones keep their order.
static void sort_layer(Layout *l, uint32_t layer, int way, uint32_t *list, double *keys)
{
    uint32_t count = list_layer(l, layer, list);
    for (uint32_t i = 0; i < count; i++)
        keys[list[i]] = way ? mean_place(l, list[i], way) : i;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t node = list[i], k = i;
        for (; k > 0 && keys[list[k - 1]] > keys[node]; k--)
            list[k] = list[k - 1];
        list[k] = node;
    }
    spread(l, list, count);
}

static void order_layers(Layout *l, uint32_t layers)
{
    uint32_t *list = memory_zeroed(l->node_count, sizeof *list);
    double *keys = memory_zeroed(l->node_count, sizeof *keys);
    for (uint32_t i = 0; i < layers; i++)
        sort_layer(l, i, 0, list, keys);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t i = 1; i < layers; i++)
            sort_layer(l, i, -1, list, keys);
        for (uint32_t i = layers - 1; i-- > 0 && sweep + 1 < SWEEPS;)
            sort_layer(l, i, 1, list, keys);
    }
    free(list);
    free(keys);
}

// ----------------------------------------------------------------------------------- arrows

static void set_points(LayoutEdge *e, double x1, double y1, double x2, double y2, double x3,
                       double y3, double x4, double y4)
{
    double points[8] = {x1, y1, x2, y2, x3, y3, x4, y4};
    for (int i = 0; i < 8; i++)
        e->points[i] = points[i];
    e->label_x = (x1 + 3 * x2 + 3 * x3 + x4) / 8;
    e->label_y = (y1 + 3 * y2 + 3 * y3 + y4) / 8;
}

static bool has_edge(const Layout *l, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < l->edge_count; i++)
        if (l->edges[i].from == from && l->edges[i].to == to)
            return true;
    return false;
}

// How far the nodes of all layers between the two reach to the right.
static double right_of(const Layout *l, uint32_t a, uint32_t b)
{
    double right = -1e9;
    for (uint32_t i = 0; i < l->node_count; i++) {
        const LayoutNode *n = &l->nodes[i];
        if (n->layer >= a && n->layer <= b)
            right = fmax(right, n->x + n->width / 2);
    }
    return right;
}

static void route(Layout *l, LayoutEdge *e, uint32_t *around)
{
    const LayoutNode *a = &l->nodes[e->from], *b = &l->nodes[e->to];
    double height = LAYOUT_NODE_HEIGHT, half = height / 2;

    if (e->from == e->to) {
        double right = a->x + a->width / 2, y = a->y + half;
        set_points(e, right, y - 8, right + 40, y - 22, right + 40, y + 22, right, y + 8);
        e->anchor = 1;
        e->label_x += 4;
    } else if (b->layer == a->layer + 1) {
        // A way back beside it: both move a little to the side.
        double side = has_edge(l, e->to, e->from) ? -10 : 0;
        e->anchor = side < 0 ? -1 : 0;
        double y1 = a->y + height, y2 = b->y;
        set_points(e, a->x + side, y1, a->x + side, y1 + 40, b->x + side, y2 - 40, b->x + side, y2);
    } else if (a->layer == b->layer + 1) {
        double side = has_edge(l, e->to, e->from) ? 10 : 0;
        e->anchor = side > 0 ? 1 : 0;
        double y1 = a->y, y2 = b->y + height;
        set_points(e, a->x + side, y1, a->x + side, y1 - 40, b->x + side, y2 + 40, b->x + side, y2);
    } else {
        uint32_t low = a->layer < b->layer ? a->layer : b->layer;
        uint32_t high = a->layer < b->layer ? b->layer : a->layer;
        double x = right_of(l, low, high) + 70 + 26.0 * (double)(*around)++;
        set_points(e, a->x + a->width / 2, a->y + half, x, a->y + half, x, b->y + half,
                   b->x + b->width / 2, b->y + half);
    }
}

// -------------------------------------------------------------------------------------- all

// Moves everything so that the smallest coordinate is the margin.
static void move_all(Layout *l)
{
    double left = 1e9, right = -1e9;
    for (uint32_t i = 0; i < l->node_count; i++) {
        left = fmin(left, l->nodes[i].x - l->nodes[i].width / 2 - 20);
        right = fmax(right, l->nodes[i].x + l->nodes[i].width / 2 + 110);
    }
    for (uint32_t i = 0; i < l->edge_count; i++)
        for (int k = 0; k < 8; k += 2)
            right = fmax(right, l->edges[i].points[k] + 40);
    double by = MARGIN - left;
    for (uint32_t i = 0; i < l->node_count; i++)
        l->nodes[i].x += by;
    for (uint32_t i = 0; i < l->edge_count; i++) {
        for (int k = 0; k < 8; k += 2)
            l->edges[i].points[k] += by;
        l->edges[i].label_x += by;
    }
    l->width = right + by + MARGIN;
}

void layout_place(Layout *l, uint32_t start)
{
    uint32_t around = 0;
    assert(start < l->node_count);
    uint32_t layers = find_layers(l, start);
    order_layers(l, layers);
    for (uint32_t i = 0; i < l->node_count; i++)
        l->nodes[i].y = 30 + MARGIN + l->nodes[i].layer * (LAYOUT_NODE_HEIGHT + LAYER_GAP);
    for (uint32_t i = 0; i < l->edge_count; i++)
        route(l, &l->edges[i], &around);
    move_all(l);
    l->height =
        30 + 2 * MARGIN + layers * (double)LAYOUT_NODE_HEIGHT + (layers - 1) * (double)LAYER_GAP;
}
