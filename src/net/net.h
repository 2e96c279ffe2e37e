// net/net.h: the room that carries messages between containers.
//
// frame.h     what one piece on the wire looks like
// outbox.h    messages that the peer has not acknowledged
// session.h   two incarnations of containers that talk: order, acknowledgements, credit
// endpoint.h  one container: its sessions, its connections, and the transport below
// sim.h       a transport that is simulated: a clock, and faults by lot
// address.h   addresses of sockets as text
// loop.h      a transport over sockets
// tls.h       the encryption of connections between hosts
//
// Above the transports nothing blocks, reads a clock, or starts a thread: bytes, time and random
// numbers are given by the caller. So the same code runs over sockets and in the simulator.
//
// Sees: base, trust.
// Used by: cluster, manage, cli.

#pragma once

#include "net/endpoint.h"
#include "net/loop.h"
#include "net/sim.h"
