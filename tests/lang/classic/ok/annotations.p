// Annotations are read and set aside, wherever they may stand.

[version = 2, draft = true]

event eTick [priority = 1];
event eTock: int [owner = Main, old = null];

main machine Main [passive = false, ratio = 7] {
    var count: int [unit = seconds];

    fun Work() [cost = 3] {
        count = count + 1;
    }

    start state Init [colour = red] {
        defer eTock [reason = later];
        on eTick do [fast = true] { count = 0; };
        on halt goto Done [last = true];
    }

    state Done [] {
        ignore eTick [reason = done];
        on eTock do Work [cost = 3];
    }
}
