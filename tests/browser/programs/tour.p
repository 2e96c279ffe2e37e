// Everything that the page draws: creation, sends, queues, choices, monitors with a temperature,
// events that are ignored, a machine that halts, and a bug.

event eOrder: (buyer: machine, item: string, count: int);
event eDone: int;
event eRefused: int;
event eNoise;
event eBusy;
event eIdle;

machine Shop {
    var stock: map[string, int];
    var sold: int;
    var refused: seq[int];

    start state Open {
        ignore eNoise;
        entry {
            stock["lamp"] = 3;
        }
        on eOrder do (order: (buyer: machine, item: string, count: int)) {
            announce eBusy;
            if (order.count > stock[order.item]) {
                refused += (sizeof(refused), order.count);
                send order.buyer, eRefused, order.count;
                announce eIdle;
                goto Short;
            }
            stock[order.item] = stock[order.item] - order.count;
            sold = sold + order.count;
            send order.buyer, eDone, order.count;
            announce eIdle;
        }
    }

    state Short {
        ignore eNoise;
        on eOrder do (order: (buyer: machine, item: string, count: int)) {
            send order.buyer, eRefused, order.count;
            assert order.count > stock["lamp"], "an order was refused that could be filled";
        }
    }
}

machine Buyer {
    var wanted: int;

    start state Shopping {
        entry (setup: (shop: machine, most: int)) {
            wanted = choose(setup.most) + 1;
            send setup.shop, eNoise;
            send setup.shop, eOrder, (buyer = this, item = "lamp", count = wanted);
        }
        on eDone goto Happy;
        on eRefused goto Sad;
    }
    state Happy {
        entry {
            raise halt;
        }
    }
    state Sad { }
}

spec Work observes eBusy, eIdle {
    var orders: int;
    start cold state Idle {
        on eBusy goto Busy;
    }
    hot state Busy {
        entry {
            orders = orders + 1;
        }
        on eIdle goto Idle;
        on eBusy goto Busy;
    }
}

machine Street {
    start state Init {
        entry {
            var shop: machine;
            shop = new Shop();
            new Buyer((shop = shop, most = 2));
            new Buyer((shop = shop, most = 4));
            new Buyer((shop = shop, most = 2));
        }
    }
}

test tcTour [main = Street]: assert Work in { Shop, Buyer, Street };
