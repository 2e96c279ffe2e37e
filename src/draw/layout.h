// draw/layout.h: where the states and arrows of a diagram are.
//
// States are in layers by their distance from the start state, ordered in each layer so that few
// arrows cross. Arrows to the next layer go straight down; all others go around the layers between.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct LayoutNode {
    double x, y, width;  // the middle of its top, and how wide it is
    uint32_t layer;
    uint32_t place;  // in its layer
} LayoutNode;

typedef struct LayoutEdge {
    uint32_t from, to;  // nodes; equal for a loop
    double points[8];   // x, y of a curve: begin, two controls, end
    double label_x, label_y;
    int anchor;  // the label ends there (-1), has its middle there (0), or begins there (1)
} LayoutEdge;

typedef struct Layout {
    LayoutNode *nodes;  // by the caller, with `width` set
    uint32_t node_count;
    LayoutEdge *edges;  // by the caller, with `from` and `to` set; at most one for each pair
    uint32_t edge_count;
    double width, height;
} Layout;

enum { LAYOUT_NODE_HEIGHT = 34 };

// `start` is the node of the first layer.
void layout_place(Layout *l, uint32_t start);
