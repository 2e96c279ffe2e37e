// check/crew/outcomes.h: the outcomes of the executions that come to rest (docs/contract.md).
//
// Several workers may add at the same time. Each outcome is kept once, sorted as text.

#pragma once

#include <stdint.h>

typedef struct Outcomes Outcomes;

Outcomes *outcomes_new(void);
void outcomes_free(Outcomes *o);  // may be NULL
void outcomes_add(Outcomes *o, const char *text);
uint32_t outcomes_count(const Outcomes *o);
const char *outcomes_at(const Outcomes *o, uint32_t i);
