// The event that started the handler.

event eTick;
event eTock;

main machine Main {
    var last: event;

    start state Init {
        on eTick, eTock do {
            if (trigger == eTick)
                last = eTock;
            else
                last = trigger;
            assert last == eTock;
        };
    }
}
