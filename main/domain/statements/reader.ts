import type { FileKind } from '../files/kinds.ts'
import { createBai2Reader } from './bai2.ts'
import { createCamtReader } from './camt.ts'
import { createMt940Reader } from './mt940.ts'
import { createOfxReader } from './ofx.ts'
import { createQifReader } from './qif.ts'
import type { StatementReader } from './statement.ts'

const readers = {
  camt: createCamtReader,
  mt940: createMt940Reader,
  ofx: createOfxReader,
  qif: createQifReader,
  bai2: createBai2Reader,
} as const satisfies Partial<Record<FileKind, () => StatementReader>>

/** Kinds of files that are statements of accounts in a form of their own. */
export type StatementKind = keyof typeof readers

/** Whether a file of that kind is read as statements. */
export const isStatement = (kind: FileKind | 'csv' | 'json'): kind is StatementKind => Object.hasOwn(readers, kind)

/** Makes the reader of one reading of a file. */
export const createStatementReader = (kind: StatementKind): StatementReader => readers[kind]()
