/* warnings.h - what is odd about the files that are shown: lines on stderr, kept for the window.  SPDX-License-Identifier: MIT */
#ifndef DEMO_WARNINGS_H
#define DEMO_WARNINGS_H

/** Prints a line and keeps it. The list is the program's: functions that warn take a line and nothing else. */
void warnings_add(const char *program, const char *line);

int warnings_count(void);
/** The line `i`, the oldest is 0. */
const char *warnings_at(int i);

/** Forgets the `count` oldest ones: what they are about is gone. */
void warnings_forget_first(int count);
/** Forgets all but the `count` oldest ones: what the others are about was not taken. */
void warnings_forget_after(int count);

#endif
