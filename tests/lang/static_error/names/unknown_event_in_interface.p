// What an interface promises to receive.

interface Clock() receives eTick; // error: E0203
