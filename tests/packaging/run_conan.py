# run_conan.py - runs the recipe for Conan with stand-ins of Conan's modules, as `conan create` would.  SPDX-License-Identifier: MIT
# usage: run_conan.py SOURCE WORK VERSION DESCRIPTION GENERATOR C_COMPILER [LAUNCHER]
import importlib.util
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "conan_stand_in"))
from conan import ConanFile, Settings
from conan.errors import ConanInvalidConfiguration
from conan.tools import cmake as cmake_tools

source, work, version, description = sys.argv[1:5]
cmake_tools.GENERATOR, cmake_tools.COMPILER = sys.argv[5:7]
cmake_tools.LAUNCHER = sys.argv[7] if len(sys.argv) > 7 else ""


def recipe_in(path):
    spec = importlib.util.spec_from_file_location("recipe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (recipe,) = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, ConanFile) and value is not ConanFile]
    return recipe


def settings(os_name):
    return Settings(os=os_name, arch="x86_64", compiler=Settings(), build_type="Debug")  # compiled in half the time


def create(shared):
    """What `conan create` does with the recipe; its package comes to lie in WORK."""
    folder = os.path.join(work, "shared" if shared else "static")
    shutil.rmtree(folder, ignore_errors=True)
    recipe = recipe_in(os.path.join(source, "packaging", "conan", "conanfile.py"))()
    for name, value in (("name", "histopyramid"), ("version", version), ("description", description), ("license", "MIT")):
        assert getattr(recipe, name) == value, f"{name} is {getattr(recipe, name)}, not {value}"
    assert recipe.package_type == "library" and set(recipe.options) == set(recipe.default_options) == {"shared", "fPIC"}
    recipe.recipe_folder = os.path.join(source, "packaging", "conan")
    recipe.options = Settings(shared=shared, fPIC=True)
    recipe.settings = settings("Windows")
    try:
        recipe.validate()
        raise AssertionError("Windows is no system that was tried")
    except ConanInvalidConfiguration:
        pass
    recipe.settings = settings("Linux")
    recipe.validate()
    recipe.export_sources_folder = recipe.source_folder = os.path.join(folder, "source")
    recipe.build_folder, recipe.package_folder = os.path.join(folder, "build"), os.path.join(folder, "package")
    recipe.export_sources()
    recipe.source()
    recipe.layout()
    recipe.requirements()
    assert sorted(re.sub("/.*", "", name) for name in recipe.required) == ["glew", "opengl"], recipe.required
    recipe.generate()
    recipe.build()
    recipe.package()
    recipe.package_info()
    package = recipe.package_folder
    for path in ("licenses/LICENSE", "include/histopyramid/histopyramid.h"):
        assert os.path.exists(os.path.join(package, path)), f"the package has no {path}"
    for path in ("share", "lib/cmake", "lib/pkgconfig"):
        assert not os.path.exists(os.path.join(package, path)), f"the package must not have {path}"
    return folder, recipe


def use(folder, recipe, shared):
    """What it does with test_package."""
    cmake_tools.DEPENDENCIES[recipe.name] = (recipe.package_folder, recipe.cpp_info, shared)
    path = os.path.join(source, "packaging", "conan", "test_package")
    test = recipe_in(os.path.join(path, "conanfile.py"))()
    assert set(test.generators) == {"CMakeDeps", "CMakeToolchain"}
    test.settings, test.source_folder, test.build_folder = settings("Linux"), path, os.path.join(folder, "test")
    test.tested_reference_str = f"{recipe.name}/{recipe.version}"
    test.requirements()
    test.layout()
    for generator in test.generators:
        getattr(cmake_tools, generator)(test).generate()
    test.build()
    test.test()


for kind in (True, False):
    use(*create(kind), kind)
