// What the channel's machines and its specifications tell one another.

event SEND: (dst: machine, val: any);
event RECV: (src: machine, val: any, seqNum: int);
event DELIVER: any;

event M_SEND: (src: machine, dst: machine, val: any);
event M_DELIVER: (src: machine, dst: machine, val: any);
