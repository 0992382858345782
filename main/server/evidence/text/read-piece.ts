import { fileKind, kindBytes } from '../../../domain/files/kind.ts'
import type { FileKind } from '../../../domain/files/kinds.ts'
import type { PassageStep } from '../../../domain/evidence/passage.ts'
import type { ByteSource } from './byte-source.ts'
import { readHtml } from './formats/html.ts'
import { readMail } from './formats/mail.ts'
import { isMailbox, readMailbox } from './formats/mbox.ts'
import { readMsg } from './formats/msg.ts'
import { oleFormat } from './formats/office/ole-format.ts'
import { zippedFormat, type ZippedFormat } from './formats/office/office-format.ts'
import { readDocx, readPptx } from './formats/office/ooxml.ts'
import { readOdf } from './formats/office/odf.ts'
import { readOdsText, readXlsxText } from './formats/office/workbook.ts'
import { readPdf } from './formats/pdf/read-pdf.ts'
import { readPlain } from './formats/plain.ts'
import { readRtf } from './formats/rtf/read-rtf.ts'
import { readTar } from './formats/tar.ts'
import { readGzip, readZip } from './formats/zip.ts'
import { nestingMax, partsMax, unpackedMax } from './limits.ts'
import type { ReaderMessage } from './messages.ts'
import { lackOf, PartLack, type TextPart, type PartReader } from './part.ts'

/** What a piece is, and what is found in it. */
export interface ReadPiece {
  readonly format: string
  readonly found: AsyncIterable<ReaderMessage>
}

/** What a piece is, as far as readers tell it apart. */
type Format = Exclude<FileKind, 'document'> | ZippedFormat | 'mbox' | 'old_office'

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
  outlook: readMsg,
  rtf: readRtf,
  text: readPlain,
  utf32: readPlain,
  empty: readPlain,
  zip: readZip,
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsxText,
  ods: readOdsText,
  odf: readOdf,
  gz: readGzip,
  tar: readTar,
}

const zipped: ReadonlySet<FileKind> = new Set<FileKind>(['xlsx', 'xlsb', 'ods', 'document', 'zip'])

const ole: ReadonlySet<FileKind> = new Set<FileKind>(['xls', 'document', 'outlook', 'encrypted_office'])

const isZip = (head: Uint8Array): boolean => head[0] === 0x50 && head[1] === 0x4b
const isOle = (head: Uint8Array): boolean => head[0] === 0xd0 && head[1] === 0xcf

const formatOf = async (source: ByteSource, counted: TextPart['counted']): Promise<Format> => {
  const head = await source.read(0, Math.min(source.size, kindBytes))
  const first = fileKind(head)
  const kind = ole.has(first) && isOle(head) ? await oleFormat(source, head) : first
  if (zipped.has(kind) && isZip(head)) return await zippedFormat(source, counted)
  if (kind === 'document') return 'old_office'
  return kind === 'mail' && isMailbox(head) ? 'mbox' : kind
}

/** Reads a part; what its reader stumbles over is told, and what it read until then stays. */
async function* readPart(format: Format, part: TextPart): AsyncGenerator<ReaderMessage> {
  const reader = readers[format]
  if (format === 'encrypted_office') {
    yield { way: part.way, lack: { kind: 'password' } }
    return
  }
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

/** Counts what archives unpack to. */
const createUnpacked = (max: number) => {
  let unpacked = 0
  const counted: TextPart['counted'] = async function* (bytes) {
    for await (const part of bytes) {
      unpacked += part.length
      if (unpacked > max)
        throw new PartLack({ kind: 'too_large', limit: `${Number((max / 1_073_741_824).toFixed(1))} GiB unpacked` })
      yield part
    }
  }
  return { isSpent: (): boolean => unpacked > max, counted }
}

/** Counts the parts of a piece, each of which is read by what its own bytes are. */
const createParts = (unpackedMost: number, characterMap: TextPart['characterMap']) => {
  const unpacked = createUnpacked(unpackedMost)
  let parts = 0
  const partOf = (source: ByteSource, way: readonly PassageStep[], name: string): TextPart => ({
    name,
    source,
    way,
    characterMap,
    counted: unpacked.counted,
    within: within(way),
  })
  const within = (outer: readonly PassageStep[]): TextPart['within'] =>
    async function* (step, source, at = outer) {
      const way = [...at, step]
      const deep = way.filter(({ kind }) => kind === 'attachment' || kind === 'member').length
      parts += 1
      // Of what is passed over the first is told; the others would say the same.
      if (parts > partsMax || unpacked.isSpent()) {
        if (parts === partsMax + 1)
          yield { way, lack: { kind: 'too_large', limit: `${partsMax.toLocaleString('en')} files within a piece` } }
        return
      }
      if (deep > nestingMax) {
        yield { way, lack: { kind: 'too_large', limit: `${nestingMax} files within one another` } }
        return
      }
      yield { ahead: true }
      const part = partOf(source, way, 'name' in step ? step.name : '')
      try {
        yield* readPart(await formatOf(source, unpacked.counted), part)
      } catch (error) {
        yield { way, lack: lackOf(error) }
      }
    }
  return partOf
}

/**
 * Reads a piece by what its bytes are.
 *
 * @param unpackedMost what the archives in it may unpack to in all, in bytes
 */
export const readTextOfPiece = async (
  { source, name, characterMap }: Pick<TextPart, 'source' | 'name' | 'characterMap'>,
  unpackedMost = unpackedMax(source.size),
): Promise<ReadPiece> => {
  const part = createParts(unpackedMost, characterMap)(source, [], name)
  const format = await formatOf(source, part.counted)
  return { format, found: readPart(format, part) }
}
