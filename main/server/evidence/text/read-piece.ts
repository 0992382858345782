import { fileKind, kindBytes } from '../../../domain/files/kind.ts'
import type { FileKind } from '../../../domain/files/kinds.ts'
import type { Step } from '../../../domain/evidence/passage.ts'
import type { ByteSource } from './byte-source.ts'
import { readPlain } from './formats/plain.ts'
import type { Found } from './messages.ts'

/** What a piece is, and what is found in it. */
export interface ReadPiece {
  readonly format: string
  readonly found: AsyncIterable<Found>
}

const textKinds: ReadonlySet<FileKind> = new Set<FileKind>([
  'json_array',
  'json_lines',
  'json_pretty',
  'camt',
  'ofx',
  'excel_xml',
  'html',
  'xml',
  'mt940',
  'qif',
  'bai2',
  'mail',
  'rtf',
  'text',
  'utf32',
  'empty',
])

// oxlint-disable-next-line typescript/require-await -- it is read as the others are
async function* noText(format: string, way: readonly Step[]): AsyncGenerator<Found> {
  yield { way, lack: { kind: 'no_text', format } }
}

/** Reads a piece, or a part of one, by what its bytes are. */
export const readPiece = async (source: ByteSource, way: readonly Step[]): Promise<ReadPiece> => {
  const kind = fileKind(await source.read(0, Math.min(source.size, kindBytes)))
  if (textKinds.has(kind)) return { format: kind, found: readPlain(source, way) }
  return { format: kind, found: noText(kind, way) }
}
