import { logKinds } from '../../../shared/protocol/sync.ts'
import { pathFold } from '../../../shared/text/path-fold.ts'
import { logFiles } from './hub-log.ts'
import { bundlePaths, caseFolders } from './layout.ts'
import type { VerifyStep } from './verify-keys.ts'

/** Commands for what not every bundle has: the steps of one are those of every other (B-104). */
export const whereThere = (file: string, commands: string, otherwise: string): string =>
  `if test -e ${file}; then
${commands}
else ${otherwise}; fi`

/** Of the time stamp, what its authority said of revoked certificates when it was made (B-99). */
const revocationCommands = ({
  token,
  head,
}: ReturnType<
  typeof logFiles
>): string => `openssl pkcs7 -inform DER -in ${token} -print_certs 2> "$work/said" | sed -n '/BEGIN X509 CRL/,/END X509 CRL/p' > "$work/lists"
if test ! -s "$work/lists"; then echo "revocation list of the time stamp: none is kept with it"
elif test -z "\${authority:-}"; then echo "revocation list of the time stamp: it cannot be checked without the certificate of its authority"
else
  cat "$authority" "$work/lists" > "$work/trusted"
  openssl ts -verify -crl_check -attime "\${at:-0}" -token_in -in ${token} -data ${head} -CAfile "$work/trusted" > "$work/said" 2>&1 && echo "revocation list of the time stamp: OK" || { cat "$work/said"; echo "revocation list of the time stamp: NOT VERIFIED"; }
fi`

/**
 * The steps for what stands in the hub's log. It uses the functions and files of the steps before.
 *
 * @param version of this writer (B-111): revocation lists are checked since version 3
 */
export const logSteps = (version: number): readonly VerifyStep[] => {
  const stands = `for kind in ${logKinds.join(' ')}; do
  folder=${bundlePaths.hubLog}$kind; bad=0
  test -e "$folder" || { echo "log of the hub, $kind: not in this bundle"; continue; }
  for note in head leaf; do
    sed '/^$/,$d' "$folder/$note.txt" > "$work/hub-head"
    sed -n 's/^— [^ ]* //p' "$folder/$note.txt" | head -n 1 | openssl base64 -d -A | tail -c 64 > "$work/hub-sig"
    openssl pkeyutl -verify -pubin -inkey "$hub" -rawin -in "$work/hub-head" -sigfile "$work/hub-sig" > "$work/said" 2>&1 || { bad=1; echo "$folder/$note.txt: NOT VERIFIED"; }
  done
  root=$({ printf '\\000'; cat "$folder/leaf.txt"; } | openssl dgst -sha256 -r | cut -c -64)
  index=$(jq .leaf_index "$folder/proof.json"); last=$(($(sed -n 2p "$folder/head.txt") - 1))
${pathFold(`jq -r '.hashes[]' "$folder/proof.json"`, '  ')}
  test "$last" -eq 0 && test "$(binary "$root" | openssl base64 -A)" = "$(sed -n 3p "$folder/head.txt")" || { bad=1; echo "$folder: NOT IN THE LOG"; }
  test "$bad" -eq 0 && echo "log of the hub, $kind: OK ($(sed -n 2p "$folder/leaf.txt") entries of the case)"
done`
  const files = logFiles('timestamped')
  const witnesses = `sed '/^$/,$d' data/hub/log/cosigned/head.txt > "$work/body"
while read -r witness; do
  name=\${witness%%+*}
  { printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; printf '%s' "$witness" | cut -d + -f 3- | openssl base64 -d -A | tail -c 32; } > "$work/witness"
  { printf '%s\\n\\004' "$name"; tail -c 32 "$work/witness"; } | openssl dgst -sha256 -binary | head -c 4 > "$work/id"
  while read -r dash signer line; do
    test "$dash $signer" = "— $name" || continue
    printf '%s' "$line" | openssl base64 -d -A > "$work/line"
    head -c 4 "$work/line" | cmp -s - "$work/id" || continue
    seconds=$(head -c 12 "$work/line" | tail -c 8 | od -An -v -tu1 | awk '{ for (i = 1; i <= NF; i++) t = t * 256 + $i } END { printf "%.0f", t }')
    { printf 'cosignature/v1\\ntime %s\\n' "$seconds"; cat "$work/body"; } > "$work/message"
    tail -c +13 "$work/line" > "$work/sig"
    openssl pkeyutl -verify -pubin -inkey "$work/witness" -keyform DER -rawin -in "$work/message" -sigfile "$work/sig" > "$work/said" 2>&1 && echo "witness $witness: OK" || echo "witness $witness: NOT VERIFIED"
  done < data/hub/log/cosigned/head.txt
done < data/hub/log/cosigned/witnesses.txt`
  const checked = `openssl ts -verify -attime "\${at:-0}" -token_in -in ${files.token} -data ${files.head} -CAfile "\${authority:-/etc/ssl/certs/ca-certificates.crt}" > "$work/said" 2>&1 && echo "time stamp: OK"`
  const unchecked = `test -z "\${authority:-}" && echo "time stamp: it cannot be checked without the certificate of its authority" || { cat "$work/said"; echo "time stamp: NOT VERIFIED"; }`
  const isLate = `'.size <= $covered and (.at | sub("\\\\.[0-9]+"; "") | fromdateiso8601) > $at + 300'`
  const stamp = `openssl ts -reply -token_in -in ${files.token} -token_out -text 2> "$work/said" | grep '^Time stamp:' | tee "$work/stamped"
stamped=$(sed 's/^Time stamp: //; s/\\.[0-9]* / /' "$work/stamped")
at=$(date -u -d "$stamped" +%s 2> "$work/said" || date -u -j -f '%b %e %T %Y %Z' "$stamped" +%s 2> "$work/said")
${checked} || { ${unchecked}; }
${version < 3 ? '' : `${revocationCommands(files)}\n`}covered=$(sed -n 2p ${files.leaf}); late=0
for receipt in $(find ${bundlePaths.hub} -path '${caseFolders.receipts}*' -type f); do
  jq -j .payload "$receipt" | openssl base64 -d -A > "$work/receipt"
  jq -e --argjson at "\${at:-0}" --argjson covered "$covered" ${isLate} "$work/receipt" > "$work/said" || continue
  late=1; echo "$receipt: RECEIVED AFTER THE TIME STAMP THAT COVERS IT"
done
test "$late" -eq 0 && echo "time stamp is later than what it covers: OK"`
  return [
    [
      'Witnesses cosigned a head of the log of the hub (C2SP tlog-cosignature; compare each key with the one that the witness itself tells)',
      whereThere('data/hub/log/cosigned/witnesses.txt', witnesses, 'echo "witnesses: none are named in this bundle"'),
    ],
    ['The case stands in the public log of the hub (RFC 9162, section 2.1.3.2)', stands],
    [
      'An authority stamped that head of the log (get the certificate of the authority from itself, and name its file: authority=FILE)',
      whereThere(files.token, stamp, 'echo "time stamp: none is in this bundle"'),
    ],
  ]
}
