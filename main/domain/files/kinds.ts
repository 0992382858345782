import type { TextKind } from './text-kind.ts'

/** What a file is. */
export type FileKind = BinaryKind | TextKind | 'empty'

/** Kinds that are no text. */
export type BinaryKind =
  | 'xlsx'
  | 'xlsb'
  | 'xls'
  | 'ods'
  | 'encrypted_office'
  | 'document'
  | 'zip'
  | 'tar'
  | '7z'
  | 'rar'
  | 'gz'
  | 'packed'
  | 'pdf'
  | 'outlook'
  | 'image'
  | 'sound'
  | 'parquet'
  | 'sqlite'
  | 'executable'
  | 'utf32'
  | 'binary'
