// check
// verdict: bug

event e;

main machine M {
    start state S {  // bug: stack-overflow
        entry {
            send this, e;
        }
        on e push S;
    }
}
