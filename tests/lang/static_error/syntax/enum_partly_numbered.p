// Either all elements are numbered or none.

enum Level { LOW = 1, HIGH } // error: E0101
