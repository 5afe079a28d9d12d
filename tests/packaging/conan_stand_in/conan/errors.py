# errors.py - as __init__.py tells.  SPDX-License-Identifier: MIT
class ConanInvalidConfiguration(Exception):
    pass
