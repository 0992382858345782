import type { StatementReader } from '../../domain/statements/statement.ts'
import type { SourceRow } from './source-rows.ts'

/** The rows that the statements of a file become, in batches as its text comes. */
export async function* statementRowsIn(
  texts: AsyncIterable<string>,
  reader: StatementReader,
): AsyncGenerator<readonly SourceRow[]> {
  for await (const text of texts) yield reader.push(text)
  yield reader.end()
}
