// start/container.h: this process is a container, as the manager of a node has started it.
//
// The file that the manager has written is JSON:
//
//     "socket"        of the manager, unix:PATH
//     "cluster"       32 hexadecimal digits
//     "incarnation", "first-new"   hexadecimal numbers: its own, and that of the first container
//                     that it will ask for
//     "replaces"      the incarnation that it was started for again; 0: none
//     "address"       where it takes calls
//     "kind"          number of the kind of its first machine; null: the main machine
//     "creation"      hexadecimal digits: what created that machine before; null: its creator
//                     sends it
//     "grants"        addresses where containers that it creates may live
//     "dead"          incarnations that have ended
//     "deploy"        the deployment file
//     "test", "seed", "trace" (a folder or null), "log" ("text" or "json")
//     "tls"           null, or "authority", the name of a file, and "pem", the certificate for this
//                     life with its key

#pragma once

#include "plait/host.h"

// Runs the container. The exit code; errors are reported to standard error.
int container_start(const PProgram *p, const char *path, const char *who);
