// Every kind of token, and the places where longest match decides.
event eGo: (a: int, b: string); /* a block
comment */ init-condition x ==> y <==> z;
x += (1, "two \" three"); y -= 2.5; $ $$ != ! <= < -> - && || % 'q'
x.0.1 [a]:{b}
