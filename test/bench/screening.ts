import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ListedEntry } from '../../main/domain/lists/entry.ts'
import { jaroWinkler } from '../../main/domain/screening/jaro-winkler.ts'
import { prepareOfac, scorePreparedOfac } from '../../main/domain/screening/ofac.ts'
import { createScreener, ofacFrom } from '../../main/domain/screening/screener.ts'
import type { ScreenedEntry, Screener } from '../../main/domain/screening/screener.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { timerScheduler } from '../../main/platform/scheduler.ts'
import type { SourceList } from '../../main/server/screening/list-source.ts'
import { startScreeningService } from '../../main/server/screening/screening-service.ts'
import { initWorkspace } from '../../main/storage/ledger/init-workspace.ts'
import { systemActor } from '../../main/storage/ledger/ledger.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'
import { registerSubject } from '../../main/storage/screening/subjects.ts'
import { screenedFacts } from '../../shared/schema/screening.ts'
import { ok } from '../../shared/schema/result.ts'
import { haveScreeningData, readOfac, readUn, rowsOf } from '../conformance/screening-data.ts'
import { seededRandom } from '../support/random.ts'
import { alternate, median } from './report.ts'
import type { BenchLine } from './report.ts'
import { must } from '../support/must.ts'

const rounds = 5
const names = 400
const customers = 10_000
const changedEntries = 50
/** A regular list change must not be felt. */
const rescreenLimitSeconds = 10
const chunkLimitMs = 100

/** A list ten times as large: the first one, and names made of its own tokens. */
const tenfold = (entries: readonly ScreenedEntry[]): ScreenedEntry[] => {
  const random = seededRandom(7)
  const tokens = entries.flatMap((entry) => entry.names.flatMap(({ text }) => text.split(/[\s,]+/u)))
  const pick = (): string => tokens[Math.floor(random() * tokens.length)] ?? ''
  const made = Array.from({ length: entries.length * 9 }, (_, n): ScreenedEntry => {
    const like = entries[n % entries.length]
    const count = 2 + Math.floor(random() * 3)
    return {
      id: `made ${n}`,
      kind: like?.kind ?? 'person',
      names: [{ text: Array.from({ length: count }, pick).join(' '), type: 'primary' }],
      dates: [],
      countries: [],
      gender: null,
      identifiers: [],
    }
  })
  return [...entries, ...made]
}

const medianMs = (asked: readonly string[], ask: (name: string) => unknown): number =>
  median(
    asked.map((name) => {
      const started = performance.now()
      ask(name)
      return performance.now() - started
    }),
  )

const screenMs = (screener: Screener, asked: readonly string[]): number =>
  medianMs(asked, (name) => screener.screen({ kind: 'person', names: [name] }))

const listedOf = (entry: ScreenedEntry): ListedEntry => ({
  ...entry,
  identifiers: [],
  birthPlaces: [],
  addresses: [],
  positions: [],
  programmes: [],
  remarks: null,
  listedOn: null,
})

const forceOf = (version: string, entries: number): SourceList => ({
  key: 'both',
  title: 'UN and OFAC',
  version,
  publishedAtMs: null,
  importedAtMs: Date.now(),
  entries,
  warnDays: 7,
  staleDays: 30,
})

/**
 * Re-screens a register after a list change, over a real workspace. Answers seconds, and the longest time that others
 * had to wait.
 */
const rescreen = async (
  entries: readonly ListedEntry[],
  people: readonly string[],
): Promise<{ readonly seconds: number; readonly longestMs: number }> => {
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-screening-')), 'data')
  const env = systemEnv(createLog('silent'))
  must(await initWorkspace(dataDir, { institution: 'BENCH', name: 'Bench', admin: 'Bench', sample: false }, env))
  const workspace = must(await openWorkspace(dataDir, env))
  let force = forceOf('1', entries.length)
  let held = entries
  let changed: () => void = () => undefined
  const service = startScreeningService({
    store: workspace.screening,
    scheduler: timerScheduler,
    lists: {
      inForce: () => [force],
      entries: () => held,
      onChange: (listener) => {
        changed = listener
        return () => undefined
      },
    },
  })
  try {
    await service.settle()
    for (let from = 0; from < people.length; from += 500) {
      must(
        await workspace.ledger.write(systemActor, async (tx) => {
          for (const [n, name] of people.slice(from, from + 500).entries())
            await registerSubject(
              tx,
              {
                subject: { kind: 'customer', id: String(from + n) },
                ...screenedFacts.parse({ names: [name], kind: 'person' }),
              },
              'register',
            )
          await tx.sql.run('update screening_subjects set waiting = null')
          return ok(undefined)
        }),
      )
    }
    held = entries.map((entry, n) =>
      n % Math.floor(entries.length / changedEntries) === 0 ? { ...entry, countries: ['ZZ'] } : entry,
    )
    force = forceOf('2', held.length)
    let longestMs = 0
    let last = performance.now()
    const ticker = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last - 5)
      last = performance.now()
    }, 5)
    const started = performance.now()
    changed()
    await service.settle()
    clearInterval(ticker)
    const { run } = service.status()
    if (run?.done !== people.length || run.finished_at === null) throw new Error('the register was not re-screened')
    return { seconds: (performance.now() - started) / 1_000, longestMs }
  } finally {
    await service.close()
    await workspace.close()
    rmSync(path.dirname(dataDir), { recursive: true, force: true })
  }
}

/**
 * One name against the UN and OFAC lists together, beside a plain Jaro-Winkler scan; growth with the lists; a register
 * after a list change.
 */
export const benchScreening = async (): Promise<readonly BenchLine[]> => {
  if (!haveScreeningData()) return []
  const entries = [...readUn(), ...readOfac().map((entry) => ({ ...entry, id: `ofac ${entry.id}` }))]
  const small = createScreener([{ key: 'both', version: '1', entries }])
  const large = createScreener([{ key: 'both', version: '1', entries: tenfold(entries) }])
  const plain = entries.flatMap((entry) => entry.names.map(({ text }) => text.toUpperCase()))
  const scan = (name: string): number => {
    const asked = name.toUpperCase()
    return plain.reduce((best, other) => Math.max(best, jaroWinkler(asked, other)), 0)
  }
  const prepared = entries.flatMap((entry) => entry.names.map(({ text }) => prepareOfac(text)))
  const scanLikeOfac = (name: string): number => {
    const searched = prepareOfac(name)
    return prepared.filter((listed) => scorePreparedOfac(searched, listed).score / 100 >= ofacFrom).length
  }
  const people = rowsOf('negatives-global.csv').map(({ full_name: name = '' }) => name)
  const asked = [
    ...people.slice(0, names / 2),
    ...rowsOf('un-positives-altered.csv')
      .map(({ full_name: name = '' }) => name)
      .slice(0, names / 2),
  ]
  screenMs(small, asked)
  screenMs(large, asked)
  const figures = await alternate(rounds, {
    ours: () => screenMs(small, asked),
    large: () => screenMs(large, asked),
    scan: () => medianMs(asked.slice(0, 40), scan),
    ofac: () =>
      medianMs(asked.slice(0, 100), (name) => small.screen({ kind: 'unknown', names: [name] }, { mode: 'ofac' })),
    ofacScan: () => medianMs(asked.slice(0, 40), scanLikeOfac),
  })
  const { seconds, longestMs } = await rescreen(entries.map(listedOf), people.slice(0, customers))
  return [
    {
      name: `one name against UN and OFAC (${small.entries} entries, ${small.names} names), p50`,
      unit: 'ms',
      ours: figures.ours,
      limit: 1,
      limitName: 'the aim',
      ratio: 1 / figures.ours,
      aim: '>= 1',
      met: figures.ours <= 1,
    },
    {
      name: 'one name, p50, beside a plain scan',
      unit: 'ms',
      ours: figures.ours,
      limit: figures.scan,
      limitName: 'Jaro-Winkler over all names',
      ratio: figures.scan / figures.ours,
      aim: '>= 1',
      met: figures.scan >= figures.ours,
    },
    {
      name: 'one name in OFAC’s mode, p50',
      unit: 'ms',
      ours: figures.ofac,
      limit: figures.ofacScan,
      limitName: 'every name scored',
      ratio: figures.ofacScan / figures.ofac,
      aim: '>= 3',
      met: figures.ofacScan >= 3 * figures.ofac,
    },
    {
      name: `growth to ${large.entries} entries`,
      unit: 'times',
      ours: figures.large / figures.ours,
      limit: 2,
      limitName: 'the aim',
      ratio: (2 * figures.ours) / figures.large,
      aim: '>= 1',
      met: figures.large <= 2 * figures.ours,
    },
    {
      name: `${customers} customers after ${changedEntries} entries changed`,
      unit: 's',
      ours: seconds,
      limit: rescreenLimitSeconds,
      limitName: 'a few seconds',
      ratio: rescreenLimitSeconds / seconds,
      aim: '>= 1',
      met: seconds <= rescreenLimitSeconds,
    },
    {
      name: 'the longest that others waited meanwhile',
      unit: 'ms',
      ours: longestMs,
      limit: chunkLimitMs,
      limitName: 'the aim',
      ratio: chunkLimitMs / longestMs,
      aim: '>= 1',
      met: longestMs <= chunkLimitMs,
    },
  ]
}
