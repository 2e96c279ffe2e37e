// base/sha256.h: SHA-256 (FIPS 180-4): whether two files are the same, also when somebody tries to
// make them look so.

#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t size;  // bytes so far
    uint8_t block[SHA256_BLOCK];
} Sha256;

void sha256_init(Sha256 *s);
void sha256_add(Sha256 *s, const void *bytes, size_t count);
void sha256_end(Sha256 *s, uint8_t digest[SHA256_SIZE]);

// As 64 hexadecimal digits.
void sha256_text(const uint8_t digest[SHA256_SIZE], char text[2 * SHA256_SIZE + 1]);
