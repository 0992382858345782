import { redactedText } from '../../../shared/schema/case.ts'
import { bundlePaths, workspaceFolders } from './layout.ts'
import { namesProven } from './people-names.ts'
import type { VerifyStep } from './verify-keys.ts'

const { hubOrder, caseFile } = bundlePaths
const { entries, disclosures } = workspaceFolders

/**
 * B-114 for jq: who names each person, in the order of the hub where there is one, and what speaks against a name. Its
 * input is every entry with its id and file; `$shown` is every disclosed value of the workspace's chain with its entry.
 */
const program = `. as $all | $chain[0].keys[0].device as $founder
| ([.[] | select(.type == "key.enrolled" and .pub.joined == true) | {key: .pub.device_id, value: .pub.joined_dseq}] | from_entries) as $joined
| [map(select(.file | startswith("${entries}"))), $order // []] | transpose | map(select(.[0] != null) | .[0] + {place: .[1]})
| (map(select(.place != null)) | sort_by(.place)) + map(select(.place == null))
| map(select(.place != null or .dev == $founder or (.dev | startswith("hub:"))))
| reduce .[] as $e ({};
    (if $e.type == "user.added" then $e.subject elif $e.type == "api_key.created" then "key:" + $e.subject else null end) as $added
    | if $added != null then (if .[$added] == null then .[$added] = {file: $e.file, on: $e.dev} else . end)
      elif $e.type == "user.changed" and ($e._sd | length) > 0 and .[$e.subject] != null and ($e.dseq > ($joined[$e.dev] // 0) or .[$e.subject].on == $e.dev)
      then .[$e.subject].file = $e.file else . end)
| . as $naming | ($all | map({key: .file, value: ._sd}) | from_entries) as $sealed
| def value($who): first(($shown[] | select(.file == $naming[$who].file and .name == (if $who | startswith("key:") then "label" else "name" end))), null);
  ($told[0].people | to_entries[] | .key as $who | value($who) as $v
    | (if $v == null then "${redactedText}" else $v.value end) as $is
    | select($naming[$who] == null or .value != (if $who | startswith("key:") then "API key " + $is else $is end))
    | "\\($who | @json): NOT THE NAME THAT WAS SEALED"),
  ($shown[] | . as $v | select(($sealed[$v.file] // [] | index($v.digest)) == null) | "\\(.shown): NOT SEALED IN ITS ENTRY"),
  ($shown[] | . as $v | select(any($told[0].people | keys[]; value(.) == $v) | not) | "\\(.shown): IT NAMES NOBODY OF THE CASE")`

/** A disclosed value with its file, for jq. */
const disclosed = '{shown: $shown, file: $file, digest: $digest, name: .[1], value: .[2]}'

/** Whether the export says that it proves names, for jq. */
const provesNames = `any(.[]; .id == $told[0].exported.entry and .pub.names == "${namesProven}")`
const noneProven = 'names of people: this export proves none; they are what the exporting device knew'

/** B-104, B-114: names are those of the entries. It uses what the steps before have left in `$work`. */
export const namesStep: VerifyStep = [
  'The names of people are those that the entries of the workspace seal (nothing but the last line is printed)',
  `: > "$work/names"
for shown in $(find data -path '${disclosures}*' -type f); do
  while read -r disclosure; do
    digest=$(printf '%s' "$disclosure" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
    case $((\${#disclosure} % 4)) in 2) pad='==' ;; 3) pad='=' ;; *) pad='' ;; esac
    printf '%s%s' "$disclosure" "$pad" | tr '_-' '/+' | openssl base64 -d -A > "$work/value"
    jq -c --arg shown "$shown" --arg file "${entries}$(basename "$shown" .txt).dsse.json" --arg digest "$digest" '${disclosed}' "$work/value" >> "$work/names"
  done < "$shown"
done
order=null; test ! -e ${hubOrder} || order=$(jq -c .workspace ${hubOrder})
jq -s -r --argjson order "$order" --slurpfile told ${caseFile} --slurpfile chain "$work/chain" --slurpfile shown "$work/names" '
${program}' "$work/all" > "$work/named"; bad=$?
cat "$work/named"; test ! -s "$work/named" || bad=1
jq -e -s --slurpfile told ${caseFile} '${provesNames}' "$work/all" > "$work/said" || { bad=1; echo "${noneProven}"; }
test "$bad" -eq 0 && echo "names of people: OK"`,
]
