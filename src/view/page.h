// view/page.h: the page as one text: the files of viewer/, and the data.

#pragma once

#include <stdbool.h>

#include "base/buf.h"

// A file of viewer/, as CMake put it into the executable.
typedef struct ViewerFile {
    const char *name;  // "chart.js"
    const char *text;
    size_t size;
} ViewerFile;

extern const ViewerFile viewer_files[];  // ended by a NULL name

// Adds the page. `json` is data alone: nothing in it can become a part of the page. With
// `is_live` the page may ask the server that it came from (plait explore); otherwise it can
// reach nothing.
void page_write(Buf *html, const char *title, const Buf *json, bool is_live);
