import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import type { CommandRun } from '../../support/live-service.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-model-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const at = (name: string): string => path.join(scratch, name)
const fileOf = (name: string, content: Uint8Array | string): string => {
  writeFileSync(at(name), content)
  return at(name)
}

const first = Date.UTC(2026, 0, 1)
const hours = 25 * 24

/** An activity each hour of January's first 25 days; every 17th is a large payment, and fraud. */
const activity = (hour: number): { transaction_id: string; at: string; amount: number; customer_id: string } => ({
  transaction_id: `T${hour}`,
  at: new Date(first + hour * 3_600_000).toISOString(),
  amount: hour % 17 === 0 ? 900 + hour : 10 + (hour % 40),
  customer_id: `C${hour % 23}`,
})
const isFraud = (hour: number): boolean => hour % 17 === 0
const everyHour = Array.from({ length: hours }, (_, hour) => hour)

const asCsv = (label: ((hour: number) => string) | null): string =>
  [
    `transaction_id,at,amount,customer_id${label === null ? '' : ',is_fraud'}`,
    ...everyHour.map((hour) => [...Object.values(activity(hour)), ...(label === null ? [] : [label(hour)])].join(',')),
  ].join('\n')
const asJsonLines = everyHour.map((hour) => JSON.stringify({ ...activity(hour), is_fraud: isFraud(hour) })).join('\n')

const labelled = fileOf(
  'labelled.csv',
  asCsv((hour) => String(Number(isFraud(hour)))),
)
const days = ['--train', '2026-01-01..2026-01-10'] as const
const later = ['--test', '2026-01-18..2026-01-25'] as const
const model = at('model.json')
const small = ['--trees', '4', '--bags', '1'] as const

const train = (file: string, ...args: readonly string[]): Promise<CommandRun> =>
  runHere('model', 'train', file, ...days, ...small, ...args)
const evaluate = (file: string): Promise<CommandRun> => runHere('model', 'evaluate', model, file, ...later)
const isThere = (file: string): boolean => {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

beforeAll(async () => {
  expect(await train(labelled, '--out', model)).toMatchObject({ code: 0, lines: [{ model, rejected: 0 }] })
})

it('JSON lines whose labels begin late are learnt from as if every line had one', async () => {
  const filler = everyHour.slice(-250).map((hour) => JSON.stringify({ ...activity(hour), note: 'x'.repeat(9_000) }))
  const late = everyHour.slice(0, -250).map((hour) => JSON.stringify({ ...activity(hour), is_fraud: isFraud(hour) }))
  expect(Buffer.byteLength(filler.join('\n'))).toBeGreaterThan(1_048_576)
  expect(await train(fileOf('late.jsonl', [...filler, ...late].join('\n')), '--out', at('late.json'))).toMatchObject({
    code: 0,
    lines: [{ rejected: 0 }],
    stderr: expect.stringContaining('is_fraud -> is_fraud') as string,
  })
})

describe('a file of activities that is damaged', () => {
  const whole = gzipSync(readFileSync(labelled))
  const cut = fileOf('cut.csv.gz', whole.subarray(0, whole.length / 2))
  const turned = fileOf(
    'turned.csv.gz',
    Buffer.concat([whole.subarray(0, 200), Buffer.alloc(40, 0xff), whole.subarray(240)]),
  )

  it.each([
    ['cut off', cut],
    ['with other bytes in it', turned],
  ])('%s: train and evaluate say so in a sentence', async (_, file) => {
    for (const run of [await train(file, '--out', at('never.json')), await evaluate(file)]) {
      expect([run.code, run.lines]).toEqual([1, []])
      expect(run.stderr).toContain(`${file}: it is a damaged or cut-off gzip file`)
    }
    expect(isThere(at('never.json'))).toBe(false)
  })

  it('is read where it is whole', async () => {
    expect(await evaluate(fileOf('whole.csv.gz', whole))).toMatchObject({ code: 0, lines: [{ rejected: 0 }] })
  })
})

describe('JSON lines', () => {
  it.each([
    ['UTF-8', asJsonLines],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${asJsonLines}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${asJsonLines}`, 'utf16le').swap16()],
  ])('in %s give the figures that the same rows give as CSV', async (_, content) => {
    const [csv, json] = [await evaluate(labelled), await evaluate(fileOf('rows.jsonl', content))]
    expect(json.code).toBe(0)
    expect(json.lines).toEqual(csv.lines)
  })

  it('refuse, by line, an identifier that is a number which JSON numbers do not hold exactly', async () => {
    const rows = asJsonLines.split('\n')
    rows[480] = (rows[480] as string).replace('"customer_id":"C20"', '"customer_id":98765432109876543211')
    rows[481] = (rows[481] as string).replace('"transaction_id":"T481"', '"transaction_id":12345678901234567890')
    rows[482] = (rows[482] as string).replace('"customer_id":"C22"', '"customer_id":1.5')
    rows[483] = (rows[483] as string).replace('"customer_id":"C0"', '"customer_id":9007199254740991')
    const run = await evaluate(fileOf('numbers.jsonl', rows.join('\n')))
    expect(run).toMatchObject({ code: 0, lines: [{ rejected: 3 }] })
    const wanted = 'must be text or a whole number from 0 to 9007199254740991'
    for (const problem of [
      `line 481: customer_id: ${wanted}`,
      `line 482: transaction_id: ${wanted}`,
      `line 483: customer_id: “1.5” ${wanted}`,
    ])
      expect(run.stderr).toContain(problem)
    expect(run.stderr).not.toContain('line 484')
  })
})

describe('options that cannot work', () => {
  it.each([
    [['--half-life', '0'], 'more than 0 days'],
    [['--half-life', '0d'], 'more than 0 days'],
    [['--features', 'amount,amount'], 'amount is named twice'],
    [['--features', ','], 'Name at least one'],
    [['--kind', 'isolation_forest', '--depth', '3', '--learning-rate', '0.5'], '--depth, --learning-rate'],
    [['--kind', 'isolation_forest', '--half-life', '7d'], '--half-life'],
    [['--kind', 'isolation_forest', '--hold-out', '2'], '--hold-out'],
  ])('are refused before any work: %j', async (args, reason) => {
    const run = await runHere('model', 'train', labelled, ...days, '--out', at('never.json'), ...args)
    expect([run.code, run.lines]).toEqual([2, []])
    expect(run.stderr).toContain(reason)
    expect(run.stderr).not.toContain('columns:')
  })

  it.each(['--out', '--report'])('a folder of %s that is not there is refused before any work', async (option) => {
    const file = path.join(scratch, 'absent', 'file.json')
    const run = await train(labelled, ...(option === '--out' ? [] : ['--out', at('never.json')]), option, file)
    expect([run.code, run.lines]).toEqual([2, []])
    expect(run.stderr).toContain(`${option} ${file}: there is no folder ${path.dirname(file)}`)
    expect(run.stderr).not.toContain('columns:')
    expect(isThere(at('never.json'))).toBe(false)
  })

  it('so is a folder of the name of the file', async () => {
    const run = await train(labelled, '--out', scratch)
    expect([run.code, run.lines]).toEqual([2, []])
    expect(run.stderr).toContain(`--out ${scratch}: it is a folder`)
  })

  it('an isolation forest takes what it has: its trees and its seed', async () => {
    const run = await runHere(
      'model',
      'train',
      labelled,
      ...days,
      '--kind',
      'isolation_forest',
      '--trees',
      '5',
      '--seed',
      '7',
      '--out',
      at('forest.json'),
    )
    expect(run).toMatchObject({ code: 0, lines: [{ kind: 'isolation_forest', trees: 5, training: { seed: 7 } }] })
  })
})

describe('labels of the test', () => {
  const none = fileOf('none.csv', asCsv(null))
  const some = fileOf(
    'some.csv',
    asCsv((hour) => (isFraud(hour) ? '1' : hour % 2 === 0 ? '0' : '')),
  )
  const testHours = everyHour.filter((hour) => hour >= 17 * 24)

  it('where there are none, nothing is measured and the reason is told', async () => {
    const run = await evaluate(none)
    expect([run.code, run.lines]).toEqual([1, []])
    expect(run.stderr).toContain('no activity from 2026-01-18 to 2026-01-25 says whether it was fraud')
  })

  it('training asks for them before the trees are grown, and keeps no model', async () => {
    const onlyTrained = fileOf(
      'only-trained.csv',
      asCsv((hour) => (hour < 10 * 24 ? String(Number(isFraud(hour))) : '')),
    )
    const run = await train(onlyTrained, ...later, '--out', at('never.json'))
    expect([run.code, run.lines]).toEqual([1, []])
    expect(run.stderr).toContain('no activity from 2026-01-18 to 2026-01-25 says whether it was fraud')
    expect(isThere(at('never.json'))).toBe(false)
  })

  it('who is not labelled is counted beside the measures, on stderr and in the report', async () => {
    const unlabelled = testHours.filter((hour) => !isFraud(hour) && hour % 2 === 1).length
    const run = await runHere(
      'model',
      'evaluate',
      model,
      some,
      ...later,
      '--known-from',
      '2026-01-25',
      '--report',
      at('report.md'),
    )
    expect(run).toMatchObject({ code: 0, lines: [{ evaluation: { activities: testHours.length, unlabelled } }] })
    expect(run.stderr).toContain(
      `${unlabelled} of the ${testHours.length} transactions that are measured do not say whether they were fraud; they count as genuine.`,
    )
    expect(readFileSync(at('report.md'), 'utf8')).toContain(
      `${unlabelled} of them do not say whether they were fraud; they count as genuine.`,
    )
    const all = await evaluate(labelled)
    expect(all).toMatchObject({ code: 0, lines: [{ evaluation: { unlabelled: 0 } }] })
    expect(all.stderr).not.toContain('count as genuine')
  })
})
