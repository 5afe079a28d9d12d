/* binding.h - pyramids bound to programs.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_BINDING_H
#define HPI_CORE_BINDING_H

#include "core/pyramid_object.h"

/** Binds a pyramid as hpyr_pyramid_bind does, for a caller that takes `more_units` texture units
 *  behind those of the pyramid. Without `patient` it does not wait for the total: hpyr_total()
 *  returns 0 if the total has not arrived. */
hpyr_result hpi_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                          GLuint more_units, bool patient, hpyr_binding *binding);

/** Removes a pyramid that is about to be destroyed from the list of bound pyramids, even if others
 *  were bound after it. */
void hpi_core_drop_binding(hpyr_pyramid *pyramid);

#endif
