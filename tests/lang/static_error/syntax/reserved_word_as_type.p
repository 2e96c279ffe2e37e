// `string` is a type already.

type string = int; // error: E0108
