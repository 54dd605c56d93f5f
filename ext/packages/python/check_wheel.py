#!/usr/bin/python3
"""check_wheel.py WHEEL... - what is in a wheel runs where its name says.

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


def missing_licences(archive, path):
    """The libraries in the program, and the C library if it is one of them, whose licences are not there."""
    there = {name.rpartition("/LICENSE-")[2] for name in archive.namelist() if "/LICENSE-" in name}
    return sorted((LICENCES if needed(path) else LICENCES | {"musl"}) - there)


def examine(path, name, platform):
    """Yields what is wrong with one program."""
    machine = next(machine for machine in MACHINES if platform.endswith(machine))
    header = output("readelf", "-h", path)
    for field, expected in (("Class", "ELF64"), ("Machine", MACHINES[machine])):
        found = re.search(rf"{field}:\s+(.*)", header)[1].strip()
        if found != expected:
            yield f"{field} is {found}, not {expected}"
    libraries = needed(path)
    for library in libraries:
        if not NEEDED.fullmatch(library):
            yield f"it needs {library}"
    symbols = output("nm", "-D", path) if libraries else ""
    least = re.search(r"manylinux_(\d+)_(\d+)", platform)
    for major, minor in set(re.findall(r"@GLIBC_(\d+)\.(\d+)", symbols)):
        if least is None or (int(major), int(minor)) > (int(least[1]), int(least[2])):
            yield f"it needs glibc {major}.{minor}"
    if name.endswith(".so"):
        exported = re.findall(r"^\w+ [A-TV-Z] (\S+)$", symbols, re.MULTILINE)
        if exported != ["sqlite3_neardup_init"]:
            yield f"it exports {' '.join(exported) or 'nothing'}"


def main(wheels):
    wrong = 0
    for wheel in wheels:
        platform = wheel.removesuffix(".whl").rpartition("-")[2]
        with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
            programs = [name for name in archive.namelist() if archive.read(name)[:4] == b"\x7fELF"]
            if sorted(programs) != ["neardup/neardup", "neardup/neardup.so"]:
                print(f"{wheel}: its programs are {programs}")
                wrong += 1
            for name in missing_licences(archive, archive.extract("neardup/neardup", folder)):
                print(f"{wheel}: the licence of {name} is missing")
                wrong += 1
            for name in programs:
                for problem in examine(archive.extract(name, folder), name, platform):
                    print(f"{wheel}: {name}: {problem}")
                    wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
