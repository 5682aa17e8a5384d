"""How the compiled modules are built: all of them or none. Everything else stands in pyproject.toml.

Where the C compiler fails, or there is none, the same files run as plain Python; a mixture of both forms is never
installed, for compiled modules share C.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext as one_by_one
from setuptools.errors import BaseError, CCompilerError


class build_ext(one_by_one):  # named as the command is: by this name it finds its options in pyproject.toml
    """Builds every extension; takes all of them back where the compiler fails for one."""

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as fault:  # a mistake in a module is an error of Cython's: the build ends
            self.warn(f"{fault}\nnothing is compiled: solit is installed as plain Python")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()


setup(cmdclass={"build_ext": build_ext})
