// `in` looks at the keys of a map.

fun Member(m: map[string, int]): bool {
    return 1 in m; // error: E0401
}
