// net/sim.h: a transport that is simulated: a clock, and faults by lot.
//
// Hosts are numbered from 0, and host N is called at the address "N". Everything happens in one
// thread, in the order of a simulated clock, by random numbers of one seed: the same seed gives
// the same run.
//
// Connections carry bytes in segments of random length and delay. Faults: a connection is reset,
// or becomes silent without anybody being told; two hosts are cut off from each other; a host
// stops for a while, or crashes. Segments can be lost, repeated, swapped or damaged, which a real
// stream would not do: sessions must notice it.

#pragma once

#include "net/endpoint.h"

// Shares are in millionths, for each segment, unless it says otherwise.
typedef struct SimFaults {
    uint32_t lose, repeat, swap, damage;
    uint32_t reset, silence;
    uint32_t refuse;           // for each attempt to connect
    uint32_t short_write;      // for each write: only a part of the bytes is taken
    uint64_t delay_min, delay_max;  // microseconds
    uint32_t segment_max;      // bytes
} SimFaults;

typedef struct Sim Sim;

Sim *sim_new(uint64_t seed, uint32_t hosts, const SimFaults *faults);
void sim_free(Sim *s);  // after the endpoints

uint64_t sim_now(const Sim *s);
void sim_set_faults(Sim *s, const SimFaults *faults);

// The transport of a host. sim_attach says which endpoint gets its connections.
Transport sim_transport(Sim *s, uint32_t host);
void sim_attach(Sim *s, uint32_t host, Endpoint *e);
// The host crashes: of what it has sent on a connection, a prefix may still arrive. The caller
// frees the endpoint afterwards.
void sim_crash(Sim *s, uint32_t host);

void sim_pause(Sim *s, uint32_t host, uint64_t until);
// While two hosts are apart, nothing goes from one to the other, and nobody is told. What was sent
// arrives some time after they are together again, also on connections that were closed meanwhile.
void sim_part(Sim *s, uint32_t a, uint32_t b, bool are_apart);

// To be called after sends of an endpoint.
void sim_sent(Sim *s, uint32_t host);
// When the next thing happens; UINT64_MAX: nothing does.
uint64_t sim_next(const Sim *s);
// Runs until that time.
void sim_run(Sim *s, uint64_t until);

// A hash of everything that happened.
uint64_t sim_digest(const Sim *s);
