#!/bin/sh
# Run by dpkg and rpm, as root, once the files are gone: also in the middle of an update, where all of this must stay. dpkg says which it is,
# rpm says how many copies are left.
set -e
case "$1" in remove | purge | 0) ;; *) exit 0 ;; esac

if [ "$(readlink /usr/bin/fieldseal 2>/dev/null)" = /opt/Fieldseal/fieldseal ]; then rm -f /usr/bin/fieldseal; fi

if [ -f /etc/apparmor.d/fieldseal ]; then
  if [ -d /sys/kernel/security/apparmor ] && ! ischroot 2>/dev/null; then apparmor_parser --remove /etc/apparmor.d/fieldseal || true; fi
  rm -f /etc/apparmor.d/fieldseal
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi

[ "$1" = purge ] && exit 0
echo 'Fieldseal is removed. Cases, evidence and keys stay where they are: ~/.config/Fieldseal/workspace of each person who used it.'
echo 'Whoever deletes that folder deletes what was never sent to a hub, with its seals.'
