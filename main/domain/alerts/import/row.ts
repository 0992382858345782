import type { ImportedAlertField } from '../../../../shared/api/alert-imports.ts'
import type { RiskLevel } from '../../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { readMoney, type ReadMoney } from '../../imports/amounts.ts'
import {
  asText,
  inCapitals,
  isBlank,
  readDecimal,
  readMoment,
  type CellProblem,
  type RowValue,
} from '../../imports/cells.ts'
import { withPlainSigns } from '../../imports/clean-text.ts'
import { shownValue } from '../../imports/shown-value.ts'
import { lostLetters } from '../../imports/values.ts'
import { priorityOf } from '../../imports/synonyms.ts'
import { noHabits, type ColumnHabits } from '../../imports/column-habits.ts'
import type { Zone } from '../../imports/zones.ts'
import { amountFault, currencyFault, idFault, lineFault } from '../../transactions/checks.ts'
import type { Note } from '../../imports/notes.ts'
import { plainId, readRowId, readIdIn, spreadsheetFault } from '../../transactions/read-id.ts'
import { aheadFault } from '../../transactions/read-activity.ts'

/**
 * An alert as another system tells of it. What a row leaves out is undefined; of score and severity one at least is
 * there.
 */
export interface ExternalAlert {
  readonly externalId: string
  readonly atMs: number
  readonly title?: string
  readonly customerId?: string
  readonly accountId?: string
  readonly counterpartyId?: string
  /** 0 to 1. */
  readonly score?: number
  readonly severity?: RiskLevel
  readonly reasons: readonly string[]
  /** In units of the currency. */
  readonly amount?: number
  readonly currency?: string
  readonly transactionIds: readonly string[]
}

/** What every row of a file is read with. */
export interface AlertReading {
  readonly columns: readonly string[]
  /** Field by column. */
  readonly mapping: ReadonlyMap<number, ImportedAlertField>
  readonly zone: Zone
  /** How each column writes what can be read in more ways than one. */
  readonly habits: ReadonlyMap<number, ColumnHabits>
  /** Whether the file may hold bytes that are no text in its encoding. */
  readonly illFormed: boolean
  /** The other system's highest score. */
  readonly scoreMax: number
  /** Of rows that name none. */
  readonly currency: string | undefined
  /** The wall clock. */
  readonly nowMs: () => number
  /** Told of what was done to cells that are taken all the same. */
  readonly note?: Note
}

type Read = Result<unknown, string>

const titleMax = 200
const referenceMax = 200
const reasonMax = 500
const reasonsMax = 20
const transactionsMax = 200

const levels = { low: 'low', medium: 'medium', high: 'high', urgent: 'critical' } as const

const checked = <T>(value: T, fault: string | null): Result<T, string> => (fault === null ? ok(value) : fail(fault))

const line =
  (max: number) =>
  (value: RowValue): Read => {
    const text = asText(value)
    return checked(text, lineFault(text, max))
  }

/** The parts of a cell, or the members of a list, each once. */
const partsOf = (value: RowValue, separator: RegExp): Result<string[], string> => {
  const parts = typeof value === 'string' ? value.split(separator) : typeof value === 'number' ? [value] : value
  if (!Array.isArray(parts)) return fail('is neither text nor a list of texts')
  const texts = parts.map(asText)
  if (!texts.every((part) => typeof part === 'string')) return fail('is a list that does not hold texts alone')
  return ok([...new Set(texts.filter((part) => part !== ''))])
}

const several =
  (separator: RegExp, max: number, faultOf: (part: string) => string | null) =>
  (value: RowValue): Read => {
    const parts = partsOf(value, separator)
    if (!parts.ok) return parts
    if (parts.value.length > max) return fail(`names ${parts.value.length}, and at most ${max} are taken`)
    const fault = parts.value.map(faultOf).find((one) => one !== null)
    return checked(parts.value, fault === undefined || fault === null ? null : `has a part that ${fault}`)
  }

const listedIds = several(/[\s,;|]+/u, transactionsMax, (part) => idFault(part) ?? spreadsheetFault(part))

const plainParts = (value: RowValue): RowValue => {
  if (Array.isArray(value)) return value.map((part) => (typeof part === 'string' ? withPlainSigns(part) : part))
  return typeof value === 'string' ? withPlainSigns(value) : value
}

/** Numbers among them are looked at before they become text, which hides that they were rounded. */
const transactionIds = (value: RowValue): Read => {
  const wrong = (Array.isArray(value) ? value : [value])
    .filter((part) => typeof part === 'number')
    .find((part) => idFault(part) !== null)
  return wrong === undefined ? listedIds(plainParts(value)) : fail(`has a part that ${String(idFault(wrong))}`)
}

const severity = (value: RowValue): Read => {
  const priority = typeof value === 'string' ? priorityOf(value) : undefined
  return priority === undefined
    ? fail('is no severity that is known: low, medium, high or critical, in words; bare numbers are counted both ways')
    : ok(levels[priority])
}

const currencyOf = (mapping: AlertReading['mapping'], cells: readonly RowValue[]): string | undefined => {
  const named = [...mapping].find(([, field]) => field === 'currency')?.[0]
  const code = named === undefined ? undefined : inCapitals(cells[named])
  return typeof code === 'string' && code !== '' ? code : undefined
}

type Readers = {
  readonly [Field in ImportedAlertField]: (value: RowValue, column: number, cells: readonly RowValue[]) => Read
}

const readersOf = ({
  mapping,
  currency,
  zone,
  habits,
  scoreMax,
  nowMs,
  note = () => undefined,
}: AlertReading): Readers => ({
  external_id: (value) => {
    const id = typeof value === 'string' ? plainId(value, note) : value
    if (id === '') return fail('says that there is none, and every alert needs one')
    const rounded = spreadsheetFault(asText(id))
    if (rounded !== null) return fail(rounded)
    return typeof id === 'number' ? readRowId(id) : line(referenceMax)(id)
  },
  at: (value, column) => {
    const time = readMoment(value, { zone, ...(habits.get(column) ?? noHabits) })
    return time.ok ? checked(time.value, aheadFault(time.value, nowMs())) : time
  },
  title: line(titleMax),
  customer_id: (value, column) => readIdIn((habits.get(column) ?? noHabits).pointZeros, value, note),
  account_id: (value, column) => readIdIn((habits.get(column) ?? noHabits).pointZeros, value, note),
  counterparty_id: (value, column) => readIdIn((habits.get(column) ?? noHabits).pointZeros, value, note),
  score: (value) => {
    const score = readDecimal(value)
    if (!score.ok) return score
    if (!(score.value >= 0)) return fail('is below 0')
    return score.value > scoreMax
      ? fail(`is above the highest score, which was said to be ${scoreMax}`)
      : ok(score.value / scoreMax)
  },
  severity,
  reasons: several(/[;|\r\n]+/u, reasonsMax, (part) => lineFault(part, reasonMax)),
  amount: (value, column, cells) => {
    const { decimal, threeAreOdd } = habits.get(column) ?? noHabits
    const amount = readMoney(value, decimal, {
      threeAreOdd,
      row: () => currencyOf(mapping, cells),
      otherwise: currency,
    })
    return amount.ok ? checked(amount.value, amountFault(amount.value.amount)) : amount
  },
  currency: (value) => checked(inCapitals(value), currencyFault(inCapitals(value))),
  transaction_ids: transactionIds,
})

/** What the readers give, by field; the types follow from `Readers`. */
interface Values {
  readonly external_id: string
  readonly at: number
  readonly title?: string
  readonly customer_id?: string
  readonly account_id?: string
  readonly counterparty_id?: string
  readonly score?: number
  readonly severity?: RiskLevel
  readonly reasons?: readonly string[]
  readonly amount?: ReadMoney
  readonly currency?: string
  readonly transaction_ids?: readonly string[]
}

const alertOf = (values: Values, currency: string | undefined): ExternalAlert => ({
  externalId: values.external_id,
  atMs: values.at,
  title: values.title,
  customerId: values.customer_id,
  accountId: values.account_id,
  counterpartyId: values.counterparty_id,
  score: values.score,
  severity: values.severity,
  reasons: values.reasons ?? [],
  amount: values.amount?.amount,
  currency: values.amount === undefined ? undefined : (values.currency ?? values.amount.currency ?? currency),
  transactionIds: values.transaction_ids ?? [],
})

/** Makes a function that reads the rows of one file: each gives an alert, or every problem that it has. */
export const createAlertRowReader = (
  reading: AlertReading,
): ((values: readonly RowValue[]) => Result<ExternalAlert, readonly CellProblem[]>) => {
  const readers = readersOf(reading)
  const columns = [...reading.mapping]
    .sort(([one], [other]) => one - other)
    .map(([column, field]) => ({ column, field, name: reading.columns[column] ?? '' }))
  return (cells) => {
    const problems: CellProblem[] = []
    const values: Record<string, unknown> = {}
    for (const { column, field, name } of columns) {
      const cell = cells[column]
      if (isBlank(cell)) {
        if (field === 'external_id' || field === 'at')
          problems.push({ column: name, value: null, reason: 'is empty, and every alert needs it' })
        continue
      }
      const read =
        reading.illFormed && typeof cell === 'string' && cell.includes('\ufffd')
          ? fail(lostLetters)
          : readers[field](cell, column, cells)
      if (read.ok) values[field] = read.value
      else problems.push({ column: name, value: shownValue(cell), reason: read.error })
    }
    if (problems.length === 0 && values['score'] === undefined && values['severity'] === undefined)
      problems.push({ column: null, value: null, reason: 'has neither score nor severity' })
    return problems.length > 0 ? fail(problems) : ok(alertOf(values as unknown as Values, reading.currency))
  }
}
