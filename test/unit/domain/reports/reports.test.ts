import { SaxesParser } from 'saxes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CaseFacts, FactEntry } from '../../../../main/domain/reports/case-facts.ts'
import { checkGoaml } from '../../../../main/domain/reports/check-goaml.ts'
import { daysAfter, deadlineOf, deadlineOn } from '../../../../main/domain/reports/deadlines.ts'
import { draftForm, strangeSource, withOrigins } from '../../../../main/domain/reports/draft.ts'
import { caseSentences, draftNarrative } from '../../../../main/domain/reports/draft-sentences.ts'
import { goamlXml } from '../../../../main/domain/reports/goaml.ts'
import { harmlessCell, kpiCsv, kpiDocument } from '../../../../main/domain/reports/kpi.ts'
import { afterSaving, afterStep, approvalFault } from '../../../../main/domain/reports/transitions.ts'
import { element, xmlDocument } from '../../../../main/domain/reports/xml.ts'
import type { Effectiveness } from '../../../../shared/schema/metrics.ts'
import {
  defaultDeadlineDays,
  draftedMax,
  filer,
  reportForm,
  reportStates,
  reportSteps,
} from '../../../../shared/schema/reports.ts'
import { createCsvReader } from '../../../../shared/text/csv.ts'
import { completeForm, filingBank, knownPerson, tenForms } from '../../../support/report-forms.ts'

const today = '2026-11-22'

describe('steps', () => {
  it('are those of the way from a draft to an answer, and no others', () => {
    const moves = reportStates.flatMap((state) =>
      reportSteps.flatMap((step) =>
        afterStep('sar', state, step) === null ? [] : [`${state} ${step} ${afterStep('sar', state, step) ?? ''}`],
      ),
    )
    expect(moves).toEqual([
      'draft submit in_review',
      'draft withdraw withdrawn',
      'in_review approve approved',
      'in_review refuse draft',
      'in_review withdraw withdrawn',
      'approved refuse draft',
      'approved file filed',
      'approved withdraw withdrawn',
      'filed acknowledge acknowledged',
      'filed reject rejected',
      'acknowledged reject rejected',
      'rejected withdraw withdrawn',
      'corrected submit in_review',
      'corrected withdraw withdrawn',
    ])
    expect(reportStates.filter((state) => afterSaving('sar', state) !== null)).toEqual([
      'draft',
      'acknowledged',
      'rejected',
      'corrected',
    ])
    expect(afterStep('case_report', 'approved', 'file')).toBeNull()
  })

  it('never let whoever wrote a SAR approve it, nor an API key', () => {
    const approval = { kind: 'sar', authors: ['u1', 'key:k1', 'u2'], fourEyes: false } as const
    expect(approvalFault(approval, { userUid: 'u3', role: 'supervisor' })).toBeNull()
    for (const who of [
      { userUid: 'u1', role: 'admin' },
      { userUid: 'u2', role: 'supervisor' },
      { userUid: 'key:k2', role: 'investigator' },
      { userUid: 'u3', role: 'investigator' },
    ])
      expect(approvalFault(approval, who)).not.toBeNull()
    expect(approvalFault({ ...approval, kind: 'case_report' }, { userUid: 'u1', role: 'admin' })).toBeNull()
    expect(
      approvalFault({ ...approval, kind: 'case_report', fourEyes: true }, { userUid: 'u1', role: 'admin' }),
    ).not.toBeNull()
  })
})

describe('deadlines', () => {
  it('are calendar days after detection, across the end of months and years', () => {
    expect(daysAfter('2023-12-31', 60)).toBe('2024-02-29')
    const form = completeForm()
    expect(deadlineOf('sar', form, defaultDeadlineDays)).toEqual({
      due_on: '2026-04-09',
      rule: 'known_subject',
      days: 30,
    })
    const nobody = { ...form, subjects: [knownPerson({ known: false })] }
    expect(deadlineOf('sar', nobody, defaultDeadlineDays)).toMatchObject({ due_on: '2026-05-09', rule: 'no_subject' })
    expect(
      deadlineOf('sar', { ...form, filing: { ...form.filing, type: 'continuing' } }, defaultDeadlineDays),
    ).toMatchObject({ rule: 'continuing', days: 120 })
    expect(deadlineOf('case_report', form, defaultDeadlineDays)).toBeNull()
    expect(deadlineOf('sar', { ...form, filing: { ...form.filing, detected_on: '' } }, defaultDeadlineDays)).toBeNull()
  })

  it('are kept on their last day, and missed on the next', () => {
    const due = { due_on: '2026-04-09', rule: 'known_subject', days: 30 } as const
    expect(deadlineOn(due, '2026-04-09')).toMatchObject({ days_left: 0, overdue: false })
    expect(deadlineOn(due, '2026-04-10')).toMatchObject({ days_left: -1, overdue: true })
  })
})

const entry = (more: Partial<FactEntry>): FactEntry => ({
  id: 'e'.repeat(64),
  number: 1,
  type: 'note.added',
  atMs: Date.UTC(2026, 2, 4),
  actorName: 'Ines',
  values: {},
  withheld: {},
  ...more,
})
const facts = (entries: readonly FactEntry[], more: Partial<CaseFacts> = {}): CaseFacts => ({
  caseNumber: 'CASE-ACME-20260304-00001',
  title: 'A case',
  openedAtMs: Date.UTC(2026, 2, 5),
  customerIds: [],
  accountIds: [],
  evidenceIds: [],
  entries,
  settings: { deadline_days: defaultDeadlineDays, four_eyes: false, filer: filer.parse({}) },
  ...more,
})

const idOf = (index: number): string => index.toString(16).padStart(8, '0').padEnd(64, '0')
const alertEntry = (id: string, totals: Record<string, number>): FactEntry =>
  entry({
    id,
    type: 'alert.attached',
    values: { count: 2, risk_level: 'high', score: 0.87, raised_at: '2026-03-04T12:00:00.000Z' },
    withheld: {
      facts: {
        title: 'Velocity on customer 4711',
        entity: { kind: 'customer', id: '4711' },
        first_at: '2026-03-02T10:00:00Z',
        last_at: '2026-03-04T11:00:00Z',
        reasons: [{ text: 'Seven payments in an hour.' }],
        totals,
        transactions: [
          {
            transaction_id: 'T1',
            at: '2026-03-02T10:00:00Z',
            amount: 98_000_000,
            currency: 'USD',
            counterparty_id: 'C9',
            terminal_id: 'K1',
          },
        ],
      },
    },
  })

describe('a draft', () => {
  it('says what the entries say, each sentence with its entry, and the same again', () => {
    const of = facts([
      alertEntry('a'.repeat(64), { USD: 98_000_001 }),
      entry({ id: 'b'.repeat(64), withheld: { text: 'Seen\ntwice.' } }),
    ])
    const narrative = draftNarrative(of)
    expect(narrative.map(({ text }) => text)).toEqual([
      'On 2026-03-04 the monitoring of the institution raised the alert “Velocity on customer 4711”, with high risk and a score of 0.87.',
      'It covers 2 activities of customer 4711 from 2026-03-02 to 2026-03-04, together 9,800.0001 USD.',
      'The alert was raised for these reasons: Seven payments in an hour.',
      'On 2026-03-02 at 10:00 UTC, 9,800.00 USD was moved to counterparty C9 at terminal K1 (transaction T1).',
      'On 2026-03-04 Ines noted: “Seen twice.”',
    ])
    expect(narrative.every(({ sources }) => sources.length === 1)).toBe(true)
    expect(draftNarrative(of)).toEqual(narrative)
    const form = draftForm('sar', of, false)
    expect(form.activity).toMatchObject({ amount: '9800.0001', currency: 'USD', from: '2026-03-02', to: '2026-03-04' })
    expect(form.filing.detected_on).toBe('2026-03-04')
  })

  it('names the entry of each sentence as its source, and besides it the piece of evidence that it is about', () => {
    const [alert, note, piece] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
    const values = { evidence_id: 7, sha256: 'f'.repeat(64), size: 1 }
    const acquired = entry({ id: piece, type: 'evidence.acquired', values, withheld: { name: 'letter.pdf' } })
    const of = facts([alertEntry(alert, { USD: 1 }), entry({ id: note, withheld: { text: 'Seen.' } }), acquired], {
      evidenceIds: [7],
    })
    const entrySource = (id: string) => ({ kind: 'entry', id })
    expect(draftNarrative(of).map(({ sources }) => sources)).toEqual([
      ...Array.from({ length: 4 }, () => [entrySource(alert)]),
      [entrySource(note)],
      [entrySource(piece), { kind: 'evidence', id: 7 }],
    ])
  })

  it('of more facts than it holds tells what was found and concluded before what was noted, the newest first, and loses none of them', () => {
    const notes = Array.from({ length: 2_900 }, (_, index) =>
      entry({ id: idOf(index), withheld: { text: `Note ${index}` } }),
    )
    const pieces = Array.from({ length: 190 }, (_, index) =>
      entry({
        id: idOf(5_000 + index),
        type: 'evidence.acquired',
        values: { evidence_id: index + 1, sha256: 'f'.repeat(64), size: 1 },
        withheld: { name: `piece ${index}` },
      }),
    )
    const of = facts(
      [
        alertEntry(idOf(9_000), { USD: 98_000_001 }),
        ...notes,
        entry({ id: idOf(9_001), type: 'decision.recorded', values: { outcome: 'escalate' } }),
        ...pieces,
      ],
      { evidenceIds: pieces.map((_, index) => index + 1) },
    )
    const all = caseSentences(of)
    expect(all).toHaveLength(4 + 2_900 + 1 + 190)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const draft = draftNarrative(of)
    expect(draft).toHaveLength(draftedMax)
    expect(draft.map(({ text }) => text.slice(0, 40))).toEqual(
      all.filter(({ id }) => draft.some((one) => one.id === id)).map(({ text }) => text.slice(0, 40)),
    )
    expect(draft.filter(({ sources }) => sources.some(({ kind }) => kind === 'evidence'))).toHaveLength(190)
    expect(draft.filter(({ text }) => text.includes('decided: escalate'))).toHaveLength(1)
    expect(draft.filter(({ text }) => text.includes('noted')).map(({ text }) => /Note (\d+)/.exec(text)?.[1])).toEqual([
      '2895',
      '2896',
      '2897',
      '2898',
      '2899',
    ])
    // What is added by hand out of the rest is from the facts too.
    const [untold] = all.filter(({ id }) => !draft.some((one) => one.id === id))
    if (untold === undefined) throw new Error('everything was drafted')
    expect(
      withOrigins({ ...completeForm(), narrative: [{ ...untold, origin: 'written' }] }, all).narrative.map(
        ({ origin }) => origin,
      ),
    ).toEqual(['drafted'])
  })

  it('names one customer or several, one account or several', () => {
    const opened = entry({ type: 'case.opened', withheld: { title: 'A case' } })
    const texts = (customerIds: number[], accountIds: number[]): string[] =>
      draftNarrative(facts([opened], { customerIds, accountIds })).map(({ text }) => text)
    expect(texts([4_242], [7])).toEqual(
      expect.arrayContaining([
        'It is linked to customer 4242 of the institution.',
        'It is linked to account 7 of the institution.',
      ]),
    )
    expect(texts([1, 2, 3], [8, 9])).toEqual(
      expect.arrayContaining([
        'It is linked to customers 1, 2 and 3 of the institution.',
        'It is linked to accounts 8 and 9 of the institution.',
      ]),
    )
  })

  it('leaves the single transactions of an alert out before its evidence', () => {
    const alerts = Array.from({ length: 60 }, (_, index) => alertEntry(idOf(index), { USD: 98_000_001 }))
    const pieces = Array.from({ length: 10 }, (_, index) =>
      entry({
        id: idOf(5_000 + index),
        type: 'evidence.acquired',
        values: { evidence_id: index + 1, sha256: 'f'.repeat(64) },
        withheld: { name: `piece ${index}` },
      }),
    )
    const draft = draftNarrative(facts([...alerts, ...pieces]))
    const count = (words: string): number => draft.filter(({ text }) => text.includes(words)).length
    expect([
      count('raised the alert'),
      count('for these reasons'),
      count('was acquired on'),
      count('was moved'),
    ]).toEqual([60, 60, 10, 10])
  })

  it('leaves out what was erased, what is of no known form, and amounts in two currencies', () => {
    const two = facts([
      alertEntry('a'.repeat(64), { USD: 1_000_000, EUR: 5 }),
      entry({ type: 'alert.attached' }),
      entry({ type: 'note.added' }),
      entry({ type: 'constructor' }),
      entry({ type: 'evidence.acquired', values: { evidence_id: 1, sha256: 'f'.repeat(64) } }),
    ])
    expect(draftForm('sar', two, false).activity.amount).toBe('')
    expect(draftNarrative(two)).toHaveLength(4)
    expect(draftForm('sar', two, true)).toMatchObject({ narrative: [], subjects: [] })
  })

  it('states an amount once, however many alerts hold its transaction, and none where that cannot be told', () => {
    const alert = (
      id: string,
      count: number,
      totals: Record<string, number>,
      amounts: Record<string, number | null>,
    ): FactEntry =>
      entry({
        id: id.repeat(64),
        type: 'alert.attached',
        values: { count },
        withheld: {
          facts: {
            title: 'T',
            entity: null,
            first_at: '2026-03-02T10:00:00Z',
            last_at: '2026-03-02T10:00:00Z',
            reasons: [],
            totals,
            transactions: Object.entries(amounts).map(([transaction, amount]) => ({
              transaction_id: transaction,
              at: '2026-03-02T10:00:00Z',
              amount,
              currency: amount === null ? null : 'USD',
              counterparty_id: null,
              terminal_id: null,
            })),
          },
        },
      })
    const amount = (...alerts: FactEntry[]): string => draftForm('sar', facts(alerts), false).activity.amount
    const own = alert('a', 2, { USD: 12_000_000 }, { T1: 10_000_000, T2: 2_000_000 })
    expect(
      amount(own, alert('b', 1, { USD: 10_000_000 }, { T1: 10_000_000 })),
      'another system tells of one of them',
    ).toBe('1200')
    expect(
      amount(own, alert('b', 2, { USD: 15_000_000 }, { T1: 10_000_000, away: null })),
      'and of more than is here',
    ).toBe('1700')
    expect(amount(own, alert('b', 1, { USD: 500_000 }, { T1: 10_000_000 })), 'and says less of it').toBe('1200')
    expect(
      amount(own, alert('b', 3, { USD: 3_000_000 }, { T3: 1_000_000 })),
      'one lists a part, and they share none',
    ).toBe('1500')
    expect(
      amount(own, alert('b', 3, { USD: 13_000_000 }, { T1: 10_000_000 })),
      'one lists a part, and what it does not list may be shared',
    ).toBe('')
    expect(amount(alert('a', 60, { USD: 8_000_000 }, { T1: 10_000_000 })), 'refunds that are not listed').toBe('800')
  })

  it('of arbitrary entries is a form that can be saved, whose sources are of the case', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.constant('\u0000\u202e\ud800'))
    const arbitrary = fc.record({
      type: fc.constantFrom(
        'case.opened',
        'note.added',
        'alert.attached',
        'evidence.acquired',
        'decision.recorded',
        'status.changed',
        'toString',
      ),
      values: fc.dictionary(fc.constantFrom('evidence_id', 'sha256', 'size', 'outcome', 'to', 'count'), value),
      withheld: fc.dictionary(
        fc.constantFrom('text', 'name', 'title', 'reason', 'notes', 'source', 'facts', 'acquired_by'),
        value,
      ),
    })
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 20 }), text, (given, title) => {
        const entries = given.map((one, index) =>
          entry({ ...one, id: index.toString(16).padStart(64, '0'), actorName: title }),
        )
        const of = facts(entries, {
          title: 'T',
          evidenceIds: given.flatMap(({ values }) =>
            typeof values['evidence_id'] === 'number' ? [values['evidence_id']] : [],
          ),
        })
        const narrative = draftNarrative(of).filter(({ sources }) =>
          sources.every((source) => source.kind === 'entry' || source.id > 0),
        )
        expect(strangeSource({ ...completeForm(), narrative: [...narrative] }, of)).toBeNull()
        for (const sentence of narrative) expect(reportForm.shape.narrative.safeParse([sentence]).success).toBe(true)
      }),
    )
  })

  it('stays a draft only word by word', () => {
    const of = facts([entry({ withheld: { text: 'Seen.' } })])
    const narrative = [...draftNarrative(of)]
    const [one] = narrative
    if (one === undefined) throw new Error('nothing was drafted')
    const origins = withOrigins(
      {
        ...completeForm(),
        narrative: [
          one,
          { ...one, text: `${one.text} ` },
          { ...one, sources: [] },
          { ...one, id: 'x' },
          { ...one, answers: ['who'] },
        ],
      },
      narrative,
    ).narrative.map(({ origin }) => origin)
    expect(origins).toEqual(['drafted', 'written', 'written', 'written', 'drafted'])
  })
})

describe('goAML', () => {
  const names = (xml: string): string[] => {
    const seen: string[] = []
    const parser = new SaxesParser()
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ name }) => void seen.push(name))
    parser.write(xml).close()
    return seen
  }

  it('has the elements of the public structure, in its order', () => {
    const seen = names(goamlXml(completeForm(), today))
    const top = [
      'report',
      'rentity_id',
      'rentity_branch',
      'submission_code',
      'report_code',
      'entity_reference',
      'submission_date',
      'currency_code_local',
      'reporting_person',
      'location',
      'reason',
      'action',
      'activity',
      'report_parties',
      'report_indicators',
    ]
    expect([...new Set(seen.filter((name) => top.includes(name)))]).toEqual(top)
    expect(seen).toEqual(
      expect.arrayContaining(['report_party', 'person', 'account', 'signatory', 't_person', 'indicator']),
    )
  })

  const blocked = ['nobody known', 'all parts unknown', 'a narrative in five blocks']

  it.each(tenForms.filter(([name]) => !blocked.includes(name)))(
    'is well-formed where nothing is missing: %s',
    (_name, form) => {
      expect(checkGoaml(form, today)).toEqual([])
      expect(names(goamlXml(form, today))[0]).toBe('report')
    },
  )

  it.each(tenForms.filter(([name]) => blocked.includes(name)))(
    'is not made of what it has no place for: %s',
    (_name, form) => {
      const findings = checkGoaml(form, today)
      expect(findings).not.toEqual([])
      expect(findings.every(({ blocks }) => blocks.includes('goaml'))).toBe(true)
    },
  )

  it('knows each of the ten forms', () => {
    expect(tenForms.map(([name]) => name)).toEqual(expect.arrayContaining(blocked))
  })

  it.each([
    ['filer.goaml.entity_id', { ...filingBank, goaml: { entity_id: '', branch: '' } }],
    ['filer.control_number', { ...filingBank, control_number: '' }],
    ['filer.contact_first_name', { ...filingBank, contact_first_name: '' }],
    ['filer.contact_last_name', { ...filingBank, contact_last_name: '' }],
  ])('names what is missing: %s', (path, given) => {
    expect(checkGoaml(completeForm({ filer: given }), today)).toContainEqual(
      expect.objectContaining({ code: 'missing', path }),
    )
  })

  const identification = (type: string, number: string, country = '') => ({
    type,
    number,
    other: '',
    country,
    region: '',
  })

  it('leaves out no identification of a person: a number of each kind in its element, the others in the comments', () => {
    const identifiers = [
      identification('6', 'X1234567', 'US'),
      identification('6', 'P-FIRST-1', 'FR'),
      identification('6', 'P-SECOND-2'),
      identification('5', 'DL-THIRD-3', 'US'),
      identification('1', '123-45-6780'),
      identification('9', 'NIF-9', 'ES'),
    ]
    const xml = goamlXml(completeForm({ subjects: [knownPerson({ identifiers })], accounts: [] }), today)
    expect(xml).toContain('<passport_number>X1234567</passport_number>')
    expect(xml).toContain('<passport_country>US</passport_country>')
    expect(xml).toContain('<id_number>DL-THIRD-3</id_number>')
    expect(xml).toContain('<ssn>123-45-6780</ssn>')
    expect(xml).toContain('<tax_number>NIF-9</tax_number>')
    expect(/<comments>(.*)<\/comments>/u.exec(xml)?.[1]).toBe(
      'Suffix: Jr; Passport: P-FIRST-1 (FR); Passport: P-SECOND-2; Driver’s licence or state ID: DL-THIRD-3 (US); Foreign tax number: NIF-9 (ES); Website: https://example.org/jordan',
    )
  })

  it('leaves out no name, number or address of an entity', () => {
    const subject = knownPerson({
      kind: 'entity',
      suffix: '',
      born: '2001-05-06',
      identifiers: [
        identification('2', '98-7654321'),
        identification('999', 'REG-1', 'PA'),
        identification('999', 'REG-2'),
      ],
      other_names: [
        { type: 'dba', name: 'Nowhere' },
        { type: 'aka', name: 'Elsewhere' },
      ],
      emails: ['a@example.org', 'b@example.org'],
      websites: ['https://one.example', 'https://two.example'],
    })
    const xml = goamlXml(completeForm({ subjects: [subject], accounts: [] }), today)
    for (const element of [
      '<tax_number>98-7654321</tax_number>',
      '<incorporation_number>REG-1</incorporation_number>',
      '<commercial_name>Nowhere</commercial_name>',
      '<email>a@example.org</email>',
      '<url>https://one.example</url>',
    ])
      expect(xml).toContain(element)
    const comments = /<comments>(.*)<\/comments>/u.exec(xml)?.[1] ?? ''
    for (const text of ['REG-2', 'Elsewhere', 'b@example.org', 'https://two.example', '2001-05-06', '(PA)'])
      expect(comments).toContain(text)
  })

  it('says where more is to be told of a subject than its comments take', () => {
    const many = knownPerson({
      identifiers: Array.from({ length: 60 }, (_, at) => identification('6', `P${at}-${'9'.repeat(80)}`)),
    })
    expect(checkGoaml(completeForm({ subjects: [many] }), today)).toContainEqual(
      expect.objectContaining({ code: 'too_long', path: 'subjects.0.identifiers', blocks: ['goaml'] }),
    )
  })

  it('keeps any script and any sign as text', () => {
    const form = completeForm({ subjects: [knownPerson({ last_name: 'Ülkü </person> 株式会社 😀' })] })
    expect(goamlXml(form, today)).toContain('Ülkü &lt;/person&gt; 株式会社 😀')
  })
})

it('XML gives back any text that it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let read = ''
      let attribute = ''
      const parser = new SaxesParser()
      parser.on('error', (error) => {
        throw error
      })
      parser.on('opentag', ({ attributes }) => {
        attribute = String(attributes['a'])
        isInside = true
      })
      let isInside = false
      parser.on('closetag', () => {
        isInside = false
      })
      parser.on('text', (piece) => {
        read += isInside ? piece : ''
      })
      parser.write(xmlDocument(element('x', text, { a: text }))).close()
      const kept = text
        .toWellFormed()
        .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
      expect([read, attribute]).toEqual([kept, kept])
    }),
  )
})

describe('KPI figures as CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1'])('hold no formula: %j', (cell) => {
    expect(harmlessCell(cell).startsWith("'")).toBe(true)
  })

  const ratio = { value: 0.5, numerator: 1, denominator: 2, definition: 'Confirmed, of those with a finding.' }
  const time = { median_hours: null, p90_hours: null, count: 0, definition: '' }
  const figuresOf = (from: string, to: string): Effectiveness => ({
    from,
    to,
    counts: { raised: 2, open: 0, confirmed: 1, false_positive: 1, dismissed: 0, in_cases: 0, transactions_scored: 9 },
    precision: ratio,
    false_positive_ratio: ratio,
    false_positive_rate: ratio,
    alert_rate: ratio,
    alert_to_case: ratio,
    sla_adherence: ratio,
    time_to_detect: time,
    time_to_acknowledge: time,
    time_to_resolve: time,
    backlog: [{ bucket: 'under_4h', alerts: 1, overdue: 0 }],
    value_detected: [
      { currency: 'EUR', confirmed: 3, open: 0 },
      { currency: 'JPY', confirmed: 1_000, open: 0 },
      { currency: 'BHD', confirmed: 1.5, open: 0 },
    ],
    value_definition: '',
    by_day: [],
    rules: [
      { rule: 'r', name: '=cmd|x', alerts: 2, alone: 1, confirmed: 1, false_positive: 1, precision: 0.5, overlap: [] },
    ],
  })

  it('name the last day of their period, not the first one after it', () => {
    const figures = figuresOf('2026-11-01T00:00:00.000Z', '2026-11-21T00:00:00.000Z')
    const document = kpiDocument(figures, { institution: 'Acme Bank', madeFrom: [] })
    expect(document.sections.find(({ title }) => title === 'Value detected')?.table?.rows).toEqual([
      ['EUR', '3.00', '0.00'],
      ['JPY', '1,000', '0'],
      ['BHD', '1.500', '0.000'],
    ])
    expect(document.title).toBe('Effectiveness of detection, 2026-11-01 to 2026-11-20 (UTC)')
  })

  it('keep numbers as numbers, and read back', () => {
    expect([harmlessCell(-1.5), harmlessCell(0), harmlessCell(null), harmlessCell('precision')]).toEqual([
      '-1.5',
      '0',
      '',
      'precision',
    ])
    const rows = createCsvReader(',').push(kpiCsv(figuresOf('a', 'b'), 'made'))
    expect(rows.every(({ cells, fault }) => cells.length === 5 && fault === undefined)).toBe(true)
    expect(rows.find(({ cells }) => cells[0] === 'precision')?.cells).toEqual([
      'precision',
      '',
      '1',
      '2',
      ratio.definition,
    ])
  })
})
