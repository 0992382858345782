import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startBench } from '../api/support.ts'
import { runHere } from '../../support/command-here.ts'
import { Forger } from '../../support/forger.ts'

/**
 * L-87: rows that no applier makes, and that people read as fact: whom names are screened against, and figures that
 * were measured.
 */

let kept: string
let dataDir: string

const found = async (dir: string): Promise<string[]> =>
  (await runHere('verify', dir)).lines
    .filter((line) => line['severity'] === 'fault')
    .map((line) => `${String(line['code'])}: ${String(line['message'])}`)

beforeAll(async () => {
  const bench = await startBench()
  const importList = async (text: string): Promise<void> => {
    const { data: staged } = await bench.ask('POST', '/v1/screening/list-imports?file_name=house.csv', {
      raw: text,
      headers: { 'content-type': 'application/octet-stream' },
    })
    await bench.ask('POST', `/v1/screening/list-imports/${staged.id}/run`, {
      body: { key: 'house', title: 'House', allow_shrink: true },
    })
    await vi.waitFor(
      async () => expect((await bench.ask('GET', `/v1/screening/list-imports/${staged.id}`)).data.state).toBe('done'),
      20_000,
    )
  }
  await importList('name,kind\nBoris Wolkow,person\nHarbour Trading,organisation\n')
  await importList('name,kind\nBoris Wolkow,person\nHarbour Trading,organisation\nNina Roth,person\n')
  const made = await bench.ask('POST', '/v1/kpi-reports', {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  })
  expect(made.status, made.text).toBe(201)
  await bench.service.close()
  kept = mkdtempSync(path.join(tmpdir(), 'fieldseal-copies-'))
  dataDir = path.join(kept, 'data')
  cpSync(bench.dataDir, dataDir, { recursive: true })
  await bench.close()
}, 120_000)
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const version = 'row_differs: a version of a list that names are screened against is not the one that was put in force'
const inForce = 'row_differs: another version of a list is in force than was put in force last, or none'
const kpi = 'row_differs: 1 KPI reports differ from what was sealed of them'
const contents = (count: number): string =>
  `row_differs: ${count} entries of lists that names are screened against are not as they were read`

const alterations: readonly (readonly [what: string, statement: string, messages: readonly string[]])[] = [
  [
    'a listed name is another',
    "update watchlist_contents set content = replace(content, 'Wolkow', 'Wolkov') where content like '%Wolkow%'",
    [contents(1)],
  ],
  [
    'a listed name is searched by other words',
    "update watchlist_contents set names = 'nobody' where content like '%Wolkow%'",
    [contents(1)],
  ],
  [
    'a listed name cannot be read',
    "update watchlist_contents set content = '{' where content like '%Wolkow%'",
    [contents(1)],
  ],
  [
    'a listed name is exchanged with its hash',
    "update watchlist_contents set hash = zeroblob(32) where content like '%Nina%'",
    [contents(1), version],
  ],
  [
    'somebody is taken off a list',
    'delete from watchlist_members where version_id = (select max(id) from watchlist_versions) and entry_id = (select max(entry_id) from watchlist_members)',
    [version],
  ],
  [
    'somebody is put in the place of another',
    'update watchlist_members set n = (select min(n) from watchlist_contents) where version_id = (select max(id) from watchlist_versions)',
    [version],
  ],
  [
    'an earlier version is in force',
    'update watchlists set in_force = (select min(id) from watchlist_versions)',
    [inForce],
  ],
  ['no version is in force', 'update watchlists set in_force = 99', [inForce]],
  ['a list is gone', 'delete from watchlists', [inForce]],
  ['a version has another number', 'update watchlist_versions set version = 9 where version = 1', [version]],
  ...[
    ["sha256 = 'f'"],
    ['bytes = bytes + 1'],
    ["format = 'un_xml'"],
    ['published_at = 7'],
    ['published_at = 9007199254740991'],
    ['entries = entries + 1'],
    ['names = names + 1'],
    ['skipped = 1'],
    ["parts = '{'"],
  ].map(
    ([change = '']) =>
      [`a version whose ${change}`, `update watchlist_versions set ${change} where version = 1`, [version]] as const,
  ),
  ["a KPI report's figures are others", "update kpi_reports set figures = replace(figures, '0', '1')", [kpi]],
  [
    "a KPI report's figures and hash are others",
    "update kpi_reports set figures = '{}', sha256 = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'",
    [kpi],
  ],
  ...['from_at', 'to_at', 'made_at'].map(
    (column) =>
      [`a KPI report whose ${column} is another`, `update kpi_reports set ${column} = ${column} + 1`, [kpi]] as const,
  ),
  ['a KPI report that somebody else made', "update kpi_reports set made_by = 'u'", [kpi]],
  ['a KPI report that no entry tells of', "update kpi_reports set entry = 'ff'", [kpi]],
]

describe('rows of which an entry seals what they say', () => {
  test('are as they were sealed in a folder that nobody altered', async () => expect(await found(dataDir)).toEqual([]))

  test.each(alterations)('%s: is named', async (_what, statement, messages) => {
    const forger = new Forger(dataDir)
    try {
      forger.run(statement)
      expect(await found(forger.dataDir)).toEqual(messages)
    } finally {
      forger.close()
      forger.discard()
    }
  })
})
