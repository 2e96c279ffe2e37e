// A map type without the word `map`: the 2015 paper's form.

machine Main {
    var m: [int, bool]; // error: E0110

    start state Init { }
}
