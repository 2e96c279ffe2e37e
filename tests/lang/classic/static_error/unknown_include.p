// The file is not there.

include "nowhere_to_be_found.p" // error: E0111

main machine Main {
    start state Init { }
}
