// check/tables/tables.h: the room of tables that many threads read without a lock, and of arrays
// that never move.
//
//     shelf.h  an array that never moves
//     index.h  from a hash to an id, for interned items
//     memo.h   a cache of results, with two ids as the key
//     pairs.h  the same for one number, found in one cache line
//     pages.h  zeroed memory, in large pages
//
// Sees: base.
// Used by: check/coverage, check/engine, report, cli.

#pragma once
