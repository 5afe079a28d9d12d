/* binding.h - objects that are bound to programs of the caller's.  SPDX-License-Identifier: MIT
 *
 * The objects that are bound form a stack, since each of them restores what it replaced. */
#ifndef HPI_CORE_BINDING_H
#define HPI_CORE_BINDING_H

#include "core/pyramid_object.h"

/** Binds a pyramid as hpyr_pyramid_bind does, for a caller that takes `more_units` texture units
 *  behind those of the pyramid. Without `patient` it does not wait for the total, which
 *  the program must not ask for then. */
hpyr_result hpi_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                          GLuint more_units, bool patient, hpyr_binding *binding);

/** Removes a pyramid that is about to be destroyed from the objects that are bound, even if others
 *  were bound after it. */
void hpi_core_drop_binding(hpyr_pyramid *pyramid);

/** INVALID_ARGUMENT if the object is bound: it must not be bound twice, nor change while it is. `what`
 *  begins the message. */
hpyr_result hpi_core_check_unbound(const hpyr_context *context, const hpi_bound *bound, const char *what);

/** Binds an object: puts `program` to use, and remembers what `units` texture units from `first_unit`
 *  on hold. The caller binds its textures there, and then makes the texture unit active that this
 *  function returns. `binding` may be NULL. */
GLenum hpi_core_bound_push(hpyr_context *context, hpi_bound *bound, GLuint program, GLuint first_unit, GLuint units,
                           hpyr_binding *binding);

/** The unbind function of an object. `what` begins the messages. */
hpyr_result hpi_core_unbind(hpyr_context *context, hpi_bound *bound, const char *what);

/** Unbinds an object that is about to be destroyed, if it is bound. If others were bound after it, the
 *  units stay as they are. */
void hpi_core_bound_drop(hpyr_context *context, hpi_bound *bound);

#endif
