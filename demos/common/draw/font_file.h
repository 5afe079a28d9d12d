/* font_file.h - assets/fonts/Roboto-Regular.ttf, as cmake/embed_file.cmake embeds it.  SPDX-License-Identifier: MIT */
#ifndef DEMO_FONT_FILE_H
#define DEMO_FONT_FILE_H

extern const unsigned char font_file[];
extern const unsigned font_file_size;

#endif
