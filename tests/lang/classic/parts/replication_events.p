// Requests to a replicated state machine, and its answers.

event REQ: (client: machine, reqid: int, op: any);
event RESP: (reqid: int, val: any, commitid: int);
