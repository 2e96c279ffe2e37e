// What a machine says it receives and sends.

machine Main
    receives eTick; // error: E0203
    sends eTock; // error: E0203
{
    start state Init { }
}
