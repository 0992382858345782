/** What kind of installation each file of a release is for, by the names that electron-builder gives. */

const x64 = /(?:x86_64|amd64|x64)/u
const arm64 = /(?:aarch64|arm64)/u

/** Where a name says no processor it is the usual one. */
const processor = (name: string): string => (arm64.test(name) && !x64.test(name) ? 'arm64' : 'x64')

const forms: readonly (readonly [ending: RegExp, system: string, form: string])[] = [
  [/\.AppImage$/u, 'linux', 'appimage'],
  [/\.deb$/u, 'linux', 'deb'],
  [/\.rpm$/u, 'linux', 'rpm'],
  [/ Setup .*\.exe$/u, 'win32', 'nsis'],
  [/-mac\.zip$/u, 'darwin', 'zip'],
  [/\.dmg$/u, 'darwin', 'dmg'],
]

/** For whom a file is, as a feed says it; null where it is for no installation. */
export function targetOf(name: string): string | null {
  const found = forms.find(([ending]) => ending.test(name))
  return found === undefined ? null : `${found[1]}-${processor(name)}-${found[2]}`
}
