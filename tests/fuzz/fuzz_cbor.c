// tests/fuzz/fuzz_cbor.c: any bytes are a value, or refused.
//
// The first byte picks the type. What is taken for a value must be encoded as the
// very bytes it was decoded from, and nothing of it may stay behind. The memory that the decoder
// has at any moment is within the limit that rt/cbor.h promises.

#include "fuzz.h"

#include "../unit/value_kit.h"
#include "memory.h"
#include "rt/cbor.h"

static void demand(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Err err = {0};
    Buf again = {0};
    PWord value;
    int64_t before = node_live_count();

    if (size == 0)
        return 0;
    uint32_t type = data[0] % T_COUNT;
    const char *start = (const char *)data + 1, *at = start, *end = (const char *)data + size;
    memory_count_begin();
    bool is_value = cbor_decode(&kit, type, &at, end, NULL, &value, &err);
    demand(memory_count_most() <= CBOR_MEMORY * (size - 1) + CBOR_MEMORY_BASE);
    if (is_value) {
        demand(cbor_encode(&kit, type, value, NULL, &again, &err));
        demand(again.size == (size_t)(at - start) && memcmp(again.text, start, again.size) == 0);
        demand(equal(type, value, type, value));
        drop(type, value);
        buf_drop(&again);
    }
    demand(node_live_count() == before);
    return 0;
}
