// `hot` marks states.

enum Heat { warm, hot } // error: E0108
