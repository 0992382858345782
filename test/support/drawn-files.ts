import type { UnpackedBundle } from './unpacked-bundle.ts'

/** Draws whole numbers and members, by a seeded generator. */
export interface Draw {
  below(limit: number): number
  of<T>(all: readonly T[]): T
}

/** A draw by numbers in [0, 1). */
export const drawBy = (random: () => number): Draw => {
  const below = (limit: number): number => Math.floor(random() * limit)
  return { below, of: (all) => all[below(all.length)] as (typeof all)[number] }
}

/** What a file is of; one kind is as likely as another, however many files it has. */
const kindOf = (file: string): string => (/^data\/./.test(file) ? file.split('/').slice(0, 2).join('/') : file)

/** Of drawn bytes one bit more, one byte less, a cut, or something behind them. */
const ofBytes: readonly ((bytes: Buffer, draw: Draw) => Buffer)[] = [
  (bytes, draw) => {
    const at = draw.below(bytes.length)
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << draw.below(8))
    return flipped
  },
  (bytes, draw) => bytes.subarray(0, draw.below(bytes.length)),
  (bytes, draw) => {
    const at = draw.below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  },
  (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
  (bytes) => Buffer.concat([bytes, bytes]),
]

/** Of drawn text one word or number otherwise: what stays a document and says something else. */
const ofText: readonly ((text: string, draw: Draw) => string)[] = [
  (text, draw) => {
    const words = [...text.matchAll(/[A-Za-z]{4,}/g)]
    if (words.length < 2) return `${text}x`
    const { 0: word, index } = draw.of(words)
    return `${text.slice(0, index)}${draw.of(words)[0].toUpperCase()}${text.slice(index + word.length)}`
  },
  (text, draw) => {
    const digits = [...text.matchAll(/\d/g)]
    if (digits.length === 0) return `${text}1`
    const { 0: digit, index } = draw.of(digits)
    return `${text.slice(0, index)}${(Number(digit) + 1 + draw.below(9)) % 10}${text.slice(index + 1)}`
  },
  (text, draw) => {
    const lines = text.split('\n')
    lines.splice(draw.below(lines.length), 1)
    return lines.join('\n')
  },
]

/** Of drawn JSON a member more: one that no rule knows, or one that stands there already and says something else. */
const ofMembers: readonly ((text: string, draw: Draw) => string)[] = [
  (text) => text.replace('{', '{"certified_by": "the court", '),
  (text, draw) => {
    const members = [...text.matchAll(/"\w+": (?:"[^"]*"|\d+|null)(?=,)/g)]
    if (members.length === 0) return text
    const { 0: member, index } = draw.of(members)
    return `${text.slice(0, index)}${member.slice(0, member.indexOf(': '))}: "another", ${text.slice(index)}`
  },
]

/** Names that one system or another takes for the same, or that a reader does not tell apart. */
const twinsOf: readonly ((file: string) => string)[] = [
  (file) => file.normalize('NFD'),
  (file) => file.toUpperCase(),
  (file) => file.replace(/[^/]+$/, (name) => name.toUpperCase()),
  (file) => file.replace('a', '\u0430'),
  (file) => `${file}\u200b`,
  (file) => `${file}.`,
  (file) => `${file} `,
]

const rewritten = (bundle: UnpackedBundle, file: string, draw: Draw, ways: typeof ofText): string | null => {
  const text = bundle.text(file)
  const other = draw.of(ways)(text, draw)
  if (other === text) return null
  bundle.write(file, other)
  const at = [...text].findIndex((letter, place) => other[place] !== letter)
  return `${JSON.stringify(text.slice(at, at + 12))} to ${JSON.stringify(other.slice(at, at + 12))}`
}

/** What is done to a file, and in words that stand after its name; null: it would change nothing. */
const ofFile: readonly ((
  bundle: UnpackedBundle,
  file: string,
  draw: Draw,
  others: readonly string[],
) => string | null)[] = [
  (bundle, file) => {
    bundle.remove(file)
    return 'taken out'
  },
  (bundle, file) => {
    bundle.rename(file, `${file}.txt`)
    return 'renamed'
  },
  (bundle, file, draw, others) => {
    if (others.length === 0) return null
    const [like, bytes] = [draw.of(others), bundle.bytes(file)]
    if (bundle.bytes(like).equals(bytes)) return null
    bundle.write(file, bundle.bytes(like))
    bundle.write(like, bytes)
    return `exchanged with ${like}`
  },
  (bundle, file, draw) => {
    const bytes = bundle.bytes(file)
    const other = draw.of(ofBytes)(bytes.length === 0 ? Buffer.from('x') : bytes, draw)
    if (other.equals(bytes)) return null
    bundle.write(file, other)
    return `of ${bytes.length} bytes, now of ${other.length}`
  },
  (bundle, file, draw) => {
    const said = rewritten(bundle, file, draw, ofText)
    return said === null ? null : `text ${said}`
  },
  (bundle, file, draw) => {
    const said = rewritten(bundle, file, draw, ofText)
    return said === null ? null : `text ${said}`
  },
  (bundle, file, draw) => {
    const said = /\.json(?:ld)?$/.test(file) ? rewritten(bundle, file, draw, ofMembers) : null
    return said === null ? null : `a member put in, ${said}`
  },
  (bundle, file, draw) => {
    const twin = draw.of(twinsOf)(file)
    if (bundle.has(twin)) return null
    bundle.write(twin, Buffer.concat([bundle.bytes(file), Buffer.from('another')]))
    return `with a twin, ${JSON.stringify(twin)}`
  },
]

/** Names of papers of a case where systems drop files, and of links. */
const hidingPlaces = [
  '__MACOSX/report.html',
  'data/__MACOSX/report.pdf',
  '._report.html',
  'data/._case.json',
  '.Trashes/501/report.html',
  '$RECYCLE.BIN/S-1-5/report.pdf',
  '.Spotlight-V100/report.html',
] as const

/** Folders of what a hub signed about the case, and about the workspace. */
const hubFolders = [
  ['data/hub/receipts/', 'data/hub/workspace-receipts/'],
  ['data/hub/checkpoints/', 'data/hub/workspace-checkpoints/'],
] as const

/** What is put beside the files of a bundle, in words; null: it would change nothing. */
const planted: readonly ((bundle: UnpackedBundle, draw: Draw) => string | null)[] = [
  (bundle, draw) => {
    const file = draw.of(hidingPlaces)
    bundle.write(file, '<!doctype html><p>Certified by the court</p>\n')
    return `a page put in, ${file}`
  },
  (bundle, draw) => {
    const file = draw.of(bundle.files().filter((one) => /^(?:VERIFY\.txt|data\/(?:case|report|evidence\/))/.test(one)))
    const isSame = draw.below(2) === 0
    bundle.replaceByLink(file, isSame ? bundle.bytes(file) : Buffer.from('<p>Certified by the court</p>'))
    return `${file} a link to ${isSame ? 'the same' : 'other'} bytes elsewhere`
  },
  (bundle, draw) => {
    const [from, to] = draw.of([...hubFolders, ...hubFolders.map(([one, other]) => [other, one] as const)])
    const files = bundle.files().filter((one) => one.startsWith(from))
    if (files.length === 0) return null
    const file = draw.of(files)
    const name = `${to}${file.slice(from.length)}`
    if (bundle.has(name) && bundle.bytes(name).equals(bundle.bytes(file))) return null
    bundle.write(name, bundle.bytes(file))
    return `${name} taken from ${from}`
  },
]

/** What whoever signs a bundle makes from its other files. */
const signed: ReadonlySet<string> = new Set([
  'manifest-sha256.txt',
  'tagmanifest-sha256.txt',
  'tagmanifest-sha256.txt.sig',
])

/**
 * Alters one drawn file of a bundle; answers what was done.
 *
 * @param isSigned whether the bundle is signed afterwards, so that nothing is left of a change to what is signed
 */
export const alterFile = (bundle: UnpackedBundle, draw: Draw, isSigned: boolean): string => {
  const files = bundle.files().filter((file) => !isSigned || !signed.has(file))
  const byKind = Map.groupBy(files, kindOf)
  for (;;) {
    const put = draw.below(6) === 0 ? draw.of(planted)(bundle, draw) : null
    if (put !== null) return put
    const file = draw.of(draw.of([...byKind.values()]))
    const others = (byKind.get(kindOf(file)) ?? []).filter((one) => one !== file)
    const done = draw.of(ofFile)(bundle, file, draw, others)
    if (done !== null) return `${file} ${done.replaceAll('|', '/')}`
  }
}
