// A reference that may be sent nothing is still a reference: no data.

machine Powerless
    receives;
{
    start state Init { }
}

fun Keep(m: Powerless): data {
    var d: data;
    d = m; // error: E0401
    return d;
}
