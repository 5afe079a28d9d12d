/* read_backs.h - counts the calls that bring something back from the GPU, or wait for it. The test must be linked with
 * --wrap=glReadPixels,--wrap=glGetTexImage,--wrap=glFinish: OpenGL 1.1's are functions of the library, all others GLEW's pointers.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_READ_BACKS_H
#define TEST_READ_BACKS_H

/** From here on calls are counted. */
void read_backs_begin(void);
/** Ends it; the number of calls since that bring something back. `other_waits` may be NULL, and gets the number of those that wait for
 *  the GPU in another way. */
unsigned read_backs_end(unsigned *other_waits);

#endif
