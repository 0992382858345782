import type { FileKind } from '../../../../../domain/files/kinds.ts'
import { oleKind } from '../../../../../domain/files/office.ts'
import type { ByteSource } from '../../byte-source.ts'

/** So much of the directory is looked at; it says what the file is in its first entries. */
const directoryBytes = 65_536

/**
 * What a compound file of Microsoft is, by the names of its streams (MS-CFB 2.2: the header says where the directory
 * begins, which is often behind all else).
 */
export const oleFormat = async (source: ByteSource, head: Uint8Array): Promise<FileKind> => {
  if (head.length < 76) return oleKind(head)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const sector = 2 ** Math.min(16, view.getUint16(30, true))
  const start = (view.getUint32(48, true) + 1) * sector
  if (start >= source.size) return oleKind(head)
  return oleKind(await source.read(start, Math.min(source.size, start + directoryBytes)))
}
