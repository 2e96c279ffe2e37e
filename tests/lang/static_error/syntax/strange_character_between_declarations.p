// The same between declarations; what follows is still read.

event eTick;
# // error: E0104
machine Main {
    start state Init { ignore eTick; }
}
