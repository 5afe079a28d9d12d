# build.py - as ../__init__.py tells.  SPDX-License-Identifier: MIT
def can_run(conanfile):
    return True
