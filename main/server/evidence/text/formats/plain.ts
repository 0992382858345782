import { createFileEncodingProbe } from '../../../../domain/files/encoding/probe.ts'
import { encodingNames, type EncodingName } from '../../../../../shared/text/encoding-names.ts'
import { createTextReader, type TextReader } from '../../../../domain/imports/encoding.ts'
import type { TextPassage, PassageStep } from '../../../../domain/evidence/passage.ts'
import { partsOfSource, type ByteSource } from '../byte-source.ts'
import type { ReaderMessage } from '../messages.ts'
import type { TextPart } from '../part.ts'
import { isUtf32, utf32Reader } from './utf32.ts'

/** Lines stand together in passages of about so many code units. */
const togetherMax = 1_000

/** A line that goes on for longer is given in parts. */
const lineMax = 65_536

/** Text that stands at the same place, as its bytes come. */
async function* textOf(source: ByteSource, reader: TextReader, from: number): AsyncGenerator<string> {
  for await (const part of partsOfSource(source, from)) yield reader.push(part)
  yield reader.end()
}

/** The encoding that a label of the WHATWG encoding standard means, where it is one that is read. */
const encodingOf = (label: string): EncodingName | undefined => {
  try {
    const { encoding } = new TextDecoder(label)
    return encodingNames.find((name) => name === (encoding === 'gbk' ? 'gb18030' : encoding))
  } catch {
    return undefined
  }
}

/**
 * The text of a source in whatever encoding it is: a byte order mark decides, then what is valid UTF-8, then zero halves
 * of UTF-16 and UTF-32; else the encoding that the text declares of itself, or the code page is guessed.
 */
export async function* decodedText(source: ByteSource, declared?: string): AsyncGenerator<string> {
  const wide = isUtf32(await source.read(0, Math.min(source.size, 4_096)))
  if (wide !== null) {
    yield* textOf(source, utf32Reader(wide), 0)
    return
  }
  const probe = createFileEncodingProbe()
  for await (const part of partsOfSource(source)) probe.push(part)
  const { encoding: found, bomBytes } = probe.finish()
  const named = found.startsWith('utf-') || declared === undefined ? undefined : encodingOf(declared)
  const encoding = named ?? found
  yield* textOf(source, createTextReader(encoding), bomBytes)
}

/** Each line, without its end, and its number; of a long line parts under the same number. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ number: number; text: string }> {
  let number = 1
  let rest = ''
  let isAfterReturn = false
  for await (const piece of texts) {
    if (piece === '') continue
    // A line break that comes in two pieces is one.
    const text = isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    isAfterReturn = piece.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\n|\r/u)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield { number, text: line }
      number += 1
    }
    if (rest.length <= lineMax) continue
    const end = Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\t')) + 1 || rest.length
    yield { number, text: rest.slice(0, end) }
    rest = rest.slice(end)
  }
  yield { number, text: rest }
}

/** Lines that stand together, with the number of the first. */
export async function* linePassages(
  texts: AsyncIterable<string>,
  way: readonly PassageStep[],
): AsyncGenerator<TextPassage> {
  let first = 0
  let together = ''
  for await (const { number, text } of linesOf(texts)) {
    if (together !== '' && together.length + text.length >= togetherMax) {
      yield { way: [...way, { kind: 'line', number: first }], text: together }
      together = ''
    }
    if (together === '') {
      if (text.trim() === '') continue
      first = number
      together = text
    } else together += `\n${text}`
  }
  if (together !== '') yield { way: [...way, { kind: 'line', number: first }], text: together }
}

/** Reads a text of any kind by its lines. */
export const readPlain = ({ source, way }: TextPart): AsyncGenerator<ReaderMessage> =>
  linePassages(decodedText(source), way)
