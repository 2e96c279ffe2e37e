// Elements of one enum differ.

enum Colour { RED, GREEN, RED } // error: E0201
