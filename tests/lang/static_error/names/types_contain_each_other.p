// A cycle through two types: one message.

type tHen = seq[tEgg]; type tEgg = set[tHen]; // error: E0210
