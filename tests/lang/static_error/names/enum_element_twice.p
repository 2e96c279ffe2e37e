// Elements are global: two enums cannot both have it.

enum Colour { RED, GREEN }
enum Mood { CALM, RED } // error: E0201
