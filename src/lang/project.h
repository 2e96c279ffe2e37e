// lang/project.h: a .pproj file, which says what belongs to a program.
//
//     <Project>
//       <ProjectName>ClientServer</ProjectName>
//       <InputFiles>
//         <PFile>./PSrc/</PFile>
//       </InputFiles>
//       <IncludeProject>../Timer/Timer.pproj</IncludeProject>
//     </Project>
//
// Elements we do not know are passed over: other tools keep theirs there.

#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

typedef struct ProjectEntry {
    const char *path;  // beginning at the project file's folder
    unsigned long line;
} ProjectEntry;

typedef struct Project {
    const char *path;
    const char *name;  // "" when not given, as the next two
    const char *output_dir;
    const char *target;
    VEC(ProjectEntry) files;     // files and folders, in the order written
    VEC(ProjectEntry) includes;  // other projects
} Project;

// False when the file cannot be read or is no project: the reason is in `err`.
bool project_load(Arena *arena, const char *path, Project *project, Err *err);

// `folder/name` without the dots and slashes that say nothing; an absolute
// `name` stays what it is. "" and "." are the folder we are in.
const char *path_join(Arena *arena, const char *folder, const char *name);
