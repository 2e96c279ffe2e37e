machine Client { start state Idle { } }
machine Server { start state Idle { } }
machine FakeServer { start state Idle { } }

module Real = { Client, Server };
module Fake = { FakeServer -> Server };
module Both = (union Real, Fake);  // error: E0706 `Server` is bound twice
