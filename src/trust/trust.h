// trust/trust.h: the room that decides who is who in a cluster, and who may do what.
//
// speaker.h      who speaks: a container in one of its lives, a node, a manager, an operator
// rights.h       what each of them may do: the only place where that is decided
// certificate.h  the authority of a cluster, and certificates that say who somebody is
// manifest.h     the list of programs that a cluster may run, signed by its authority
//
// Sees: base.
// Used by: net, cluster, manage, cli.

#pragma once

#include "trust/certificate.h"
#include "trust/manifest.h"
#include "trust/rights.h"
#include "trust/speaker.h"
