// base/base.h: the room of what C lacks. It knows nothing of P.
//
//     arena.h       memory that is freed together
//     vec.h         typed arrays that grow, in an arena
//     buf.h         text that grows at its end
//     hex.h         bytes and numbers as hexadecimal digits
//     map.h         64-bit words to pointers
//     name.h        words that exist once, compared as pointers
//     err.h         Err for a caller that decides, die(), bug(), the exit codes
//     rng.h         random numbers that depend on a seed alone
//     utf8.h        characters in bytes that may be anything
//     amount.h      times and sizes as people type them: `1m30s`, `4G`
//     sha256.h      whether two files are the same, also when somebody tries to fool us
//     end_signals.h SIGINT and SIGTERM as a descriptor
//     whole_file.h  files that are written in full or not at all
//     alike.h       how alike two words are, to guess what was meant
//
// Each header can be included by everybody.
//
// Sees: none.
// Used by: lang, format, gen, rt, native, check/tables, check/store, check/guard,
//     check/coverage, check/engine, check/explorer, check/replay, check/shrink,
//     check/liveness, check/crew, check/exhaust, check/direct, check/sample, check/search,
//     deploy, trust, net, run, cluster, launch, start, manage, lsp, report, draw, view,
//     serve, explore, cli.

#pragma once
