// An enum has at least one element.

enum Nothing { } // error: E0101
