import { describe, expect, it } from 'vitest'
import { checkFincen } from '../../../../main/domain/reports/check-fincen.ts'
import { countryName } from '../../../../main/domain/reports/check-parts.ts'
import { fincenXml } from '../../../../main/domain/reports/fincen.ts'
import type { ReportForm, ReportSubject } from '../../../../shared/schema/reports.ts'
import { completeForm } from '../../../support/report-forms.ts'

const today = '2026-11-22'
const tomorrow = '2026-11-23'

const found = (form: ReportForm): (readonly [code: string, path: string])[] =>
  checkFincen(form, today).map(({ code, path }) => [code, path])
const withSubject = (change: (subject: ReportSubject) => Partial<ReportSubject>): ReportForm => {
  const form = completeForm()
  const [first] = form.subjects
  if (first === undefined) throw new Error('the form has no subject')
  return { ...form, subjects: [{ ...first, ...change(first) }, ...form.subjects.slice(1)] }
}
const phone = { type: 'work', number: '2025550143', extension: '' } as const

describe('what a SAR says twice', () => {
  it.each<[string, string, ReportForm]>([
    [
      'an e-mail address',
      'subjects.0.emails.1',
      withSubject(() => ({ emails: ['jane.doe@example.org', 'Jane.Doe@example.org '] })),
    ],
    [
      'a telephone number',
      'subjects.0.phones.1.number',
      withSubject(() => ({ phones: [phone, { ...phone, type: 'mobile', number: '(202) 555-0143' }] })),
    ],
    [
      'an alias',
      'subjects.0.other_names.1.name',
      withSubject(() => ({
        other_names: [
          { type: 'aka', name: 'J. Doe' },
          { type: 'aka', name: 'j doe' },
        ],
      })),
    ],
    [
      'an identification',
      'subjects.0.identifiers.2.number',
      withSubject(({ identifiers }) => {
        const other = { type: '6', number: 'X123', other: '', country: 'US', region: '' }
        return { identifiers: [...identifiers.slice(0, 1), other, { ...other, number: 'x-123' }] }
      }),
    ],
    [
      'an account',
      'accounts.1.number',
      (() => {
        const form = completeForm()
        const [account] = form.accounts
        return account === undefined ? form : { ...form, accounts: [account, { ...account, id: 'again' }] }
      })(),
    ],
    [
      'an IP address',
      'activity.ip_addresses.1.address',
      (() => {
        const form = completeForm()
        const one = { address: '203.0.113.7', on: '2026-03-02', at: '' }
        return { ...form, activity: { ...form.activity, ip_addresses: [one, { ...one }] } }
      })(),
    ],
  ])('%s is named with its place', (_what, path, form) => {
    expect(found(form)).toContainEqual(['duplicate', path])
  })

  it('is nothing where two differ, or stand empty', () => {
    const form = withSubject(() => ({
      emails: ['a@example.org', 'b@example.org'],
      phones: [phone, { ...phone, extension: '2' }],
    }))
    expect(found(form).filter(([code]) => code === 'duplicate')).toEqual([])
  })
})

describe('what a SAR says of the future', () => {
  it.each<[string, ReportForm]>([
    ['law_enforcement.on', { ...completeForm(), law_enforcement: { ...completeForm().law_enforcement, on: tomorrow } }],
    [
      'subjects.0.relation_status_on',
      withSubject(() => ({ relations: ['employee'], relation_status: 'terminated', relation_status_on: tomorrow })),
    ],
    ['filing.detected_on', { ...completeForm(), filing: { ...completeForm().filing, detected_on: tomorrow } }],
    [
      'activity.ip_addresses.0.on',
      {
        ...completeForm(),
        activity: { ...completeForm().activity, ip_addresses: [{ address: '203.0.113.7', on: tomorrow, at: '' }] },
      },
    ],
  ])('is named: %s', (path, form) => {
    expect(found(form)).toContainEqual(['malformed', path])
  })

  it('of today is none', () => {
    const form = { ...completeForm(), law_enforcement: { ...completeForm().law_enforcement, on: today } }
    expect(found(form)).toEqual([])
  })
})

describe('countries and territories', () => {
  it.each(['UK', 'EU', 'UN', 'AN', 'ZZ', 'XX', 'SU', 'YU', 'QO', 'EZ', 'gb', 'G', ''])('%j is no country', (code) => {
    expect(countryName(code)).toBeNull()
  })

  it.each([
    ['GB', 'United Kingdom'],
    ['NA', 'Namibia'],
    ['XK', 'Kosovo'],
    ['CW', 'Curaçao'],
    ['PR', 'Puerto Rico'],
  ])('%s is %s', (code, name) => {
    expect(countryName(code)).toBe(name)
  })

  const inTerritory = (region: string): ReportForm =>
    withSubject(({ addresses }) => ({
      addresses: addresses.map((address) => ({ ...address, country: 'PR', region, postcode: '00901', unknown: [] })),
    }))

  it('a territory needs its code as the state too, which the file then holds', () => {
    expect(found(inTerritory(''))).toContainEqual(['missing', 'subjects.0.addresses.0.region'])
    expect(found(inTerritory('TX'))).toContainEqual(['unknown_code', 'subjects.0.addresses.0.region'])
    expect(found(inTerritory('PR'))).toEqual([])
    expect(fincenXml(inTerritory('PR'), today)).toContain('<fc2:RawStateCodeText>PR<')
  })
})
