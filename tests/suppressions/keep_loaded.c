/* keep_loaded.c - preloaded into tests that look for leaks: the GL driver stays loaded to the end, for a leak whose frames have been
 * unloaded has no name that a suppression could tell from ours.  SPDX-License-Identifier: MIT */
int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
