import { fileKind, kindBytes } from '../../../domain/files/kind.ts'
import type { FileKind } from '../../../domain/files/kinds.ts'
import type { Step } from '../../../domain/evidence/passage.ts'
import type { ByteSource } from './byte-source.ts'
import { readHtml } from './formats/html.ts'
import { readMail } from './formats/mail.ts'
import { isMailbox, readMailbox } from './formats/mbox.ts'
import { readPdf } from './formats/pdf/read-pdf.ts'
import { readPlain } from './formats/plain.ts'
import { depthMax, partsMax } from './limits.ts'
import type { Found } from './messages.ts'
import { lackOf, type Part, type PartReader } from './part.ts'

/** What a piece is, and what is found in it. */
export interface ReadPiece {
  readonly format: string
  readonly found: AsyncIterable<Found>
}

/** What a piece is, as far as readers tell it apart. */
type Format = FileKind | 'mbox'

const readers: Readonly<Partial<Record<Format, PartReader>>> = {
  pdf: readPdf,
  json_array: readPlain,
  json_lines: readPlain,
  json_pretty: readPlain,
  camt: readPlain,
  ofx: readPlain,
  excel_xml: readPlain,
  html: readHtml,
  xml: readPlain,
  mt940: readPlain,
  qif: readPlain,
  bai2: readPlain,
  mail: readMail,
  mbox: readMailbox,
  rtf: readPlain,
  text: readPlain,
  utf32: readPlain,
  empty: readPlain,
}

const formatOf = async (source: ByteSource): Promise<Format> => {
  const head = await source.read(0, Math.min(source.size, kindBytes))
  const kind = fileKind(head)
  return kind === 'mail' && isMailbox(head) ? 'mbox' : kind
}

/** Reads a part; what its reader stumbles over is told, and what it read until then stays. */
async function* readPart(format: Format, part: Part): AsyncGenerator<Found> {
  const reader = readers[format]
  if (reader === undefined) {
    yield { way: part.way, lack: { kind: 'no_text', format } }
    return
  }
  try {
    yield* reader(part)
  } catch (error) {
    yield { way: part.way, lack: lackOf(error) }
  }
}

/** Counts the parts of a piece, each of which is read by what its own bytes are. */
const createParts = () => {
  let parts = 0
  const within = (outer: readonly Step[]): Part['within'] =>
    async function* (step, source, at = outer) {
      const way = [...at, step]
      const deep = way.filter(({ kind }) => kind === 'attachment' || kind === 'member').length
      parts += 1
      if (parts > partsMax) {
        // The first that is left is told; the others would say the same.
        if (parts === partsMax + 1)
          yield { way, lack: { kind: 'too_large', limit: `${partsMax.toLocaleString('en')} files within a piece` } }
        return
      }
      if (deep > depthMax) {
        yield { way, lack: { kind: 'too_large', limit: `${depthMax} files within one another` } }
        return
      }
      yield { ahead: true }
      yield* readPart(await formatOf(source), { source, way, within: within(way) })
    }
  return within
}

/** Reads a piece by what its bytes are. */
export const readPiece = async (source: ByteSource): Promise<ReadPiece> => {
  const format = await formatOf(source)
  return { format, found: readPart(format, { source, way: [], within: createParts()([]) }) }
}
