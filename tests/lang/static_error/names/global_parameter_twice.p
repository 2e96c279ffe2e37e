// Two global parameters of one name.

param nodes: int;
param nodes: bool; // error: E0201
