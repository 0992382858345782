import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { addListValues } from '../../../shared/api/rules.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { requestTimeMs } from '../../../shared/schema/request-time.ts'
import { newListValue, ruleLimits, type NewListValue } from '../../../shared/schema/rules.ts'
import { createCsvReader, type CsvRow } from '../../../shared/text/csv.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { isFile } from '../import-job.ts'
import { csvAlone } from '../../domain/files/refusal.ts'
import { readableFile } from '../readable-file.ts'
import { exitCodes, failed, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'

interface ListValuesOptions {
  readonly data: string
  readonly list: string
  readonly reason: string
}

/** Rows that were read at once. */
async function* rowsOf(file: string): AsyncGenerator<readonly CsvRow[]> {
  const reader = createCsvReader(',')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of createReadStream(file)) yield reader.push(decoder.decode(piece as Buffer, { stream: true }))
  yield [...reader.push(decoder.decode()), ...reader.end()]
}

/** When a value ends, in milliseconds: at the beginning of a day in UTC, or at a time; NaN for anything else. */
const endOf = (text: string): number => requestTimeMs(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00Z` : text)

/** A row as a value, or why it is none. */
const valueOf = ({ cells, fault }: CsvRow, reason: string): Result<NewListValue, string> => {
  if (fault !== undefined) return fail(fault)
  const [value = '', own = '', expires = ''] = cells.map((cell) => cell.trim())
  const time = expires === '' ? null : endOf(expires)
  if (Number.isNaN(time)) return fail('the third column is no time that exists: write a day (2026-12-31, from 0:00 UTC on) or an ISO 8601 time with Z or its offset (2026-12-31T18:00:00+01:00)')
  const parsed = newListValue.safeParse({ value, reason: own === '' ? reason : own, expires_at: time === null ? null : new Date(time).toISOString().replace('Z', '+00:00') })
  return parsed.success ? ok(parsed.data) : fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
}

const importValues = async (client: ApiClient, file: string, { list, reason }: ListValuesOptions, io: Io): Promise<Result<ExitCode, Stop>> => {
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
    for await (const rows of rowsOf(file)) {
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
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return fail(failed(`${file} is not UTF-8; ${counts.added} values were added before that`))
  } finally {
    progress.end()
  }
  const sent = await send()
  if (!sent.ok) return sent
  io.print({ list, file, ...counts })
  return ok(counts.rejected === 0 ? exitCodes.done : exitCodes.failed)
}

const about = `
FILE is CSV in UTF-8 without a header: the value, and if you like its reason and until when it is on the list (ISO 8601).
Values that are on the list already are left alone, so it can be run again. Rows that cannot be taken are told with their lines; exit 1 then.`

/** `import list-values`. */
export const addListValuesImport = (importing: Command, registrar: Registrar): void => {
  const list = importing
    .command('list-values')
    .description('put the values of a file on a list that rules read')
    .argument('<file>', 'the CSV file')
    .addOption(dataOption())
    .requiredOption('--list <key>', 'the list, which must be there')
    .requiredOption('--reason <text>', 'why the values are on the list, where the file does not say it')
    .addHelpText('after', about)
  registrar.runs<ListValuesOptions>(list, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    const kind = await readableFile(file, csvAlone)
    if (!kind.ok) return kind
    return withService(options.data, (client) => importValues(client, file, options, registrar.io))
  })
}
