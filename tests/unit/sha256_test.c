// tests/unit/sha256_test.c: the examples of FIPS 180-4, and pieces of any size.

#include "base/sha256.h"

#include <string.h>

#include "test.h"

static const char *digest_of(const char *text, size_t size, size_t piece)
{
    static char result[2 * SHA256_SIZE + 1];
    uint8_t digest[SHA256_SIZE];
    Sha256 s;

    sha256_init(&s);
    for (size_t at = 0; at < size; at += piece)
        sha256_add(&s, text + at, size - at < piece ? size - at : piece);
    sha256_end(&s, digest);
    sha256_text(digest, result);
    return result;
}

TEST(the_examples_of_the_standard)
{
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

    EXPECT_STR(digest_of("", 0, 1),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_STR(digest_of("abc", 3, 3),
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_STR(digest_of(two_blocks, strlen(two_blocks), 100),
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(pieces_give_the_same_as_the_whole)
{
    char text[300], whole[2 * SHA256_SIZE + 1];

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 7);
    for (size_t size = 0; size < sizeof text; size++) {
        strcpy(whole, digest_of(text, size, sizeof text));
        for (size_t piece = 1; piece < 130; piece += 21)
            EXPECT_STR(digest_of(text, size, piece), whole);
    }
}
