/* consumer.c - a stranger's program: links the library, has no GL context, must be told so.  SPDX-License-Identifier: MIT */
#include <histopyramid/histopyramid.h>
#include <stdio.h>

int main(void) {
    hpyr_context *context = (hpyr_context *)&context; /* to see that it is cleared */
    hpyr_result result = hpyr_context_create(NULL, &context);
    printf("version %d, %s\n", hpyr_version(), hpyr_result_string(result));
    hpyr_context_destroy(NULL);
    return result == HPYR_ERROR_NO_CONTEXT && !context && hpyr_version() == HPYR_VERSION_NUMBER ? 0 : 1;
}
