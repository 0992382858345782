import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveTo, tryTarget } from '../../../main/cli/save-to.ts'
import { writeWhole } from '../../../main/cli/write-whole.ts'

/** Files that a command writes into a folder which others can write to as well. */

let folder = ''
let target = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fieldseal-out-'))
  target = path.join(folder, 'case.zip')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const writers: readonly (readonly [string, () => Promise<void>])[] = [
  ['a stream', () => saveTo(target, new Blob(['secret']).stream())],
  ['a text', () => writeWhole(target, 'secret')],
]

describe.each(writers)('%s that is written beside what another person laid there', (_name, write) => {
  it('is written through no link', async () => {
    const other = path.join(folder, 'precious')
    writeFileSync(other, 'mine')
    symlinkSync(other, `${target}.part`)
    await write()
    expect([readFileSync(other, 'utf8'), readFileSync(target, 'utf8')]).toEqual(['mine', 'secret'])
  })

  it('goes into no file of theirs, is readable by its owner only, and leaves nothing', async () => {
    const theirs = `${target}.part`
    writeFileSync(theirs, 'theirs')
    chmodSync(theirs, 0o666)
    await write()
    expect(readFileSync(theirs, 'utf8')).toBe('theirs')
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['case.zip', 'case.zip.part'])
  })
})

it('a look whether a file can be written touches nothing that is there', async () => {
  writeFileSync(`${target}.part`, 'theirs')
  await tryTarget(target)
  expect(readFileSync(`${target}.part`, 'utf8')).toBe('theirs')
})
