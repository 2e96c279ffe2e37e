// The first end closes a block comment, whatever was opened inside it.

/* outer /* inner */
event eTick;
*/ // error: E0101
machine Main {
    start state Init { ignore eTick; }
}
