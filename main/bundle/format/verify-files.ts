import { bundlePaths, knownFilePattern } from './layout.ts'

const { manifest, tagManifest, signature } = bundlePaths

/**
 * Before version 3: whatever has the name of what a system makes, or lies in a folder of one, is taken for that.
 */
const addedByName = `{ cut -c 67- ${manifest} ${tagManifest}; printf '%s\\n' ${tagManifest} ${signature}; } | LC_ALL=C sort > "$work/listed"
find . ! -type d | cut -c 3- | LC_ALL=C sort > "$work/found"
systems='(^|/)(\\.DS_Store|\\._[^/]+|Thumbs\\.db|[Dd]esktop\\.ini)$|(^|/)__MACOSX/'
grep -E "$systems" "$work/found" | sed 's/^/made by a system: /'
grep -Ev "$systems" "$work/found" > "$work/present"
diff "$work/listed" "$work/present" && echo "no file added: OK"`

/**
 * B-74, B-109: `._name` is of a system where it is AppleDouble, and nothing else in a folder of one; no bundle has a
 * link, or a file that no rule names, whoever has listed it.
 */
const added = `{ cut -c 67- ${manifest} ${tagManifest}; printf '%s\\n' ${tagManifest} ${signature}; } | LC_ALL=C sort > "$work/listed"
find . ! -type d | cut -c 3- > "$work/found"
systems='(^|/)(\\.DS_Store|\\._[^/]+|Thumbs\\.db|[Dd]esktop\\.ini)$'
grep -Ev "$systems" "$work/found" > "$work/others"
grep -E "$systems" "$work/found" | while IFS= read -r file; do
  case "\${file##*/}" in ._*) test "$(head -c 4 "$file" | od -An -v -tx1 | tr -d ' \\n')" = 00051607 || { echo "$file" >> "$work/others"; continue; } ;; esac
  echo "made by a system: $file"
done
LC_ALL=C sort "$work/others" > "$work/present"
grep -Ev '${knownFilePattern}' "$work/present" | sed 's/$/: NO PART OF A BUNDLE/' | tee "$work/strange"
find . -type l | sed 's/^..//; s/$/: A LINK, AND NO BUNDLE HAS ONE/' | tee "$work/links"
diff "$work/listed" "$work/present" && test ! -s "$work/links" && test ! -s "$work/strange" && echo "no file added: OK"`

/** B-70: two programs that unpack an archive in which a name stands twice may bring two different files. */
const membersOnce = `unzip -Z1 "$bundle" | LC_ALL=C sort -f | uniq -di | sed 's/$/: IT IS IN THE ARCHIVE TWICE/'
unzip -Z "$bundle" | sed -n 's/^l.*/&: A LINK, AND NO BUNDLE HAS ONE/p'
`

/** The commands over an archive before it is unpacked; from version 3 of the writer of `VERIFY.txt` on. */
export const archiveCommands = (version: number): string => (version < 3 ? '' : membersOnce)

/** The commands that hold the files that are there against the lists, by the version of the writer of `VERIFY.txt`. */
export const addedCommands = (version: number): string => (version < 3 ? addedByName : added)
