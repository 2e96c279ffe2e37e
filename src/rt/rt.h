// rt/rt.h: the room of compiled programs: values, the meaning of a machine step, the virtual
// machine, traces.
//
// A Program is data (plait/runtime.h). `machine_run` in machine.h executes a machine up to the
// next thing that only a host can do; check and run are hosts. The meaning of P programs is
// implemented here, once for all hosts.
//
//     program.h     prints and verifies Programs; ops.def has the instructions
//     machine.h     the meaning of a machine step; vm.c executes the code of functions
//     send_rules.h  which sends, announcements and creations are wrong, and why
//     node.h        reference-counted memory for values that do not fit into a word
//     value_json.h  values as JSON; cbor.h values as bytes; plait/value.h everything else
//     live.h        which slots of a frame are live; refs.h which machines a machine refers to
//     suspect.h     the event that tells a machine of a suspected one
//     trace.h       what happened, written to a file
//
// Hosts include these headers; generated C includes plait/runtime.h only.
//
// Sees: base.
// Used by: gen, native, check/guard, check/coverage, check/engine, check/explorer,
//     check/replay, check/shrink, check/liveness, check/crew, check/exhaust, check/direct,
//     check/sample, check/search, deploy, run, cluster, start, report, draw, view, explore,
//     cli.

#pragma once
