// A semicolon is a statement.

fun Empty() {
    ;
    ;;
    if (true) ; else ;
    while (false) ;
    { ; }
}
