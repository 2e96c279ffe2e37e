// tests/fuzz/tcc.h: what tcc lacks to compile generated C, for one thread.
//
// Differential tests compile many thousands of small programs and run each on one
// worker; tcc does that ten times faster than other compilers. It is given this
// file with -include.

#pragma once

#define __ATOMIC_RELAXED 0
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __atomic_load_n(place, order) (*(place))
#define __atomic_store_n(place, value, order) ((void)(*(place) = (value)))
#define __atomic_fetch_add(place, value, order) ((*(place) += (value)) - (value))
#define __atomic_fetch_sub(place, value, order) ((*(place) -= (value)) + (value))

double fmod(double x, double y);
#define __builtin_fmod fmod
