/* photo_file.h - assets/photos/coffee.jpg, as cmake/embed_file.cmake embeds it: for those who bring no image.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_PHOTO_FILE_H
#define FEATURES_PHOTO_FILE_H

extern const unsigned char photo_file[];
extern const unsigned photo_file_size;

#endif
