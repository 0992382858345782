import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import type { FoundPiece } from '../../../shared/schema/evidence-text.ts'
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
  caseId = (await bench.createCase('Payments to a shell company')).id
})
afterEach(async () => {
  await bench.close()
  rmSync(sources, { recursive: true, force: true })
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const acquire = async (name: string, content: string | Uint8Array): Promise<number> => {
  const file = path.join(sources, name)
  mkdirSync(path.dirname(file), { recursive: true })
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

const state = async () => (await bench.ask('GET', `/v1/cases/${caseId}/evidence-text`)).data

/** What is read, once nothing waits any more. */
const settled = async () => {
  for (;;) {
    const now = await state()
    if (now.pieces.waiting === 0) return now
    await turn()
  }
}

const search = async (q: string, more: object = {}, as?: Person) =>
  await bench.ask('POST', `/v1/cases/${caseId}/evidence-text/search`, {
    body: { q, ...more },
    ...(as === undefined ? {} : { as }),
  })

const marked = (pieces: readonly FoundPiece[]): string[] =>
  pieces.flatMap(({ passages }) =>
    passages.flatMap(({ text, marks }) => marks.map(({ start, end }) => text.slice(start, end))),
  )

const looks = async (evidenceId: number): Promise<string[]> =>
  (await bench.ask('GET', `/v1/cases/${caseId}/evidence/${evidenceId}`)).data.custody
    .filter(({ type }) => type === 'evidence.found')
    .map(({ entry_id: id }) => id)

const textFiles = (): string[] => {
  const dir = path.join(bench.dataDir, 'texts')
  return existsSync(dir) ? readdirSync(dir) : []
}

const eraseNote = async (): Promise<void> => {
  await bench.ask('POST', `/v1/cases/${caseId}/notes`, { body: { text: 'SENSITIVE gazelle' } })
  const { data } = await bench.ask('GET', `/v1/cases/${caseId}/timeline`)
  const note = data.find(({ type }) => type === 'note.added')
  const erased = await bench.ask('POST', `/v1/cases/${caseId}/redactions`, {
    body: {
      entry_id: note?.entry_id,
      digests: [note?.withheld.text?.digest],
      legal_basis: 'gdpr_art_17',
    },
  })
  expect(erased.status, erased.text).toBeLessThan(300)
}

it('E-40, E-44: evidence is read by itself, and words are found with the piece, the way and their places', async () => {
  const letter = await acquire('letter.txt', 'Dear Mr Møller,\nthe payment to Zürich went out.\n\nYours, A. Straße')
  await acquire('other.txt', 'Nothing of that kind.')
  expect((await settled()).pieces).toMatchObject({ total: 2, read: 2, waiting: 0, unreadable: 0 })

  const { data, next } = (await search('zurich payment')).whole
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ evidence_id: letter, name: 'letter.txt', more: false })
  expect(data[0]?.passages[0]?.way.at(-1)?.kind).toBe('line')
  expect(marked(data).toSorted()).toEqual(['Zürich', 'payment'])
  expect(next).toBeNull()
  // As the search of cases folds (L-70): accents, ligatures, the beginning of the last word.
  expect(marked((await search('MOLL')).data)).toEqual(['Møller'])
  expect(marked((await search('"strasse"')).data)).toEqual(['Straße'])
  expect((await search('kind payment')).data).toEqual([])
  expect((await search('"payment the"')).data).toEqual([])
  expect((await search('... ***')).data).toEqual([])
})

it('E-43: what is found is a look, sealed once in a while for each person and piece; a search in vain is none', async () => {
  const letter = await acquire('letter.txt', 'The courier was Gazelle.')
  const other = await acquire('other.txt', 'Nothing of that kind.')
  await settled()
  expect((await search('unicorn')).data).toEqual([])
  expect(await looks(letter)).toEqual([])
  const [found] = (await search('gazelle')).data
  expect(await looks(letter)).toEqual([found?.entry_id])
  expect((await search('courier')).data[0]?.entry_id).toBe(found?.entry_id)
  expect(await looks(letter)).toHaveLength(1)
  expect(await looks(other)).toEqual([])
  const auditor = await bench.addPerson('auditor', 'auditor')
  const theirs = (await search('gazelle', {}, auditor)).data[0]
  expect(await looks(letter)).toEqual([found?.entry_id, theirs?.entry_id])
  const timeline = (await bench.ask('GET', `/v1/cases/${caseId}/timeline`)).data
  expect(timeline.find(({ entry_id: id }) => id === theirs?.entry_id)?.values).toMatchObject({ found: true })
  expect(JSON.stringify(timeline).toLowerCase()).not.toContain('gazelle')
})

it('E-40: what cannot be read says so, and whose bytes are not here too', async () => {
  const noise = await acquire(
    'noise.bin',
    Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251),
  )
  const now = await settled()
  expect(now.pieces).toMatchObject({ total: 1, read: 0, unreadable: 1 })
  expect(now.lacking).toMatchObject([{ evidence_id: noise, name: 'noise.bin', state: 'unreadable' }])
  expect(now.lacking[0]?.lacks[0]?.kind).toBe('no_text')
  const piece = (await bench.ask('GET', `/v1/cases/${caseId}/evidence/${noise}/text`)).data
  expect(piece).toEqual(now.lacking[0])
})

it('E-42: an erasure in the case takes its text away, at once and from the disk; a person has it read anew', async () => {
  await acquire('letter.txt', 'The courier was Gazelle.')
  await settled()
  expect(textFiles().length).toBeGreaterThan(0)
  await eraseNote()
  expect((await search('courier')).data).toEqual([])
  expect(await state()).toMatchObject({ dropped: 'erasure', pieces: { total: 1, dropped: 1, read: 0 } })
  expect(textFiles()).toEqual([])
  await acquire('later.txt', 'A second courier.')
  expect(await state()).toMatchObject({ pieces: { total: 2, dropped: 2, waiting: 0 } })
  const renewed = await bench.ask('POST', `/v1/cases/${caseId}/evidence-text`)
  expect(renewed.status, renewed.text).toBe(200)
  expect(await settled()).toMatchObject({ dropped: null, pieces: { read: 2 } })
  expect((await search('courier')).data).toHaveLength(2)
})

it('E-42: a text is dropped and made anew, and what a search of the old one goes on with is refused', async () => {
  const long = `The courier came. ${'He waited and went away again. '.repeat(50)}`
  const piece = await acquire('letters.txt', Array.from({ length: 45 }, (_, n) => `Letter ${n}. ${long}`).join('\n'))
  await settled()
  const [whole] = (await search('courier')).data
  expect([whole?.passages.length, whole?.more]).toEqual([3, true])
  const first = (await search('courier', { evidence_id: piece })).whole
  expect(first.data[0]?.passages).toHaveLength(20)
  const second = (await search('courier', { evidence_id: piece, after: first.next })).whole
  expect(second.data[0]?.passages).toHaveLength(20)
  expect(second.data[0]?.passages[0]).not.toEqual(first.data[0]?.passages[19])

  expect((await bench.ask('DELETE', `/v1/cases/${caseId}/evidence-text`)).data).toMatchObject({
    dropped: 'person',
    pieces: { dropped: 1, read: 0 },
  })
  expect(textFiles()).toEqual([])
  expect((await search('courier')).data).toEqual([])
  await bench.ask('POST', `/v1/cases/${caseId}/evidence-text`)
  expect((await settled()).pieces.read).toBe(1)
  const stale = await search('courier', { evidence_id: piece, after: first.next })
  expect([stale.status, stale.error.code]).toEqual([400, 'invalid_request'])
  expect((await search('courier')).data).toHaveLength(1)
})

it('auditors search and drop nothing; strange cases and pieces are refused', async () => {
  const auditor = await bench.addPerson('auditor', 'auditor')
  const address = `/v1/cases/${caseId}/evidence-text` as const
  expect((await bench.ask('GET', address, { as: auditor })).status).toBe(200)
  expect((await bench.ask('DELETE', address, { as: auditor })).status).toBe(403)
  expect((await bench.ask('POST', address, { as: auditor })).status).toBe(403)
  for (const [method, place] of [
    ['GET', '/v1/cases/424242/evidence-text'],
    ['DELETE', '/v1/cases/424242/evidence-text'],
    ['POST', '/v1/cases/424242/evidence-text'],
    ['GET', `/v1/cases/${caseId}/evidence/424242/text`],
  ] as const)
    expect((await bench.ask(method, place)).status, `${method} ${place}`).toBe(404)
  expect((await bench.ask('POST', '/v1/cases/424242/evidence-text/search', { body: { q: 'x' } })).status).toBe(404)
  expect((await search('x', { evidence_id: 424_242 })).status).toBe(404)
  expect((await search('x', { after: 'nonsense' })).status).toBe(400)
})
