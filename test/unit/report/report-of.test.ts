import { describe, expect, test } from 'vitest'
import { plain, visible } from '../../../main/report/model/phrase.ts'
import { absentBytes } from '../../../main/report/model/evidence-rows.ts'
import type { CaseReport, TimelineRow } from '../../../main/report/model/report.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { caseEntryTypes, evidenceEntryTypes } from '../../../shared/schema/timeline.ts'
import { SampleCase, ines, omar, restrictedCase, workedCase } from './sample-contents.ts'

const rowsOfType = (report: CaseReport, type: string): TimelineRow[] =>
  report.timeline.filter((row) => row.type === type)
const only = (report: CaseReport, type: string): TimelineRow => {
  const rows = rowsOfType(report, type)
  if (rows[0] === undefined) throw new Error(`no row of type ${type}`)
  return rows[0]
}
const said = (row: TimelineRow): string => plain(row.sentence)
const factsOf = (row: TimelineRow): Record<string, string> =>
  Object.fromEntries(row.facts.map(({ label, value }) => [label, plain(value)]))

describe('the timeline of the report', () => {
  const report = reportOf(workedCase().contents())

  test.each([...caseEntryTypes, ...evidenceEntryTypes])('%s has a sentence of its own', (type) => {
    const row = only(reportOf(restrictedCase().contents()), type)
    expect(said(row)).not.toMatch(/which this release does not know|^$/)
  })

  test('says who may know the case, and who broke its glass', () => {
    const restricted = reportOf(restrictedCase().contents())
    expect(said(only(restricted, 'access.set'))).toBe('set who may know the case: عمر الفارسي')
    expect(said(only(restricted, 'glass.broken'))).toContain('broke the glass')
  })

  test('says of a piece that was erased by which order, and of another without bytes that they are not here', () => {
    const rows = reportOf(workedCase().contents()).evidence
    expect(rows.map(({ key, erasedBy }) => [key, erasedBy])).toContainEqual(['E1', 'AG 12/31'])
    expect(rows.filter(({ erasedBy }) => erasedBy !== null)).toHaveLength(1)
    expect(absentBytes({ erasedBy: 'AG 12/31' })).toBe('Its bytes were erased by order AG 12/31')
    expect(absentBytes({ erasedBy: null })).toBe('Its bytes are not in this bundle')
  })

  test('says in plain words what each entry did', () => {
    const sentences = Object.fromEntries(report.timeline.map((row) => [row.type, said(row)]))
    expect(sentences).toMatchObject({
      'case.opened': 'opened the case',
      'case.edited': 'edited the title',
      'case.renumbered': 'gave the case another number from CASE-ACME-20260312-00001 to CASE-ACME-20260312-00101',
      'priority.changed': 'changed the priority from High to Urgent',
      'status.changed': 'changed the status from Open to Investigating',
      'owner.assigned': 'reassigned the case from Inês Prado to عمر الفارسي',
      'redaction.applied': 'erased withheld values of entry 32',
      'evidence.viewed': 'viewed E1 ledger 2025.xlsx',
      'evidence.edited': 'edited the label and the tags of E1 ledger 2025.xlsx',
      'evidence.related': 'stated that E2 IMG_0042.jpg is related to E1 ledger 2025.xlsx',
      'evidence.statement_read':
        'read E1 ledger 2025.xlsx as a statement, and began to import its transactions: 214 rows, import 019d0000-0000-7000-8000-000000000001',
      'evidence.erasure_requested': 'asked for the erasure of the bytes of E1 ledger 2025.xlsx by order AG 12/31',
      'evidence.erasure_declined': 'declined to have the bytes erased of E1 ledger 2025.xlsx',
      'evidence.erased': 'had the bytes erased of E1 ledger 2025.xlsx by order AG 12/31',
      'evidence.unrelated': 'took back that E2 IMG_0042.jpg is related to E1 ledger 2025.xlsx',
      'case.related': 'stated that this case is a child of CASE-ACME-20260310-00007',
      'case.unrelated': 'took back that this case is a child of CASE-ACME-20260310-00007',
      'case.exported': 'exported the case with all evidence and all withheld values',
    })
  })

  test('S-27: says what made an entry that nobody made by hand, and of an older one that nobody knows', () => {
    const sample = new SampleCase()
    const sha256 = `0123456789ab${'0'.repeat(52)}`
    const origin = {
      by: 'policy',
      policy: 'detection',
      version: 4,
      entry: null,
      cause: { by: 'import', kind: 'transactions', sha256 },
    }
    sample.seal({ type: 'links.added', pub: { origin, alert_ids: [1] } })
    sample.seal({ type: 'note.added', pub: { origin: null }, withheld: { text: 'Seen.' } })
    sample.seal({ type: 'device.teleported', pub: { origin } })
    const { timeline, people } = reportOf(sample.contents())
    const told = timeline.map((row) => `${plain(row.who)} | ${said(row)}`)
    const how = 'in an import started by Inês Prado (transactions, file with the SHA-256 0123456789ab…)'
    expect(told).toContain(`Detection policy 4 | linked records, ${how}`)
    expect(told).toContain('Inês Prado | wrote a note (with an origin that this release does not know)')
    expect(told.find((line) => line.includes('device.teleported'))).toMatch(/^Detection policy 4 .*started by/)
    expect(people.find(({ uid }) => uid === ines)?.roles).toContain('set off what a policy did (2 times)')
  })

  test('an entry of an unknown type is shown as it is', () => {
    const row = only(report, 'device.teleported')
    expect(said(row)).toBe('wrote an entry of the kind device.teleported, which this release does not know')
    expect(factsOf(row)).toEqual({ place: 'elsewhere' })
  })

  test('values are those of their time: the opening keeps its title although the case has another now', () => {
    expect(factsOf(only(report, 'case.opened'))['Title']).toBe('Mule account at Łódź branch')
    expect(factsOf(only(report, 'case.edited'))['Title']).toBe('Mule account network at Łódź branch')
    expect(plain(report.title)).toBe('Mule account network at Łódź branch')
  })

  test('an erased text says on which basis and by which entry, and is listed with its digest', () => {
    const erased = report.timeline[31] as TimelineRow
    expect(erased.passages).toEqual([expect.objectContaining({ label: 'Note', text: null })])
    expect(plain(erased.passages[0]?.absence ?? [])).toBe(
      'Erased: right to erasure (GDPR Art. 17), reference DSR-2026-118 (entry 34)',
    )
    expect(report.absences).toHaveLength(1)
    expect(report.absences[0]).toMatchObject({ entry: 32, what: 'Note' })
    expect(report.absences[0]?.digest).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('people have a key, a name and what they did', () => {
    expect(report.people.map(({ key, name, uid }) => [key, name, uid])).toEqual([
      ['P1', 'Inês Prado', ines],
      ['P2', 'عمر الفارسي', omar],
    ])
    expect(report.people[0]?.roles).toContain('acquired evidence (17 times)')
    expect(report.people[1]?.roles).toContain('owned the case')
  })

  test('the seal names the root, which the entries give, and the entry of the export', () => {
    expect(report.seal).toMatchObject({
      entries: report.timeline.length,
      rootAgrees: true,
      exportEntry: report.timeline.at(-1)?.id,
    })
    expect(report.seal.checkpoint.size).toBe(report.timeline.length)
  })
})

describe('a report of contents without withheld values', () => {
  const sample = workedCase()
  const contents = sample.contents()
  const report = reportOf({
    ...contents,
    disclosures: [],
    people: new Map(),
    case: { ...contents.case, title: null, description: null, ownerName: null, customerIds: null },
  })

  test('shows none of them, and says of each that it is withheld', () => {
    const everything = JSON.stringify({
      timeline: report.timeline,
      people: report.people,
      cover: report.cover.filter(({ label }) => label !== 'Exported' && label !== 'Reason'),
    })
    for (const secret of ['Łódź', 'Inês', 'عمر', 'bystander', 'Money is still moving'])
      expect(everything).not.toContain(secret)
    // As a number of its own: four digits in a row are in a hash soon enough.
    expect(everything).not.toMatch(/\b4712\b/)
    expect(plain(only(report, 'note.added').passages[0]?.absence ?? [])).toContain('Erased')
    expect(plain(only(report, 'hold.placed').passages[0]?.absence ?? [])).toBe('Withheld from this copy')
    expect(factsOf(only(report, 'case.opened'))).toMatchObject({
      Title: 'Withheld from this copy',
      Owner: 'Withheld from this copy',
      'Withheld value': 'Withheld from this copy',
    })
  })

  test('names people by their keys', () => {
    expect(said(only(report, 'owner.assigned'))).toBe('reassigned the case from Person P1 to Person P2')
    expect(report.people.every(({ name }) => name === null)).toBe(true)
  })

  test('lists every digest that is not shown, once', () => {
    const digests = report.absences.map(({ digest }) => digest)
    expect(new Set(digests).size).toBe(digests.length)
    expect(digests).toHaveLength(sample.disclosures.length + 1)
  })
})

describe('a withheld value counts only where it is proved', () => {
  test('a disclosure that hashes to no digest of its entry is not shown', () => {
    const sample = new SampleCase()
    sample.open()
    sample.seal({ type: 'note.added', withheld: { text: 'What was written.' } })
    const other = new SampleCase()
    other.seal({ type: 'note.added', withheld: { text: 'What was never written.' } })
    const contents = sample.contents()
    const forged = contents.disclosures.map((disclosure) =>
      disclosure.name === 'text' ? { ...disclosure, encoded: other.disclosures[0]?.encoded ?? '' } : disclosure,
    )
    const report = reportOf({ ...contents, disclosures: forged })
    expect(JSON.stringify(report)).not.toContain('never written')
    expect(plain(report.timeline[1]?.passages[0]?.absence ?? [])).toBe('Withheld from this copy')
  })

  test('entries that give another root than the checkpoint are called so', () => {
    const sample = workedCase()
    const contents = sample.contents()
    expect(
      reportOf({ ...contents, chain: { ...contents.chain, entries: contents.chain.entries.toReversed() } }).seal
        .rootAgrees,
    ).toBe(false)
  })

  test('an entry whose payload cannot be read is said to be so, and the others are still told', () => {
    const sample = workedCase()
    const contents = sample.contents()
    const entries = contents.chain.entries.map((entry, index) =>
      index === 1 ? { ...entry, payload: Buffer.from('{"v": 1}') } : entry,
    )
    const report = reportOf({ ...contents, chain: { ...contents.chain, entries } })
    expect(said(report.timeline[1] as TimelineRow)).toBe('The payload of this entry cannot be read')
    expect(report.timeline).toHaveLength(entries.length)
  })
})

describe('evidence and its custody', () => {
  const report = reportOf(workedCase().contents())

  test('each piece has its name, size, hash and acquisition', () => {
    const [first] = report.evidence
    expect(first).toMatchObject({
      key: 'E1',
      label: 'Exhibit A-1',
      name: 'ledger 2025.xlsx',
      size: '1,234,567 bytes (1.2 MB)',
      included: true,
    })
    expect(first?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.fromEntries(first?.facts.map(({ label, value }) => [label, plain(value)]) ?? [])).toMatchObject({
      Method: 'Logical copy',
      Tool: 'Fieldseal 0.1.0',
      'Acquired by': 'Inês Prado',
      Source: 'Laptop of the branch manager',
      When: '2026-03-12 08:32:02 UTC',
    })
  })

  test('custody runs from the acquisition to the export, by whom and when', () => {
    const steps = report.evidence[0]?.custody.map(({ what, who }) => `${plain(what)} by ${plain(who)}`)
    expect(steps).toEqual([
      'Acquired by Inês Prado',
      'Viewed by عمر الفارسي',
      'Downloaded by عمر الفارسي',
      'Label or tags edited: Exhibit A-1 by Inês Prado',
      'Relation stated: E2 IMG_0042.jpg is related to this by Inês Prado',
      'Relation taken back: E2 IMG_0042.jpg is related to this by Inês Prado',
      'Read as a statement by عمر الفارسي',
      'Erasure of its bytes asked for by عمر الفارسي',
      'Erasure of its bytes declined by Inês Prado',
      'Bytes erased by order by Inês Prado',
      'Exported with the case by Inês Prado',
    ])
  })

  test('a piece that was acquired after an export of all evidence is no part of that export', () => {
    const sample = new SampleCase()
    sample.open()
    sample.acquire('before.txt')
    sample.seal({
      type: 'case.exported',
      pub: { evidence: 'all', disclosures: 'all', encrypted: false },
      withheld: { reason: 'x' },
    })
    sample.acquire('after.txt')
    sample.seal({
      type: 'case.exported',
      pub: { evidence: [2], disclosures: 'none', encrypted: true },
      withheld: { reason: 'x' },
    })
    const { evidence, timeline } = reportOf(sample.contents())
    expect(evidence.map(({ custody }) => custody.map(({ entry }) => entry))).toEqual([
      [2, 3],
      [4, 5],
    ])
    expect(said(timeline[4] as TimelineRow)).toBe(
      'exported the case with E2 after.txt and no withheld values, encrypted to a recipient',
    )
  })
})

describe('texts that could deceive', () => {
  test('direction overrides, controls and lone surrogates are made visible', () => {
    expect(visible('exe.\u202efdp\u0000\u2066x\ud800')).toBe('exe.\\u202efdp\\u0000\\u2066x\ufffd')
  })

  test('line breaks of every kind are line feeds, and joiners stay', () => {
    expect(visible('a\r\nb\rc\u2028d می\u200cخواهم')).toBe('a\nb\nc\nd می\u200cخواهم')
  })
})
