// tests/unit/trace_blocks_test.c: a trace in blocks has the same lines as one in text, and any bytes
// are read or refused.

#include "rt/trace_blocks.h"

#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "rt/trace_open.h"
#include "value_kit.h"

static const PMachineInfo machines[] = {{.name = "Server"}, {.name = "Client"}};
static const PState states[] = {{.name = "Init"}, {.name = "Open"}};
static const char *const files[] = {"folder/a.p"};

static PProgram program(void)
{
    PProgram p = kit;
    p.machines = machines;
    p.machine_count = 2;
    p.states = states;
    p.state_count = 2;
    p.files = files;
    p.file_count = 1;
    return p;
}

static TraceMachine machine(void *data, uint32_t id)
{
    (void)data;
    return id > 200 ? (TraceMachine){0} : (TraceMachine){7 + id % 3, id, id % 2};
}

static const char *name(void *data, uint32_t id)
{
    static char text[64];
    TraceMachine m = machine(data, id);
    snprintf(text, sizeof text, "%s(%llx.%u)", machines[m.kind].name,
             (unsigned long long)m.container, m.number);
    return text;
}

// A step with a payload of that type. An event is taken only after it was put into a queue.
static TraceFact random_fact(uint32_t type, PWord value, bool is_first)
{
    static const TraceKind kinds[] = {TRACED_SEND, TRACED_DELIVER, TRACED_DEQUEUE, TRACED_ENTRY,
                                      TRACED_RECEIVE};
    TraceFact f = {.kind = kinds[below(is_first ? 2 : 5)],
                   .who = 1 + below(150),
                   .target = below(2) ? 1 + below(150) : 0,
                   .state = below(3) ? below(2) : P_NONE,
                   .to = P_NONE,
                   .event = below(3) ? below(EV_COUNT) : P_NONE,
                   .fun = P_NONE,
                   .type = type,
                   .value = value};
    if (below(2))
        f.at = (PPosition){0, 1 + below(100000), 1 + below(200)};
    if (!is_first && below(10) == 0) {
        f.kind = TRACED_PRINT;
        f.type = P_NONE;
        f.text = "tab\t \"quoted\"";
        f.text_size = strlen(f.text);
    }
    return f;
}

static void write_traces(FILE *blocks, FILE *lines, uint32_t count)
{
    PProgram p = program();
    PTest test = {.name = "tc"};
    Trace a, b;

    trace_init(&a, blocks, &p, &test, NULL, NULL);
    trace_use_blocks(&a, machine, NULL);
    trace_init(&b, lines, &p, &test, NULL, NULL);
    trace_use_names(&b, name, NULL);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = below(T_COUNT);
        PWord value = random_value(type, 3);
        uint32_t first = below(3);
        for (uint32_t k = first; k < 3; k++) {
            TraceFact f = random_fact(type, value, k == first);
            trace_tell(&a, &f);
            trace_tell(&b, &f);
        }
        drop(type, value);
        if (below(5) == 0)
            trace_flush(&a);
    }
    trace_end(&a, "quiescent");
    trace_end(&b, "quiescent");
    trace_flush(&a);
    trace_drop(&a);
    trace_drop(&b);
}

static void expect_same_files(FILE *a, FILE *b)
{
    char *x = NULL, *y = NULL;
    size_t x_room = 0, y_room = 0;
    ssize_t size;

    while ((size = getline(&x, &x_room, a)) > 0) {
        EXPECT_TRUE(getline(&y, &y_room, b) > 0);
        EXPECT_STR(x, y);
    }
    EXPECT_TRUE(getline(&y, &y_room, b) < 0);
    free(x);
    free(y);
}

TEST(blocks_become_the_lines_that_were_not_written)
{
    char path[] = "/tmp/plait-blocks-XXXXXX";
    Err err = {0};

    for (int round = 0; round < 20; round++) {
        int fd = mkstemp(path);
        FILE *blocks = fdopen(fd, "w"), *lines = tmpfile();
        write_traces(blocks, lines, 200);
        EXPECT_EQ(fclose(blocks), 0);
        rewind(lines);
        FILE *read = trace_open_lines(path, &err);
        EXPECT_STR(err.text, "");
        expect_same_files(read, lines);
        fclose(read);
        fclose(lines);
        unlink(path);
        memcpy(path + strlen(path) - 6, "XXXXXX", 6);
    }
}

// Changes some bytes of some blocks, with checksums that fit.
static void damage(uint8_t *bytes, size_t size)
{
    size_t at = (size_t)((uint8_t *)memchr(bytes, '\n', size) - bytes) + 2;
    uint64_t sum = 0;

    while (at + TRACE_BLOCK_HEADER < size) {
        uint32_t count;
        uint8_t *body = bytes + at + TRACE_BLOCK_HEADER;
        memcpy(&count, bytes + at, 4);
        for (uint32_t k = below(3); k > 0 && count > 0; k--)
            body[below(count)] = (uint8_t)below(256);
        sum = XXH3_64bits_withSeed(body, count, sum);
        memcpy(bytes + at + 4, &sum, 8);
        at += TRACE_BLOCK_HEADER + count;
    }
}

// What a sanitizer sees is the test.
TEST(any_bytes_are_read_or_refused)
{
    char path[] = "/tmp/plait-blocks-XXXXXX";
    int fd = mkstemp(path), refused = 0;
    FILE *blocks = fdopen(fd, "w"), *lines = tmpfile();
    static uint8_t bytes[1 << 20], damaged[1 << 20];

    write_traces(blocks, lines, 60);
    fclose(lines);
    EXPECT_EQ(fclose(blocks), 0);
    FILE *in = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    for (int round = 0; round < 300; round++) {
        Err err = {0};
        size_t left = below(4) ? size : below((uint32_t)size);
        memcpy(damaged, bytes, size);
        damage(damaged, size);
        FILE *out = fopen(path, "wb");
        fwrite(damaged, 1, left, out);
        fclose(out);
        FILE *read = trace_open_lines(path, &err);
        EXPECT_TRUE(read || err.set);
        refused += !read;
        if (read)
            fclose(read);
    }
    EXPECT_TRUE(refused > 50);
    unlink(path);
}
