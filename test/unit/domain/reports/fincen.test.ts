import { describe, expect, it } from 'vitest'
import { checkFincen } from '../../../../main/domain/reports/check-fincen.ts'
import { checkForm } from '../../../../main/domain/reports/check.ts'
import { fincenText, narrativeBlocks } from '../../../../main/domain/reports/fincen-text.ts'
import { fincenXml } from '../../../../main/domain/reports/fincen.ts'
import type { ReportForm } from '../../../../shared/schema/reports.ts'
import { completeForm, knownPerson } from '../../../support/report-forms.ts'

const today = '2026-11-22'
type Holder = Record<string, unknown>

/** The form with another value at a path. */
const withValue = (path: string, value: unknown): ReportForm => {
  const form = completeForm()
  const steps = path.split('.')
  let holder = form as unknown as Holder
  for (const step of steps.slice(0, -1)) holder = holder[step] as Holder
  holder[steps.at(-1) ?? ''] = value
  return form
}

const found = (form: ReportForm): (readonly [code: string, path: string])[] =>
  checkFincen(form, today).map(({ code, path }) => [code, path])

/** Every element that FinCEN does not do without, and what stands in its place when it is missing. */
const mandatory: readonly (readonly [path: string, empty: unknown, reported?: string])[] = [
  ['filer.institution.name', ''],
  ['filer.institution.type', ''],
  ['filer.institution.regulator', ''],
  ['filer.institution.tin', ''],
  ['filer.institution.address.street', ''],
  ['filer.institution.address.city', ''],
  ['filer.institution.address.region', ''],
  ['filer.institution.address.postcode', ''],
  ['filer.institution.address.country', ''],
  ['filer.contact_office', ''],
  ['filer.contact_phone', ''],
  ['filer.transmitter.name', ''],
  ['filer.transmitter.tin', ''],
  ['filer.transmitter.control_code', ''],
  ['filer.transmitter.contact', ''],
  ['filer.transmitter.phone', ''],
  ['filer.transmitter.address.street', ''],
  ['filer.transmitter.address.city', ''],
  ['filer.transmitter.address.region', ''],
  ['filer.transmitter.address.postcode', ''],
  ['filer.transmitter.address.country', ''],
  ['location.branches', [], 'location.branches'],
  ['location.branches.0.address.street', ''],
  ['location.branches.0.address.city', ''],
  ['location.branches.0.address.region', ''],
  ['location.branches.0.address.postcode', ''],
  ['location.branches.0.address.country', ''],
  ['subjects', []],
  ['subjects.0.last_name', ''],
  ['subjects.0.first_name', ''],
  ['subjects.0.born', ''],
  ['subjects.0.addresses', []],
  ['subjects.0.addresses.0.street', ''],
  ['subjects.0.addresses.0.city', ''],
  ['subjects.0.addresses.0.region', ''],
  ['subjects.0.addresses.0.postcode', ''],
  ['subjects.0.addresses.0.country', ''],
  ['subjects.0.identifiers', [], 'subjects.0.tin_unknown'],
  ['subjects.0.identifiers.0.number', ''],
  ['subjects.0.identifiers.0.type', ''],
  ['subjects.0.other_names.0.name', ''],
  ['subjects.0.phones.0.number', ''],
  ['accounts', [], 'subjects.0.no_account'],
  ['accounts.0.number', ''],
  ['accounts.0.subject', 'nobody'],
  ['activity.from', ''],
  ['activity.amount', ''],
  ['activity.classifications', []],
  ['activity.classifications.1.other', ''],
  ['activity.instruments.0.code', ''],
  ['law_enforcement.agency', ''],
  ['narrative', []],
]

describe('what FinCEN’s SAR lacks', () => {
  it('is nothing where all is there', () => {
    expect(found(completeForm())).toEqual([])
    expect(checkForm('sar', completeForm(), today).ready).toEqual({ submit: true, pdf: true, xml: true, goaml: true })
  })

  it.each(mandatory.map(([path, empty, reported]) => ({ path, empty, reported: reported ?? path })))(
    'is named before export: $path',
    ({ path, empty, reported }) => {
      expect(found(withValue(path, empty))).toContainEqual(['missing', reported])
    },
  )

  it.each([
    ['filing.prior_number', { type: 'corrects' }],
    ['filing.prior_number', { type: 'continuing' }],
    ['activity.cumulative_amount', { type: 'continuing', prior_number: '00000000000000' }],
  ])('of a report that follows another is named: %s', (path, filing) => {
    expect(found(completeForm({ filing: { ...completeForm().filing, ...(filing as object) } }))).toContainEqual([
      'missing',
      path,
    ])
  })

  it('of another institution where it happened is named', () => {
    const form = completeForm()
    form.location = { ...form.location, same: false }
    const paths = found(form).map(([, path]) => path)
    for (const part of [
      'name',
      'type',
      'regulator',
      'tin',
      'address.street',
      'address.city',
      'address.postcode',
      'address.country',
    ])
      expect(paths).toContain(`location.institution.${part}`)
  })

  it('is nothing for what is said to be unknown, but whoever files is never unknown', () => {
    const unknown: ReportForm['subjects'][number]['addresses'][number] = {
      street: '',
      city: '',
      region: '',
      postcode: '',
      country: '',
      unknown: ['street', 'city', 'region', 'postcode', 'country'],
    }
    expect(found(completeForm({ subjects: [knownPerson({ addresses: [unknown] })] }))).toEqual([])
    expect(found(withValue('filer.institution.address', unknown)).map(([code]) => code)).toContain('missing')
    expect(found(withValue('filer.institution.tin_type', 'unknown'))).toContainEqual([
      'missing',
      'filer.institution.tin',
    ])
  })

  it('names a value that is given and said to be unknown', () => {
    expect(
      found(
        completeForm({
          subjects: [
            knownPerson({
              last_name_unknown: true,
              born_unknown: true,
              tin_unknown: true,
              identification_unknown: true,
              no_account: true,
            }),
          ],
        }),
      ).map(([code]) => code),
    ).toEqual(
      expect.arrayContaining(['contradiction', 'contradiction', 'contradiction', 'contradiction', 'contradiction']),
    )
  })
})

describe('limits and lists', () => {
  it.each([
    ['filer.institution.name', 150],
    ['filer.contact_office', 150],
    ['filing.note', 50],
    ['subjects.0.last_name', 150],
    ['subjects.0.first_name', 35],
    ['subjects.0.middle_name', 35],
    ['subjects.0.suffix', 35],
    ['subjects.0.occupation', 50],
    ['subjects.0.addresses.0.street', 100],
    ['subjects.0.addresses.0.city', 50],
    ['accounts.0.number', 40],
    ['activity.classifications.1.other', 50],
    ['subjects.0.identifiers.1.number', 25],
  ])('%s takes %i characters and no more', (path, max) => {
    expect(found(withValue(path, 'x'.repeat(max))).filter(([code]) => code === 'too_long')).toEqual([])
    expect(found(withValue(path, 'x'.repeat(max + 1)))).toContainEqual(['too_long', path])
  })

  it('names characters that FinCEN’s system may not take, with a way to write them', () => {
    const [finding] = checkFincen(withValue('subjects.0.last_name', 'Müller 株式会社 𝔘'), today)
    expect(finding).toMatchObject({ code: 'characters', path: 'subjects.0.last_name' })
    expect(finding?.message).toContain('“ü”')
    expect(finding?.message).toContain('Muller')
    expect(found(withValue('narrative.0.text', 'Zażółć gęślą jaźń')).map(([code]) => code)).toContain('characters')
  })

  const codesOfName = (name: string) => found(withValue('subjects.0.last_name', name)).map(([code]) => code)

  it.each(['UNKNOWN', 'n/a', 'See narrative', 'none'])('takes no word that stands for nothing: %s', (word) => {
    expect(codesOfName(word)).toContain('prohibited_word')
  })

  it('takes a name that only looks like one', () => {
    expect(codesOfName('X-X')).not.toContain('prohibited_word')
  })

  it.each([
    ['activity.classifications.0.subtype', '77', 'unknown_code'],
    ['activity.instruments.0.code', '999', 'unknown_code'],
    ['filer.institution.type', '77', 'unknown_code'],
    ['filer.institution.regulator', '5', 'unknown_code'],
    ['subjects.0.addresses.0.country', 'QQ', 'unknown_code'],
    ['subjects.0.addresses.0.region', 'ZZ', 'unknown_code'],
    ['subjects.0.addresses.0.postcode', '1234', 'malformed'],
    ['filer.institution.tin', '000000000', 'malformed'],
    ['filer.transmitter.control_code', 'X2345678', 'malformed'],
    ['filer.contact_phone', 'call us', 'malformed'],
    ['activity.from', '2999-01-01', 'malformed'],
    ['activity.to', '2026-01-01', 'contradiction'],
    ['subjects.0.born', '2999', 'malformed'],
    ['activity.ip_addresses.0.address', '999.1.1.1', 'malformed'],
    ['subjects.0.emails.0', 'nobody', 'malformed'],
    ['activity.currency', 'EUR', 'malformed'],
    ['filing.prior_number', '12345678901234', 'contradiction'],
  ])('refuses %s as %s (%s)', (path, value, code) => {
    expect(found(withValue(path, value))).toContainEqual([code, path])
  })

  it('takes a narrative of 17,000 characters and no more', () => {
    const long = (length: number): ReportForm =>
      completeForm({
        narrative: Array.from({ length: 5 }, (_, index) => ({
          id: `n${index}`,
          text: 'x'.repeat(index < 4 ? 3_999 : length - 4 * 4_000),
          origin: 'written',
          sources: [],
          answers: [],
          paragraph: false,
        })),
      })
    expect(found(long(17_000))).toEqual([])
    expect(found(long(17_001))).toEqual([['too_long', 'narrative']])
  })

  it('parts a narrative into blocks of 4,000 that give it back', () => {
    const text = 'word '.repeat(3_000).trim()
    const blocks = narrativeBlocks(text)
    expect(blocks.every((block) => block.length <= 4_000)).toBe(true)
    expect(blocks.join('')).toBe(text)
  })
})

describe('the file', () => {
  it('holds hostile text as text', () => {
    const form = completeForm({ subjects: [knownPerson({ last_name: '</fc2:Party><x a="1">&lt;]]>' })] })
    const xml = fincenXml(form, today)
    expect(xml).toContain('&lt;/fc2:Party&gt;&lt;x a=&quot;1&quot;&gt;&amp;lt;]]&gt;')
    expect(xml.match(/<fc2:Party /gu)).toHaveLength(
      fincenXml(completeForm(), today).match(/<fc2:Party /gu)?.length ?? 0,
    )
  })

  it('numbers its parts one by one and counts subjects and amount', () => {
    const xml = fincenXml(completeForm(), today)
    const numbers = [...xml.matchAll(/SeqNum="(\d+)"/gu)].map(([, number]) => Number(number))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(xml).toContain('TotalAmount="12345" PartyCount="1" ActivityCount="1"')
  })

  it('says of a text what it says, in the marks of a keyboard', () => {
    expect(fincenText('  “quoted” — it’s\n\ttwo\u00a0lines… ')).toBe('"quoted" - it\'s two lines...')
  })
})
