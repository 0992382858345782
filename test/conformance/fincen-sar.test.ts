import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFincen } from '../../main/domain/reports/check-fincen.ts'
import { fincenXml } from '../../main/domain/reports/fincen.ts'
import {
  activityTypes,
  cyberIndicators,
  filedIdentifierTypes,
  institutionNumberTypes,
  instruments,
  organisationSubtypes,
  organisationTypes,
  regulators,
} from '../../shared/schema/report-codes.ts'
import type { ReportAddress, ReportForm } from '../../shared/schema/reports.ts'
import { addressInUs, completeForm, filingBank, knownPerson, tenForms } from '../support/report-forms.ts'
import { haveVectors, readVector, vectorPath } from './vectors.ts'

const today = '2026-11-22'
const schema = 'fincen-sar-batch.xsd'

const haveXmllint = (): boolean => {
  const found = spawnSync('xmllint', ['--version']).status === 0
  if (!found && process.env['CI'] === 'true') throw new Error('xmllint is missing: install libxml2-utils')
  if (!found) console.warn('SKIPPED: xmllint is not installed (libxml2-utils)')
  return found
}

/** Codes of a simple type of the schema. */
const codesOf = (type: string): string[] => {
  const text = readVector(schema).toString('utf8')
  const start = text.indexOf(`name="${type}"`)
  return [...text.slice(start, text.indexOf('</xsd:simpleType>', start)).matchAll(/enumeration value="([^"]*)"/gu)].map(
    ([, code]) => code as string,
  )
}

const sorted = (codes: readonly string[]): string[] => [...new Set(codes)].sort()

describe.skipIf(!haveVectors(schema) || !haveXmllint())('FinCEN SAR batch XML', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldseal-sar-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What xmllint says of the files; '' where all validate. */
  const faultsOf = (documents: readonly string[]): string => {
    const files = documents.map((text, index) => {
      const file = join(folder, `${index}.xml`)
      writeFileSync(file, text)
      return file
    })
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', vectorPath(schema), ...files], {
      encoding: 'utf8',
      maxBuffer: 67_108_864,
    })
    return status === 0
      ? ''
      : stderr
          .split('\n')
          .filter((line) => !line.endsWith(' validates'))
          .slice(0, 20)
          .join('\n')
  }

  it.each(tenForms)('validates: %s', (_name, form) => {
    expect(checkFincen(form, today)).toEqual([])
    expect(faultsOf([fincenXml(form, today)])).toBe('')
  })

  it('would notice a document that is not of the schema', () => {
    expect(
      faultsOf([
        fincenXml(completeForm(), today).replace('<fc2:FilingDateText>20261122', '<fc2:FilingDateText>22.11.2026'),
      ]),
    ).toContain('FilingDateText')
  })

  it('validates for arbitrary forms that pass our checks', () => {
    const forms = fc.sample(arbitraryForm, { numRuns: 400, seed: 20_261_122 })
    const passed = forms.filter((form) => checkFincen(form, today).length === 0)
    expect(passed.length, 'forms that pass').toBeGreaterThan(100)
    expect(forms.length - passed.length, 'forms that are refused').toBeGreaterThan(10)
    expect(faultsOf(passed.map((form) => fincenXml(form, today)))).toBe('')
  })

  it('knows the codes of the schema, and no others', () => {
    expect(sorted(activityTypes.map(({ code }) => code))).toEqual(sorted(codesOf('ValidateSuspiciousActivityTypeID')))
    expect(sorted(activityTypes.flatMap(({ subtypes }) => subtypes.map(({ code }) => code)))).toEqual(
      sorted(codesOf('ValidateSuspiciousActivitySubtypeID')),
    )
    expect(sorted(organisationTypes.map(({ code }) => code))).toEqual(sorted(codesOf('ValidateOrganizationCodeType')))
    expect(sorted(Object.values(organisationSubtypes).flatMap((list) => list.map(({ code }) => code)))).toEqual(
      sorted(codesOf('ValidateOrganizationSubtypeCodeType')),
    )
    expect(sorted(regulators.map(({ code }) => code))).toEqual(sorted(codesOf('ValidateFederalRegulatorCodeType')))
    expect(sorted(cyberIndicators.map(({ code }) => code))).toEqual(
      sorted(codesOf('ValidateCyberEventIndicatorsTypeCode')),
    )
    // 1 stands for the instruments of the form before this one.
    expect(sorted(instruments.map(({ code }) => code))).toEqual(
      sorted(codesOf('ValidateAssetSubtypeIDTypeCode').filter((code) => code !== '1')),
    )
    const numbers = codesOf('ValidatePartyIdentificationCodeType')
    expect([...filedIdentifierTypes, ...institutionNumberTypes].filter(({ code }) => !numbers.includes(code))).toEqual(
      [],
    )
  })
})

const text = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .string({ unit: fc.constantFrom(...'abcdefghij KLMNOP0123456789.,&<>"\'-/()[]'), minLength: 1, maxLength: 34 })
      .filter((value) => value.trim() !== ''),
  },
  { weight: 1, arbitrary: fc.constantFrom('José', 'UNKNOWN', '', 'x'.repeat(200), '𝔘 bank', ']]>', '--><!--') },
)
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 })
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)

const address = fc.oneof(
  fc.constant(addressInUs),
  fc.record({
    street: text,
    city: text,
    region: pick('', 'AB', 'zz'),
    postcode: pick('1010', 'SW1A 1AA', '12345'),
    country: pick('AT', 'GB', 'CA', 'FR'),
    unknown: fc.constant<ReportAddress['unknown']>([]),
  }),
  fc.constant({
    street: '',
    city: 'Lyon',
    region: '',
    postcode: '',
    country: 'FR',
    unknown: ['street', 'postcode'] as ('street' | 'postcode')[],
  }),
)

const subject = fc.record({
  last: text,
  first: text,
  suffix: pick('', 'Sr', 'III'),
  others: some(text),
  born: fc.oneof(pick('', '1970', '1970-12'), day),
  kind: pick('person' as const, 'entity' as const),
  known: fc.boolean(),
  address,
  role: pick('' as const, 'sender' as const, 'receiver' as const, 'both' as const),
  email: pick('a@example.org', 'b+c@example.org'),
  document: text,
  confession: pick('' as const, 'yes' as const, 'no' as const),
  accounts: some(text),
})

const arbitraryForm: fc.Arbitrary<ReportForm> = fc
  .record({
    title: text,
    office: text,
    bank: text,
    subjects: fc.array(subject, { minLength: 1, maxLength: 4 }),
    type: pick('initial' as const, 'corrects' as const, 'continuing' as const),
    joint: fc.boolean(),
    from: day,
    amount: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
    kind: pick('known' as const, 'unknown' as const, 'none' as const),
    classes: fc.uniqueArray(fc.constantFrom(...activityTypes.flatMap(({ subtypes }) => subtypes)), {
      minLength: 1,
      maxLength: 6,
    }),
    assets: fc.uniqueArray(fc.constantFrom(...instruments), { maxLength: 5 }),
    other: text,
    sentences: fc.array(
      fc
        .string({ unit: fc.constantFrom(...'abc <>&"\'’—…\n\t0123'), minLength: 1, maxLength: 3_000 })
        .filter((value) => value.trim() !== ''),
      { minLength: 1, maxLength: 6 },
    ),
    branches: fc.boolean(),
  })
  .map((given) => {
    const base = completeForm()
    const subjects = given.subjects.map((one, index) =>
      knownPerson({
        id: `s${index}`,
        kind: one.kind,
        known: one.known,
        last_name: one.last,
        first_name: one.first,
        suffix: one.suffix,
        other_names: one.others.map((name) => ({ type: 'aka', name })),
        born: one.born,
        born_unknown: one.born === '',
        addresses: [one.address],
        role: one.role,
        emails: [one.email],
        confession: one.confession,
        identifiers: [
          { type: '2', number: '12-3456780', other: '', country: '', region: '' },
          { type: '999', number: '77', other: one.document, country: '', region: '' },
        ],
        no_account: one.accounts.length === 0,
      }),
    )
    return completeForm({
      filing: {
        ...base.filing,
        type: given.type,
        joint: given.joint,
        prior_number: given.type === 'initial' ? '' : '12345678901234',
      },
      filer: {
        ...filingBank,
        contact_office: given.office,
        institution: { ...filingBank.institution, name: given.bank },
      },
      location: {
        ...base.location,
        no_branch: !given.branches,
        branches: given.branches ? base.location.branches : [],
      },
      subjects,
      accounts: given.subjects.flatMap((one, index) =>
        one.known
          ? one.accounts.map((number, place) => ({
              id: `a${index}-${place}`,
              subject: `s${index}`,
              number,
              closed: false,
              institution_tin: '',
              institution_name: '',
              foreign: false,
            }))
          : [],
      ),
      activity: {
        ...base.activity,
        from: given.from,
        to: '',
        amount_kind: given.kind,
        amount: given.kind === 'known' ? String(given.amount) : '',
        cumulative_amount: given.type === 'continuing' ? '5' : '',
        classifications: given.classes.map(({ code }) => ({
          subtype: code,
          other: code.endsWith('999') ? given.other : '',
        })),
        instruments: given.assets.map(({ code }) => ({
          code,
          other: code === '30' || code === '41' ? given.other : '',
        })),
      },
      narrative: given.sentences.map((sentence, index) => ({
        id: `n${index}`,
        text: sentence,
        origin: 'written',
        sources: [],
        answers: [],
        paragraph: index % 2 === 0,
      })),
    })
  })
