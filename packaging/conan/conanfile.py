# conanfile.py - Conan 2's recipe of libhistopyramid; ../README.md tells how to use it.  SPDX-License-Identifier: MIT
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.4"


class HistopyramidConan(ConanFile):
    name = "histopyramid"
    version = "0.1.0"
    description = "Sparse grids to dense lists on the GPU, with vertex and fragment shaders only"
    license = "MIT"
    topics = ("opengl", "gpu", "stream-compaction", "marching-cubes", "voxelization", "histogram-pyramid")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    languages = "C"
    implements = ["auto_shared_fpic"]

    # Without a published archive the sources are those that this recipe lies in.
    def export_sources(self):
        if not (self.conan_data or {}).get("sources"):
            root = os.path.join(self.recipe_folder, os.pardir, os.pardir)
            for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "assets/README.md", "cmake/*",
                            "docs/*", "include/*", "packaging/README.md", "packaging/cpack.cmake", "packaging/deb/*", "shaders/*", "src/*"):
                copy(self, pattern, src=root, dst=self.export_sources_folder)

    def source(self):
        published = (self.conan_data or {}).get("sources")
        if published:
            get(self, **published[self.version], strip_root=True)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("glew/2.2.0")
        self.requires("opengl/system")

    def validate(self):
        if self.settings.os != "Linux" and not (self.settings.os == "Windows" and self.settings.compiler == "gcc"):
            raise ConanInvalidConfiguration(f"{self.name} has been built for Linux, and by mingw-w64 for Windows, only so far")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["HPYR_BUILD_DEMOS"] = False
        toolchain.cache_variables["HPYR_BUILD_TESTS"] = False
        toolchain.cache_variables["HPYR_INSTALL"] = True
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    # CMakeDeps makes a CMake package and pkg-config files for the user, so ours stay out.
    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        cmake = CMake(self)
        cmake.install()
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "histopyramid")
        parts = (("histopyramid", "histopyramid", ["glew::glew", "opengl::opengl"]), ("reference", "histopyramid_reference", []))
        for name, library, requires in parts:
            component = self.cpp_info.components[name]
            component.set_property("cmake_target_name", f"histopyramid::{name}")
            component.set_property("pkg_config_name", "histopyramid" if name == "histopyramid" else "histopyramid-reference")
            component.libs = [library]
            component.requires = requires
            component.system_libs = [] if self.settings.os == "Windows" else ["m"]
            if not self.options.shared:
                component.defines = ["HPYR_STATIC"]
