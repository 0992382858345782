/** A line of a manifest: a file's path below the bag and its hash in lower-case hex. */
export interface ManifestLine {
  readonly path: string
  readonly digest: string
}

/** RFC 8493 section 2.1.3: CR, LF and percent of a path are written as percent escapes. */
export const encodePath = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Undoes `encodePath`; other percent signs stay as they are, as older bags have them. */
export const decodePath = (path: string): string =>
  path.replaceAll(/%(0D|0A|25)/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A manifest, sorted by path, as `sha256sum --check` reads it too. */
export const manifestText = (lines: readonly ManifestLine[]): string =>
  [...lines]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, digest }) => `${digest}  ${encodePath(path)}\n`)
    .join('')

/** `bagit.txt` (RFC 8493 section 2.1.1). */
export const bagDeclaration = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/** A value as a line of `bag-info.txt` holds it: white space within becomes a single blank. */
export const bagInfoValue = (value: string): string => value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** `bag-info.txt` (RFC 8493 section 2.2.2), a line each. */
export const bagInfoText = (values: readonly (readonly [label: string, value: string])[]): string =>
  values.map(([label, value]) => `${label}: ${bagInfoValue(value)}\n`).join('')
