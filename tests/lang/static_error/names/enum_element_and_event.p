// Events and enum elements share their names.

enum Colour { RED, GREEN }
event RED; // error: E0201
