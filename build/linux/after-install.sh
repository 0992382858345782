#!/bin/sh
# Run by dpkg and rpm, as root, once the files lie in place.
set -e

ln -sf /opt/Fieldseal/fieldseal /usr/bin/fieldseal

# Ubuntu, from 24.04 on, forbids user namespaces to programs without a profile; Chromium's sandbox is made of them. An AppArmor that cannot
# read the profile forbids nothing.
profile=/opt/Fieldseal/resources/apparmor-profile
if command -v apparmor_parser >/dev/null 2>&1 && apparmor_parser --skip-kernel-load "$profile" >/dev/null 2>&1; then
  cp "$profile" /etc/apparmor.d/fieldseal
  # Not where a system is only being put together.
  if [ -d /sys/kernel/security/apparmor ] && ! ischroot 2>/dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/fieldseal || true
  fi
fi

# Where a person without rights cannot make a user namespace, the sandbox needs the older way.
if [ -f /etc/apparmor.d/fieldseal ] || setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; then
  chmod 0755 /opt/Fieldseal/chrome-sandbox
else
  chmod 4755 /opt/Fieldseal/chrome-sandbox
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
