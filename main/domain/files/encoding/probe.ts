import { isAscii } from 'node:buffer'
import { createEncodingProbe, type EncodingFound } from '../../../../shared/text/encoding.ts'
import type { EncodingName, FileEncoding } from '../../../../shared/text/encoding-names.ts'
import { createTextReader } from '../../imports/encoding.ts'
import { guessEncoding } from './guess.ts'
import { lineReadTwice } from './read-twice.ts'
import { createSevenBitProbe } from './seven-bit.ts'

/** Finds the encoding of a file from its bytes, in constant memory whatever the file's size. */
export interface FileEncodingProbe {
  /** Takes the next bytes. */
  push(chunk: Uint8Array): void
  /** Says what the file is, after its last byte. */
  finish(): FileEncoding
}

/** So many bytes of lines that are not plain ASCII are looked at. */
const evidenceMax = 65_536
const lineMax = 4_096
const shownMax = 120

const lineFeed = 0x0a

/** Collects the lines that hold a byte beyond ASCII, as far as they are needed. */
const createEvidence = () => {
  const kept: Uint8Array[] = []
  let length = 0
  let rest = new Uint8Array(0)
  const keep = (line: Uint8Array): void => {
    if (length >= evidenceMax || !line.some((byte) => byte >= 0x80)) return
    kept.push(line.slice(0, lineMax))
    length += Math.min(line.length, lineMax)
  }
  return {
    push: (chunk: Uint8Array): void => {
      if (length >= evidenceMax) return
      // Most pieces of most files are plain: of them the begun line at the end alone may matter.
      const last = isAscii(chunk) && isAscii(rest) ? chunk.lastIndexOf(lineFeed) : -1
      if (last !== -1) rest = new Uint8Array(0)
      let at = last + 1
      for (
        let end = chunk.indexOf(lineFeed, at);
        end !== -1 && length < evidenceMax;
        end = chunk.indexOf(lineFeed, at)
      ) {
        keep(rest.length === 0 ? chunk.subarray(at, end + 1) : Buffer.concat([rest, chunk.subarray(at, end + 1)]))
        rest = new Uint8Array(0)
        at = end + 1
      }
      const left = chunk.subarray(at, at + lineMax)
      rest = rest.length >= lineMax ? rest : rest.length === 0 ? Uint8Array.from(left) : Buffer.concat([rest, left])
    },
    finish: (): Uint8Array => {
      keep(rest)
      return Buffer.concat(kept)
    },
  }
}

/** The first line that is not plain ASCII, as a person is shown it. */
const shownLine = (text: string): string | null => {
  const line = text.split(/\r?\n|\r/u).find((one) => /[^\u0000-\u007f]/u.test(one))
  return line === undefined ? null : [...line.trim()].slice(0, shownMax).join('')
}

const textOf = (bytes: Uint8Array, encoding: EncodingName): string => {
  const reader = createTextReader(encoding)
  return reader.push(bytes) + reader.end()
}

/** What a mark at the beginning says is not overruled by a name; a mark of the encoding that is named is left out. */
const asNamed = (found: EncodingFound, named: EncodingName, evidence: Uint8Array): FileEncoding => {
  if (found.bomBytes > 0) return { ...found, illFormed: true, sure: true, line: null }
  return { encoding: named, bomBytes: 0, illFormed: true, sure: true, line: shownLine(textOf(evidence, named)) }
}

/**
 * Makes a probe. A byte order mark decides, then what is valid UTF-8, then zero halves that show UTF-16; of anything
 * else the code page is guessed, and it says whether that is sure.
 *
 * @param named the encoding that a person has named, which holds wherever no mark contradicts it
 */
export const createFileEncodingProbe = (named?: EncodingName): FileEncodingProbe => {
  const probe = createEncodingProbe()
  const lines = createEvidence()
  const sevenBit = createSevenBitProbe()
  return {
    push: (chunk) => {
      probe.push(chunk)
      lines.push(chunk)
      sevenBit.push(chunk)
    },
    finish: () => {
      const found = probe.finish()
      const evidence = lines.finish()
      if (named !== undefined) return asNamed(found, named, evidence)
      const doubt = found.encoding === 'utf-8' ? (sevenBit.line() ?? lineReadTwice(textOf(evidence, 'utf-8'))) : null
      if (doubt !== null)
        return { ...found, illFormed: true, sure: false, line: [...doubt.trim()].slice(0, shownMax).join('') }
      if (found.encoding !== 'windows-1252') return { ...found, illFormed: true, sure: true, line: null }
      const { encoding, sure, text } = guessEncoding(evidence)
      return { encoding, bomBytes: 0, illFormed: true, sure, line: shownLine(text) }
    },
  }
}

/** An encoding that was guessed, and a line of the file in it. */
export interface GuessedEncoding {
  readonly encoding: string
  readonly line: string | null
}

/**
 * Why a file is not taken whose encoding is only guessed: what it may be, how a line of it would read, and that it can
 * be named.
 */
export const unsureEncoding = ({ encoding, line }: GuessedEncoding): string =>
  `The encoding of the file is not certain. It may be ${encoding}${line === null ? '' : `, in which a line of it reads: ${line}`}. Nothing was imported. If that is right, name it (encoding ${encoding}); if not, name the right one, or ${encoding === 'utf-8' ? 'have the file exported anew: its letters were changed before it was written, or are in UTF-7 or another form for mail' : 'save the file as UTF-8'}`
