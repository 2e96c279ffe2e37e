// The start entry gets what `new` passed, as `any`.

machine Other {
    start state Init {
        entry { print format("{0}", payload); }
    }
}

main machine Main {
    start state Init {
        entry {
            new Other();
            new Other(5);
            new Other(1, true);
        }
    }
}

// output:
//   null
//   5
//   <1,true,>
