/* progress.c - a bar on stderr that says how far a long work is.  SPDX-License-Identifier: MIT */
#include "common/files/progress.h"

#include "common/files/clock.h"
#include "common/files/system.h"

#include <stdio.h>
#include <string.h>

#define BETWEEN 100.0 /* ms from one drawing to the next */
enum { BAR = 30, LINE = 128 };

static void print_seconds(char *text, size_t size, double seconds) {
    if (seconds < 100)
        snprintf(text, size, "%.1f s", seconds);
    else
        snprintf(text, size, "%.0f min %02d s", (double)(long)(seconds / 60), (int)((long)seconds % 60));
}

/* Over what stood there, whose end is covered with blanks: any terminal knows those. */
static void print_line(progress *p, const char *line) {
    fprintf(stderr, "\r%-*s", p->columns, line);
    fflush(stderr);
    p->columns = (int)strlen(line);
}

static void draw(progress *p, double time) {
    char bar[BAR + 1], seconds[32], line[LINE];
    int full = p->total > 0 ? (int)((uint64_t)p->done * BAR / p->total) : BAR;
    bool is_last = p->done >= p->total;
    double spent = (time - p->began) / 1000;
    for (int i = 0; i < BAR; i++)
        bar[i] = i < full ? '=' : ' ';
    if (!is_last)
        bar[full] = '>';
    bar[BAR] = '\0';
    print_seconds(seconds, sizeof seconds, is_last ? spent : spent / p->done * (p->total - p->done));
    snprintf(line, sizeof line, is_last ? "[%s] %u/%u %s in %s" : "[%s] %u/%u %s, %s left", bar, (unsigned)p->done,
             (unsigned)p->total, p->what, seconds);
    print_line(p, line);
    p->drawn = time;
}

void progress_begin(progress *p, const char *what, uint32_t total) {
    double time = clock_ms();
    *p = (progress){.what = what, .total = total, .is_shown = system_shows_stderr(), .began = time, .drawn = time};
}

void progress_step(progress *p) {
    double time = clock_ms();
    p->done += p->done < p->total;
    if (p->is_shown && p->done > 0 && (time - p->drawn >= BETWEEN || p->done == p->total))
        draw(p, time);
}

void progress_clear(progress *p) {
    if (p->columns > 0) {
        print_line(p, "");
        fputc('\r', stderr);
    }
}

void progress_end(progress *p) {
    if (p->columns > 0 && p->done == p->total) {
        draw(p, clock_ms()); /* what came after the last step took its time too */
        fputc('\n', stderr);
        p->columns = 0;
    }
    progress_clear(p);
}
