// An event with a payload of unknown type.

event eRequest: tRequest; // error: E0207
