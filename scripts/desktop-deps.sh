#!/bin/sh
# Installs (as root on Debian or Ubuntu) or names the system packages that the desktop window and its tests need.
#   scripts/desktop-deps.sh           install what is missing, or say what to install
#   scripts/desktop-deps.sh --check   exit 1 and name what is missing
set -eu
packages='xvfb xauth libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libnotify4 unzip openssl openssh-client jq python3-venv chromium p7zip-full libxml2-utils poppler-utils dbus-daemon gnome-keyring'
# Where there is such a package, tests are faster, or the page of a bundle is checked in a second browser; they do without
# it elsewhere.
helpful='chromium-headless-shell firefox-esr'

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "This is no Debian system. Install the equivalents of: $packages" >&2
  exit 1
fi

# Newer releases carry the 64-bit time transition's names (libgtk-3-0t64 and so on), which provide the old ones.
is_installed() {
  for name in "$1" "$1t64"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] && return 0
  done
  return 1
}

missing=''
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
find_helping() {
  helping=''
  for package in $helpful; do
    if ! is_installed "$package" && apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [0-9]'; then helping="$helping $package"; fi
  done
}
find_helping
[ -z "$missing$helping" ] && exit 0

if [ "${1:-}" = --check ]; then
  [ -z "$missing" ] && exit 0
  echo "missing Debian packages:$missing" >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  [ -z "$missing" ] && exit 0
  echo "Missing Debian packages. Run as root: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q || [ -z "$missing" ]
# A bare machine knows of no package before.
find_helping
# shellcheck disable=SC2086 # the lists are meant to be split
[ -z "$missing" ] || apt-get install -y -q --no-install-recommends $missing
# shellcheck disable=SC2086
[ -z "$helping" ] || apt-get install -y -q --no-install-recommends $helping || echo "Without$helping the tests take longer, or leave a browser out." >&2
