import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvRowsIn } from '../../../../main/server/imports/source-rows.ts'
import type { SourceRow } from '../../../../main/server/imports/source-rows.ts'

const rowsOf = async (text: string, width: number): Promise<readonly SourceRow[]> => {
  const rows: SourceRow[] = []
  for await (const batch of csvRowsIn(Readable.from([text]), ',', width)) rows.push(...batch)
  return rows
}

const sizeOf = ({ values }: SourceRow | { values: readonly unknown[] }): number => JSON.stringify(values).length

test('a record that cannot be taken is kept as far as a person needs it, however long it is; one that can is whole', async () => {
  const long = 'x'.repeat(900_000)
  const [whole, open, wide] = await rowsOf(`a,b\n${long},1\n"${long}" y,1\n${',x'.repeat(200_000)}\n`, 2)
  expect(whole).toEqual({ line: 2, values: [long, '1'] })
  expect([open?.fault, wide?.fault]).toEqual([expect.stringMatching(/quotation mark/), expect.any(String)])
  for (const row of [open, wide]) expect(sizeOf(row ?? { values: [] })).toBeLessThan(400_000)
  expect(open?.values[0]).toMatch(/^"x{1000}/)
})

test('a short one is kept as it was', async () => {
  expect(await rowsOf('a,b\n1,2,3\n', 2)).toMatchObject([
    { line: 2, values: ['1', '2', '3'], fault: expect.any(String) as string },
  ])
})

test('rows within a pair of quotation marks, each of another row, are no text of a cell', async () => {
  const rows = await rowsOf(
    'id,date,amount,text\n1,2026-02-13,1.50,"open\n2,2026-02-14,2.50,b\n3,2026-02-15,3.50,c"\n4,2026-02-16,4.50,"Main Street 1\nSpringfield, Ohio"\n',
    4,
  )
  expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
    [2, expect.stringMatching(/^holds 2 more lines that look like a row/u)],
    [5, undefined],
  ])
})
