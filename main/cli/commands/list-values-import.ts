import type { Command } from 'commander'
import { addListValues } from '../../../shared/api/rules.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { requestTimeMs } from '../../../shared/schema/request-time.ts'
import { newListValue, ruleLimits, type NewListValue } from '../../../shared/schema/rules.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import { createCsvReader, type CsvRow } from '../../../shared/text/csv.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { isFile } from '../import-job.ts'
import { csvAlone } from '../../domain/files/refusal.ts'
import { readableFile, textOfFile } from '../readable-file.ts'
import { exitCodes, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { dataOption, encodingOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'

interface ListValuesOptions {
  readonly data: string
  readonly list: string
  readonly reason: string
  readonly encoding?: EncodingName
}

/** Rows that were read at once. */
async function* rowsOf(texts: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  const reader = createCsvReader(',')
  for await (const text of texts) yield reader.push(text)
  yield reader.end()
}

/** When a value ends, in milliseconds: at the beginning of a day in UTC, or at a time; NaN for anything else. */
const endOf = (text: string): number => requestTimeMs(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00Z` : text)

/** A row as a value, or why it is none. */
const valueOf = ({ cells, fault }: CsvRow, reason: string): Result<NewListValue, string> => {
  if (fault !== undefined) return fail(fault)
  const [value = '', own = '', expires = ''] = cells.map((cell) => cell.trim())
  const time = expires === '' ? null : endOf(expires)
  if (Number.isNaN(time))
    return fail(
      'the third column is no time that exists: write a day (2026-12-31, from 0:00 UTC on) or an ISO 8601 time with Z or its offset (2026-12-31T18:00:00+01:00)',
    )
  const parsed = newListValue.safeParse({
    value,
    reason: own === '' ? reason : own,
    expires_at: time === null ? null : new Date(time).toISOString().replace('Z', '+00:00'),
  })
  return parsed.success
    ? ok(parsed.data)
    : fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
}

const importValues = async (
  client: ApiClient,
  file: string,
  { list, reason, encoding }: ListValuesOptions,
  io: Io,
): Promise<Result<ExitCode, Stop>> => {
  const texts = await textOfFile(file, encoding, io)
  if (!texts.ok) return texts
  const progress = createProgress(io, 'values')
  const counts = { added: 0, already_there: 0, rejected: 0 }
  let waiting: NewListValue[] = []
  const send = async (): Promise<Result<void, Stop>> => {
    const values = waiting
    waiting = []
    if (values.length === 0) return ok(undefined)
    const answer = await client.call(addListValues, { params: { key: list }, body: { values } })
    if (!answer.ok) return answer
    counts.added += answer.value.data.added
    counts.already_there += answer.value.data.already_there
    progress.update(counts.added + counts.already_there, 0)
    return ok(undefined)
  }
  try {
    for await (const rows of rowsOf(texts.value)) {
      for (const row of rows) {
        const value = valueOf(row, reason)
        if (value.ok) waiting.push(value.value)
        else {
          counts.rejected += 1
          io.say(`line ${row.line}: ${value.error}`)
        }
        if (waiting.length < ruleLimits.valuesAtOnce) continue
        const sent = await send()
        if (!sent.ok) return sent
      }
    }
  } finally {
    progress.end()
  }
  const sent = await send()
  if (!sent.ok) return sent
  io.print({ list, file, ...counts })
  return ok(counts.rejected === 0 ? exitCodes.done : exitCodes.failed)
}

const about = `
FILE is CSV (UTF-8, UTF-16, or a code page that is certain from the bytes or named by --encoding) without a header: the value, and optionally its reason and its end (ISO 8601).
Values already on the list are left alone, so it can be run again. Rejected rows are reported with their lines, with exit 1.`

/** `import list-values`. */
export const addListValuesImport = (importing: Command, registrar: Registrar): void => {
  const list = importing
    .command('list-values')
    .description('put the values of a file on a list that rules read')
    .argument('<file>', 'the CSV file')
    .addOption(dataOption())
    .requiredOption('--list <key>', 'the list, which must be there')
    .requiredOption('--reason <text>', 'why the values are on the list, if the file does not say it')
    .addOption(encodingOption())
    .addHelpText('after', about)
  registrar.runs<ListValuesOptions>(list, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    const kind = await readableFile(file, csvAlone)
    if (!kind.ok) return kind
    return withService(options.data, (client) => importValues(client, file, options, registrar.io))
  })
}
