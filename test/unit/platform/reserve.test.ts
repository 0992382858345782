import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { holdReserve, isShortReserve, keepReserve, reserveSize, spendReserve } from '../../../main/platform/reserve.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/fieldseal-reserve-`)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('a reserve is kept once, whole again where it was cut off, and spent once', () => {
  const folder = dataFolder(dir)
  keepReserve(folder, systemRandom())
  const { size, mtimeMs, mode } = statSync(folder.reserve)
  expect([size, mode & 0o777]).toEqual([reserveSize, 0o600])
  keepReserve(folder, systemRandom())
  expect(statSync(folder.reserve).mtimeMs).toBe(mtimeMs)
  writeFileSync(folder.reserve, 'cut off')
  keepReserve(folder, systemRandom())
  expect(statSync(folder.reserve).size).toBe(reserveSize)
  expect([spendReserve(folder), spendReserve(folder)]).toEqual([true, false])
})

it('L-17: what is free of a full disk is set aside again, as far as it opens the folder; a whole reserve takes its place where there is room', () => {
  const folder = dataFolder(dir)
  holdReserve(folder, systemRandom(), 511 * 1_024)
  expect(existsSync(folder.reserve)).toBe(false)
  holdReserve(folder, systemRandom(), 1_700_000)
  expect([statSync(folder.reserve).size, isShortReserve(folder)]).toEqual([1_700_000, true])
  holdReserve(folder, systemRandom(), 3 * reserveSize)
  expect(statSync(folder.reserve).size, 'what stands is not touched').toBe(1_700_000)
  keepReserve(folder, systemRandom())
  expect([statSync(folder.reserve).size, isShortReserve(folder)]).toEqual([reserveSize, false])
  spendReserve(folder)
  holdReserve(folder, systemRandom(), 3 * reserveSize)
  expect([statSync(folder.reserve).size, isShortReserve(folder)]).toEqual([reserveSize, false])
})
