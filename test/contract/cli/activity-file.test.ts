import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readActivityFile, type ActivityFileOptions } from '../../../main/cli/activity-file.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-studied-'))

/** Amount and direction of each activity of a file that is studied without a workspace. */
const moneyIn = async (name: string, content: string, options: Partial<ActivityFileOptions> = {}) => {
  const file = path.join(scratch, name)
  writeFileSync(file, content)
  const read = await readActivityFile(file, { mapping: [], timeZone: 'UTC', negative: 'refund', ...options })
  if (!read.ok) throw new Error(read.error.message)
  return read.value.activities.map(({ event }) => [event.amount, event.metadata?.['direction']])
}

it('I-9: a file that is studied tells the direction as it does in an import, also by the numbers of JSON lines', async () => {
  const lines = [
    '{"id":"A","at":"2026-05-01T10:00:00Z","debit":12.5}',
    '{"id":"B","at":"2026-05-01T11:00:00Z","debit":0,"credit":7}',
  ]
  expect(await moneyIn('sides.jsonl', `${lines.join('\n')}\n`)).toEqual([
    [12.5, 'out'],
    [7, 'in'],
  ])
  const german = 'id;date;Soll;Haben\nA;2026-05-01;1.234;\nB;2026-05-02;;1.234,50\n'
  expect(await moneyIn('sides.csv', german)).toEqual([
    [1234, 'out'],
    [1234.5, 'in'],
  ])
  expect(await moneyIn('sides.csv', german, { mapping: [{ column: 'Haben', field: 'amount' }] })).toEqual([
    [undefined, undefined],
    [1234.5, undefined],
  ])
  const signed = 'id,date,amount\nA,2026-05-01,-5.00\nB,2026-05-02,6.00\n'
  expect(await moneyIn('signed.csv', signed)).toEqual([
    [-5, undefined],
    [6, undefined],
  ])
  expect(await moneyIn('signed.csv', signed, { negative: 'out' })).toEqual([
    [5, 'out'],
    [6, 'in'],
  ])
})
