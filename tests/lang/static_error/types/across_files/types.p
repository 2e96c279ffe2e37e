// What the machines speak about.

type tRequest = (id: int, name: string);
event eRequest: tRequest;
