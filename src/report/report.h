// report/report.h: the room that reports what a check found, as text and for programs.
//
//     verdict.h          verdicts in words, their figures, and as JSON
//     ci.h               verdicts for services: the formats of formats.def, annotations
//     search_words.h     names of points
//     corpus.h, stale.h  past counterexamples: replayed first; removed when the bug is fixed
//     trace_file.h       the trace of a bug, as a file
//     steps.h            the steps of an execution, observed or read from a trace file
//     story.h            the steps as text
//     merge.h            the traces of the containers of a run, as one story
//     conform.h          whether that story is an execution of the checked program
//     shrink_bug.h       shrinks a bug before it is shown
//     coverage_report.h  coverage added up over tests, as text and for programs
//     p_output.h, p_schedule.h, p_points.h  the formats of P's own checker
//
// Sees: base, lang/diag.h, lang/source.h, rt, check.
// Used by: view, cli.

#pragma once
