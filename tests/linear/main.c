// tests/linear/main.c: linear FILE: whether the history in a file is linearizable.
//
// Each line is an operation, in words that are separated by tabs:
//
//     called  returned  key  SET  value            OK
//     called  returned  key  GET                   value, or - for nothing
//     called  returned  key  DEL                   1 or 0
//     called  returned  key  CAS  expected  value  1 or 0
//     called  returned  EXEC     ACTION  ;  ACTION  ...
//     called  returned  REFUSED  ACTION  ;  ACTION  ...
//
// Times are whole numbers of one clock. An operation that has not returned has - in place of `returned`, and no result.
// An ACTION is what follows the times in the first four; those of REFUSED have no results. A CAS within EXEC that does not find the
// expected value refuses all of it.
//
// Exit codes: 0 it is; 1 it is not; 3 the file cannot be read, or there are too many possibilities.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/name.h"
#include "linear.h"

enum { WORDS = 256, POSSIBILITIES = 50000000 };

// Keys that occur together in a transaction are judged together: each set of connected keys has one of them as its root.
typedef struct Key {
    const Name *name;
    uint32_t parent;  // towards the root
    uint32_t number;  // within the set
    uint32_t count;   // of a root: the keys of the set
} Key;

typedef struct History {
    Arena arena;
    Names keys, values;
    Key *list;
    uint32_t key_count, key_capacity;
    LinearOperation *operations;
    uint32_t count, capacity;
} History;

static uint32_t value_of(History *h, const char *word)
{
    return name_of(&h->values, word)->id + 1;  // 0 is LINEAR_NOTHING
}

static uint32_t key_of(History *h, const char *word)
{
    const Name *name = name_of(&h->keys, word);

    if (name->id == h->key_count) {
        MEMORY_GROW(h->list, h->key_count + 1, h->key_capacity);
        h->list[h->key_count++] = (Key){.name = name, .parent = name->id};
    }
    return name->id;
}

static uint32_t root_of(const History *h, uint32_t key)
{
    while (h->list[key].parent != key)
        key = h->list[key].parent;
    return key;
}

static bool read_number(const char *word, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(word, &end, 10);
    return *word >= '0' && *word <= '9' && !*end && !errno;
}

static bool read_done(const char *word, uint32_t *result)
{
    *result = strcmp(word, "1") == 0;
    return *result || strcmp(word, "0") == 0;
}

// The words of an action; `results`: 1 if it has a result, else 0.
static bool read_action(History *h, char **words, int count, int results, LinearAction *a)
{
    if (count < 2)
        return false;
    const char *kind = words[1], *last = words[count - 1];

    a->key = key_of(h, words[0]);
    if (count == 2 + results && strcmp(kind, "GET") == 0) {
        a->kind = LINEAR_GET;
        if (results && strcmp(last, "-") != 0)
            a->result = value_of(h, last);
        return true;
    }
    if (count == 3 + results && strcmp(kind, "SET") == 0) {
        a->kind = LINEAR_SET;
        a->value = value_of(h, words[2]);
        return !results || strcmp(last, "OK") == 0;
    }
    if (count == 2 + results && strcmp(kind, "DEL") == 0) {
        a->kind = LINEAR_DEL;
        return !results || read_done(last, &a->result);
    }
    if (count == 4 + results && strcmp(kind, "CAS") == 0) {
        a->kind = LINEAR_CAS;
        a->expected = value_of(h, words[2]);
        a->value = value_of(h, words[3]);
        return !results || read_done(last, &a->result);
    }
    return false;
}

static bool read_actions(History *h, char **words, int count, LinearOperation *o)
{
    int results = o->has_returned && !o->is_refused;
    LinearAction *actions = arena_alloc(&h->arena, (size_t)(count + 1) * sizeof *actions);

    for (int begin = 0, end; begin < count; begin = end + 1) {
        for (end = begin; end < count && (!o->is_strict || strcmp(words[end], ";") != 0);)
            end++;
        LinearAction *a = &actions[o->count++];
        *a = (LinearAction){0};
        if (!read_action(h, words + begin, end - begin, results, a))
            return false;
        h->list[root_of(h, a->key)].parent = root_of(h, actions[0].key);
    }
    o->actions = actions;
    return o->count > 0;
}

static bool read_line(History *h, char *line)
{
    LinearOperation o = {0};
    char *words[WORDS];
    int count = 0;

    line[strcspn(line, "\n")] = '\0';
    for (char *word = line; word && count < WORDS; word = strchr(word, '\t')) {
        if (word != line)
            *word++ = '\0';
        words[count++] = word;
    }
    if (count < 4 || count == WORDS || !read_number(words[0], &o.called))
        return false;
    o.has_returned = strcmp(words[1], "-") != 0;
    if (o.has_returned && (!read_number(words[1], &o.returned) || o.returned < o.called))
        return false;
    o.is_refused = strcmp(words[2], "REFUSED") == 0;
    o.is_strict = o.is_refused || strcmp(words[2], "EXEC") == 0;
    if (!read_actions(h, words + 2 + o.is_strict, count - 2 - o.is_strict, &o))
        return false;
    MEMORY_GROW(h->operations, h->count + 1, h->capacity);
    h->operations[h->count++] = o;
    return true;
}

static bool read_history(History *h, FILE *file, const char *path)
{
    char *line = NULL;
    size_t capacity = 0;
    uint64_t number = 0;
    bool is_fine = true;

    while (is_fine && getline(&line, &capacity, file) > 0) {
        number++;
        is_fine = read_line(h, line);
    }
    free(line);
    if (!is_fine)
        fprintf(stderr, "%s:%llu: this is no operation\n", path, (unsigned long long)number);
    return is_fine;
}

// Numbers the keys of each set.
static void number_keys(History *h)
{
    for (uint32_t i = 0; i < h->key_count; i++)
        h->list[i].number = h->list[root_of(h, i)].count++;
    for (uint32_t i = 0; i < h->count; i++)
        for (uint32_t k = 0; k < h->operations[i].count; k++) {
            LinearAction *a = &h->operations[i].actions[k];
            a->key = h->list[a->key].number;
        }
}

// The operations, those of each set together: `starts` says where, by root.
static LinearOperation *sorted(const History *h, uint32_t *starts)
{
    LinearOperation *all = memory_zeroed((size_t)h->count + 1, sizeof *all);

    for (uint32_t i = 0; i < h->count; i++)
        starts[root_of(h, h->operations[i].actions[0].key) + 1]++;
    for (uint32_t i = 0; i < h->key_count; i++)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < h->count; i++)
        all[starts[root_of(h, h->operations[i].actions[0].key)]++] = h->operations[i];
    for (uint32_t i = h->key_count; i > 0; i--)
        starts[i] = starts[i - 1];
    starts[0] = 0;
    return all;
}

static int judge(History *h)
{
    uint32_t *starts = memory_zeroed((size_t)h->key_count + 2, sizeof *starts);
    LinearOperation *all = sorted(h, starts);
    int code = 0;

    number_keys(h);
    for (uint32_t i = 0; i < h->key_count; i++) {
        LinearVerdict verdict = linear_check(all + starts[i], starts[i + 1] - starts[i],
                                             h->list[i].count, POSSIBILITIES);
        if (verdict == LINEAR_FINE)
            continue;
        printf("%s%s: %s\n", h->list[i].name->text, h->list[i].count > 1 ? " and others" : "",
               verdict == LINEAR_WRONG ? "not linearizable" : "too many possibilities");
        if (code != 1)
            code = verdict == LINEAR_WRONG ? 1 : 3;
    }
    free(starts);
    free(all);
    if (code == 0)
        printf("linearizable: %u operations, %u keys\n", h->count, h->key_count);
    return code;
}

int main(int argc, char **argv)
{
    History h = {0};

    if (argc != 2) {
        fprintf(stderr, "usage: linear FILE\n");
        return 3;
    }
    FILE *file = fopen(argv[1], "r");
    if (!file) {
        fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
        return 3;
    }
    names_init(&h.keys, &h.arena);
    names_init(&h.values, &h.arena);
    int code = read_history(&h, file, argv[1]) ? judge(&h) : 3;
    fclose(file);
    free(h.list);
    free(h.operations);
    names_drop(&h.keys);
    names_drop(&h.values);
    arena_drop(&h.arena);
    return code;
}
