"""Builds the Python package: pip install --no-build-isolation .

CMake compiles the module, with CMAKE_ARGS of the environment, as in CMAKE_ARGS=-DTAVOLIERE_NATIVE=ON for this machine alone, and in
build/python-module, where a second build compiles what has changed. TAVOLIERE_BUILD names another folder, which CMake has configured
already, with TAVOLIERE_PYTHON; all that is compiled there is used.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PACKAGE = "apps/python/tavoliere"
BUILD = ROOT / "build"


class Module(build_ext):
    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        folder = Path(os.environ.get("TAVOLIERE_BUILD") or self.configured()).resolve()
        subprocess.check_call(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target", "tavoliere_python"])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "python-package" / target.name, target)

    @staticmethod
    def configured():
        folder = BUILD / "python-module"
        arguments = ["-DTAVOLIERE_PYTHON=ON", "-DTAVOLIERE_PROGRAM=OFF", "-DTAVOLIERE_INSTALL=OFF", "-DTAVOLIERE_NATIVE=OFF",
                     f"-DPython_EXECUTABLE={sys.executable}"]
        try:
            import pybind11

            arguments.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        except ImportError:
            pass  # CMake finds the system's
        if shutil.which("ninja") and not (folder / "CMakeCache.txt").exists():
            arguments += ["-G", "Ninja"]
        subprocess.check_call(["cmake", "-S", ROOT, "-B", folder, *arguments, *shlex.split(os.environ.get("CMAKE_ARGS", ""))])
        return folder


def version():
    """As cmake/changelog.cmake has it: 1.0.0-dev before the release, which Python's own spelling makes 1.0.0.dev0."""
    number, day = re.search(r"^## ([0-9.]+), (.*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE).groups()
    return number + ("-dev" if day == "unreleased" else "")


BUILD.mkdir(exist_ok=True)
setup(
    version=version(),
    packages=["tavoliere"],
    package_dir={"tavoliere": PACKAGE},
    package_data={"tavoliere": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("tavoliere._core", sources=[])],
    cmdclass={"build_ext": Module},
    options={"egg_info": {"egg_base": "build"}},
    zip_safe=False,
)
