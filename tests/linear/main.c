// tests/linear/main.c: linear FILE: whether the history in a file is linearizable.
//
// Each line is an operation, in words that are separated by tabs:
//
//     called  returned  key  SET  value            OK
//     called  returned  key  GET                   value, or - for nothing
//     called  returned  key  DEL                   1 or 0
//     called  returned  key  CAS  expected  value  1 or 0
//
// Times are whole numbers of one clock. An operation that has not returned has - in place of `returned`, and no result.
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

enum { WORDS = 8, POSSIBILITIES = 50000000 };

typedef struct Key {
    LinearOperation *operations;
    uint32_t count, capacity;
} Key;

typedef struct History {
    Arena arena;
    Names keys, values;
    const Name **key_names;
    Key *list;
    uint32_t key_count, key_capacity, name_capacity;
    uint64_t operations;
} History;

static uint32_t value_of(History *h, const char *word)
{
    return name_of(&h->values, word)->id + 1;  // 0 is LINEAR_NOTHING
}

static Key *key_of(History *h, const char *word)
{
    const Name *name = name_of(&h->keys, word);

    if (name->id == h->key_count) {
        MEMORY_GROW(h->list, h->key_count + 1, h->key_capacity);
        MEMORY_GROW(h->key_names, h->key_count + 1, h->name_capacity);
        h->list[h->key_count] = (Key){0};
        h->key_names[h->key_count++] = name;
    }
    return &h->list[name->id];
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

// The words after the times and the key.
static bool read_operation(History *h, char **words, int count, LinearOperation *o)
{
    int results = o->has_returned;
    const char *last = words[count - 1];

    if (count == 1 + results && strcmp(words[0], "GET") == 0) {
        o->kind = LINEAR_GET;
        if (results && strcmp(last, "-") != 0)
            o->result = value_of(h, last);
        return true;
    }
    if (count == 2 + results && strcmp(words[0], "SET") == 0) {
        o->kind = LINEAR_SET;
        o->value = value_of(h, words[1]);
        return !results || strcmp(last, "OK") == 0;
    }
    if (count == 1 + results && strcmp(words[0], "DEL") == 0) {
        o->kind = LINEAR_DEL;
        return !results || read_done(last, &o->result);
    }
    if (count == 3 + results && strcmp(words[0], "CAS") == 0) {
        o->kind = LINEAR_CAS;
        o->expected = value_of(h, words[1]);
        o->value = value_of(h, words[2]);
        return !results || read_done(last, &o->result);
    }
    return false;
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
    if (count < 4 || !read_number(words[0], &o.called))
        return false;
    o.has_returned = strcmp(words[1], "-") != 0;
    if (o.has_returned && (!read_number(words[1], &o.returned) || o.returned < o.called))
        return false;
    if (!read_operation(h, words + 3, count - 3, &o))
        return false;
    Key *k = key_of(h, words[2]);
    MEMORY_GROW(k->operations, k->count + 1, k->capacity);
    k->operations[k->count++] = o;
    h->operations++;
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

static int judge(const History *h)
{
    int code = 0;

    for (uint32_t i = 0; i < h->key_count; i++) {
        const Key *k = &h->list[i];
        LinearVerdict verdict = linear_check(k->operations, k->count, POSSIBILITIES);
        if (verdict == LINEAR_FINE)
            continue;
        printf("%s: %s\n", h->key_names[i]->text,
               verdict == LINEAR_WRONG ? "not linearizable" : "too many possibilities");
        if (code != 1)
            code = verdict == LINEAR_WRONG ? 1 : 3;
    }
    if (code == 0)
        printf("linearizable: %llu operations, %u keys\n", (unsigned long long)h->operations,
               h->key_count);
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
    for (uint32_t i = 0; i < h.key_count; i++)
        free(h.list[i].operations);
    free(h.list);
    free(h.key_names);
    names_drop(&h.keys);
    names_drop(&h.values);
    arena_drop(&h.arena);
    return code;
}
