// A set contains events.

eventset Ends = { Ends }; // error: E0203
