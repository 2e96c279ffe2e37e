// check/explorer/explorer.h: the room of explorers, which decide which machine runs next.
//
// An explorer (plait/explorer.h) puts the machines that can run into an order. Each built-in
// explorer is a file explore_NAME.c; a user's own is loaded from a library. Others include
// orders.h: the states of an explorer, with a number each.
//
// Sees: base, rt, native, check/engine/engine.h, check/guard.
// Used by: check/crew, check/exhaust, check/sample, check/search, report, cli.

#pragma once
