// Enum values are integer literals too.

enum Level { LOW = 1, HIGH = 4000000000 } // error: E0105
