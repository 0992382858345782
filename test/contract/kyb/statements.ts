/** A statement of the standard 0.4, as registers publish them. */
export interface Told {
  readonly statementId: string
  readonly recordId: string
  readonly recordType: string
  readonly [member: string]: unknown
}

const statement = (
  recordType: string,
  recordId: string,
  recordDetails: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Told => ({
  statementId: `${recordId}-${JSON.stringify(recordDetails).length}`.padEnd(32, '0').slice(0, 64),
  declarationSubject: recordId,
  statementDate: '2026-01-15',
  publicationDetails: { publicationDate: '2026-02-01', bodsVersion: '0.4', publisher: { name: 'A register' } },
  recordId,
  recordType,
  recordStatus: 'new',
  recordDetails: { isComponent: false, ...recordDetails },
  ...more,
})

/** A company, registered in Norway unless said otherwise. */
export const company = (id: string, name: string, details: Readonly<Record<string, unknown>> = {}): Told =>
  statement('entity', id, {
    entityType: { type: 'registeredEntity' },
    name,
    jurisdiction: { name: 'Norway', code: 'NO' },
    foundingDate: '2009-03-02',
    ...details,
  })

export const person = (id: string, fullName: string, details: Readonly<Record<string, unknown>> = {}): Told =>
  statement('person', id, {
    personType: 'knownPerson',
    names: [{ type: 'legal', fullName }],
    nationalities: [{ name: 'Norway', code: 'NO' }],
    birthDate: '1971-05',
    ...details,
  })

/** Who holds what of whom; `share` in percent, exact or as the standard has it. */
export const relation = (
  id: string,
  owner: unknown,
  owned: string,
  interest: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Told =>
  statement(
    'relationship',
    id,
    {
      subject: owned,
      interestedParty: owner,
      interests: [
        { type: 'shareholding', directOrIndirect: 'direct', beneficialOwnershipOrControl: false, ...interest },
      ],
    },
    more,
  )

export const exact = (percent: number): Readonly<Record<string, unknown>> => ({
  share: { exact: percent, minimum: percent, maximum: percent },
})

/** A small register: Harbour is owned by Nora and, through Fjord, by Ola; Fjord and Vik own a part of each other. */
export const register = (): Told[] => [
  company('harbour', 'Northern Harbour Trading AS', {
    identifiers: [
      { scheme: 'NO-BRC', id: '974760673' },
      { scheme: 'XI-LEI', id: '213800D1EI4B9WTWWD28' },
      { schemeName: 'House number', id: 'X-1' },
    ],
    addresses: [{ type: 'registered', address: 'Kaigata 1, Bergen', country: { code: 'NO' } }],
    alternateNames: ['Harbor Trading'],
  }),
  company('fjord', 'Fjord Holding AS', { addresses: [{ address: 'KAIGATA 1 Bergen', country: { code: 'NO' } }] }),
  company('vik', 'Vik Invest AS'),
  person('nora', 'Nora Lie'),
  person('ola', 'Ola Dahl', {
    names: [
      { type: 'alternative', fullName: 'O. Dahl' },
      { type: 'legal', fullName: 'Ola Dahl' },
    ],
  }),
  person('dina', 'Dina Berg'),
  relation('r1', 'nora', 'harbour', exact(40)),
  relation('r2', 'fjord', 'harbour', exact(60)),
  relation('r3', 'vik', 'fjord', exact(20)),
  relation('r4', 'ola', 'fjord', exact(80)),
  relation('r5', 'fjord', 'vik', exact(50)),
  relation('r6', 'ola', 'vik', exact(50)),
  relation('r7', 'dina', 'harbour', { type: 'boardMember' }),
]

export const asArray = (statements: readonly unknown[]): string => JSON.stringify(statements, null, 1)
export const asLines = (statements: readonly unknown[]): string =>
  statements.map((one) => `${JSON.stringify(one)}\n`).join('')
