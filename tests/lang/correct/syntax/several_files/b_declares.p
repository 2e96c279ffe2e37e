// And the other way round.

enum Limits { LIMIT = 3 }
event eRequest: tRequest;
event eResponse;
type tRequest = (from_whom: Main, n: int);
