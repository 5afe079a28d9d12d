# optional.cmake - what a build uses where it finds it, and does without where it does not.  SPDX-License-Identifier: MIT
#
# A distribution's packages need the same things whatever the machine has that makes them. So a build with HPYR_DISTRIBUTION uses
# what HPYR_DISTRIBUTION_USES names, which then has to be there, and nothing else, even if it is there.

# hpyr_optional(NAME LOSS VARIABLE...): sets HPYR_USES_NAME, for all folders. The variables are true if NAME was found; LOSS is what is missing without it.
function(hpyr_optional name loss)
  string(TOUPPER HPYR_USES_${name} result)
  set(found ON)
  foreach(variable IN LISTS ARGN)
    if(NOT ${variable})
      set(found OFF)
    endif()
  endforeach()
  if(HPYR_DISTRIBUTION AND NOT name IN_LIST HPYR_DISTRIBUTION_USES)
    message(STATUS "${name} is not used, because HPYR_DISTRIBUTION_USES does not name it: ${loss}")
    set(found OFF)
  elseif(HPYR_DISTRIBUTION AND NOT found)
    message(FATAL_ERROR "${name} not found, and HPYR_DISTRIBUTION_USES names it. Without it ${loss}")
  elseif(NOT found)
    message(STATUS "${name} not found: ${loss}")
  endif()
  set(${result} ${found} CACHE INTERNAL "")
endfunction()
