/* binding.h - pyramids bound to programs.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_BINDING_H
#define HPYR_CORE_BINDING_H

#include "core/pyramid_object.h"

/** hpyr_pyramid_bind for a caller that takes `more_units` behind the pyramid's. One that is not patient does not wait for the
 *  total: hpyr_total() is then 0 where it has not arrived. */
hpyr_result hpi_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                          GLuint more_units, bool patient, hpyr_binding *binding);

/** Takes a pyramid that is about to go out of the bound ones, whatever was bound after it. */
void hpi_core_drop_binding(hpyr_pyramid *pyramid);

#endif
