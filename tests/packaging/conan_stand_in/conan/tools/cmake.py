# cmake.py - as ../__init__.py tells. CMakeDeps writes a CMake package from a recipe's package_info.  SPDX-License-Identifier: MIT
import os
import re
import subprocess

GENERATOR = COMPILER = LAUNCHER = None  # run_conan.py sets them
DEPENDENCIES = {}  # name: (package folder, cpp_info, shared)
SYSTEM = {"glew::glew": ("GLEW", "GLEW::GLEW"), "opengl::opengl": ("OpenGL", "OpenGL::OpenGL")}  # what other recipes bring is the system's


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode != 0 or re.search("CMake Warning|variables were not used", done.stdout):
        raise AssertionError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")


def cmake_layout(conanfile):
    conanfile.build_folder = os.path.join(conanfile.build_folder, str(conanfile.settings.build_type))
    conanfile.generators_folder = os.path.join(conanfile.build_folder, "generators")
    conanfile.cpp.build.bindir = "."


class CMakeToolchain:
    def __init__(self, conanfile):
        self.conanfile, self.cache_variables, self.variables = conanfile, {}, {}

    def generate(self):
        self.conanfile.cache_variables = self.cache_variables


class CMakeDeps:
    def __init__(self, conanfile):
        self.folder = conanfile.generators_folder

    def generate(self):
        os.makedirs(self.folder, exist_ok=True)
        for folder, info, shared in DEPENDENCIES.values():
            with open(os.path.join(self.folder, info.properties["cmake_file_name"] + "Config.cmake"), "w") as file:
                for component in info.components.values():
                    file.write(target(folder, component, shared))


def target(folder, component, shared):
    name = component.properties["cmake_target_name"]
    (library,) = component.libs
    links = list(component.system_libs)
    text = f"add_library({name} UNKNOWN IMPORTED)\n"
    for required in component.requires:
        package, link = SYSTEM[required]
        text = f"find_package({package} REQUIRED{' COMPONENTS OpenGL' if package == 'OpenGL' else ''})\n" + text
        links.append(link)
    path = os.path.join(folder, "lib", f"lib{library}.{'so' if shared else 'a'}")
    assert os.path.exists(path), f"package_info names {library}, but there is no {path}"
    return text + (f"set_target_properties({name} PROPERTIES IMPORTED_LOCATION \"{path}\"\n"
                   f"  INTERFACE_INCLUDE_DIRECTORIES \"{folder}/include\" INTERFACE_LINK_LIBRARIES \"{';'.join(links)}\"\n"
                   f"  INTERFACE_COMPILE_DEFINITIONS \"{';'.join(component.defines)}\")\n")


class CMake:
    def __init__(self, conanfile):
        self.conanfile = conanfile

    def configure(self):
        conanfile = self.conanfile
        definitions = {"CMAKE_BUILD_TYPE": conanfile.settings.build_type, "CMAKE_C_COMPILER": COMPILER, "CMAKE_C_COMPILER_LAUNCHER": LAUNCHER,
                       "CMAKE_PREFIX_PATH": conanfile.generators_folder}
        if conanfile.package_folder:
            definitions.update(CMAKE_INSTALL_PREFIX=conanfile.package_folder, CMAKE_INSTALL_LIBDIR="lib",
                               BUILD_SHARED_LIBS="ON" if conanfile.options.shared else "OFF")
        for name, value in getattr(conanfile, "cache_variables", {}).items():
            definitions[name] = {True: "ON", False: "OFF"}.get(value, value)
        call("cmake", "-S", conanfile.source_folder, "-B", conanfile.build_folder, "-G", GENERATOR,
             *(f"-D{name}={value}" for name, value in definitions.items()))

    def build(self):
        call("cmake", "--build", self.conanfile.build_folder, "--parallel", "2")

    def install(self):
        call("cmake", "--install", self.conanfile.build_folder)
