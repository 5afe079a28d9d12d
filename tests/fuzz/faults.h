/* faults.h - makes one call after the other fail: allocations of the library, and calls of GL.  SPDX-License-Identifier: MIT
 *
 * The linker passes the library's allocations and its calls of OpenGL 1.1 through here (--wrap), newer functions are replaced
 * where GLEW keeps their addresses. Nothing fails but between faults_arm and faults_disarm. */
#ifndef FUZZ_FAULTS_H
#define FUZZ_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum fault_kind { FAULT_MEMORY, FAULT_GL, FAULT_KINDS } fault_kind;

/** From now on calls are counted, and call number `at`, from 1 on, fails; `lasting`: all that follow, too. 0: none does. */
void faults_begin(fault_kind kind, uint32_t at, bool lasting);

/** How many calls could have failed since then, and whether one did. */
uint32_t faults_asked(void);
bool faults_hit(void);

/** What failed last, "glBufferData" for example. */
const char *faults_name(void);

void faults_arm(void);
void faults_disarm(void);

#endif
