/* encoder.c - an `ffmpeg` whose video is what it was given, byte by byte, for systems without shell scripts.  SPDX-License-Identifier: MIT
 *
 * usage: ffmpeg ... file:VIDEO   It reads standard input. Where HPYR_ENCODER is in its environment it says that and ends with status 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#    include <fcntl.h>
#    include <io.h>
#endif

int main(int argc, char **argv) {
    static const char PROTOCOL[] = "file:";
    static char bytes[1 << 16];
    const char *path = argv[argc - 1];
    size_t size;
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
#endif
    if (strncmp(path, PROTOCOL, sizeof PROTOCOL - 1) == 0)
        path += sizeof PROTOCOL - 1;
    const char *refusal = getenv("HPYR_ENCODER");
    FILE *video = refusal ? NULL : fopen(path, "wb");
    if (!video) {
        fprintf(stderr, "%s\n", refusal ? refusal : "the file cannot be opened");
        return 1;
    }
    while ((size = fread(bytes, 1, sizeof bytes, stdin)) > 0 && fwrite(bytes, 1, size, video) == size) {}
    return fclose(video) == 0 && size == 0 ? 0 : 1;
}
