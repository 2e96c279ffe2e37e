// run/ids.c: ids of machines that are there, and of those that are gone.

#include <stdlib.h>

#include "run/run_impl.h"
#include "test.h"

static uint32_t (*kind_of)(uint32_t id);

static uint32_t one_kind(uint32_t id)
{
    (void)id;
    return 7;
}

static uint32_t many_kinds(uint32_t id)
{
    return id * id % 1000003 % 700;
}

static uint32_t two_kinds(uint32_t id)
{
    return id % 2;
}

static Runtime *new_runtime(void)
{
    Runtime *runtime = calloc(1, sizeof *runtime);
    EXPECT_TRUE(runtime != NULL);
    pthread_mutex_init(&runtime->table, NULL);
    ids_init(runtime);
    return runtime;
}

static void add(Runtime *runtime, uint32_t id, Actor *a)
{
    atomic_store(&runtime->last_id, id);
    ids_add(runtime, id, a, kind_of(id));
}

static uint32_t free_chunks(const Runtime *runtime)
{
    uint32_t count = 0;
    for (const Chunk *c = runtime->free_chunks; c; c = c->next_free)
        count++;
    return count;
}

// Each machine lives until a hundred others have come.
static void live_and_die(uint32_t count)
{
    Runtime *runtime = new_runtime();
    Actor *actors = calloc(count + 1, sizeof *actors);
    EXPECT_TRUE(actors != NULL);
    for (uint32_t id = 1; id <= count; id++) {
        add(runtime, id, &actors[id]);
        if (id > 100)
            ids_remove(runtime, id - 100);
    }
    EXPECT_TRUE(free_chunks(runtime) <= 2);
    for (uint32_t id = 1; id <= count; id++)
        EXPECT_EQ(ids_kind(runtime, id), kind_of(id));
    EXPECT_TRUE(actor_at(runtime, count) == &actors[count]);
    EXPECT_TRUE(actor_at(runtime, 1) == &runtime->nobody);
    EXPECT_EQ(actor_at(runtime, 1)->id, 0);
    ids_drop(runtime);
    free(actors);
    free(runtime);
}

TEST(kinds_outlive_their_machines)
{
    kind_of = one_kind;
    live_and_die(10 * CHUNK_SIZE);
    kind_of = two_kinds;
    live_and_die(10 * CHUNK_SIZE);
    kind_of = many_kinds;
    live_and_die(10 * CHUNK_SIZE);
}

TEST(one_machine_keeps_its_chunk)
{
    Runtime *runtime = new_runtime();
    Actor a = {0};
    kind_of = two_kinds;
    for (uint32_t id = 1; id < 3 * CHUNK_SIZE; id++) {
        add(runtime, id, &a);
        if (id != 5)
            ids_remove(runtime, id);
    }
    EXPECT_TRUE(actor_at(runtime, 5) == &a);
    EXPECT_EQ(free_chunks(runtime), 1);
    ids_remove(runtime, 5);
    EXPECT_TRUE(actor_at(runtime, 5) == &runtime->nobody);
    EXPECT_EQ(free_chunks(runtime), 2);
    ids_drop(runtime);
    free(runtime);
}

TEST(an_id_that_is_reserved_leads_to_nobody_yet)
{
    Runtime *runtime = new_runtime();
    Actor a = {0};
    kind_of = one_kind;
    atomic_store(&runtime->last_id, 3);
    ids_reserve(runtime, 3, 7);
    EXPECT_TRUE(actor_at(runtime, 3) == &runtime->unborn);
    EXPECT_EQ(ids_kind(runtime, 3), 7);
    ids_add(runtime, 3, &a, 7);
    EXPECT_TRUE(actor_at(runtime, 3) == &a);
    ids_drop(runtime);
    free(runtime);
}

TEST(ids_are_used_up_before_they_begin_again)
{
    Runtime *runtime = calloc(1, sizeof *runtime);
    EXPECT_TRUE(!ids_are_used_up(runtime));
    atomic_store(&runtime->last_id, UINT32_MAX - 1024);
    EXPECT_TRUE(ids_are_used_up(runtime));
    free(runtime);
}
