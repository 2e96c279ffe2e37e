// Types and enums share their names.

type Colour = int;
enum Colour { RED, GREEN } // error: E0201
