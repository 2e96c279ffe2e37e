// The bus with its devices, and people who plug them in and out.

machine Bus {
    var plugged: map[machine, int];  // the device at each port; 0: none

    start state Working {
        on ePlugged do (p: (port: machine, device: int)) {
            plugged[p.port] = p.device;
            send p.port, eConnected, p.device;
        }
        on eUnplugged do (port: machine) {
            announce eAtZero, (port = port, yes = false);
            plugged[port] = 0;
            send port, eDisconnected;
        }
        on eResetDevice do (r: (port: machine, device: int)) {
            if (plugged[r.port] == r.device) { announce eAtZero, (port = r.port, yes = true); }
            send r.port, eBusDone, plugged[r.port] == r.device;
        }
        on eSetAddress do (s: (port: machine, device: int)) {
            if (plugged[s.port] == s.device) { announce eAtZero, (port = s.port, yes = false); }
            send s.port, eBusDone, plugged[s.port] == s.device;
        }
    }
}

param plugs: int;    // how often a device is plugged into a port
param stays: bool;   // the last one is never unplugged

machine Person {
    start state Init {
        entry (setup: (bus: machine, port: machine)) {
            var i: int;

            while (i < plugs) {
                i = i + 1;
                send setup.bus, ePlugged, (port = setup.port, device = i);
                if (i < plugs || !stays) { send setup.bus, eUnplugged, setup.port; }
            }
            raise halt;
        }
    }
}
