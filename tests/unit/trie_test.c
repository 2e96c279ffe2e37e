// tests/unit/trie_test.c: the index of large sets and maps against a sorted array.
//
// Words are added and removed at random: many with few upper halves, as when a hash is bad, and
// others that are spread. A copy from earlier on must stay what it was.

#include "value_kit.h"

#include "rt/trie.h"

enum { MOST = 4000 };

typedef struct Model {
    PWord words[MOST];  // ascending
    uint32_t count;
} Model;

static uint32_t model_rank(const Model *m, PWord word)
{
    uint32_t i = 0;
    while (i < m->count && m->words[i] < word)
        i++;
    return i;
}

static bool model_has(const Model *m, PWord word)
{
    uint32_t i = model_rank(m, word);
    return i < m->count && m->words[i] == word;
}

static void model_toggle(Model *m, PWord word)
{
    uint32_t i = model_rank(m, word);
    bool there = model_has(m, word);
    memmove(m->words + i + !there, m->words + i + there, (m->count - i - there) * sizeof word);
    if (!there)
        m->words[i] = word;
    m->count += there ? UINT32_MAX : 1;
}

// What trie_from must find.
static PWord model_from(const Model *m, PWord word)
{
    uint32_t i = model_rank(m, word);
    return i < m->count && m->words[i] >> 32 == word >> 32 ? m->words[i] : 0;
}

static void check(const Model *m, const TrieNode *root)
{
    EXPECT_TRUE(trie_is_sound(root));
    EXPECT_EQ(root ? root->count : 0, m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        PWord next = m->words[i] + 1;
        EXPECT_TRUE(trie_from(root, m->words[i]) == m->words[i]);
        EXPECT_TRUE(trie_from(root, next) == model_from(m, next));
    }
    for (uint32_t i = 0; i < 20; i++) {
        PWord word = (PWord)below(UINT32_MAX) << 32 | below(UINT32_MAX);
        EXPECT_TRUE(trie_from(root, word) == model_from(m, word));
    }
}

static PWord some_word(uint32_t halves)
{
    if (below(3) == 0)
        return ((PWord)below(UINT32_MAX) << 32 | below(UINT32_MAX)) + 1;
    return (PWord)below(halves) * 0x10001 << 32 | (below(1000) + 1);
}

static void change_at_random(uint32_t halves)
{
    static Model now, then;
    int64_t before = node_live_count();
    TrieNode *root = NULL, *copy = NULL;
    now.count = then.count = 0;
    for (uint32_t step = 0; step < 6000; step++) {
        // First it grows, later it shrinks.
        bool removes = now.count > 0 && below(10) < (step < 3000 ? 2 : 8);
        PWord word = removes ? now.words[below(now.count)] : some_word(halves);
        if (model_has(&now, word))
            trie_remove(&root, word);
        else
            trie_add(&root, word);
        model_toggle(&now, word);
        if (step % 500 == 0) {
            check(&now, root);
            check(&then, copy);
            if (copy && p_drop_node(node_word(copy)))
                trie_free(copy);
            copy = root;
            p_share(node_word(root));
            then = now;
        }
    }
    while (now.count > 0) {
        PWord word = now.words[below(now.count)];
        trie_remove(&root, word);
        model_toggle(&now, word);
    }
    EXPECT_TRUE(!root);
    check(&then, copy);
    if (copy && p_drop_node(node_word(copy)))
        trie_free(copy);
    EXPECT_NOTHING_LEFT(before);
}

TEST(words_that_are_spread)
{
    change_at_random(1000000);
}

TEST(many_words_with_few_upper_halves)
{
    change_at_random(3);
    change_at_random(1);
}

TEST(a_branch_with_few_words_becomes_a_leaf)
{
    TrieNode *root = NULL;
    for (PWord i = 1; i <= TRIE_LEAF + 1; i++)
        trie_add(&root, i << 58);
    EXPECT_EQ(root->room, 0);
    for (PWord i = 1; i <= TRIE_LEAF + 1 - TRIE_MERGE; i++)
        trie_remove(&root, i << 58);
    EXPECT_EQ(root->count, TRIE_MERGE);
    EXPECT_TRUE(root->room > 0);
    trie_free(root);
}
