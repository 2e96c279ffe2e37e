// cli/deploy_table.h: the status of a cluster as a table.

#pragma once

#include <jansson.h>
#include <stdio.h>

#include "base/err.h"

// `name`: of one deployment; NULL: all. When there is none of that name the reason is in err.
void deploy_table(const json_t *status, const char *name, FILE *out, Err *err);
