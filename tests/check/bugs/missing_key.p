// check
// verdict: bug
// The bill may come before the order.

event eOrder: (id: int, price: int);
event eBill: int;

machine Shop {
    var prices: map[int, int];

    start state Open {
        on eOrder do (o: (id: int, price: int)) { prices[o.id] = o.price; }
        on eBill do (id: int) {
            assert prices[id] == 10;  // bug: missing-key
        }
    }
}

machine Clerk {
    start state Init {
        entry (m: machine) { send m, eBill, 3; }
    }
}

machine Main {
    start state Init {
        entry {
            var shop: machine;
            shop = new Shop();
            new Clerk(shop);
            send shop, eOrder, (id = 3, price = 10);
        }
    }
}
