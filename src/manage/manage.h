// manage/manage.h: the room of those who manage a cluster on several hosts.
//
// manager.h      the manager of the cluster: which nodes there are, what runs where
// state.h        what it knows, as one JSON document that only records change
// journal.h      a file of records, of which all that were acknowledged survive
// node.h         the manager of a host: starts containers and watches them
// programs.h     the executables that a node may start
// credentials.h  the certificate of a manager, which is replaced while it runs
// channel.h      JSON messages between managers, and from those who ask them
// ask.h          a question to the manager of the cluster, and its answer
//
// Containers talk to each other directly; no message of theirs goes through a manager. When the
// manager of the cluster is gone, only the placing of new containers waits. When the manager of a
// node is gone, its containers go on, and the next one adopts them.
//
// Sees: base, trust, net, deploy, cluster.
// Used by: cli.

#pragma once

#include "manage/ask.h"
#include "manage/manager.h"
#include "manage/node.h"
