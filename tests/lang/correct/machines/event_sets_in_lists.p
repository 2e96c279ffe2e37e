// The name of an event set stands for its events.

event eA;
event eB;
event eC;

eventset Some = { eA, eB };
eventset All = { Some, eC };

interface Wide() receives All;

machine Main
    receives Some;
    sends All, halt;
{
    start state Init {
        entry { announce eC; }
        ignore eA, eB;
    }
}

machine Other
    receives eA, eB, eC;
{
    start state Init { ignore eA, eB, eC; }
}

spec Watch observes All {
    start state Init { ignore eA, eB, eC; }
}

fun Same(o: Other): Wide { return o; }
