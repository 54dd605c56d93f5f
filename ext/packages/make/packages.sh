#!/bin/sh
# packages.sh PACKAGE... - on Debian and Ubuntu, installs the packages that are missing, as root or with
# sudo, and names them. PACKAGE? is one that the system need not have.

command -v apt-get >/dev/null || exit 0
installed=$(dpkg-query -W -f='${Status} ${Package}\n' $(echo "$@" | tr -d '?') 2>/dev/null |
    sed -n 's/.* ok installed //p' | tr '\n' ' ')
missing=''
for package do
    case " $installed" in *" ${package%\?} "*) ;; *) missing="$missing $package" ;; esac
done
[ -n "$missing" ] || exit 0
sudo=''
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        sudo=sudo
    else
        echo "Some packages are missing. Ask an administrator for:"
        echo "    apt-get install -y$(echo "$missing" | tr -d '?')"
        exit 1
    fi
fi
echo "Installing$missing" | tr -d '?'

# there PACKAGE... : without those that the system need not have, and has not
there() {
    for package do
        case $package in
        *\?) [ -z "$(apt-cache madison "${package%\?}")" ] || echo "${package%\?}" ;;
        *) echo "$package" ;;
        esac
    done
}

log=$(mktemp) && trap 'rm -f "$log"' EXIT
{ $sudo apt-get update &&
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y --no-install-recommends $(there $missing)
} >"$log" 2>&1 || { cat "$log" && exit 1; }
