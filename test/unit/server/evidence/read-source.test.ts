import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PartialBlob } from '../../../../main/blobs/partial-blob.ts'
import { readInto } from '../../../../main/server/evidence/read-source.ts'
import { openSource } from '../../../../main/server/evidence/open-source.ts'
import { isSourceFile, nameOfBytes, walkSource } from '../../../../main/server/evidence/source-walk.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-source-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array): string => {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  return place
}

/** A partial file that only counts. */
const counting = (): PartialBlob => {
  let taken = 0
  return {
    taken: () => taken,
    written: () => taken,
    append: (chunk) => {
      taken += chunk.length
      return Promise.resolve()
    },
    sync: () => Promise.resolve(),
    finish: () => Promise.reject(new Error('it is not to be finished')),
    close: () => Promise.resolve(),
  }
}

const readWith = async (place: string, onFirstBytes: () => void): Promise<string> => {
  const opened = await openSource(Buffer.from(place))
  if (!opened.ok) return opened.error
  let isFirst = true
  try {
    const read = await readInto(opened.value, counting(), {
      isInterrupted: () => false,
      onBytes: () => {
        if (isFirst) onFirstBytes()
        isFirst = false
      },
      onDurable: () => Promise.resolve(),
    })
    return read.ok ? read.value : read.error.message
  } finally {
    await opened.value.handle.close()
  }
}

describe('E-13: a source that changes while it is read is not taken', () => {
  const long = Buffer.alloc(3_500_000, 7)
  it.each([
    ['grows', (place: string) => appendFileSync(place, 'more')],
    ['shrinks', (place: string) => truncateSync(place, 2_000_000)],
    ['is written to in the middle', (place: string) => writeFileSync(place, Buffer.alloc(3_500_000, 8))],
  ])('it %s', async (what, change) => {
    const place = file(`changing-${what}`, long)
    expect(await readWith(place, () => change(place))).toContain('changed while it was read')
  })

  it('one that is deleted while it is open is not taken either: nobody could look at it again', async () => {
    const place = file('deleted', long)
    expect(await readWith(place, () => rmSync(place))).toContain('changed while it was read')
  })

  it('one at rest is read whole', async () => {
    expect(await readWith(file('still', long), () => undefined)).toBe('whole')
  })
})

describe('E-14: only files and block devices are opened', () => {
  const refused = async (place: string): Promise<string> => {
    const opened = await openSource(Buffer.from(place))
    if (!opened.ok) return opened.error
    await opened.value.handle.close()
    return 'opened'
  }

  it('a file that is gone, a link, a pipe and an endless device are refused in words, and nothing waits', async () => {
    const target = file('target', 'x')
    const link = path.join(folder, 'link')
    symlinkSync(target, link)
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await refused(path.join(folder, 'gone'))).toBe('It is not there any more.')
    expect(await refused(link)).toContain('symbolic link')
    expect(await refused(pipe)).toContain('pipes')
    expect(await refused('/dev/zero')).toContain('character devices')
    expect(await refused(target)).toBe('opened')
  })

  it('a walk names what it passes by', async () => {
    const met = []
    for await (const found of walkSource(folder))
      met.push(isSourceFile(found) ? `file ${found.path}` : `problem ${found.path}`)
    expect(met).toContain('problem link')
    expect(met).toContain('problem pipe')
    expect(met).toContain('file target')
  })
})

describe('E-15: names of any bytes', () => {
  it.each([
    [Buffer.from('plain.txt'), 'plain.txt'],
    [Buffer.from('長い名前.txt'), '長い名前.txt'],
    [Buffer.from([0x61, 0xff, 0x62]), 'a\\xffb'],
    [Buffer.from([0xc3, 0x28]), '\\xc3('],
    [Buffer.from([0xe6, 0x97, 0xa5, 0xe6]), '日\\xe6'],
    [Buffer.from([0xf0, 0x9f, 0x92, 0xa3, 0x80]), '💣\\x80'],
  ])('%o is %s', (bytes, name) => {
    expect(nameOfBytes(bytes)).toBe(name)
  })

  it.runIf(process.platform === 'linux')(
    'two files never have one key, whatever they are called; their bytes are kept',
    async () => {
      const root = Buffer.from(path.join(folder, 'alike'))
      const at = (name: Buffer | string): Buffer => Buffer.concat([root, Buffer.from('/'), Buffer.from(name)])
      mkdirSync(root)
      mkdirSync(at('app'))
      const names = [Buffer.from('a\\xffb'), Buffer.from([0x61, 0xff, 0x62]), Buffer.from('app\\x2d.service')]
      for (const name of [...names, Buffer.from('app/x2d.service')]) writeFileSync(at(name), name)
      const met = []
      for await (const found of walkSource(root.toString())) if (isSourceFile(found)) met.push(found)
      expect(new Set(met.map(({ key }) => key)).size).toBe(4)
      expect(met.map(({ path: shown }) => shown).sort()).toEqual(
        ['a\\xffb', 'a\\xffb', 'app/x2d.service', 'app\\x2d.service'].sort(),
      )
      for (const { bytes } of met) expect(bytes.equals(readFileSync(at(bytes)))).toBe(true)
    },
  )
})
