// report/report.h: the room that says what a check found, to people and to programs.
//
//     verdict.h          verdicts in words, their figures, and as JSON
//     ci.h               verdicts for services: the formats of formats.def, annotations
//     search_words.h     words for kinds of searches, stores and points
//     corpus.h, stale.h  past counterexamples: replayed first; removed when they are gone
//     trace_file.h       the trace of a bug, as a file
//     steps.h            the steps of an execution, observed or read from a trace file
//     story.h            the steps as people read them
//     shrink_bug.h       a bug that a check found, made short before it is shown
//     coverage_report.h  coverage gathered over tests, for people and for programs
//     p_output.h, p_schedule.h, p_points.h  the formats of P's own checker
//
// Sees: base, lang/diag.h, lang/source.h, rt, check.
// Used by: cli.

#pragma once
