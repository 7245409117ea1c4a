/* Makes a program that seeds with the time of its start deal the same pieces each time.
   Build: gcc -shared -fPIC -O2 -o srandom.so srandom.c -ldl    Use: SRANDOM_SEED=7 LD_PRELOAD=$PWD/srandom.so program */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

void srandom(unsigned seed) {
    const char *fixed = getenv("SRANDOM_SEED");
    void (*next)(unsigned) = (void (*)(unsigned))dlsym(RTLD_NEXT, "srandom");
    next(fixed ? (unsigned)strtoul(fixed, NULL, 10) : seed);
}
