/* consumer_newer.c - a stranger's program that was compiled with headers of another version, whose structs are larger: the library must
 * refuse it, and say both versions.  SPDX-License-Identifier: MIT */
#include <histopyramid/histopyramid.h>
#include <stdio.h>
#include <string.h>

static void tell(hpyr_log_level level, const char *message, void *user) {
    (void)level;
    snprintf(user, 200, "%s", message);
}

int main(void) {
    char line[200] = "";
    const hpyr_context_desc desc = {.log = tell, .user = line};
    hpyr_context *context = (hpyr_context *)&context;
    const hpyr_result result = hpyr_context_create(&desc, &context);
    printf("%s: %s\n", hpyr_result_string(result), line);
    return result == HPYR_ERROR_VERSION && !context && strstr(line, " 0.2.0") && strstr(line, " 0.1.0") ? 0 : 1;
}
