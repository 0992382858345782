import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { directionIn } from '../../../shared/schema/money.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { freshWorkspaceHere, runHere, serveHere } from '../../support/command-here.ts'
import { seedOfRun } from '../../support/seed-of-run.ts'
import { drawStatementFiles, type DrawnStatements } from '../../support/statements/drawn-statements.ts'
import { tries } from '../../support/tries.ts'
import { spawnCliIn } from '../cli/spawn-cli.ts'

const count = tries('FIELDSEAL_STATEMENTS', { everyday: 24, full: 200 })
const killed = tries('FIELDSEAL_STATEMENT_KILLS', { everyday: 1, full: 3 })
const files = drawStatementFiles(seedOfRun(), count)
const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-statements-'))

/** What an import prints, of which this asks. */
interface Told {
  readonly created: number
  readonly already_there: number
  readonly rejected: number
  readonly statements?: readonly {
    readonly opening: { readonly amount: string } | null
    readonly closing: { readonly amount: string } | null
    readonly entries: number
    readonly sum: string | null
  }[]
  readonly gaps?: readonly { readonly kind: string; readonly difference: string }[]
}

const argsOf = (drawn: DrawnStatements, dataDir: string): readonly string[] => {
  const file = path.join(scratch, drawn.name)
  writeFileSync(file, drawn.bytes)
  return ['import', 'transactions', file, '--data', dataDir, ...drawn.args]
}

/** Imports a file as a person would, who names the encoding where it is not certain. */
const imported = async (drawn: DrawnStatements, dataDir: string): Promise<Told> => {
  const args = argsOf(drawn, dataDir)
  const first = await runHere(...args)
  const isAsked = first.code === 2 && first.stderr.includes('--encoding')
  const run = isAsked ? await runHere(...args, '--encoding', drawn.encoding) : first
  const [told] = run.lines
  if (run.code !== 0 || told === undefined) throw new Error(`${drawn.name}: ${run.stderr}`)
  return told as unknown as Told
}

const unitsIn = (text: string | null | undefined, places: number): number | null =>
  text === undefined || text === null ? null : Math.round(Number(text) * 10 ** places)

/** What was told of a file, in the smallest unit of its currency. */
const shown = ({ created, rejected, statements = [], gaps = [] }: Told, places: number) => ({
  created,
  rejected,
  statements: statements.map(({ opening, closing, entries, sum }) => ({
    opening: unitsIn(opening?.amount, places),
    closing: unitsIn(closing?.amount, places),
    entries,
    sum: unitsIn(sum, places),
  })),
  gaps: gaps.map(({ kind, difference }) => ({ kind, units: unitsIn(difference, places) })),
})

const entriesIn = ({ account }: DrawnStatements) => account.statements.flatMap(({ entries }) => entries)

const expected = (drawn: DrawnStatements) => ({
  created: entriesIn(drawn).length,
  rejected: 0,
  statements: drawn.statements,
  gaps: drawn.gaps,
})

const words = (text: string): string => text.split(/\s+/u).toSorted().join(' ')

/** Every entry of a file as it is to be kept, in an order of its own. */
const truth = (drawn: DrawnStatements): readonly string[] =>
  entriesIn(drawn)
    .map((entry) => {
      const { units, day, text, name } = entry
      const at = drawn.at?.(entry) ?? `${day}T00:00:00.000Z`
      return [
        at,
        Math.abs(units),
        units < 0 ? 'out' : 'in',
        drawn.account.country.currency,
        words(`${text} ${name}`),
      ].join()
    })
    .toSorted()

/** What is kept of accounts, by account. */
const kept = async (dataDir: string, places: (account: string) => number): Promise<Map<string, readonly string[]>> => {
  const opened = await openWorkspace(dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  const rows = await opened.value.db
    .selectFrom('activities')
    .select(['at_ms', 'amount', 'currency', 'account_id', 'metadata'])
    .execute()
  await opened.value.close()
  const lines = Map.groupBy(rows, ({ account_id: account }) => account ?? '')
  return new Map(
    [...lines].map(([account, own]) => [
      account,
      own
        .map(({ at_ms: at, amount, currency, metadata }) => {
          const told = JSON.parse(metadata ?? '{}') as Record<string, unknown>
          const units = ((amount ?? 0) * 10 ** places(account)) / 10_000
          const text = Object.entries(told)
            .filter(([name]) => ['text', 'counterparty_name', ...textColumns].includes(name))
            .map(([, value]) => String(value))
          return [
            new Date(at).toISOString(),
            units,
            directionIn(told) ?? '',
            currency ?? '',
            words(text.join(' ')),
          ].join()
        })
        .toSorted(),
    ]),
  )
}

const textColumns = [...new Set(files.map(({ account }) => account.country.words.text))]
const placesOf = (account: string): number =>
  files.find((drawn) => drawn.account.id === account)?.account.country.places ?? 2

describe(`${count} drawn statements`, { timeout: 60_000 + 6_000 * count }, () => {
  it('are read to the smallest unit, each gap is shown, and a second import adds none of them', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const service = await serveHere(dataDir)
    const wrong: unknown[] = []
    for (const drawn of files) {
      const { places } = drawn.account.country
      const first = shown(await imported(drawn, dataDir), places)
      if (JSON.stringify(first) !== JSON.stringify(expected(drawn)))
        wrong.push({ name: drawn.name, first, expected: expected(drawn) })
      const again = await imported(drawn, dataDir)
      if (again.created !== 0 || again.already_there !== entriesIn(drawn).length || again.rejected !== 0)
        wrong.push({ name: drawn.name, again })
    }
    await service.stop()
    const there = await kept(dataDir, placesOf)
    for (const drawn of files) {
      const own = there.get(drawn.account.id) ?? []
      const missing = truth(drawn).filter((line) => !own.includes(line))
      if (missing.length > 0 || own.length !== entriesIn(drawn).length)
        wrong.push({ name: drawn.name, missing, kept: own.filter((line) => !truth(drawn).includes(line)) })
    }
    expect(wrong).toEqual([])
    expect(files.some(({ gaps }) => gaps.length > 0)).toBe(true)
  })
})

describe('an import of statements that is killed', { timeout: 60_000 + 240_000 * killed }, () => {
  // Longer than what is taken in one commit.
  it.each(drawStatementFiles(seedOfRun() + 1, killed, 60))(
    'leaves nothing of $name, or what it had done, and the next adds the rest',
    async (drawn) => {
      const { dataDir } = await freshWorkspaceHere()
      const all = truth(drawn)
      const ended: (number | null)[] = []
      const counts: number[] = []
      for (let commit = 1; ended.at(-1) !== 0; commit += 1) {
        const env = {
          NODE_OPTIONS: `--import=${path.resolve('test/support/die-at-commit.ts')}`,
          DIE_AT_COMMIT: String(commit),
          ...(commit % 2 === 0 ? { DIE_AFTER: '1' } : {}),
        }
        ended.push((await spawnCliIn(env, ...argsOf(drawn, dataDir), '--encoding', drawn.encoding).ended).code)
        const there = (await kept(dataDir, () => drawn.account.country.places)).get(drawn.account.id) ?? []
        expect(there.filter((line) => !all.includes(line))).toEqual([])
        counts.push(there.length)
      }
      expect(ended.slice(0, -1)).toEqual(ended.slice(1).map(() => null))
      expect(counts).toEqual(counts.toSorted((one, other) => one - other))
      expect(counts.some((there) => there > 0 && there < all.length)).toBe(true)
      expect((await kept(dataDir, () => drawn.account.country.places)).get(drawn.account.id)).toEqual(all)
      expect(await imported(drawn, dataDir)).toMatchObject({ created: 0, already_there: all.length, rejected: 0 })
    },
  )
})
