import {
  activityTypeOf,
  activityTypes,
  filedIdentifierTypes,
  instruments,
  organisationTypes,
  regulators,
  relations,
} from '../../../shared/schema/report-codes.ts'
import { narrativeQuestions } from '../../../shared/schema/reports.ts'
import type {
  CaseReportKind,
  Institution,
  ReportAddress,
  ReportDocument,
  ReportDocumentSection,
  ReportForm,
  ReportSubject,
} from '../../../shared/schema/reports.ts'
import { subjectName } from './subject-name.ts'
import { certificateDocumentOf } from './certificate/document.ts'
import { countryName } from './check-parts.ts'
import { fact, section, stepsSection } from './document-parts.ts'
import type { DocumentFrame } from './document-parts.ts'
import { isRounded, wholeUnits } from './form-amounts.ts'
import { locationOf } from './fincen.ts'

type Facts = ReportDocumentSection['facts']

const labelOf = (list: readonly { readonly code: string; readonly label: string }[], code: string): string =>
  list.find((one) => one.code === code)?.label ?? code

const addressText = ({ street, city, region, postcode, country, unknown }: ReportAddress): string =>
  [
    ...[street, postcode, city, region, country === '' ? '' : (countryName(country) ?? country)].filter(
      (part) => part.trim() !== '',
    ),
    ...(unknown.length === 0 ? [] : [`unknown: ${unknown.join(', ')}`]),
  ].join(', ')

const institutionFacts = (given: Institution): Facts => [
  ...fact('Name', given.name),
  ...fact('Other name', given.other_name),
  ...fact('Tax number', given.tin_type === 'unknown' ? 'unknown' : given.tin),
  ...fact('Type', given.type === '' ? '' : labelOf(organisationTypes, given.type)),
  ...fact('Regulator', given.regulator === '' ? '' : labelOf(regulators, given.regulator)),
  ...fact('Address', addressText(given.address)),
]

const roleWords = {
  '': '',
  sender: 'Purchaser or sender',
  receiver: 'Payee or receiver',
  both: 'Both sender and receiver',
} as const

const subjectSection = (subject: ReportSubject, index: number): ReportDocumentSection => {
  if (!subject.known) return section(`Subject ${index + 1}`, { facts: fact('Known of it', 'Nothing') })
  const name = subjectName(subject, index)
  return section(`Subject ${index + 1}: ${name}`, {
    facts: [
      ...fact('Kind', subject.kind === 'person' ? 'Person' : 'Entity'),
      ...fact(
        subject.kind === 'person' ? 'Family name' : 'Legal name',
        subject.last_name_unknown ? 'unknown' : subject.last_name,
      ),
      ...(subject.kind === 'person'
        ? [
            ...fact('First name', subject.first_name_unknown ? 'unknown' : subject.first_name),
            ...fact('Middle name', subject.middle_name),
            ...fact('Suffix', subject.suffix),
          ]
        : []),
      ...fact(
        'Other names',
        subject.other_names
          .map(({ type, name: other }) => `${other} (${type === 'aka' ? 'also known as' : 'doing business as'})`)
          .join('; '),
      ),
      ...(subject.kind === 'person'
        ? [...fact('Born', subject.born_unknown ? 'unknown' : subject.born), ...fact('Gender', subject.gender)]
        : []),
      ...fact('Occupation or business', subject.occupation),
      ...subject.addresses.flatMap((address) => fact('Address', addressText(address))),
      ...fact(
        'Telephone',
        subject.phones
          .map(({ number, extension, type }) => `${number}${extension === '' ? '' : ` ext. ${extension}`} (${type})`)
          .join('; '),
      ),
      ...fact('E-mail', subject.emails.join('; ')),
      ...fact('Websites', subject.websites.join('; ')),
      ...subject.identifiers.flatMap(({ type, number, other, country, region }) =>
        fact(
          type === '999' && other !== '' ? other : labelOf(filedIdentifierTypes, type),
          [number, region, country].filter((part) => part !== '').join(', '),
        ),
      ),
      ...fact('Tax number', subject.tin_unknown ? 'unknown' : ''),
      ...fact('Role', roleWords[subject.role]),
      ...fact(
        'Relation to the institution',
        subject.relations
          .map((kind) =>
            kind === 'other' && subject.relation_other !== ''
              ? subject.relation_other
              : (relations.find(([one]) => one === kind)?.[1] ?? kind),
          )
          .join(', '),
      ),
      ...fact(
        'The relation',
        [subject.relation_status, subject.relation_status_on].filter((part) => part !== '').join(', '),
      ),
    ],
  })
}

const accountsSection = ({ accounts, subjects }: ReportForm): readonly ReportDocumentSection[] => {
  if (accounts.length === 0) return []
  const rows = accounts.map(({ number, subject, institution_name: name, institution_tin: tin, closed }) => {
    const index = subjects.findIndex(({ id }) => id === subject)
    const owner = subjects[index]
    return [
      number,
      owner === undefined ? '' : subjectName(owner, index),
      [name, tin].filter((part) => part !== '').join(', '),
      closed ? 'closed' : 'open',
    ]
  })
  return [section('Accounts', { table: { head: ['Number', 'Subject', 'Institution', 'State'], rows } })]
}

const grouped = (amount: string): string => {
  const [units = '', fraction] = amount.split('.')
  const said = units.replace(/\B(?=(\d{3})+$)/gu, ',')
  return fraction === undefined ? said : `${said}.${fraction}`
}

/** An amount as it is, and what becomes of it in a form that takes whole dollars alone. */
const exactText = (amount: string, currency: string, isForFincen: boolean): string => {
  if (amount === '') return ''
  const exact = `${grouped(amount)} ${currency}`
  return isForFincen && isRounded(amount)
    ? `${exact} (the form of FinCEN rounds up to whole dollars: ${grouped(wholeUnits(amount))})`
    : exact
}

const amountText = ({ amount_kind: kind, amount, currency }: ReportForm['activity'], isForFincen: boolean): string =>
  kind === 'unknown' ? 'unknown' : kind === 'none' ? 'none involved' : exactText(amount, currency, isForFincen)

const activitySection = ({ activity }: ReportForm, isForFincen: boolean): ReportDocumentSection =>
  section('Suspicious activity', {
    facts: [
      ...fact('From', activity.from),
      ...fact('To', activity.to),
      ...fact('Amount', amountText(activity, isForFincen)),
      ...fact('Cumulative', exactText(activity.cumulative_amount, activity.currency, isForFincen)),
      ...fact('Loss', exactText(activity.loss, activity.currency, isForFincen)),
      ...activity.classifications.flatMap(({ subtype, other }) =>
        fact(
          activityTypeOf(subtype)?.label ?? 'Kind',
          other === ''
            ? labelOf(
                activityTypes.flatMap(({ subtypes }) => subtypes),
                subtype,
              )
            : other,
        ),
      ),
      ...fact(
        'Instruments',
        activity.instruments.map(({ code, other }) => (other === '' ? labelOf(instruments, code) : other)).join(', '),
      ),
      ...fact(
        'IP addresses',
        activity.ip_addresses
          .map(({ address, on, at }) => [address, on, at].filter((part) => part !== '').join(' '))
          .join('; '),
      ),
      ...fact('Cyber indicators', activity.cyber.map(({ value }) => value).join('; ')),
    ],
  })

const narrativeSection = ({ narrative }: ReportForm, frame: DocumentFrame): ReportDocumentSection => ({
  ...section('Narrative', {
    note: 'Under each sentence stands where it comes from: an entry of the case’s sealed timeline, a piece of its evidence, or the hand of whoever wrote the report.',
  }),
  paragraphs: narrative.map(({ text, origin, sources }) => ({
    text,
    under: [...(origin === 'written' ? ['written by hand'] : []), ...sources.map(frame.sourceName)].join(', '),
  })),
})

const kindWords: Readonly<Record<CaseReportKind, string>> = {
  case_report: 'Case report',
  sar: 'Suspicious activity report',
  certificate: 'Certificate of electronic evidence',
}
const filingWords = {
  initial: 'Initial report',
  corrects: 'Corrects or amends a report before it',
  continuing: 'Continuing activity',
} as const

const filingSection = (form: ReportForm, { kind, caseNumber, state, version }: DocumentFrame): ReportDocumentSection =>
  section('Filing', {
    facts: [
      ...fact('Kind', kindWords[kind]),
      ...fact('Case', caseNumber),
      ...fact('State', state.replaceAll('_', ' ')),
      ...fact('Version', String(version)),
      ...(kind === 'sar'
        ? [
            ...fact('Type', filingWords[form.filing.type]),
            ...fact('Jointly', form.filing.joint ? 'Yes' : ''),
            ...fact('Report before it', form.filing.prior_number),
            ...fact('Detected', form.filing.detected_on),
            ...fact('Note', form.filing.note),
          ]
        : []),
    ],
  })

const questionsSection = ({ narrative }: ReportForm): ReportDocumentSection =>
  section('What the narrative answers', {
    table: {
      head: ['Question', 'Sentences'],
      rows: narrativeQuestions.map((question) => [
        question,
        narrative.flatMap(({ answers }, index) => (answers.includes(question) ? [String(index + 1)] : [])).join(', '),
      ]),
    },
  })

/** What the pages of a report say, in their order. */
export const reportDocumentOf = (form: ReportForm, frame: DocumentFrame): ReportDocument => {
  if (frame.kind === 'certificate') return certificateDocumentOf(form, frame)
  const { filer, law_enforcement: agency } = form
  const sections = [
    filingSection(form, frame),
    section('Filing institution', {
      facts: [
        ...institutionFacts(filer.institution),
        ...fact('Own number', filer.control_number),
        ...fact(
          'Contact',
          [filer.contact_office, filer.contact_phone, filer.contact_extension].filter((part) => part !== '').join(', '),
        ),
      ],
    }),
    ...(form.location.same ? [] : [section('Where it happened', { facts: institutionFacts(locationOf(form)) })]),
    ...(form.location.branches.length === 0
      ? []
      : [
          section('Branches', {
            table: {
              head: ['Branch', 'Address'],
              rows: form.location.branches.map(({ rssd, address }) => [rssd, addressText(address)]),
            },
          }),
        ]),
    ...form.subjects.map(subjectSection),
    ...accountsSection(form),
    activitySection(form, frame.kind === 'sar'),
    narrativeSection(form, frame),
    questionsSection(form),
    section('Law enforcement', {
      facts: [
        ...fact('Agency', agency.agency),
        ...fact('Contact', agency.contact),
        ...fact('Telephone', agency.phone),
        ...fact('On', agency.on),
      ],
    }),
    ...stepsSection(frame),
  ]
  return {
    title: form.title.trim() === '' ? frame.caseNumber : form.title.trim(),
    kind: kindWords[frame.kind],
    under: `${frame.caseNumber} · ${frame.institution} · version ${frame.version}, ${frame.state.replaceAll('_', ' ')}`,
    sections: sections.filter(
      ({ facts, paragraphs, table }) => facts.length > 0 || paragraphs.length > 0 || table !== null,
    ),
    made_from: [...frame.madeFrom],
  }
}
