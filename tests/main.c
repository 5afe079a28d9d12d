/* main.c - of test programs that have no main of their own.  SPDX-License-Identifier: MIT */
#include "runner.h"

int main(void) {
    return runner_main();
}
