#!/usr/bin/python3
"""check_wheel.py WHEEL... | LIBRARY PLATFORM - what is in a wheel runs where its name says, or a library on such a platform.

The extension and the program in it are ELF files of 64 bits for the processor in the name. They need only parts of the C library,
and of glibc no symbol that is newer than the name says. The extension exports its entry point and nothing else. The
wheel has the licence of each library that is linked into its program.
"""

import re
import subprocess
import sys
import tempfile
import zipfile

MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}
LICENCES = {"bzip2", "libxml2", "libzstd", "pcre2", "snowball", "zlib"}
NEEDED = re.compile(r"lib(c|m|pthread|dl)\.so(\.\d+)?|ld-linux-[a-z0-9-]+\.so\.\d")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8",
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout


def needed(path):
    """The libraries that are linked when a program starts; those linked into it are not among them."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", path))


def problems_of_file(path, name, platform):
    """Yields what is wrong with one program."""
    machine = next(machine for machine in MACHINES if platform.endswith(machine))
    header = output("readelf", "-h", path)
    for field, expected in (("Class", "ELF64"), ("Machine", MACHINES[machine])):
        found = re.search(rf"{field}:\s+(.*)", header)[1].strip()
        if found != expected:
            yield f"{field} is {found}, not {expected}"
    libraries = needed(path)
    yield from (f"it needs {library}" for library in libraries if not NEEDED.fullmatch(library))
    symbols = output("nm", "-D", path) if libraries else ""
    least = re.search(r"manylinux_(\d+)_(\d+)", platform)
    for major, minor in set(re.findall(r"@GLIBC_(\d+)\.(\d+)", symbols)):
        if least is None or (int(major), int(minor)) > (int(least[1]), int(least[2])):
            yield f"it needs glibc {major}.{minor}"
    exported = re.findall(r"^\w+ [A-TV-Z] (\S+)$", symbols, re.MULTILINE)
    if name.endswith(".so") and exported != ["sqlite3_neardup_init"]:
        yield f"it exports {' '.join(exported) or 'nothing'}"


def problems_of_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        programs = [name for name in archive.namelist() if archive.read(name)[:4] == b"\x7fELF"]
        if sorted(programs) != ["neardup/neardup", "neardup/neardup.so"]:
            yield f"its programs are {programs}"
        licensed = {name.rpartition("/LICENSE-")[2] for name in archive.namelist() if "/LICENSE-" in name}
        # The C library, too, if it is linked in.
        expected = LICENCES if needed(archive.extract("neardup/neardup", folder)) else LICENCES | {"musl"}
        yield from (f"the licence of {name} is missing" for name in sorted(expected - licensed))
        platform = wheel.removesuffix(".whl").rpartition("-")[2]
        for name in programs:
            yield from (f"{name}: {problem}" for problem in problems_of_file(archive.extract(name, folder), name, platform))


if __name__ == "__main__":
    if sys.argv[1].endswith(".so"):
        found = list(problems_of_file(sys.argv[1], *sys.argv[1:]))
    else:
        found = [f"{wheel}: {problem}" for wheel in sys.argv[1:] for problem in problems_of_wheel(wheel)]
    sys.exit("\n".join(found) or None)
