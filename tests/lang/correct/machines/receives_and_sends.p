// What a machine receives and sends: any number of clauses, also empty ones.

event eA;
event eB: int;
event eC;

machine Everything {
    start state Init { ignore eA, eB, eC; }
}

machine Some
    receives eA, halt;
    receives eB;
    sends eC;
{
    start state Init { ignore eA, eB; }
}

machine Nothing
    receives;
    sends;
{
    start state Init { }
}

machine Mixed
    sends eA;
    receives eB;
    sends eB, eC;
{
    start state Init { ignore eB; }
}
