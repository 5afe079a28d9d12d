/* message.h - what a window says: that something was done, failed, or is odd.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESSAGE_H
#define DEMO_MESSAGE_H

#include "common/files/error.h"

typedef enum message_kind {
    MESSAGE_NOTICE, /* for a few seconds */
    MESSAGE_ERROR   /* for longer, and on stderr for good */
} message_kind;

enum { MESSAGE_SIZE = 512 };

/** One message at a time, until its time is over or the next key is pressed, and two lines about what is shown for as long as they
 *  are true. Zero it but for `program` first. */
typedef struct messages {
    const char *program;
    char text[MESSAGE_SIZE]; /* "" for none */
    message_kind kind;
    double since_ms;           /* 0 until it is seen for the first time */
    char oddity[MESSAGE_SIZE]; /* what is odd, "" for nothing */
    char note[MESSAGE_SIZE];   /* what the program does by itself, "" for nothing; write it as you like */
} messages;

/** One line of plain words; keys, but no options. */
void messages_say(messages *m, message_kind kind, const char *format, ...) FORMAT_OF(3, 4);

/** Forgets the message. */
void messages_clear(messages *m);

/** What a title tells: the message, or what the program does by itself; "" for nothing. */
const char *messages_news(const messages *m);

/** Whether the message's time is over now; it is forgotten then. */
bool messages_expire(messages *m, double now_ms);

/** What is odd about what is shown; "" or NULL for nothing. A new line goes to stderr, too, unless `is_told`. Returns whether it is
 *  another line than before. */
bool messages_set_oddity(messages *m, const char *line, bool is_told);

#endif
