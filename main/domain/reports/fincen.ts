import {
  activityTypeOf,
  instruments,
  organisationSubtypes,
  taxNumberTypes,
} from '../../../shared/schema/report-codes.ts'
import type { FiledRelationKind } from '../../../shared/schema/report-codes.ts'
import type {
  Institution,
  ReportAccount,
  ReportAddress,
  ReportForm,
  ReportSubject,
} from '../../../shared/schema/reports.ts'
import { countriesWithStates } from './check-parts.ts'
import { wholeUnits } from './form-amounts.ts'
import { bareNumber, fincenDay, fincenText, narrativeBlocks } from './fincen-text.ts'
import { fincenNarrative } from './narrative.ts'
import { element, xmlDocument } from './xml.ts'
import type { XmlElement } from './xml.ts'

type Children = readonly (XmlElement | null)[]

const prefix = 'fc2:'

/** Elements that bear a sequence number are marked; the numbers follow the order of the document. */
const marked = { SeqNum: '' }

const numbered = (name: string, children: Children): XmlElement => element(`${prefix}${name}`, children, marked)
const text = (name: string, value: string): XmlElement | null =>
  fincenText(value) === '' ? null : element(`${prefix}${name}`, fincenText(value))
const number = (name: string, value: string): XmlElement | null => text(name, bareNumber(value))
const flag = (name: string, isSo: boolean): XmlElement | null => (isSo ? element(`${prefix}${name}`, 'Y') : null)
const day = (name: string, value: string): XmlElement | null =>
  value === '' ? null : element(`${prefix}${name}`, fincenDay(value))

const party = (code: string, before: Children, after: Children, inner: Children): XmlElement =>
  numbered('Party', [element(`${prefix}ActivityPartyTypeCode`, code), ...before, ...after, ...inner])

const fullName = (type: 'L' | 'AKA' | 'DBA', name: string): XmlElement | null =>
  fincenText(name) === ''
    ? null
    : numbered('PartyName', [element(`${prefix}PartyNameTypeCode`, type), text('RawPartyFullName', name)])

const address = ({ street, city, region, postcode, country, unknown }: ReportAddress): XmlElement => {
  const isUnknown = (part: ReportAddress['unknown'][number]): boolean => unknown.includes(part)
  return numbered('Address', [
    flag('CityUnknownIndicator', isUnknown('city')),
    flag('CountryCodeUnknownIndicator', isUnknown('country')),
    isUnknown('city') ? null : text('RawCityText', city),
    isUnknown('country') ? null : text('RawCountryCodeText', country),
    countriesWithStates.includes(country) && !isUnknown('region')
      ? text('RawStateCodeText', region.toUpperCase())
      : null,
    isUnknown('street') ? null : text('RawStreetAddress1Text', street),
    isUnknown('postcode') ? null : number('RawZIPCode', postcode),
    flag('StateCodeUnknownIndicator', isUnknown('region')),
    flag('StreetAddressUnknownIndicator', isUnknown('street')),
    flag('ZIPCodeUnknownIndicator', isUnknown('postcode')),
  ])
}

const phone = (given: string, extension = '', type: XmlElement | null = null): XmlElement | null =>
  bareNumber(given) === ''
    ? null
    : numbered('PhoneNumber', [number('PhoneNumberExtensionText', extension), number('PhoneNumberText', given), type])

const identification = (
  type: string,
  value: XmlElement | null,
  more: { readonly country?: string; readonly region?: string; readonly other?: string } = {},
): XmlElement =>
  numbered('PartyIdentification', [
    text('OtherIssuerCountryText', more.country ?? ''),
    text('OtherIssuerStateText', more.region ?? ''),
    text('OtherPartyIdentificationTypeText', more.other ?? ''),
    value,
    element(`${prefix}PartyIdentificationTypeCode`, type),
  ])

const tinTypes: Readonly<Record<Institution['tin_type'], string>> = {
  ein: '2',
  ssn_itin: '1',
  foreign: '9',
  unknown: '',
}

const institutionNumbers = (
  { tin, tin_type, number_type, number: given }: Institution,
  controlNumber: string,
): Children => [
  tin_type === 'unknown'
    ? numbered('PartyIdentification', [flag('TINUnknownIndicator', true)])
    : identification(tinTypes[tin_type], number('PartyIdentificationNumberText', tin)),
  fincenText(given) === '' ? null : identification(number_type, text('PartyIdentificationNumberText', given)),
  fincenText(controlNumber) === '' ? null : identification('29', text('PartyIdentificationNumberText', controlNumber)),
]

const classification = ({ type, type_other, subtype, subtype_other }: Institution): XmlElement =>
  numbered('OrganizationClassificationTypeSubtype', [
    organisationSubtypes[type]?.some(({ code }) => code === subtype) === true
      ? text('OrganizationSubtypeID', subtype)
      : null,
    text('OrganizationTypeID', type),
    text('OtherOrganizationSubTypeText', subtype_other),
    text('OtherOrganizationTypeText', type_other),
  ])

const transmitter = ({ filer: { transmitter: given } }: ReportForm): readonly XmlElement[] => [
  party(
    '35',
    [],
    [fullName('L', given.name), address(given.address), phone(given.phone)],
    [
      identification('28', number('PartyIdentificationNumberText', given.control_code)),
      identification('4', number('PartyIdentificationNumberText', given.tin)),
    ],
  ),
  party('37', [], [fullName('L', given.contact)], []),
]

const filingInstitution = ({ filer }: ReportForm): readonly XmlElement[] => [
  party(
    '30',
    [text('PrimaryRegulatorTypeCode', filer.institution.regulator)],
    [
      fullName('L', filer.institution.name),
      fullName('DBA', filer.institution.other_name),
      address(filer.institution.address),
    ],
    [...institutionNumbers(filer.institution, filer.control_number), classification(filer.institution)],
  ),
  party('8', [], [fullName('L', filer.contact_office), phone(filer.contact_phone, filer.contact_extension)], []),
]

const lawEnforcement = ({
  law_enforcement: { agency, contact, phone: number, extension, on },
}: ReportForm): readonly XmlElement[] => {
  if (fincenText(agency) === '') return []
  return [
    party('18', [day('ContactDateText', on)], [fullName('L', agency), phone(number, extension)], []),
    ...(fincenText(contact) === '' ? [] : [party('19', [], [fullName('L', contact)], [])]),
  ]
}

/** The institution where it happened. */
export const locationOf = ({ filer, location }: ReportForm): Institution =>
  location.same ? filer.institution : location.institution

const location = (form: ReportForm): XmlElement => {
  const { location: given, activity } = form
  const of = locationOf(form)
  const branches = given.branches.map(({ rssd, role, address: at }) =>
    party(
      '46',
      [
        flag('PayLocationIndicator', role === 'paying'),
        flag('SellingLocationIndicator', role === 'selling'),
        flag('SellingPayingLocationIndicator', role === 'both'),
      ],
      [address(at)],
      [fincenText(rssd) === '' ? null : identification('14', number('PartyIdentificationNumberText', rssd))],
    ),
  )
  return party(
    '34',
    [
      text('LossToFinancialAmountText', wholeUnits(activity.loss)),
      flag('NoBranchActivityInvolvedIndicator', given.no_branch),
      flag('PayLocationIndicator', given.role === 'paying'),
      text('PrimaryRegulatorTypeCode', of.regulator),
      flag('SellingLocationIndicator', given.role === 'selling'),
      flag('SellingPayingLocationIndicator', given.role === 'both'),
    ],
    [fullName('L', of.name), fullName('DBA', of.other_name), address(of.address)],
    [
      ...institutionNumbers(of, given.control_number),
      classification(of),
      branches.length === 0 ? null : numbered('PartyAssociation', branches),
    ],
  )
}

const subjectFacts = (subject: ReportSubject, hasAccounts: boolean): Children => {
  const isPerson = subject.kind === 'person'
  return [
    flag('AdmissionConfessionNoIndicator', subject.confession === 'no'),
    flag('AdmissionConfessionYesIndicator', subject.confession === 'yes'),
    flag('BirthDateUnknownIndicator', isPerson && subject.born_unknown),
    flag('BothPurchaserSenderPayeeReceiveIndicator', subject.role === 'both'),
    flag('FemaleGenderIndicator', isPerson && subject.gender === 'female'),
    isPerson ? day('IndividualBirthDateText', subject.born) : null,
    flag('MaleGenderIndicator', isPerson && subject.gender === 'male'),
    flag('NoKnownAccountInvolvedIndicator', !hasAccounts),
    flag('PartyAsEntityOrganizationIndicator', !isPerson),
    flag('PayeeReceiverIndicator', subject.role === 'receiver'),
    flag('PurchaserSenderIndicator', subject.role === 'sender'),
    flag('UnknownGenderIndicator', isPerson && subject.gender === 'unknown'),
  ]
}

const subjectNames = (subject: ReportSubject): Children => [
  numbered('PartyName', [
    flag('EntityLastNameUnknownIndicator', subject.last_name_unknown),
    flag('FirstNameUnknownIndicator', subject.kind === 'person' && subject.first_name_unknown),
    element(`${prefix}PartyNameTypeCode`, 'L'),
    text('RawEntityIndividualLastName', subject.last_name),
    ...(subject.kind === 'person'
      ? [
          text('RawIndividualFirstName', subject.first_name),
          text('RawIndividualMiddleName', subject.middle_name),
          text('RawIndividualNameSuffixText', subject.suffix),
        ]
      : []),
  ]),
  ...subject.other_names.map(({ type, name }) => fullName(type === 'aka' ? 'AKA' : 'DBA', name)),
]

const subjectNumbers = (subject: ReportSubject): Children => {
  const documents = subject.identifiers.filter(({ type }) => !taxNumberTypes.includes(type))
  const taxNumbers = subject.identifiers.filter(({ type }) => taxNumberTypes.includes(type))
  return [
    ...taxNumbers.map(({ type, number: given }) =>
      identification(type, number('PartyIdentificationNumberText', given)),
    ),
    subject.tin_unknown ? numbered('PartyIdentification', [flag('TINUnknownIndicator', true)]) : null,
    ...documents.map(({ type, number: given, other, country, region }) =>
      identification(type, text('PartyIdentificationNumberText', given), {
        country,
        region,
        other: type === '999' ? other : '',
      }),
    ),
    subject.kind === 'person' && subject.identification_unknown
      ? numbered('PartyIdentification', [flag('IdentificationPresentUnknownIndicator', true)])
      : null,
  ]
}

const phoneTypes = { residence: 'R', work: 'W', mobile: 'M', fax: 'F' } as const

const subjectContacts = (subject: ReportSubject): { readonly before: Children; readonly after: Children } => ({
  before: [
    ...subject.addresses.map(address),
    ...subject.phones.map(({ type, number: given, extension }) =>
      phone(given, extension, element(`${prefix}PhoneNumberTypeCode`, phoneTypes[type])),
    ),
  ],
  after: [
    ...[
      ...subject.emails.map((given) => [given, 'E'] as const),
      ...subject.websites.map((given) => [given, 'U'] as const),
    ].map(([given, type]) =>
      numbered('ElectronicAddress', [
        text('ElectronicAddressText', given),
        element(`${prefix}ElectronicAddressTypeCode`, type),
      ]),
    ),
  ],
})

const occupation = ({ naics, occupation: given }: ReportSubject): XmlElement | null =>
  naics === '' && fincenText(given) === ''
    ? null
    : numbered('PartyOccupationBusiness', [text('NAICSCode', naics), text('OccupationBusinessText', given)])

const relation = (subject: ReportSubject, form: ReportForm): XmlElement | null => {
  const { relations, relation_status: status } = subject
  if (relations.length === 0) return null
  const is = (name: string, kind: FiledRelationKind): XmlElement | null => flag(name, relations.includes(kind))
  const tin = subject.relation_tin.trim() === '' ? locationOf(form).tin : subject.relation_tin
  return numbered('PartyAssociation', [
    is('AccountantIndicator', 'accountant'),
    status === 'continues' ? null : day('ActionTakenDateText', subject.relation_status_on),
    is('AgentIndicator', 'agent'),
    is('AppraiserIndicator', 'appraiser'),
    is('AttorneyIndicator', 'attorney'),
    is('BorrowerIndicator', 'borrower'),
    is('CustomerIndicator', 'customer'),
    is('DirectorIndicator', 'director'),
    is('EmployeeIndicator', 'employee'),
    is('NoRelationshipToInstitutionIndicator', 'none'),
    is('OfficerIndicator', 'officer'),
    relations.includes('other') ? text('OtherPartyAssociationTypeText', subject.relation_other) : null,
    is('OtherRelationshipIndicator', 'other'),
    is('OwnerShareholderIndicator', 'owner'),
    flag('RelationshipContinuesIndicator', status === 'continues'),
    flag('ResignedIndicator', status === 'resigned'),
    relations.includes('none') ? null : number('SubjectRelationshipFinancialInstitutionTINText', tin),
    flag('SuspendedBarredIndicator', status === 'suspended'),
    flag('TerminatedIndicator', status === 'terminated'),
  ])
}

const accountsOf = (accounts: readonly ReportAccount[], form: ReportForm): XmlElement | null => {
  if (accounts.length === 0) return null
  const tinOf = ({ institution_tin: tin, foreign }: ReportAccount): string =>
    tin.trim() === '' && !foreign ? bareNumber(locationOf(form).tin) : bareNumber(tin)
  const byHolder = Map.groupBy(accounts, (account) => `${account.foreign ? 'x' : ''}${tinOf(account)}`)
  const holders = [...byHolder.values()].map((held) => {
    const [first] = held
    const tin = first === undefined ? '' : tinOf(first)
    return party(
      '41',
      [flag('NonUSFinancialInstitutionIndicator', first?.foreign === true)],
      [],
      [
        tin === '' ? null : identification('4', number('PartyIdentificationNumberText', tin)),
        ...held.map(({ number: given, closed }) =>
          numbered('Account', [
            text('AccountNumberText', given),
            numbered('PartyAccountAssociation', [
              flag('AccountClosedIndicator', closed),
              element(`${prefix}PartyAccountAssociationTypeCode`, '5'),
            ]),
          ]),
        ),
      ],
    )
  })
  return numbered('PartyAccountAssociation', [element(`${prefix}PartyAccountAssociationTypeCode`, '7'), ...holders])
}

const subject = (given: ReportSubject, form: ReportForm): XmlElement => {
  if (!given.known) return party('33', [flag('AllCriticalSubjectInformationUnavailableIndicator', true)], [], [])
  const accounts = form.accounts.filter((account) => account.subject === given.id)
  const contacts = subjectContacts(given)
  return party(
    '33',
    subjectFacts(given, accounts.length > 0),
    [...subjectNames(given), ...contacts.before],
    [...subjectNumbers(given), occupation(given), ...contacts.after, relation(given, form), accountsOf(accounts, form)],
  )
}

const suspiciousActivity = ({ activity, filing }: ReportForm): XmlElement =>
  numbered('SuspiciousActivity', [
    flag('AmountUnknownIndicator', activity.amount_kind === 'unknown'),
    filing.type === 'continuing'
      ? text('CumulativeTotalViolationAmountText', wholeUnits(activity.cumulative_amount))
      : null,
    flag('NoAmountInvolvedIndicator', activity.amount_kind === 'none'),
    day('SuspiciousActivityFromDateText', activity.from),
    day('SuspiciousActivityToDateText', activity.to),
    activity.amount_kind === 'known' ? text('TotalSuspiciousAmountText', wholeUnits(activity.amount)) : null,
    ...activity.classifications.map(({ subtype, other }) =>
      numbered('SuspiciousActivityClassification', [
        text('OtherSuspiciousActivityTypeText', other),
        element(`${prefix}SuspiciousActivitySubtypeID`, subtype),
        element(`${prefix}SuspiciousActivityTypeID`, activityTypeOf(subtype)?.code ?? ''),
      ]),
    ),
  ])

const traces = ({ activity }: ReportForm): Children => [
  ...activity.ip_addresses.map(({ address: given, on, at }) =>
    numbered('ActivityIPAddress', [
      day('ActivityIPAddressDateText', on),
      text('ActivityIPAddressTimeStampText', at),
      text('IPAddressText', given),
    ]),
  ),
  ...activity.cyber.map(({ type, value, other, on }) =>
    numbered('CyberEventIndicators', [
      day('CyberEventDateText', on),
      element(`${prefix}CyberEventIndicatorsTypeCode`, type),
      type === '999' ? text('CyberEventTypeOtherText', other) : null,
      text('EventValueText', value),
    ]),
  ),
  ...activity.instruments.map(({ code, other }) =>
    numbered('Assets', [
      element(`${prefix}AssetSubtypeID`, code),
      element(`${prefix}AssetTypeID`, instruments.find((one) => one.code === code)?.type ?? ''),
      text('OtherAssetSubtypeText', other),
    ]),
  ),
]

/** Gives each marked element its sequence number, in the order of the document. */
const sequenced = (root: XmlElement): XmlElement => {
  let next = 0
  const walk = ({ name, attributes, content }: XmlElement): XmlElement => {
    const own = attributes['SeqNum'] === undefined ? attributes : { ...attributes, SeqNum: String((next += 1)) }
    return { name, attributes: own, content: typeof content === 'string' ? content : content.map(walk) }
  }
  return walk(root)
}

/**
 * A SAR as FinCEN's batch file (SAR XML schema 2.0, version 1.2) with one activity. The form must have passed
 * `checkFincen`.
 *
 * @param filedOn the day of filing, `YYYY-MM-DD`
 */
export const fincenXml = (form: ReportForm, filedOn: string): string => {
  const { filing } = form
  const activity = numbered('Activity', [
    filing.type === 'initial' ? null : text('EFilingPriorDocumentNumber', filing.prior_number),
    day('FilingDateText', filedOn),
    text('FilingInstitutionNotetoFinCEN', filing.note),
    numbered('ActivityAssociation', [
      flag('ContinuingActivityReportIndicator', filing.type === 'continuing'),
      flag('CorrectsAmendsPriorReportIndicator', filing.type === 'corrects'),
      flag('InitialReportIndicator', filing.type === 'initial'),
      flag('JointReportIndicator', filing.joint),
    ]),
    ...transmitter(form),
    ...filingInstitution(form),
    ...lawEnforcement(form),
    location(form),
    ...form.subjects.map((given) => subject(given, form)),
    suspiciousActivity(form),
    ...traces(form),
    ...narrativeBlocks(fincenNarrative(form)).map((block, index) =>
      numbered('ActivityNarrativeInformation', [
        element(`${prefix}ActivityNarrativeSequenceNumber`, String(index + 1)),
        element(`${prefix}ActivityNarrativeText`, block),
      ]),
    ),
  ])
  const root = element(`${prefix}EFilingBatchXML`, [element(`${prefix}FormTypeCode`, 'SARX'), activity], {
    'xmlns:fc2': 'www.fincen.gov/base',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': 'www.fincen.gov/base https://www.fincen.gov/base/EFL_SARXBatchSchema.xsd',
    // What the batch is counted by: the sum of the amounts, and the subjects.
    TotalAmount:
      form.activity.amount_kind === 'known' && form.activity.amount !== '' ? wholeUnits(form.activity.amount) : '0',
    PartyCount: String(form.subjects.length),
    ActivityCount: '1',
    ActivityAttachmentCount: '0',
    AttachmentCount: '0',
  })
  return xmlDocument(sequenced(root))
}
