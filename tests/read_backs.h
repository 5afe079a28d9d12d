/* read_backs.h - counts the calls that bring something back from the GPU. The test must be linked with
 * --wrap=glReadPixels,--wrap=glGetTexImage: OpenGL 1.1's are functions of the library, all others GLEW's pointers.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_READ_BACKS_H
#define TEST_READ_BACKS_H

/** From here on calls are counted. Those that are GLEW's do nothing else, and need not work meanwhile. */
void read_backs_begin(void);
/** Ends it; the number of calls since. */
unsigned read_backs_end(void);

#endif
