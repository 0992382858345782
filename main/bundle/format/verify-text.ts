import { entryPayloadType } from '../../seal/entry.ts'
import { receiptPayloadType } from '../../seal/receipt.ts'
import { paperVersions } from '../../../shared/schema/papers.ts'
import { pathFold } from '../../../shared/text/path-fold.ts'
import type { LogKind } from '../../../shared/protocol/sync.ts'
import { bundlePaths, caseFolders, keyEnding, workspaceFolders } from './layout.ts'
import { bundleNamespace, bundlePrincipal, sshFingerprint } from './sshsig.ts'
import { addedCommands, archiveCommands } from './verify-files.ts'
import { enrolmentStep, hubKeyCommands, keyFilesStep, signingCommands } from './verify-keys.ts'
import type { VerifyStep } from './verify-keys.ts'
import { logSteps, whereThere } from './verify-log.ts'
import { namesStep } from './verify-names.ts'
import { windowsSteps } from './verify-windows.ts'

/** A key that the text names by its fingerprints. */
export interface NamedKey {
  readonly kid: string
  readonly spki: Uint8Array
}

/** What `VERIFY.txt` names of a bundle. */
export interface VerifyTextFacts {
  readonly caseNumber: string
  /** The name of the ZIP file and of the top folder, without ending. */
  readonly topFolder: string
  readonly kid: string
  readonly spki: Uint8Array
  /** The first key of the workspace, and its hub's, to be compared besides; null: there is none. */
  readonly firstKey: NamedKey | null
  readonly hubKey: NamedKey | null
  /** The hub of the workspace, by the key of which its receipts and checkpoints are checked; null: there is none. */
  readonly hub: { readonly kid: string } | null
  /** Which heads of the hub's log the case is proven in. */
  readonly log: readonly LogKind[]
  /** Whether `verify.html` is in the bundle. */
  readonly hasPage: boolean
}

/** Where the command of one system differs from another's. */
interface Shell {
  readonly check: string
}

const indent = (commands: string): string =>
  commands
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n')

const { manifest, tagManifest, signature, allowedSigners } = bundlePaths
const typeLength = entryPayloadType.length

/**
 * Steps that a case has besides whose entries a hub put in order. They use the functions and files of the steps before.
 */
const hubSteps = (): readonly VerifyStep[] => {
  const { hubCheckpoints, receipts } = caseFolders
  return [
    [
      'The hub has signed its checkpoint and its receipts',
      whereThere(
        bundlePaths.hubOrder,
        `${hubKeyCommands}
hub="$work/keys/$hub_key${keyEnding}"; bad=0; : > "$work/heads"
for note in $(find ${bundlePaths.hub} -type f \\( -path '${hubCheckpoints}*' -o -path '${bundlePaths.hubLog}*/leaf.txt' \\)); do
  sed '/^$/,$d' "$note" > "$work/hub-head"
  sed -n 's/^— [^ ]* //p' "$note" | head -n 1 | openssl base64 -d -A | tail -c 64 > "$work/hub-sig"
  openssl pkeyutl -verify -pubin -inkey "$hub" -rawin -in "$work/hub-head" -sigfile "$work/hub-sig" > "$work/said" 2>&1 || { bad=1; echo "$note: NOT VERIFIED"; continue; }
  echo "$(sed -n 2p "$work/hub-head") $(sed -n 3p "$work/hub-head" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n') $note" >> "$work/heads"
done
for receipt in $(find ${bundlePaths.hub} -path '${receipts}*' -type f); do
  jq -j .payload "$receipt" | openssl base64 -d -A > "$work/receipt"
  jq -j '.signatures[0].sig' "$receipt" | openssl base64 -d -A > "$work/hub-sig"
  { printf 'DSSEv1 ${receiptPayloadType.length} ${receiptPayloadType} %d ' "$(($(wc -c < "$work/receipt")))"; cat "$work/receipt"; } > "$work/hub-head"
  openssl pkeyutl -verify -pubin -inkey "$hub" -rawin -in "$work/hub-head" -sigfile "$work/hub-sig" > "$work/said" 2>&1 || { bad=1; echo "$receipt: NOT VERIFIED"; continue; }
  jq -r --arg file "$receipt" '[.size, .root, $file] | map(tostring) | join(" ")' "$work/receipt" >> "$work/heads"
done
test -s "$work/heads" || echo "THE HUB HAS SIGNED NOTHING HERE: whatever order.json says is the exporter's word"
test "$bad" -eq 0 && test -s "$work/heads" && echo "signatures of the hub: OK"`,
        `jq -e 'any(.keys[]; .device | startswith("hub:"))' "$work/chain" > "$work/said" && echo "THE WORKSPACE HAS A HUB, AND NOTHING THAT IT SIGNED IS HERE" || echo "hub: the workspace has none"`,
      ),
    ],
    [
      'The entries, in the order of the hub, are those for which it signed, and those whose tree other entries name (RFC 9162, section 2.1.1)',
      whereThere(
        bundlePaths.hubOrder,
        `jq -r '(.case_signed // .case) | to_entries | map(select(.value != null)) | sort_by(.value)[].key' ${bundlePaths.hubOrder} > "$work/order"
jq -r 'select(.file | startswith("${caseFolders.entries}")) | .file as $file | .case as $case | .anchor // empty | select(.origin | endswith("/case/" + $case)) | "\\(.size) \\(.root) \\($file)"' "$work/all" | cat "$work/heads" - > "$work/stated"
stack=""; count=0; matched=0; bad=0
add() { node=$1; n=$count; while [ $((n % 2)) -eq 1 ]; do set -- $(echo "$stack"); node=$(parent "$1" "$node"); shift; stack="$*"; n=$((n / 2)); done; stack="$node $stack"; count=$((count + 1)); }
root() { set -- $(echo "$stack"); top=$1; shift; for left in "$@"; do top=$(parent "$left" "$top"); done; echo "$top"; }
while read -r n; do
  add "$(cat "$work/$(printf '%06d' "$n").dsse.json.id")"
  grep "^$count " "$work/stated" > "$work/here" || continue
  top=$(root)
  while read -r size stated file; do
    matched=$((matched + 1))
    test "$stated" = "$top" && continue
    bad=1
    case "$file" in ${caseFolders.entries}*) echo "$file: NAMES ANOTHER ORDER OF THE HUB" ;; *) echo "$file: NOT THESE ENTRIES" ;; esac
  done < "$work/here"
done < "$work/order"
signed=$(cut -d ' ' -f 1 "$work/heads" | sort -n | tail -n 1)
test "$bad" -eq 0 && test "$matched" -eq "$(($(wc -l < "$work/stated")))" && test "\${signed:-0}" -gt 0 && echo "order of the hub: OK (it has signed for the first $signed of $(($(ls ${caseFolders.entries} | wc -l))) entries)"
test "$count" -le "\${signed:-0}" || echo "THE HUB HAS NOT SIGNED FOR $((count - \${signed:-0})) of the places in ${bundlePaths.hubOrder}, the last ones: they are the exporter's word"`,
        'echo "order of the hub: there is none"',
      ),
    ],
  ]
}

/** The steps for a POSIX shell; each command prints OK lines only where all is well. */
const shellSteps = ({ check }: Shell, facts: VerifyTextFacts, version: number): readonly VerifyStep[] => {
  const { topFolder } = facts
  return [
    [
      'The archive itself (in the folder in which the ZIP file lies; then go into the unpacked folder). For a bundle of another name, type bundle=FILE first',
      `export LC_ALL=C.UTF-8
bundle=\${bundle:-${topFolder}.zip}
unzip -tq "$bundle"
${archiveCommands(version)}cd "$(basename "$bundle" .zip)"
work=$(mktemp -d)`,
    ],
    [
      'Every file is the one that the manifests list',
      `${check} ${tagManifest} > "$work/tags" && echo "files beside the payload: OK"
${check} ${manifest} > "$work/payload" && echo "payload: OK"`,
    ],
    [
      'No file was added (the two lists are the same, so that diff prints nothing; a file that a system made is named, and no part of the bundle)',
      addedCommands(version),
    ],
    [
      'The manifests are signed; the fingerprint that is printed is the one that you must compare',
      `ssh-keygen -Y verify -f ${allowedSigners} -I ${bundlePrincipal} -n ${bundleNamespace} -s ${signature} < ${tagManifest}`,
    ],
    [
      'The key of the signature is the device key of the entries',
      `${signingCommands}
key="data/keys/$signing${keyEnding}"
openssl pkey -pubin -in "$key" -outform DER > "$work/key"
test "$(openssl dgst -sha256 -binary "$work/key" | openssl base64 -A | tr '+/' '-_' | tr -d '=')" = "$signing" && echo "key id: OK"
test "$({ printf '\\000\\000\\000\\013ssh-ed25519\\000\\000\\000\\040'; tail -c 32 "$work/key"; } | openssl base64 -A)" = "$(awk '{ print $4 }' ${allowedSigners})" && echo "one key: OK"`,
    ],
    keyFilesStep,
    [
      'Every entry is signed by the key that it names',
      `bad=0; : > "$work/all"; tab=$(printf '\\t')
for entry in ${caseFolders.entries}*.json ${workspaceFolders.entries}*.json; do
  jq -r '[.payload, .signatures[0].sig, .signatures[0].keyid] | @tsv' "$entry" > "$work/line"
  IFS=$tab read -r payload sig kid < "$work/line"
  printf '%s' "$payload" | openssl base64 -d -A > "$work/entry"
  printf '%s' "$sig" | openssl base64 -d -A > "$work/sig"
  case "$kid" in *[!A-Za-z0-9_-]*) kid=none ;; esac
  { printf 'DSSEv1 ${typeLength} ${entryPayloadType} %d ' "$(($(wc -c < "$work/entry")))"; cat "$work/entry"; } > "$work/message"
  test "$kid" = "$(jq -r .kid "$work/entry")" && openssl pkeyutl -verify -pubin -inkey "$work/keys/$kid${keyEnding}" -rawin -in "$work/message" -sigfile "$work/sig" > "$work/said" 2>&1 || { bad=1; echo "$entry: NOT VERIFIED"; }
  id=$({ printf '\\000'; cat "$work/message" "$work/sig"; } | openssl dgst -sha256 -r | cut -c -64)
  jq -c --arg id "$id" --arg file "$entry" '. + {id: $id, file: $file}' "$work/entry" >> "$work/all"
  case "$entry" in ${workspaceFolders.entries}*) continue ;; esac
  echo "$id" > "$work/$(basename "$entry").id"
  shown="${caseFolders.disclosures}$(basename "$entry" .dsse.json).txt"
  test ! -e "$shown" || while read -r disclosure; do
    digest=$(printf '%s' "$disclosure" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
    jq -e --arg digest "$digest" '._sd | index($digest) != null' "$work/entry" > "$work/said" || { bad=1; echo "$shown: NOT SEALED IN ITS ENTRY"; }
  done < "$shown"
done
test "$bad" -eq 0 && echo "entries and disclosed values: OK"`,
    ],
    enrolmentStep,
    [
      'The evidence is what the entries seal, and case.json tells each piece once (diff prints nothing: < is told and not sealed so, > is sealed and not told)',
      `jq -r '.evidence[] | select(.file != null) | .sha256 + "  " + .file' ${bundlePaths.caseFile} > "$work/evidence"
bad=0; test ! -s "$work/evidence" || ${check} "$work/evidence" > "$work/said" || bad=1
jq -r '.evidence[] | .entry + "  " + .sha256' ${bundlePaths.caseFile} | LC_ALL=C sort > "$work/told"
jq -r 'select(.type == "evidence.acquired" and (.file | startswith("${caseFolders.entries}"))) | "\\(.id)  \\(.pub.sha256)"' "$work/all" | LC_ALL=C sort | diff "$work/told" - && test "$bad" -eq 0 && echo "evidence: OK"`,
    ],
    [
      'The newest checkpoint is signed by the device, and covers exactly these entries, in this order',
      `checkpoint=${caseFolders.checkpoints}$(ls ${caseFolders.checkpoints} | sort -n | tail -n 1)
sed '/^$/,$d' "$checkpoint" > "$work/head"
sed -n 's/^— [^ ]* //p' "$checkpoint" | head -n 1 | openssl base64 -d -A | tail -c 64 > "$work/head-sig"
openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$work/head" -sigfile "$work/head-sig"
test "$(sed -n 2p "$work/head")" -eq "$(ls ${caseFolders.entries} | wc -l)" && echo "number of entries: OK"`,
    ],
    [
      'Each entry stands in its place under the checkpoint (RFC 9162, section 2.1.3.2; about a second for 20 entries)',
      `binary() { printf '%b' "$(for byte in $(printf '%s' "$1" | sed 's/../0x& /g'); do printf '\\\\0%03o' "$byte"; done)"; }
parent() { { printf '\\001'; binary "$1"; binary "$2"; } | openssl dgst -sha256 -r | cut -c -64; }
top=$(sed -n 3p "$work/head"); last_entry=$(($(sed -n 2p "$work/head") - 1)); place=0; bad=0
for entry in $(ls ${caseFolders.entries}); do
  proof="${caseFolders.proofs ?? ''}\${entry%.dsse.json}.json"
  index=$place; last=$last_entry; root=$(cat "$work/$entry.id")
${pathFold(`jq -r '.hashes[]' "$proof"`, '  ')}
  test "$last" -eq 0 && test "$(binary "$root" | openssl base64 -A)" = "$top" || { bad=1; echo "$entry: NOT UNDER THE CHECKPOINT"; }
  place=$((place + 1))
done
test "$bad" -eq 0 && echo "tree: OK"`,
    ],
    ...hubSteps(),
    ...logSteps(version),
    ...(version < 2 ? [] : [namesStep]),
  ]
}

const numbered = (steps: readonly VerifyStep[]): string =>
  steps.map(([title, commands], index) => `${index + 1}. ${title}\n\n${indent(commands)}\n`).join('\n')

const hubWords = `
Devices that worked apart on this case sent their entries to a hub, which put them in one order: data/hub/order.json gives each entry of
data/entries (which stand in the order in which they came to the exporting device) its place in it. Where two people changed the same thing without
knowing of each other, the first in that order counts, and the report names the other as overtaken. data/hub/receipts and data/hub/checkpoints are
what the hub signed about it: that order is proven as far as these reach, and beyond that it is the exporter's word. An entry that names another order of
the hub was sealed before a hub was restored from a backup (ask the institution for the day), or the order was changed. `

const logWords = `data/hub/log shows that the hub's public log holds its checkpoint of this case: under a head that\nwitnesses have cosigned (cosigned; witnesses.txt has the keys that the exporting device knew), and under one over which an authority gave a time stamp\n(timestamped). Compare the keys of the witnesses, and the certificate of the authority, with what they tell you themselves. `

const namedKey = (what: string, key: NamedKey | null): string =>
  key === null
    ? ''
    : `\n    ${what}\n    key id            ${key.kid}\n    as ssh-keygen     ${sshFingerprint(key.spki)}\n`

/** The keys besides the signing one on which all others rest. */
const otherKeys = ({ firstKey, hubKey }: VerifyTextFacts): string =>
  firstKey === null && hubKey === null
    ? ''
    : `
What other people and devices have done in the case is under their own keys. All of these rest on the first key of the workspace, which enrolled
them or the hub that did: whoever holds the signing key alone could make up the others. So compare these as well:
${namedKey('the first key of the workspace', firstKey)}${namedKey('the key of the hub, which puts the steps of all devices in order', hubKey)}
The steps below compute them from the key files. Whoever forges a bundle can also forge this text: take the steps from another bundle of the
institution, where much depends on it. They are the same in every bundle, but for the name of the file in the first one.
`
/** Names of people are proven since version 2 (B-114). */
const nameWords = `data/workspace-disclosures holds the names of the people of the case, as the entries of the workspace seal them. `

/**
 * `VERIFY.txt`: how to check the bundle with what every system has. A test runs the commands of its Linux section as
 * they stand.
 *
 * @param version of this writer (B-111)
 */
export const verifyText = (
  facts: VerifyTextFacts,
  version: number = paperVersions['VERIFY.txt'],
): string => `HOW TO CHECK THIS BUNDLE (${facts.caseNumber})

You need none of our software for this, and need not trust us.
${facts.hasPage ? '\nThe short way: open verify.html in a browser (no network is needed) and drop the ZIP file on it. Or run: fieldseal verify FILE\n' : '\nThe short way, where Fieldseal is installed: fieldseal verify FILE\n'}
FIRST OF ALL: WHOSE KEY IS IT?

Whoever exchanges every key in a bundle and signs all of it anew has a bundle that agrees with itself. So ask the institution, by
another way than the one by which the bundle came (by telephone, on paper, from an earlier bundle), for the fingerprint of the device
key, and compare it. This bundle says that it is signed by the key

    key id            ${facts.kid}
    as ssh-keygen     ${sshFingerprint(facts.spki)}
${otherKeys(facts)}
THE EVIDENCE CAN BE HARMFUL. Files below data/evidence are what was found, byte for byte. Do not open them outside an environment made for
that; to check their hashes you need not open them.

WHAT IS WHAT

data/evidence holds the evidence. data/entries holds every step of the case, each signed by the device on which it was made; data/disclosures
holds those texts and names that you may see, and their digests are in the entries. data/checkpoints holds signed statements about how many
entries there were, data/proofs shows that each is covered. data/case.json, data/case.jsonld and the report are renderings of the same: where
they differ from an entry, the entry counts. ${version < 2 ? '' : nameWords}${facts.hub === null ? '' : hubWords}${facts.log.length === 0 ? '' : logWords}The rules in full are those of docs/spec/bundle.md and docs/spec/seal.md of Fieldseal.

=== Linux ===

Needed: unzip, openssl 3, ssh-keygen, jq. Copy the lines of each step into a shell.

${numbered(shellSteps({ check: 'sha256sum --check --strict' }, facts, version))}
=== macOS ===

Needed besides what comes with macOS: openssl 3 (the one that comes with macOS lacks Ed25519; brew install openssl@3, and put it before
the other: PATH="$(brew --prefix openssl@3)/bin:$PATH") and, before macOS 15, jq. Files named .DS_Store that step 3 shows were made by the Finder.

${numbered(shellSteps({ check: 'shasum -a 256 --check --strict' }, facts, version))}
=== Windows (PowerShell, in the unpacked folder) ===

Needed: what comes with Windows 10 or later, and openssl 3 from Git for Windows. These steps leave out the checkpoints, the proofs, the disclosed
values and what a hub signed: with Git for Windows and jq installed, the steps for Linux work in its "Git Bash" as they stand, and check those too.

${numbered(windowsSteps(version))}
WHAT THIS PROVES, AND WHAT NOT

It proves that the holder of the key signed these very bytes, and every entry for itself, in this order. It does not prove that a device's clock
was right, that a statement in an entry is true, or that nothing happened after the newest checkpoint. Values that you were not given
are still bound by their digests: whoever shows you one later cannot show you another.
`
