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

/** Alters one drawn file of a bundle; answers what was done. */
export const alterFile = (bundle: UnpackedBundle, draw: Draw): string => {
  const byKind = Map.groupBy(bundle.files(), kindOf)
  const file = draw.of(draw.of([...byKind.values()]))
  const bytes = bundle.bytes(file)
  const others = (byKind.get(kindOf(file)) ?? []).filter((one) => one !== file)
  switch (draw.below(6)) {
    case 0:
      bundle.remove(file)
      return `${file} taken out`
    case 1:
      bundle.rename(file, `${file}.txt`)
      return `${file} renamed`
    case 2: {
      if (others.length === 0) break
      const like = draw.of(others)
      bundle.write(file, bundle.bytes(like))
      bundle.write(like, bytes)
      return `${file} exchanged with ${like}`
    }
    case 3:
      bundle.write(file, draw.of(ofBytes)(bytes.length === 0 ? Buffer.from('x') : bytes, draw))
      return `bytes of ${file}`
    default:
  }
  bundle.write(file, draw.of(ofText)(bytes.toString('utf8'), draw))
  return `text of ${file}`
}

/** Alters the bytes of an archive as a drawn hand may; answers them and what was done. */
export const alterArchive = (bytes: Buffer, draw: Draw): { readonly bytes: Buffer; readonly what: string } => {
  const at = draw.below(bytes.length)
  const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const inRecords = directory + draw.below(bytes.length - directory)
  const spliced = (place: number, more: Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)])
  const flipped = (place: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[place] = (copy[place] ?? 0) ^ (1 << draw.below(8))
    return copy
  }
  switch (draw.below(6)) {
    case 0:
      return { bytes: flipped(at), what: 'a bit of the archive' }
    case 1:
      return { bytes: flipped(inRecords), what: 'a bit of its directory' }
    case 2:
      return { bytes: spliced(at, Buffer.from('junk')), what: 'bytes put into it' }
    case 3:
      return { bytes: spliced(bytes.length, bytes), what: 'a second archive behind it' }
    case 4:
      return { bytes: spliced(directory, Buffer.alloc(1 + draw.below(500))), what: 'a gap before its directory' }
    default:
      return { bytes: bytes.subarray(0, at), what: 'a cut of it' }
  }
}
