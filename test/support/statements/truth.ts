import type { Draw } from '../drawn-files.ts'
import type { Country } from './countries.ts'

/** One movement of a drawn account. */
export interface TrueEntry {
  /** ISO 8601. */
  readonly day: string
  /** In the smallest unit of the currency, negative where money went out. */
  readonly units: number
  /** Of the account behind it. */
  readonly balance: number
  readonly name: string
  readonly text: string
  /** One of its own in the account. */
  readonly reference: string
}

/** A statement as the bank knows it, before anything is left out of its file. */
export interface TrueStatement {
  readonly number: number
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly closing: number
  readonly entries: readonly TrueEntry[]
}

/** An account with its statements in their order, as its file has them. */
export interface TrueAccount {
  readonly country: Country
  readonly id: string
  readonly statements: readonly TrueStatement[]
  /** What is missing in the file: an entry within a statement, or a whole statement; its sum. */
  readonly missing: { readonly what: 'entry' | 'statement'; readonly units: number } | null
}

const dayMs = 86_400_000

/** A day as ISO 8601, so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const sumOf = (entries: readonly TrueEntry[]): number => entries.reduce((sum, { units }) => sum + units, 0)

const drawUnits = (draw: Draw, { places }: Country): number => {
  const size = 10 ** (places + draw.below(5))
  const units = 1 + draw.below(size)
  return draw.below(3) === 0 ? units : -units
}

const drawEntries = (
  draw: Draw,
  country: Country,
  { from, opening }: Pick<TrueStatement, 'from' | 'opening'>,
  next: () => number,
): readonly TrueEntry[] => {
  let [day, balance] = [from, opening]
  const entries: TrueEntry[] = []
  for (let left = 4 + draw.below(9); left > 0; left -= 1) {
    day = dayAfter(day, draw.below(3))
    const entry = {
      day,
      units: drawUnits(draw, country),
      name: draw.of(country.names),
      text: `${draw.of(country.texts)} ${1 + draw.below(90)}`,
    }
    // The same coffee again, on the same day.
    for (let times = draw.below(5) === 0 ? 2 : 1; times > 0; times -= 1) {
      balance += entry.units
      entries.push({ ...entry, balance, reference: `R${next()}` })
    }
  }
  return entries
}

const drawStatements = (draw: Draw, country: Country, count: number): readonly TrueStatement[] => {
  let references = 1_000 + draw.below(1_000)
  const next = (): number => (references += 1)
  let [day, balance] = [dayAfter('2024-01-01', draw.below(400)), drawUnits(draw, country) * 20]
  return Array.from({ length: count }, (_, index) => {
    const opening = balance
    const entries = drawEntries(draw, country, { from: day, opening }, next)
    balance += sumOf(entries)
    const statement = {
      number: index + 1,
      from: day,
      to: entries.at(-1)?.day ?? day,
      opening,
      closing: balance,
      entries,
    }
    day = dayAfter(statement.to, 1)
    return statement
  })
}

const withoutEntry = (
  draw: Draw,
  statements: readonly TrueStatement[],
): Pick<TrueAccount, 'statements' | 'missing'> => {
  const at = draw.below(statements.length)
  const { entries = [] } = statements[at] ?? {}
  // One with others before and behind it, so that a running balance shows it too.
  const gone = 1 + draw.below(entries.length - 2)
  return {
    statements: statements.map((one, index) =>
      index === at ? { ...one, entries: entries.filter((_, place) => place !== gone) } : one,
    ),
    missing: { what: 'entry', units: entries[gone]?.units ?? 0 },
  }
}

const withoutStatement = (
  draw: Draw,
  statements: readonly TrueStatement[],
): Pick<TrueAccount, 'statements' | 'missing'> => {
  const at = 1 + draw.below(statements.length - 2)
  const units = sumOf(statements[at]?.entries ?? [])
  return {
    statements: statements.filter((_, index) => index !== at),
    missing: units === 0 ? null : { what: 'statement', units },
  }
}

/** Draws an account: so many statements, and what is missing of them. */
export const drawAccount = (draw: Draw, country: Country, id: string, count: number): TrueAccount => {
  const statements = drawStatements(draw, country, count)
  const kind = draw.below(4)
  const left =
    kind === 0
      ? withoutEntry(draw, statements)
      : kind === 1
        ? withoutStatement(draw, statements)
        : { statements, missing: null }
  return { country, id, ...left }
}
