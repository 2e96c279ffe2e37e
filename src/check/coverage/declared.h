// check/coverage/declared.h: what a program declares, as a list.

#pragma once

#include "check/coverage/coverage.h"

typedef struct DeclaredList {
    Declared *items;
    uint32_t count, capacity;
} DeclaredList;

void declared_list(const PProgram *p, DeclaredList *list);
void declared_drop(DeclaredList *list);
