// view/view.h: the room that makes the trace page: one HTML file that needs nothing else.
//
//     history.h   an execution, with what every step changed in which machine
//     view_data.h  all that the page shows, as JSON
//     page.h       the page: the files of viewer/ and the JSON in one text
//     view_file.h  the page of a trace, as a file
//
// docs/view.md describes the page and its data. The files of viewer/ are part of the executable:
// CMake makes C of them (tools/embed.cmake).
//
// Sees: base, lang/source.h, rt, check/replay, check/search, check/coverage,
//     report/steps.h, report/story.h, draw.
// Used by: explore, cli.

#pragma once
