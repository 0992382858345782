import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleTexts, endOf } from './bundle-texts.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let ines: Person
let ivo: Person

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  ines = await bench.addPerson('investigator', 'ines')
  ivo = await bench.addPerson('investigator', 'ivo')
  await bench.addPerson('investigator', 'bystander')
})
afterAll(() => bench.close())

const timelineOf = async (caseId: number) => (await bench.ask('GET', `/v1/cases/${caseId}/timeline?size=100`)).data
const entryOf = async (caseId: number, type: string) => (await timelineOf(caseId)).find((entry) => entry.type === type)

/** The digest of a value that an entry withholds. */
const digestOf = async (caseId: number, type: string, name: string): Promise<string> => {
  const digest = (await entryOf(caseId, type))?.withheld[name]?.digest
  if (digest === undefined) throw new Error(`no entry ${type} withholds ${name}`)
  return digest
}

const ask = async (caseId: number, disclosures: unknown) =>
  await bench.ask('POST', `/v1/cases/${caseId}/exports`, {
    body: { reason: 'For the other side', disclosures },
    as: ines,
  })

const bundleOf = async (started: Parameters<typeof bundleTexts>[1]) => await bundleTexts(bench, started, ines)

const filesWith = (bundle: Record<string, string>, words: string): string[] =>
  Object.entries(bundle).flatMap(([file, text]) => (text.includes(words) ? [file] : []))

describe('what a bundle leaves out', () => {
  const saying = 'The informant is Secretname.'

  it('E-33: is a withheld value of the case, or the export is refused before anything is sealed', async () => {
    const { id } = await bench.createCase()
    await bench.ask('POST', `/v1/cases/${id}/notes`, { body: { text: saying } })
    const digest = await digestOf(id, 'note.added', 'text')
    const mistyped = `${digest.slice(0, -2)}${digest.at(-2) === 'A' ? 'B' : 'A'}${digest.at(-1)}`
    const other = await bench.createCase()
    const elsewhere = await digestOf(other.id, 'case.opened', 'title')
    for (const strange of [mistyped, elsewhere]) {
      const refused = await ask(id, { except: [digest, strange] })
      expect([refused.status, refused.error.code]).toEqual([422, 'unknown_reference'])
      expect(refused.error.details).toEqual([
        { path: 'body.disclosures.except.1', message: 'is the digest of no withheld value of this case' },
      ])
    }
    const asked = async (caseId: number, except: readonly string[]) =>
      await bench.ask('POST', `/v1/cases/${caseId}/exports/quotations`, { body: { except }, as: ines })
    expect((await asked(id, [digest])).data).toEqual({ quoted_in: [] })
    const strange = await asked(id, [digest, mistyped])
    expect([strange.status, strange.error.details]).toEqual([
      422,
      [{ path: 'body.except.1', message: 'is the digest of no withheld value of this case' }],
    ])
    expect((await asked(999_999, [digest])).status).toBe(404)
    const byKey = await bench.ask('POST', '/v4/evidence/export', {
      body: { workspace_id: bench.workspaceId, case_id: id, reason: 'x', disclosures: { except: [mistyped] } },
      headers: { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': undefined },
    })
    expect(byKey.status, byKey.text).toBe(422)
    expect(await entryOf(id, 'case.exported')).toBeUndefined()
    expect(filesWith(await bundleOf(await ask(id, { except: [digest] })), 'Secretname')).toEqual([])
  })

  it('may be erased already', async () => {
    const { id } = await bench.createCase()
    await bench.ask('POST', `/v1/cases/${id}/notes`, { body: { text: saying } })
    const note = await entryOf(id, 'note.added')
    const digest = await digestOf(id, 'note.added', 'text')
    expect(
      (
        await bench.ask('POST', `/v1/cases/${id}/redactions`, {
          body: { entry_id: note?.entry_id, digests: [digest], legal_basis: 'gdpr_art_17' },
        })
      ).status,
    ).toBe(200)
    expect(filesWith(await bundleOf(await ask(id, { except: [digest] })), 'Secretname')).toEqual([])
  })

  it('E-34: is nowhere in drafts that quote it, unless that is said', async () => {
    const { id } = await bench.createCase('Secretname and sons')
    const drafted = await bench.ask('POST', '/v1/reports', { body: { kind: 'case_report', case_id: id }, as: ines })
    expect(drafted.status, drafted.text).toBe(201)
    const digest = await digestOf(id, 'case.opened', 'title')
    const before = await bench.ask('POST', `/v1/cases/${id}/exports/quotations`, {
      body: { except: [digest] },
      as: ines,
    })
    expect(before.data.quoted_in).toEqual(
      ['title', 'content'].map(
        (name) =>
          expect.objectContaining({
            name,
            report_id: drafted.data.id,
            report_title: drafted.data.title,
            kind: 'case_report',
            version: 1,
            state: 'draft',
          }) as unknown,
      ),
    )
    const refused = await ask(id, { except: [digest] })
    expect([refused.status, refused.error.code]).toEqual([409, 'quoted_in_reports'])
    const [content, title] = [
      await digestOf(id, 'report.drafted', 'content'),
      await digestOf(id, 'report.drafted', 'title'),
    ]
    const named = JSON.stringify(refused.error.details)
    for (const quoting of [content, title]) expect(named).toContain(quoting)
    expect(await entryOf(id, 'case.exported')).toBeUndefined()
    expect(filesWith(await bundleOf(await ask(id, { except: [digest, content, title] })), 'Secretname')).toEqual([])
    expect(filesWith(await bundleOf(await ask(id, { except: [digest], with_quotations: true })), 'Secretname')).toEqual(
      [],
    )
    const exports = (await timelineOf(id)).filter(({ values }) => values.left_out !== undefined)
    expect(exports).toHaveLength(2)
    expect((exports[1]?.values.left_out as readonly string[]).toSorted()).toEqual([digest, content, title].toSorted())
    expect(
      filesWith(await bundleOf(await ask(id, { except: [digest], with_quotations: false })), 'Secretname'),
    ).not.toEqual([])
  })
})

describe('E-35: who takes a finished bundle', () => {
  const takingsOf = async (caseId: number) =>
    (await timelineOf(caseId)).filter(({ values }) => values.taken !== undefined)
  const linkFor = async (id: string, as: Person) => (await bench.ask('POST', `/v1/exports/${id}/link`, { as })).data

  it('is sealed before the link is given, once for each actor, into the custody of what it holds', async () => {
    const { id } = await bench.createCase()
    const take = async (name: string) =>
      (await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name, size: 0 } })).data.acquisition.evidence_id
    const [one, other] = [await take('one.txt'), await take('other.txt')]
    const started = await bench.ask('POST', `/v1/cases/${id}/exports`, {
      body: { reason: 'For the court', evidence: [one], disclosures: 'none' },
      as: ines,
    })
    const done = await endOf(bench, started)
    expect(await takingsOf(id)).toEqual([])
    const first = await linkFor(done.id, ivo)
    const again = await linkFor(done.id, ivo)
    expect(again.entry_id).toBe(first.entry_id)
    const byKey = await bench.ask('POST', '/v4/evidence/export', {
      body: { workspace_id: bench.workspaceId, export_id: done.id },
      headers: { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': undefined },
    })
    expect(byKey.data.link?.entry_id).not.toBe(first.entry_id)
    const takings = await takingsOf(id)
    expect(takings.map(({ actor, values }) => [actor.name, values])).toEqual(
      [
        ['ivo in person', 'person'],
        [expect.stringMatching(/^API key/u) as unknown, 'program'],
      ].map(([name, by]) => [
        name,
        {
          evidence: [one],
          disclosures: 'none',
          encrypted: false,
          taken: done.entry_id,
          sha256: done.sha256,
          origin: { by },
        },
      ]),
    )
    expect(takings.map(({ entry_id: entryId }) => entryId)).toEqual([first.entry_id, byKey.data.link?.entry_id])
    const custodyOf = async (piece: number | null): Promise<string[]> =>
      (await bench.ask('GET', `/v1/cases/${id}/evidence/${piece}`)).data.custody.map(({ type }) => type)
    expect(await custodyOf(one)).toEqual([
      'evidence.acquired',
      'evidence.exported',
      'evidence.bundle_taken',
      'evidence.bundle_taken',
    ])
    expect(await custodyOf(other)).toEqual(['evidence.acquired'])
    expect((await bench.ask('POST', `/v1/cases/${id}/verify`)).data.verdict).toBe('intact')
  })

  it('is told of a whole export by the pieces that it took, though more came since, and in later bundles', async () => {
    const { id } = await bench.createCase()
    const take = async (name: string) =>
      (await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name, size: 0 } })).data.acquisition.evidence_id
    const one = await take('one.txt')
    const done = await endOf(bench, await ask(id, 'all'))
    await linkFor(done.id, ines)
    await take('late.txt')
    await linkFor(done.id, ivo)
    expect((await takingsOf(id)).map(({ values }) => values.evidence)).toEqual(['all', [one]])
    const bundle = await bundleOf(await ask(id, 'all'))
    expect(bundle['data/report.html']).toContain('took the bundle of the case with')
    expect(bundle['data/case.jsonld']).toContain('Taking of the case bundle')
  })

  it('is nobody who asked for a link to a bundle that is not there', async () => {
    const { id } = await bench.createCase()
    const done = await endOf(bench, await ask(id, 'all'))
    expect((await bench.ask('DELETE', `/v1/exports/${done.id}`)).status).toBe(200)
    expect((await bench.ask('POST', `/v1/exports/${done.id}/link`, { as: ivo })).status).toBe(404)
    expect(await takingsOf(id)).toEqual([])
  })
})

describe('B-105: whom a bundle names', () => {
  const peopleOf = (bundle: Record<string, string>): string[] =>
    Object.values(
      (JSON.parse(bundle['data/case.json'] ?? '{}') as { people: Record<string, string> }).people,
    ).toSorted()

  /** A case that ivo opened, gave to the admin, and took a file into. */
  const worked = async (): Promise<number> => {
    const opened = await bench.ask('POST', '/v1/cases', {
      body: { title: 'A case', description: 'What was seen.', priority: 'low' },
      as: ivo,
    })
    const { id } = opened.data
    expect(
      (await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name: 'ledger.csv', size: 0 }, as: ivo })).status,
    ).toBe(201)
    expect(
      (await bench.ask('PUT', `/v1/cases/${id}/owner`, { body: { owner_id: bench.admin.id }, as: ivo })).status,
    ).toBe(200)
    return id
  }

  it('is whom entries of its case name, not everybody of the workspace', async () => {
    const bundle = await bundleOf(await ask(await worked(), 'all'))
    expect(peopleOf(bundle)).toEqual(['Ada Berg', 'ines in person', 'ivo in person'])
    // The page that verifies and the steps by hand are the same in every bundle, and have words of their own.
    const { 'verify.html': _page, 'VERIFY.txt': _steps, ...told } = bundle
    for (const stranger of ['bystander', 'API key']) expect(filesWith(told, stranger)).toEqual([])
  })

  it('is an owner only where the name is shown', async () => {
    const id = await worked()
    const digest = await digestOf(id, 'owner.assigned', 'to_owner')
    const bundle = await bundleOf(await ask(id, { except: [digest] }))
    expect(peopleOf(bundle)).toEqual(['ines in person', 'ivo in person'])
    expect(JSON.parse(bundle['data/case.json'] ?? '{}')).toMatchObject({ case: { owner: null } })
    expect(filesWith(bundle, 'Ada Berg')).toEqual([])
  })

  it('is nobody whose names are all left out, as who acted and who took a file in either', async () => {
    const id = await worked()
    const names = (await timelineOf(id)).flatMap(({ withheld }) =>
      ['owner_name', 'from_owner', 'acquired_by'].flatMap((name) => withheld[name]?.digest ?? []),
    )
    expect(names).toHaveLength(3)
    const bundle = await bundleOf(await ask(id, { except: names }))
    expect(peopleOf(bundle)).toEqual(['Ada Berg', 'ines in person'])
    expect(filesWith(bundle, 'ivo in person')).toEqual([])
  })

  it('is nobody whose name was erased', async () => {
    const id = await worked()
    const entry = await entryOf(id, 'owner.assigned')
    expect(
      (
        await bench.ask('POST', `/v1/cases/${id}/redactions`, {
          body: {
            entry_id: entry?.entry_id,
            digests: [await digestOf(id, 'owner.assigned', 'to_owner')],
            legal_basis: 'gdpr_art_17',
          },
        })
      ).status,
    ).toBe(200)
    expect(filesWith(await bundleOf(await ask(id, 'all')), 'Ada Berg')).toEqual([])
  })
})
