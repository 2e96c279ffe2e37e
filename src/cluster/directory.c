// cluster/directory.c: which machines and containers elsewhere are known here.

#include "cluster/directory.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

void directory_drop(Directory *d)
{
    for (uint32_t i = 0; i < d->home_count; i++) {
        map_drop(&d->home_list[i]->id_of);
        free(d->home_list[i]->address);
        free(d->home_list[i]);
    }
    for (uint32_t i = 0; i < d->stranger_count; i++)
        free(d->stranger_list[i]);
    free(d->home_list);
    free(d->stranger_list);
    map_drop(&d->homes);
    map_drop(&d->strangers);
}

Home *directory_home(const Directory *d, uint64_t incarnation)
{
    return map_get(&d->homes, incarnation);
}

Home *directory_add_home(Directory *d, uint64_t incarnation, const char *address)
{
    Home *h = memory_zeroed(1, sizeof *h);

    assert(!directory_home(d, incarnation));
    *h = (Home){.incarnation = incarnation, .address = memory_copy_text(address)};
    map_put(&d->homes, incarnation, h);
    MEMORY_GROW(d->home_list, d->home_count + 1, d->home_capacity);
    return d->home_list[d->home_count++] = h;
}

const Stranger *directory_by_id(const Directory *d, uint32_t id)
{
    return map_get(&d->strangers, id);
}

const Stranger *directory_by_number(const Home *h, uint64_t number)
{
    return map_get(&h->id_of, number);
}

const Stranger *directory_add(Directory *d, Home *h, uint64_t number, uint32_t id)
{
    Stranger *s = memory_zeroed(1, sizeof *s);

    assert(!directory_by_number(h, number) && !directory_by_id(d, id));
    *s = (Stranger){h, number, id};
    map_put(&h->id_of, number, s);
    map_put(&d->strangers, id, s);
    MEMORY_GROW(d->stranger_list, d->stranger_count + 1, d->stranger_capacity);
    return d->stranger_list[d->stranger_count++] = s;
}
