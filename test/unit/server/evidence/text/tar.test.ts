import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHere, shown } from './reading.ts'

let folder = ''
const long = `${'folder-with-a-long-name/'.repeat(6)}file-with-a-long-name.txt`

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-tar-'))
  const files = path.join(folder, 'in')
  mkdirSync(path.join(files, path.dirname(long)), { recursive: true })
  writeFileSync(path.join(files, 'ä.txt'), 'first text')
  writeFileSync(path.join(files, long), 'x'.repeat(513))
  writeFileSync(path.join(files, 'mail.eml'), 'From: a@example.com\nSubject: hello\n\nthe body')
  symlinkSync('/etc/passwd', path.join(files, 'link'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = (form: string): Buffer => {
  const file = path.join(folder, `${form}.tar`)
  execFileSync('tar', [`--format=${form}`, '--sort=name', '-cf', file, '-C', path.join(folder, 'in'), '.'])
  return readFileSync(file)
}

describe('the text of a TAR archive', () => {
  it.each(['ustar', 'gnu', 'pax'])('of the form %s is that of its files', async (form) => {
    const { all, format, lacks } = await readHere(packed(form))
    expect({ format, lacks }).toEqual({ format: 'tar', lacks: [] })
    expect(shown(all).toSorted()).toEqual(
      [
        `member ./${long} > line 1 | ${'x'.repeat(513)}`,
        'member ./mail.eml > header From | a@example.com',
        'member ./mail.eml > header Subject | hello',
        'member ./mail.eml | the body',
        'member ./ä.txt > line 1 | first text',
      ].toSorted(),
    )
  })

  it('is read where the archive is packed', async () => {
    const { all } = await readHere(gzipSync(packed('gnu')), 'files.tgz')
    expect(shown(all)).toContain('member files.tar > member ./ä.txt > line 1 | first text')
  })

  it('is read as far as a hostile archive goes', async () => {
    const cut = packed('ustar').subarray(0, 2_000)
    expect((await readHere(cut)).lacks).toEqual([{ way: [], lack: { kind: 'damaged', message: 'it is cut off' } }])
    const claim = Buffer.from(packed('ustar'))
    claim.write('77777777777\0', 124, 'latin1')
    expect((await readHere(claim)).lacks).toEqual([{ way: [], lack: { kind: 'damaged', message: 'it is cut off' } }])
    claim.fill(0xff, 124, 136)
    expect((await readHere(claim)).lacks).toMatchObject([{ lack: { kind: 'damaged' } }])
  })
})
