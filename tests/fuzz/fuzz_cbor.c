// tests/fuzz/fuzz_cbor.c: any bytes are a value, or refused.
//
// The first byte picks the type. What is taken for a value must be encoded as the
// very bytes it was decoded from, and nothing of it may stay behind. The memory that the decoder
// has at any moment is within the limit that rt/cbor.h promises.

#include "fuzz.h"

#include <sanitizer/allocator_interface.h>

#include "../unit/value_kit.h"
#include "rt/cbor.h"

static size_t allocated, most_allocated;

static void count_malloc(const volatile void *memory, size_t size)
{
    (void)memory;
    allocated += size;
    if (allocated > most_allocated)
        most_allocated = allocated;
}

static void count_free(const volatile void *memory)
{
    size_t size = memory ? __sanitizer_get_allocated_size(memory) : 0;
    allocated -= size < allocated ? size : allocated;
}

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
    static bool is_hooked;
    if (!is_hooked)
        is_hooked = __sanitizer_install_malloc_and_free_hooks(count_malloc, count_free) > 0;
    demand(is_hooked);
    allocated = most_allocated = 0;
    bool is_value = cbor_decode(&kit, type, &at, end, NULL, &value, &err);
    demand(most_allocated <= CBOR_MEMORY * (size - 1) + CBOR_MEMORY_BASE);
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
