// net/frame.h: what one piece on the wire looks like.
//
// A frame is a header of 40 bytes and a body. All numbers are little-endian.
//
//      0  u16  FRAME_MAGIC
//      2  u8   version of the protocol
//      3  u8   type
//      4  u32  length of the body
//      8  u64  epoch: the same in all frames of a connection
//     16  u64  number of the first message in the body, or of the next one to come (ACK)
//     24  u64  acknowledgement: all messages up to this number have been delivered
//     32  u32  credit: so many bytes of messages after the acknowledged ones may be on the way
//     36  u32  check sum: the low half of XXH3 over the 36 bytes before it, seeded with XXH3
//              over the body
//
// The body of DATA is messages one after the other, each a u32 with its length and its bytes. Their
// numbers are consecutive. The body of HELLO is in hello_write; that of CUT is empty.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_HEADER = 40,
    FRAME_BODY_MAX = 1 << 20,
    FRAME_STRANGER_MAX = 4096,  // of the first frame of a connection
    FRAME_MAGIC = 0x5450,
    FRAME_VERSION = 1,
    MESSAGE_HEADER = 4,
    MESSAGE_MAX = FRAME_BODY_MAX - MESSAGE_HEADER,
    ADDRESS_MAX = 255,
    PROGRAM_HASH = 32,
    CLUSTER_ID = 16,
};

typedef enum FrameType {
    FRAME_HELLO = 1,  // who speaks, and what it has delivered; the first frame in each direction
    FRAME_DATA,
    FRAME_ACK,  // only the header: acknowledgement, credit, and a sign of life
    FRAME_CUT,  // this session is over: nothing more will be delivered
    FRAME_TYPES,
} FrameType;

typedef struct Frame {
    FrameType type;
    uint32_t length;  // of the body
    uint64_t epoch, number, ack;
    uint32_t credit;
} Frame;

typedef enum FrameRead {
    FRAME_WHOLE,
    FRAME_PART,  // more bytes are needed
    FRAME_BAD,   // this is no frame, or it was damaged
} FrameRead;

// Writes the header for a body that follows it.
void frame_write(uint8_t *header, const Frame *f, const uint8_t *body);

// Reads the frame at the front of `count` bytes. Its body, of at most `body_max` bytes, follows the
// header.
FrameRead frame_read(const uint8_t *bytes, size_t count, uint32_t body_max, Frame *f);

typedef struct Hello {
    uint16_t version_min, version_max;  // that the speaker understands
    uint8_t cluster[CLUSTER_ID];
    uint8_t program[PROGRAM_HASH];
    uint64_t from, to;  // incarnations; `to` is whom the speaker means
    uint64_t delivered;  // the last number that the speaker has got from `to`
    uint8_t address_length;
    char address[ADDRESS_MAX];  // where the speaker can be called
} Hello;

enum { HELLO_MAX = 2 + 2 + CLUSTER_ID + PROGRAM_HASH + 8 + 8 + 8 + 1 + ADDRESS_MAX };

uint32_t hello_write(uint8_t *body, const Hello *h);  // returns its length
bool hello_read(const uint8_t *body, uint32_t length, Hello *h);

static inline uint32_t message_length(const uint8_t *message)
{
    return (uint32_t)message[0] | (uint32_t)message[1] << 8 | (uint32_t)message[2] << 16 |
           (uint32_t)message[3] << 24;
}
