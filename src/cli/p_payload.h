// cli/p_payload.h: a value as P prints it, turned into JSON.
//
//     <id:3, ok:true, >     {"id": 3, "ok": true}
//     (1, 2)                [1, 2]
//     (<1->"one">)          {"1": "one"}

#pragma once

#include <jansson.h>

// Machines, events and elements of enums are strings; so is what is not understood, and
// the null of P, which the reader of P's traces takes for nothing otherwise.
json_t *p_payload_json(const char *text);
