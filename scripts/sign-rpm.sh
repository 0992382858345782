#!/bin/sh
# scripts/sign-rpm.sh FILE...: signs packages of rpm with the secret key in RPM_GPG_KEY (armoured, without a password), and checks the signatures
# with its public half. Needs rpm and gpg. The key lies in a folder of its own for that time alone.
set -eu
: "${RPM_GPG_KEY:?holds no key: nothing was signed}"
home=$(mktemp -d)
trap 'gpgconf --homedir "$home" --kill all; rm -rf "$home"' EXIT
export GNUPGHOME="$home"
printf '%s\n' "$RPM_GPG_KEY" | gpg --batch --quiet --import
id=$(gpg --batch --list-secret-keys --with-colons | awk -F: '$1 == "fpr" { print $10; exit }')
rpm --define "__gpg $(command -v gpg)" --define "_gpg_name $id" --define "_gpg_path $home" --addsign "$@"
gpg --batch --armor --export "$id" > "$home/public.asc"
rpm --define "_dbpath $home/db" --initdb
rpm --define "_dbpath $home/db" --import "$home/public.asc"
# Without a signature --checksig is content with the sums.
for file in "$@"; do
  rpm --define "_dbpath $home/db" --checksig "$file" | tee "$home/said"
  grep -q ': digests signatures OK$' "$home/said"
done
