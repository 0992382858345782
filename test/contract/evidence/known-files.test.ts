import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let bench: Bench
let sources: string
let local: Record<string, string>
let caseId: number

beforeEach(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 }, textQuietMs: 0 })
  sources = mkdtempSync(path.join(tmpdir(), 'fieldseal-sources-'))
  const session = await localSessionOf(bench.service)
  local = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
  caseId = (await bench.createCase('Files from a seized laptop')).id
})
afterEach(async () => {
  await bench.close()
  rmSync(sources, { recursive: true, force: true })
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const hashed = (kind: 'sha256' | 'sha1' | 'md5', content: string): string =>
  createHash(kind).update(content).digest('hex')

const acquire = async (name: string, content: string): Promise<number> => {
  const file = path.join(sources, name)
  writeFileSync(file, content)
  const { data } = await bench.ask('POST', `/v1/cases/${caseId}/acquisitions`, {
    body: { path: file, facts: {} },
    headers: local,
  })
  for (;;) {
    const now = (await bench.ask('GET', `/v1/acquisitions/${data.id}`)).data
    if (!['running', 'waiting'].includes(now.state)) return now.evidence_id ?? 0
    await turn()
  }
}

const take = async (
  name: string,
  standing: 'known_good' | 'known_bad' | 'of_interest',
  content: string | Uint8Array,
  as?: Person,
) =>
  await bench.ask('POST', `/v1/known-files?name=${encodeURIComponent(name)}&standing=${standing}&file_name=l.txt`, {
    raw: content,
    headers: { 'content-type': 'application/octet-stream' },
    ...(as === undefined ? {} : { as }),
  })

const overview = async () => (await bench.ask('GET', '/v1/known-files')).data

/** What is known once every piece is compared, and hashed where `hashes` says so. */
const settled = async (sha256Only = 0) => {
  for (;;) {
    const now = await overview()
    if (now.waiting === 0 && now.sha256_only === sha256Only) return now
    await turn()
  }
}

const named = async (known: string): Promise<string[]> =>
  (await bench.ask('GET', `/v1/cases/${caseId}/evidence?known=${known}`)).data.map(({ name }) => name)

const marksOf = async (piece: number) =>
  (await bench.ask('GET', `/v1/cases/${caseId}/evidence/${piece}`)).data.known.map(({ list, standing, by }) => [
    list,
    standing,
    by,
  ])

it('E-50, E-53: pieces on a list are marked, those that come later too, and the list of evidence is narrowed by it', async () => {
  const dropper = await acquire('invoice.exe', 'a dropper')
  await acquire('system.dll', 'a library')
  await acquire('letter.txt', 'a letter')
  const before = await bench.snapshot()
  const bad = await take('Malware of ours', 'known_bad', `${hashed('sha256', 'a dropper')}  x.exe\n`)
  expect(bad.status, bad.text).toBe(201)
  expect(bad.data).toMatchObject({
    name: 'Malware of ours',
    file_name: 'l.txt',
    hashes: { sha256: 1, sha1: 0, md5: 0 },
    lines_left: 0,
    here: true,
  })
  await take('System files', 'known_good', `${hashed('sha256', 'a library')}\n${hashed('sha256', 'comes later')}\n`)
  await settled()
  expect(await marksOf(dropper)).toEqual([['Malware of ours', 'known_bad', 'sha256']])
  expect(await named('known_bad')).toEqual(['invoice.exe'])
  expect(await named('known_good')).toEqual(['system.dll'])
  expect(await named('of_interest')).toEqual([])
  expect(await named('unlisted')).toEqual(['letter.txt'])
  // Nothing of it is sealed.
  expect(await bench.snapshot()).toBe(before)

  await acquire('later.dll', 'comes later')
  expect((await settled()).lists.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['System files', 2],
    ['Malware of ours', 1],
  ])
  expect(await named('known_good')).toEqual(['system.dll', 'later.dll'])
})

it('E-53: MD5 and SHA-1 are made of the pieces where a list has nothing stronger, and the mark says by which', async () => {
  const one = await acquire('one.bin', 'content one')
  const two = await acquire('two.bin', 'content two')
  await take('By SHA-256', 'of_interest', hashed('sha256', 'content one'))
  expect((await settled()).sha256_only).toBe(0)
  const nsrl = `"SHA-1","MD5","CRC32","FileName"\r\n"${hashed('sha1', 'content one').toUpperCase()}","","","one"\r\n"","${hashed('md5', 'content two')}","",""\r\n`
  const taken = await take('NSRL', 'known_good', `\ufeff${nsrl}`)
  expect(taken.data.hashes).toEqual({ sha256: 0, sha1: 1, md5: 1 })
  await settled()
  expect(await marksOf(one)).toEqual([
    ['By SHA-256', 'of_interest', 'sha256'],
    ['NSRL', 'known_good', 'sha1'],
  ])
  expect(await marksOf(two)).toEqual([['NSRL', 'known_good', 'md5']])
})

it('E-51: a list of the same name is replaced, and one that is removed leaves no mark and no file', async () => {
  const piece = await acquire('one.bin', 'content one')
  await take('Ours', 'known_bad', hashed('sha256', 'content one'))
  await settled()
  const again = await take('OURS', 'of_interest', Buffer.from(`\ufeff${hashed('sha256', 'content one')}\n`, 'utf16le'))
  expect((await settled()).lists).toHaveLength(1)
  expect(await marksOf(piece)).toEqual([['OURS', 'of_interest', 'sha256']])
  const dir = path.join(bench.dataDir, 'known-files')
  const files = readdirSync(dir)
  expect(files).toHaveLength(1)
  expect(
    readFileSync(path.join(dir, files[0] ?? '')).includes(createHash('sha256').update('content one').digest()),
  ).toBe(false)
  expect((await bench.ask('DELETE', `/v1/known-files/${again.data.id}`)).status).toBe(200)
  expect(await marksOf(piece)).toEqual([])
  expect(readdirSync(dir)).toEqual([])
  expect((await bench.ask('DELETE', `/v1/known-files/${again.data.id}`)).status).toBe(404)
  // The number of a list that is gone is not given again: pieces would pass for compared with it.
  await take('New', 'known_bad', hashed('sha256', 'content one'))
  await settled()
  expect(await marksOf(piece)).toEqual([['New', 'known_bad', 'sha256']])
})

it('E-51: a list whose file is not there says so, and its marks stay', async () => {
  const piece = await acquire('one.bin', 'content one')
  await take('Ours', 'known_bad', hashed('sha256', 'content one'))
  await settled()
  rmSync(path.join(bench.dataDir, 'known-files'), { recursive: true })
  await acquire('later.bin', 'comes later')
  expect((await settled()).lists).toMatchObject([{ name: 'Ours', here: false, pieces: 1 }])
  expect(await marksOf(piece)).toEqual([['Ours', 'known_bad', 'sha256']])
})

it('E-52: what is no list is refused in words, and nothing of it is kept', async () => {
  const refused = async (content: string | Uint8Array): Promise<string> => {
    const answer = await take('Hostile', 'known_good', content)
    expect(answer.status, answer.text).toBe(422)
    return answer.text
  }
  expect(await refused('')).toContain('No line of the file holds')
  expect(await refused('nothing\nof that kind')).toContain('No line of the file holds')
  expect(await refused('d41d8cd98f00b204e9800998ecf8427e\n')).toContain('No line of the file holds')
  expect(await refused(Buffer.from('PK\u0003\u0004 and so on'))).toContain('is a ZIP archive')
  expect(await refused(`account,token\n1,${hashed('md5', 'x')}\n`)).toContain('Line 2')
  expect(await refused('a'.repeat(2_000_000))).toContain('No line of the file holds')
  expect((await overview()).lists).toEqual([])
  const dir = path.join(bench.dataDir, 'known-files')
  expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([])
  expect(
    (await take('By an auditor', 'known_good', hashed('md5', 'x'), await bench.addPerson('auditor', 'audra'))).status,
  ).toBe(403)
})

it('E-52: lines without a hash are counted and named, wherever a part of the file ends', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) =>
    at % 10_000 === 9_998 ? `no hash ${'x'.repeat(20_000)}` : hashed('sha256', `${at}`),
  )
  const { data } = await take('Large', 'known_good', lines.join('\r\n'))
  expect(data).toMatchObject({ hashes: { sha256: 29_997 }, lines_left: 3, lines_left_first: [9_999, 19_999, 29_999] })
})
