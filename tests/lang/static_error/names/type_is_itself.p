// A type that is its own definition.

type tLoop = tLoop; // error: E0210
