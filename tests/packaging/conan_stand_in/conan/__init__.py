# __init__.py - a stand-in of the module conan, with what libhistopyramid's recipes use of it.  SPDX-License-Identifier: MIT
import subprocess


class Settings:
    def __init__(self, **values):
        self.__dict__.update(values)


class Properties:
    """cpp_info, and each of its components."""

    def __init__(self):
        self.properties = {}
        self.libs, self.requires, self.system_libs, self.defines = [], [], [], []

    def set_property(self, name, value):
        known = {"cmake_file_name", "cmake_target_name", "pkg_config_name"}
        assert name in known, f"set_property: {name} is none of {known}"
        self.properties[name] = value


class CppInfo(Properties):
    def __init__(self):
        super().__init__()
        self.components = Components()


class Components(dict):
    def __missing__(self, name):
        self[name] = Properties()
        return self[name]


class Folders:
    bindir = None


class ConanFile:
    settings, options, default_options, generators = (), {}, {}, ()
    recipe_folder = export_sources_folder = source_folder = build_folder = package_folder = generators_folder = None
    conan_data = None
    tested_reference_str = None

    def __init__(self):
        self.required = []
        self.cpp_info = CppInfo()
        self.cpp = type("Cpp", (), {"build": Folders()})()

    def requires(self, reference):
        assert "/" in reference, reference
        self.required.append(reference)

    def run(self, command, env=None):
        subprocess.run(command, shell=True, check=True, cwd=self.build_folder)
