// Nor choices through a function.

event eTick;

fun Flip(): bool {
    return $;
}

spec Quiet observes eTick {
    start state Init {
        on eTick do {
            if (Flip()) { print "odd"; } // error: E0604
        }
    }
}
