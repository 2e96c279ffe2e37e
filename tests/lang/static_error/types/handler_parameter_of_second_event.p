// Every event of the list must fit.

event eCount: int;
event eName: string;

machine Main {
    start state Init {
        on eCount,
           eName // error: E0415
        do (n: int) { print format("{0}", n); }
    }
}
