/* fuzz.h - what all fuzzers share: arguments, seeds, random numbers and a watchdog.  SPDX-License-Identifier: MIT
 *
 * A fuzzer runs cases. All that a case does follows from its seed, the seed of the next case is one higher. Where a case fails,
 * crashes or takes too long, the program says how to run that case alone. */
#ifndef FUZZ_H
#define FUZZ_H

#include "oracle.h"

typedef struct fuzz {
    uint64_t seed;   /* of the case that runs */
    uint64_t random; /* state of the generator */
    uint64_t cases;  /* how many were begun */
    uint64_t limit;  /* of cases; 0: none */
    double seconds;  /* no case begins later; 0: no limit */
    bool sober;      /* wrong arguments are not chosen for now */
    bool verbose;    /* --verbose: name every call */
} fuzz;

/** Reads `[--seconds n] [--verbose] [first seed] [cases]`. Without both limits it runs 100 cases. Ends the
 *  program with status 2 where the arguments are something else. */
void fuzz_begin(fuzz *f, int argc, char **argv);

/** Begins the next case, false after the last one. */
bool fuzz_next(fuzz *f);

/** Says how many cases passed; the program's status. */
int fuzz_end(fuzz *f);

/** Runs `one_case` for every seed on a GL context of its own, under a hostile state in one case of four. The program's status. */
int fuzz_run(int argc, char **argv, void (*one_case)(fuzz *f, env *e));

/** Names the call that comes next and gives it time to return. `call` lives until the next one. */
void fuzz_call(const fuzz *f, const char *call);

/** Fails the case with a line on stderr. */
void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

uint32_t fuzz_below(fuzz *f, uint32_t bound);
bool fuzz_chance(fuzz *f, uint32_t one_in);
/** As fuzz_chance, for mistakes: never while the fuzzer is sober. */
bool fuzz_mistake(fuzz *f, uint32_t one_in);
double fuzz_between(fuzz *f, double low, double high);

/** A size in 1..largest: small ones and powers of two with their neighbors more often than others. */
uint32_t fuzz_size(fuzz *f, uint32_t largest);

/** A value for an enum whose last name is `last`: most of them names, some around the ends and of 2^31 and more. */
int fuzz_enum(fuzz *f, int last);

/** A number that callers get wrong: 0, the largest, around powers of two; below 100 while the fuzzer is sober. */
uint32_t fuzz_wild(fuzz *f);

/** A number that is not finite, or huge, or tiny, or an ordinary one. */
double fuzz_wild_number(fuzz *f);

#endif
