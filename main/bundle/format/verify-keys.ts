import { bundlePaths, keyEnding } from './layout.ts'

/** A step of a section of `VERIFY.txt`. */
export type VerifyStep = readonly [title: string, commands: string]

const { keys, hubOrder, caseFile, bagInfo } = bundlePaths

/** B-104: the bag says whose key signed it, so that the steps of one bundle are those of every other. */
export const signingCommands = `signing=$(sed -n 's/^Fieldseal-Signing-Key: //p' ${bagInfo} | head -n 1 | tr -cd 'A-Za-z0-9_-')`

const keyIdOf = (file: string): string =>
  `openssl dgst -sha256 -binary "${file}" | openssl base64 -A | tr '+/' '-_' | tr -d '='`

/** As `ssh-keygen -l` prints it: the hash of the name of the algorithm and the key, each after its length. */
const sshFingerprintOf = (file: string): string =>
  `{ printf '\\000\\000\\000\\013ssh-ed25519\\000\\000\\000\\040'; tail -c 32 "${file}"; } | openssl dgst -sha256 -binary | openssl base64 -A | tr -d '='`

const namedAfterItsKey = `openssl pkey -pubin -in "$file" -outform DER > "$work/der" && test "$(${keyIdOf('$work/der')})" = "$(basename "$file" ${keyEnding})"`

/**
 * B-104: whoever put another key into a file under the old name could sign with it whatever the file's name is said to
 * have signed.
 */
export const keyFilesStep: VerifyStep = [
  'Every key file holds the key after which it is named',
  `bad=0; mkdir -p "$work/keys"
for file in ${keys}*${keyEnding}; do
  ${namedAfterItsKey} && cp "$file" "$work/keys" || { bad=1; echo "$file: ANOTHER KEY"; }
done
test "$bad" -eq 0 && echo "keys: OK"`,
]

/**
 * S-30 to S-35, S-21 and S-23 for jq: the keys that the chain of the workspace enrols, in the order of the hub where
 * there is one, and what speaks against an entry by its key or place. Its input is every entry with its id and file.
 */
const program = `def hub: tostring | startswith("hub:");
def workspace: map(select(.file | startswith("data/workspace-entries/")));
def seals($key; $e): $e.dev == $key.device or (($key.device | hub) and ($e.dev | startswith($key.device + "/")));
def over($key; $e): $key.revoked != null and (if $key.revoked.from != null then $e.dseq >= $key.revoked.from else $e.at > $key.revoked.at end);
def key($kid): first((.keys[] | select(.kid == $kid)), null);
def may($by): if any(.keys[]; .device | hub) then $by.device | hub else $by.kid == .keys[0].kid end;
def bring($e): .keys += [{kid: $e.pub.kid, device: $e.pub.device_id, by: $e.kid, revoked: null}];
def revoke($kid; $at; $from): .keys |= map(if .kid == $kid and .revoked == null then .revoked = {at: $at, from: $from} else . end);
. as $all
| (if $order == null then workspace else [workspace, $order] | transpose | map(select(.[0] != null))
  | (map(select(.[1] != null)) | sort_by(.[1])) + map(select(.[1] == null)) | map(.[0]) end)
| reduce .[] as $e ({keys: [], founded: null};
    key($e.kid) as $by
    | if $by == null then
        if .keys == [] and $e.type == "key.enrolled" and $e.pub.kid == $e.kid and $e.pub.device_id == $e.dev and ($e.dev | hub | not)
        then bring($e) | .keys[0].by = "itself: it is the first key" else . end
      elif (seals($by; $e) | not) or over($by; $e) then .
      elif $e.type == "workspace.created" and $by.kid == .keys[0].kid and .founded == null then .founded = $e.pub.workspace_id
      elif $e.type == "key.rotated" and $e.pub.device_id == $by.device and key($e.pub.kid) == null then bring($e) | revoke($e.kid; $e.at; $e.dseq + 1)
      elif $e.type == "key.revoked" and may($by) then revoke($e.pub.kid; $e.at; $e.pub.from_dseq)
      elif $e.type == "key.enrolled" and key($e.pub.kid) == null and all(.keys[]; .device != $e.pub.device_id)
        and (if $e.pub.device_id | hub then $by.kid == .keys[0].kid and $e.pub.device_id == "hub:\\(.founded)" else may($by) end)
      then bring($e) else . end)
| . as $enrolled | ($all | map({key: .id, value: true}) | from_entries) as $ids
| {keys, faults: [
    ($all[] | . as $e | ($enrolled | key($e.kid)) as $key
      | if $key == null then "\\(.file): ITS KEY WAS NEVER ENROLLED"
        elif seals($key; $e) | not then "\\(.file): BY THE KEY OF ANOTHER DEVICE"
        elif over($key; $e) then "\\(.file): ITS KEY WAS REVOKED BEFORE"
        elif .case != (if .file | startswith("data/entries/") then $told[0].case.uid else "workspace" end) then "\\(.file): OF ANOTHER CASE" else empty end),
    ($all | group_by([.case, .dev])[] | sort_by(.seq) | . as $own | range(length) as $i | $own[$i]
      | select(.seq != $i + 1 or .prev != (if $i == 0 then null else $own[$i - 1].id end)) | "\\(.file): NOT THE NEXT STEP OF ITS DEVICE"),
    ($all[] | select(any(.seen[]; $ids[.] | not)) | "\\(.file): IT HAS SEEN A STEP THAT IS NOT HERE"),
    (if any($all[]; .id == $told[0].exported.entry and .type == "case.exported" and .kid == $signing) then empty else "THE KEY OF THE SIGNATURE DID NOT SEAL THE EXPORT" end)]}`

/**
 * B-104: each key down to the first one, and the steps of each device without a gap. It uses what the step of the
 * entries has left in `$work/all`.
 */
export const enrolmentStep: VerifyStep = [
  'Every key was enrolled, by whom is printed down to the first one, and no step of a device is missing; compare the key ids that are printed at the end',
  `${signingCommands}
order=null; test ! -e ${hubOrder} || order=$(jq -c .workspace ${hubOrder})
jq -s --argjson order "$order" --arg signing "$signing" --slurpfile told ${caseFile} '
${program}' "$work/all" > "$work/chain"
jq -r '.keys[] | "\\(.kid) of \\(.device | @json), enrolled by \\(.by)\\(if .revoked == null then "" else ", revoked" end)"' "$work/chain"
jq -r '.faults[]' "$work/chain"
jq -e '.faults == []' "$work/chain" > "$work/said" && echo "enrolment and steps of each device: OK"
fingerprints() { openssl pkey -pubin -in "${keys}$2${keyEnding}" -outform DER > "$work/der"; echo "$1: $(${keyIdOf('$work/der')})  SHA256:$(${sshFingerprintOf('$work/der')})"; }
fingerprints "first key of the workspace" "$(jq -r '.keys[0].kid' "$work/chain")"
for kid in $(jq -r '.keys[] | select(.device | startswith("hub:")) | .kid' "$work/chain"); do fingerprints "key of the hub" "$kid"; done`,
]

/** Whether the key by which a hub's signatures are checked is one that was enrolled for the hub. */
export const hubKeyCommands = `hub_key=$(jq -r .kid ${hubOrder} | tr -cd 'A-Za-z0-9_-')
jq -e --arg kid "$hub_key" 'any(.keys[]; .kid == $kid and (.device | startswith("hub:")))' "$work/chain" > "$work/said" && echo "key of the hub: OK"`
