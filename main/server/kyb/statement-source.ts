import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { FileEncoding } from '../../../shared/text/encoding-names.ts'
import { unsureEncoding } from '../../domain/files/encoding/probe.ts'
import { delimiterOf } from '../../domain/imports/layout.ts'
import { readOpenOwnership } from '../../domain/kyb/statements/open-ownership.ts'
import { createShareObserver, type ShareForm } from '../../domain/kyb/statements/share-form.ts'
import { readLayout, readTableRow, type TableLayout } from '../../domain/kyb/statements/table.ts'
import type { Statement, StatementProblem } from '../../domain/kyb/statements/records.ts'
import { parseStrictJson } from '../http/strict-json.ts'
import { recordsIn, type FileAsked } from '../imports/staged-file.ts'
import type { EncryptedFile } from '../imports/encrypted-file.ts'
import { bytesOf, headOf, isCompressed, probeContent, readFault, textOfContent } from '../imports/file-content.ts'
import type { FileContent } from '../imports/file-content.ts'
import { csvRowsIn, jsonLinesIn, type SourceRow } from '../imports/source-rows.ts'
import { csvOrJson } from '../../domain/files/refusal.ts'
import { readableKind } from '../imports/kind-of-file.ts'
import { arrayElements } from './json-elements.ts'

/** One statement or row, read. */
export interface SourceStatement {
  /** Of the row its line, of a statement its place in the array, from 1. */
  readonly line: number
  /** null: it says nothing about ownership here. */
  readonly read: Result<Statement | null, StatementProblem>
}

/** A file of ownership data and how it is read. */
export interface StatementSource {
  readonly format: 'bods' | 'csv'
  readonly compressed: boolean
  /** The statements in batches; faults of the file as a whole are thrown. */
  statements(): AsyncGenerator<readonly SourceStatement[]>
}

const invalid = (message: string): Result<never, Refusal> => fail(refusal('file_refused', message))

/**
 * Where a file of JSON lines ends in the middle of one, it was cut: the last statement would not come, and who knows
 * how many more.
 */
export class CutFault extends Error {
  override readonly name = 'CutFault'
}

const unreadable = (line: number, reason: string): SourceStatement => ({ line, read: fail({ field: null, reason }) })

async function* fromArray(texts: AsyncIterable<string>): AsyncGenerator<readonly SourceStatement[]> {
  for await (const batch of arrayElements(texts)) {
    yield batch.map((element): SourceStatement => {
      if ('fault' in element) return unreadable(element.at, element.fault)
      const parsed = parseStrictJson(Buffer.from(element.text, 'utf8'))
      if (!parsed.ok)
        return unreadable(
          element.at,
          `is no JSON that can be taken: ${parsed.error.message.replace(/^The body/u, 'it').replace(/^body\b/u, 'it')}`,
        )
      return { line: element.at, read: readOpenOwnership(parsed.value) }
    })
  }
}

async function* fromLines(texts: AsyncIterable<string>): AsyncGenerator<readonly SourceStatement[]> {
  let ended = true
  async function* watched(): AsyncGenerator<string> {
    for await (const text of texts) {
      if (text !== '') ended = text.endsWith('\n')
      yield text
    }
  }
  let last: SourceStatement | undefined
  for await (const batch of jsonLinesIn(watched())) {
    const statements = batch.map((entry): SourceStatement =>
      'fault' in entry
        ? unreadable(entry.line, entry.fault)
        : { line: entry.line, read: readOpenOwnership(entry.object) },
    )
    last = statements.at(-1) ?? last
    yield statements
  }
  if (!ended && last?.read.ok === false && last.read.error.reason.startsWith('is no JSON'))
    throw new CutFault('ends in the middle of a statement: it is cut off')
}

/** Whether the shares of a table are fractions, as they were named, or as all its rows show. */
const sharesOf = async (
  rows: AsyncIterable<readonly SourceRow[]>,
  layout: TableLayout,
  asked: ShareForm | undefined,
): Promise<Result<1 | 100, Refusal>> => {
  if (asked !== undefined) return ok(asked === 'fraction' ? 100 : 1)
  const observer = createShareObserver(layout)
  for await (const batch of rows)
    for (const { values, fault } of batch) if (fault === undefined) observer.observe(values as string[])
  const doubt = observer.doubt()
  return doubt === null
    ? ok(1)
    : fail(
        refusal(
          'file_refused',
          `${doubt} Nothing was imported. Say which it is: \`shares\` \`fraction\` or \`percent\`.`,
          [{ path: 'query.shares', message: doubt }],
        ),
      )
}

const csvSource = async (
  content: FileContent,
  encoding: FileEncoding,
  head: string,
  asked: ShareForm | undefined,
): Promise<Result<StatementSource, Refusal>> => {
  const delimiter = delimiterOf(head)
  for await (const [header] of recordsIn(textOfContent(content, encoding), delimiter)) {
    if (header === undefined) continue
    if (header.fault !== undefined) return invalid(`the header line cannot be read: ${header.fault}`)
    const layout = readLayout(header.cells)
    if (!layout.ok) return invalid(layout.error)
    const rows = (): AsyncGenerator<readonly SourceRow[]> =>
      csvRowsIn(textOfContent(content, encoding), delimiter, header.cells.length)
    const scale = await sharesOf(rows(), layout.value, asked)
    if (!scale.ok) return scale
    async function* statements(): AsyncGenerator<readonly SourceStatement[]> {
      for await (const batch of rows()) {
        yield batch.map(({ line, values, fault }): SourceStatement =>
          fault === undefined && layout.ok && scale.ok
            ? { line, read: readTableRow(values as string[], layout.value, scale.value) }
            : unreadable(line, fault ?? 'cannot be read'),
        )
      }
    }
    return ok({ format: 'csv', compressed: content.compressed, statements })
  }
  return invalid('the file holds no header line')
}

/**
 * Earlier versions of the standard name everything otherwise: a file of them is told as a whole, not statement by
 * statement.
 */
const looksEarlier = (head: string): boolean => {
  const begin = head.slice(0, 20_000)
  return /"statementType"\s*:/u.test(begin) && !/"recordType"\s*:/u.test(begin)
}

/** Looks at a stored file: Open Ownership statements as an array or as lines, or a table. */
export const openStatements = (file: EncryptedFile, asked: FileAsked = {}): Promise<Result<StatementSource, Refusal>> =>
  readFault(async () => {
    const content: FileContent = { file, compressed: await isCompressed(file) }
    const kind = await readableKind(bytesOf(content, 0), csvOrJson, 'file_refused')
    if (!kind.ok) return kind
    const encoding = await probeContent(content, asked.encoding)
    if (!encoding.sure) return invalid(unsureEncoding(encoding))
    const head = await headOf(content, encoding)
    if (!head.ok) return fail(refusal('file_refused', head.error.message))
    const begins = head.value.trimStart()
    if (!begins.startsWith('[') && !begins.startsWith('{'))
      return csvSource(content, encoding, head.value, asked.shares)
    if (looksEarlier(begins))
      return invalid(
        'the file holds statements of version 0.3 or earlier of the Beneficial Ownership Data Standard; version 0.4 is read',
      )
    const read = begins.startsWith('[') ? fromArray : fromLines
    return ok({
      format: 'bods',
      compressed: content.compressed,
      statements: () => read(textOfContent(content, encoding)),
    })
  })
