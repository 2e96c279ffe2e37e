"""tests/check/networks.py: a random network, with faults, for a random program."""

import random

import oracle
import programs

# What may go wrong: crashes, cuts, suspicions.
FAULTS = [oracle.Faults(*counts) for counts in
          [(0, 0, 0), (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1),
           (2, 0, 0), (1, 1, 1)]]


def network_of(number, wanted, is_pruned, program):
    """The network, and the program for it: with suspicions, one of its events is that of
    suspicions. Where a machine has crashed, some execution is left."""
    rng = random.Random(-number)  # of its own: the program with a number stays the same
    name = wanted or rng.choice([oracle.MAILBOX] * 3 + [oracle.FIFO])
    if name == oracle.MAILBOX:
        return oracle.Network(), program
    faults = rng.choice(FAULTS) if not is_pruned else oracle.Faults()
    share = rng.choice([0, 0, 0.4, 0.8])
    shared = frozenset(k.name for k in program.kinds[1:] if rng.random() < share)
    suspects = [e.name for e in program.events if e.type == "machine"]
    if faults.suspicions and suspects:
        program = programs.renamed(program, rng.choice(suspects), oracle.SUSPECT)
    elif faults.suspicions:
        faults = faults._replace(suspicions=0)
    return oracle.Network(name, faults, shared), program
