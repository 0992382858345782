import { reportForm } from '../../shared/schema/reports.ts'
import type { Filer, ReportAddress, ReportForm, ReportSubject } from '../../shared/schema/reports.ts'

/** An address in the United States. */
export const addressInUs: ReportAddress = {
  street: '12 Example Street',
  city: 'Springfield',
  region: 'IL',
  postcode: '62701-1234',
  country: 'US',
  unknown: [],
}

/** An invented bank that files. */
export const filingBank: Filer = {
  institution: {
    name: 'Example Bank',
    other_name: 'Example Direct',
    tin: '12-3456789',
    tin_type: 'ein',
    type: '2',
    type_other: '',
    subtype: '',
    subtype_other: '',
    regulator: '4',
    number_type: '14',
    number: '998877',
    address: addressInUs,
  },
  control_number: 'EB-2026-17',
  contact_office: 'Financial crime office',
  contact_phone: '217-555-0100',
  contact_extension: '42',
  contact_first_name: 'Iris',
  contact_last_name: 'Okafor',
  transmitter: {
    name: 'Example Bank',
    tin: '123456789',
    control_code: 'PEXA1234',
    contact: 'Iris Okafor',
    phone: '(217) 555-0101',
    address: addressInUs,
  },
  goaml: { entity_id: '4711', branch: 'Main' },
}

/** A person of whom all is known that a SAR asks for. */
export const knownPerson = (more: Partial<ReportSubject> = {}): ReportSubject => ({
  id: 's1',
  kind: 'person',
  known: true,
  last_name: 'Miller',
  first_name: 'Jordan',
  middle_name: 'Q',
  suffix: 'Jr',
  last_name_unknown: false,
  first_name_unknown: false,
  other_names: [{ type: 'aka', name: 'J Mill' }],
  born: '1980-02-29',
  born_unknown: false,
  gender: 'female',
  occupation: 'Mechanic',
  naics: '8111',
  addresses: [addressInUs],
  phones: [{ type: 'mobile', number: '217 555 0199', extension: '' }],
  emails: ['jordan@example.org'],
  websites: ['https://example.org/jordan'],
  identifiers: [
    { type: '1', number: '123-45-6780', other: '', country: '', region: '' },
    { type: '6', number: 'X1234567', other: '', country: 'US', region: '' },
  ],
  tin_unknown: false,
  identification_unknown: false,
  role: 'sender',
  no_account: false,
  relations: ['customer'],
  relation_other: '',
  relation_tin: '',
  relation_status: '',
  relation_status_on: '',
  confession: 'no',
  ...more,
})

const narrative = [
  ['who', 'Jordan Miller, a customer of Example Bank, moved the money.'],
  ['what', 'The activity is structuring of cash, together 12,345 USD.'],
  ['when', 'It happened on 2026-03-04 and on 2026-03-06.'],
  ['where', 'The cash came in at the Springfield branch of Example Bank.'],
  ['why', 'It is suspicious because each deposit stayed just under the threshold.'],
  ['how', 'The customer paid in notes at two counters within the hour.'],
] as const

/** A SAR that lacks nothing. Every call gives another object. */
export const completeForm = (more: Partial<ReportForm> = {}): ReportForm => ({
  ...reportForm.parse({
    title: 'Structuring at two counters',
    filing: {
      system: 'fincen',
      type: 'initial',
      joint: false,
      prior_number: '',
      note: 'Structuring',
      detected_on: '2026-03-10',
    },
    filer: structuredClone(filingBank),
    location: {
      same: true,
      role: 'both',
      no_branch: false,
      branches: [{ rssd: '112233', role: 'selling', address: addressInUs }],
    },
    subjects: [knownPerson()],
    accounts: [{ id: 'a1', subject: 's1', number: '000123456', closed: false }],
    activity: {
      from: '2026-03-04',
      to: '2026-03-06',
      amount_kind: 'known',
      amount: '12345',
      loss: '0',
      classifications: [{ subtype: '114' }, { subtype: '1999', other: 'Two counters in an hour' }],
      instruments: [{ code: '39' }, { code: '46' }],
      ip_addresses: [{ address: '192.0.2.7', on: '2026-03-04', at: '10:11:12' }],
    },
    law_enforcement: {
      agency: 'Springfield Police',
      contact: 'Sergeant Lee',
      phone: '2175550111',
      extension: '',
      on: '2026-03-12',
    },
    narrative: narrative.map(([question, text], index) => ({
      id: `n${index}`,
      text,
      origin: 'written',
      sources: [],
      answers: [question],
    })),
  }),
  ...more,
})

const form = (change: (form: ReportForm) => void): ReportForm => {
  const made = completeForm()
  change(made)
  return made
}

const unknownAddress: ReportAddress = {
  street: '',
  city: '',
  region: '',
  postcode: '',
  country: '',
  unknown: ['street', 'city', 'region', 'postcode', 'country'],
}

/** Ten cases that differ in everything that the schema tells apart. */
export const tenForms: readonly (readonly [name: string, form: ReportForm])[] = [
  ['a person who structured cash', completeForm()],
  [
    'nobody known',
    form((one) => {
      one.subjects = [{ ...knownPerson(), known: false }]
      one.accounts = []
    }),
  ],
  [
    'a company abroad',
    form((one) => {
      one.subjects = [
        knownPerson({
          kind: 'entity',
          last_name: 'Nowhere Trading SA',
          other_names: [{ type: 'dba', name: 'Nowhere' }],
          addresses: [
            { street: 'Calle 1', city: 'Panama City', region: '', postcode: '0801', country: 'PA', unknown: [] },
          ],
          identifiers: [{ type: '9', number: 'RUC 12-345', other: '', country: 'PA', region: '' }],
          role: 'receiver',
          relations: ['none'],
        }),
      ]
      one.accounts = [
        {
          id: 'a1',
          subject: 's1',
          number: 'PA00 1234',
          closed: false,
          institution_tin: '',
          institution_name: 'Banco Ejemplo',
          foreign: true,
        },
      ]
    }),
  ],
  [
    'a correction',
    form((one) => {
      one.filing.type = 'corrects'
      one.filing.prior_number = '31000012345678'
    }),
  ],
  [
    'a continuing activity',
    form((one) => {
      one.filing.type = 'continuing'
      one.filing.prior_number = '00000000000000'
      one.activity.cumulative_amount = '99000'
      one.filing.joint = true
    }),
  ],
  [
    'all parts unknown',
    form((one) => {
      one.subjects = [
        knownPerson({
          last_name: '',
          last_name_unknown: true,
          first_name: '',
          first_name_unknown: true,
          middle_name: '',
          suffix: '',
          other_names: [],
          born: '',
          born_unknown: true,
          gender: 'unknown',
          occupation: '',
          naics: '',
          addresses: [unknownAddress],
          phones: [],
          emails: [],
          websites: [],
          identifiers: [],
          tin_unknown: true,
          identification_unknown: true,
          role: 'both',
          relations: [],
          confession: '',
          no_account: true,
        }),
      ]
      one.accounts = []
      one.activity.amount_kind = 'unknown'
      one.activity.amount = ''
    }),
  ],
  [
    'another institution, a casino',
    form((one) => {
      one.location = {
        ...one.location,
        same: false,
        no_branch: true,
        branches: [],
        control_number: 'C-9',
        institution: {
          ...filingBank.institution,
          name: 'Card Club & Sons',
          type: '1',
          subtype: '103',
          tin: '',
          tin_type: 'unknown',
          regulator: '7',
          number: '',
          number_type: '',
          address: { ...addressInUs, street: '', unknown: ['street'] },
        },
      }
      one.activity.classifications = [
        { subtype: '1201', other: '' },
        { subtype: '12999', other: 'Chips for cash' },
      ]
      one.activity.instruments = [
        { code: '34', other: '' },
        { code: '41', other: 'House credit' },
      ]
    }),
  ],
  [
    'a cyber event',
    form((one) => {
      one.activity.classifications = [
        { subtype: '1102', other: '' },
        { subtype: '920', other: '' },
      ]
      one.activity.cyber = [
        { type: '8', value: '2001:db8::1', other: '', on: '2026-03-04' },
        { type: '999', value: 'beacon <script>&amp;', other: 'Beacon', on: '' },
      ]
      one.activity.ip_addresses = [{ address: '2001:db8::1', on: '', at: '' }]
      one.activity.amount_kind = 'none'
      one.activity.amount = ''
    }),
  ],
  [
    'insiders and many accounts',
    form((one) => {
      one.subjects = [
        knownPerson({
          relations: ['employee', 'officer', 'other'],
          relation_other: 'Board observer',
          relation_status: 'terminated',
          relation_status_on: '2026-04-01',
        }),
        knownPerson({
          id: 's2',
          last_name: 'O"Neil & <Sons>',
          born: '1975',
          role: 'receiver',
          relations: ['owner'],
          relation_status: 'continues',
        }),
      ]
      one.accounts = [1, 2, 3].flatMap((n) => [
        {
          id: `a${n}`,
          subject: 's1',
          number: `100${n}`,
          closed: n === 2,
          institution_tin: n === 3 ? '98-7654321' : '',
          institution_name: '',
          foreign: false,
        },
        {
          id: `b${n}`,
          subject: 's2',
          number: `200${n}`,
          closed: false,
          institution_tin: '',
          institution_name: '',
          foreign: false,
        },
      ])
    }),
  ],
  [
    'a narrative in five blocks',
    form((one) => {
      one.narrative = [
        ...one.narrative,
        ...Array.from({ length: 4 }, (_, index) => ({
          id: `long${index}`,
          text: `Sentence ${index} & "quoted" <tag>. `.repeat(110).slice(0, 3_990),
          origin: 'written' as const,
          sources: [],
          answers: [],
          paragraph: true,
        })),
      ]
    }),
  ],
]
