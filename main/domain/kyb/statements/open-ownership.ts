import type { InterestKind, PartyKind } from '../../../../shared/schema/kyb.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { countryOf, dateOf, calendarDay, itemsOf, jurisdictionOf, membersOf, shareOf, textOf } from './fields.ts'
import type { Field } from './fields.ts'
import { listedMax, recordKeyMax } from './records.ts'
import type { InterestRecord, PartyRecord, RelationRecord, Statement, StatementProblem } from './records.ts'

type Read<T> = Result<T, StatementProblem>

const problem = (field: string | null, reason: string): { readonly ok: false; readonly error: StatementProblem } =>
  fail({ field, reason })

/** Names of interests in the standard's code list. */
const interestKinds: Readonly<Record<string, InterestKind>> = {
  shareholding: 'shareholding',
  votingRights: 'voting_rights',
  appointmentOfBoard: 'appointment_of_board',
  otherInfluenceOrControl: 'other_influence_or_control',
  seniorManagingOfficial: 'senior_managing_official',
  settlor: 'settlor',
  trustee: 'trustee',
  protector: 'protector',
  beneficiaryOfLegalArrangement: 'beneficiary',
  rightsToSurplusAssetsOnDissolution: 'surplus_assets',
  rightsToProfitOrIncome: 'profit_or_income',
  rightsGrantedByContract: 'rights_by_contract',
  conditionalRightsGrantedByContract: 'conditional_rights',
  controlViaCompanyRulesOrArticles: 'control_by_articles',
  controlByLegalFramework: 'control_by_law',
  boardMember: 'board_member',
  boardChair: 'board_chair',
  unknownInterest: 'unknown',
  unpublishedInterest: 'unpublished',
  enjoymentAndUseOfAssets: 'enjoyment_of_assets',
  rightToProfitOrIncomeFromAssets: 'profit_or_income',
  nominee: 'nominee',
  nominator: 'nominator',
}

const entityKinds: Readonly<Record<string, PartyKind>> = {
  registeredEntity: 'company',
  legalEntity: 'company',
  arrangement: 'trust',
  anonymousEntity: 'unknown',
  unknownEntity: 'unknown',
  state: 'state',
  stateBody: 'state',
}

/** Why an interested party is not named, in words for people. */
const unspecified: Readonly<Record<string, string>> = {
  noBeneficialOwners: 'nobody (it is stated that there is no beneficial owner)',
  subjectUnableToConfirmOrIdentifyBeneficialOwner: 'not identified by the company',
  interestedPartyHasNotProvidedInformation: 'has not told who it is',
  subjectExemptFromDisclosure: 'the company need not tell',
  interestedPartyExemptFromDisclosure: 'need not be told',
  unknown: 'not known',
  informationUnknownToPublisher: 'not known to the publisher',
}

const identifiersOf = (value: Field): PartyRecord['identifiers'] =>
  itemsOf(value)
    .slice(0, listedMax)
    .flatMap((item) => {
      const { scheme, schemeName, id } = membersOf(item)
      const text = textOf(id, 100)
      const name = textOf(scheme, 100) ?? textOf(schemeName, 100)
      if (text === null) return []
      return [{ scheme: name ?? 'unknown', value: text, country: countryOf((name ?? '').slice(0, 2)) }]
    })

const addressesOf = (value: Field): PartyRecord['addresses'] =>
  itemsOf(value)
    .slice(0, listedMax)
    .flatMap((item) => {
      const { address, postCode, country } = membersOf(item)
      const parts = [textOf(address), textOf(postCode, 50)].filter((part) => part !== null)
      return parts.length === 0
        ? []
        : [{ text: parts.join(', '), country: countryOf(membersOf(country)['code'] ?? country) }]
    })

const unique = (texts: readonly (string | null)[]): string[] => [...new Set(texts.filter((text) => text !== null))]

const entityOf = (key: string, details: Readonly<Record<string, Field>>): PartyRecord => {
  const { type, subtype } = membersOf(details['entityType'])
  // A foundation of private law is a trust's like and still a legal entity: it has its own owners nowhere, and is told
  // as what it says it is.
  const kind = subtype === 'trust' || subtype === 'nomination' ? 'trust' : (entityKinds[String(type)] ?? 'company')
  const { reason, description } = membersOf(details['unspecifiedEntityDetails'])
  const name = textOf(details['name'])
  const why = unspecified[String(reason)] ?? textOf(description)
  return {
    key,
    name: name ?? why ?? 'not named',
    kind,
    known: name !== null && kind !== 'unknown',
    aliases: unique(
      itemsOf(details['alternateNames'])
        .slice(0, listedMax)
        .map((item) => textOf(item)),
    ),
    jurisdiction: jurisdictionOf(
      membersOf(details['jurisdiction'])['code'] ?? membersOf(details['incorporatedInJurisdiction'])['code'],
    ),
    countries: [],
    founded: dateOf(details['foundingDate']),
    dissolved: dateOf(details['dissolutionDate']),
    identifiers: identifiersOf(details['identifiers']),
    addresses: addressesOf(details['addresses']),
  }
}

const fullName = (value: Field): string | null => {
  const { fullName: full, givenName, patronymicName, familyName } = membersOf(value)
  const parts = [givenName, patronymicName, familyName].map((part) => textOf(part)).filter((part) => part !== null)
  return textOf(full) ?? (parts.length === 0 ? null : parts.join(' '))
}

/** The legal name first, whatever its place. */
const namesOf = (value: Field): string[] => {
  const items = itemsOf(value).slice(0, listedMax)
  const ofType = (wanted: readonly unknown[], others: boolean): Field[] =>
    items.filter((item) => wanted.includes(membersOf(item)['type']) !== others)
  return unique([...ofType(['legal', 'individual'], false), ...ofType(['legal', 'individual'], true)].map(fullName))
}

const personOf = (key: string, details: Readonly<Record<string, Field>>): PartyRecord => {
  const [name, ...aliases] = namesOf(details['names'])
  const { reason, description } = membersOf(details['unspecifiedPersonDetails'])
  const known =
    name !== undefined && details['personType'] !== 'anonymousPerson' && details['personType'] !== 'unknownPerson'
  const countries = [...itemsOf(details['nationalities']), ...itemsOf(details['taxResidencies'])].map((item) =>
    countryOf(membersOf(item)['code']),
  )
  return {
    key,
    name: name ?? unspecified[String(reason)] ?? textOf(description) ?? 'a person who is not named',
    kind: 'person',
    known,
    aliases,
    jurisdiction: null,
    countries: unique(countries).slice(0, listedMax),
    founded: dateOf(details['birthDate']),
    dissolved: dateOf(details['deathDate']),
    identifiers: identifiersOf(details['identifiers']),
    addresses: addressesOf(details['addresses']),
  }
}

const interestOf = (value: Field, at: number): Read<InterestRecord> => {
  const { type, directOrIndirect, beneficialOwnershipOrControl, share, startDate, endDate, details } = membersOf(value)
  const stated = shareOf(share)
  if (typeof stated === 'string') return problem(`recordDetails.interests[${at}].share`, stated)
  return ok({
    kind:
      typeof type === 'string' && Object.hasOwn(interestKinds, type)
        ? (interestKinds[type] as InterestKind)
        : 'unknown',
    share: stated,
    direct: directOrIndirect === 'direct' || directOrIndirect === 'indirect' ? directOrIndirect : 'unknown',
    declared: beneficialOwnershipOrControl === true,
    from: calendarDay(startDate),
    to: calendarDay(endDate),
    details: textOf(details),
  })
}

const nothingStated: InterestRecord = {
  kind: 'unknown',
  share: null,
  direct: 'unknown',
  declared: false,
  from: null,
  to: null,
  details: null,
}

/**
 * Somebody of whom only is said why he is not named; made up of the record, so that two of them are not taken for one.
 */
const unnamed = (record: string, value: Field): PartyRecord => {
  const { reason, description } = membersOf(value)
  const name = unspecified[String(reason)] ?? textOf(description) ?? 'not stated'
  return {
    key: `~${record}`.slice(0, recordKeyMax),
    name,
    kind: 'unknown',
    known: false,
    aliases: [],
    jurisdiction: null,
    countries: [],
    founded: null,
    dissolved: null,
    identifiers: [],
    addresses: [],
  }
}

const relationOf = (
  record: string,
  details: Readonly<Record<string, Field>>,
  closed: boolean,
): Read<{ readonly relations: readonly RelationRecord[]; readonly parties: readonly PartyRecord[] }> => {
  const owned = textOf(details['subject'], recordKeyMax + 1)
  if (owned === null) return problem('recordDetails.subject', 'names no record: who is owned is not known')
  if (owned.length > recordKeyMax) return problem('recordDetails.subject', `is longer than ${recordKeyMax} characters`)
  const party = details['interestedParty']
  const named = textOf(party, recordKeyMax + 1)
  if (named !== null && named.length > recordKeyMax)
    return problem('recordDetails.interestedParty', `is longer than ${recordKeyMax} characters`)
  if (named === null && Object.keys(membersOf(party)).length === 0)
    return problem('recordDetails.interestedParty', 'is missing')
  const interests: InterestRecord[] = []
  for (const [at, item] of itemsOf(details['interests']).slice(0, listedMax).entries()) {
    const read = interestOf(item, at)
    if (!read.ok) return read
    interests.push(read.value)
  }
  const stranger = named === null ? unnamed(record, party) : null
  const owner = stranger?.key ?? (named as string)
  return ok({
    relations: [{ record, owner, owned, interests: interests.length === 0 ? [nothingStated] : interests, closed }],
    parties: stranger === null ? [] : [stranger],
  })
}

/** Whether an object is a statement of an earlier version, whose form is another. */
const isEarlierVersion = (value: Field): boolean =>
  'statementType' in membersOf(value) || 'statementID' in membersOf(value)

/**
 * Reads a statement of the Beneficial Ownership Data Standard 0.4 (Open Ownership;
 * https://standard.openownership.org/en/0.4.0/). `null`: it is a statement, and says nothing
 * about ownership here. Unknown members are passed over, as the standard asks.
 */
export const readOpenOwnership = (value: Field): Read<Statement | null> => {
  const { recordId, recordType, recordStatus, recordDetails, statementDate, publicationDetails, statementId } =
    membersOf(value)
  const record = textOf(recordId, recordKeyMax + 1)
  if (isEarlierVersion(value))
    return problem(null, 'is a statement of version 0.3 or earlier of the standard; version 0.4 is read')
  if (record === null)
    return problem('recordId', statementId === undefined ? 'is missing; this is no statement' : 'is missing')
  if (record.length > recordKeyMax) return problem('recordId', `is longer than ${recordKeyMax} characters`)
  if (record.startsWith('~')) return problem('recordId', 'begins with ~, which stands for parties that are not named')
  const details = membersOf(recordDetails)
  const dated = calendarDay(statementDate) ?? calendarDay(membersOf(publicationDetails)['publicationDate'])
  switch (recordType) {
    case 'entity':
      return ok({ dated, parties: [entityOf(record, details)], relations: [] })
    case 'person':
      return ok({ dated, parties: [personOf(record, details)], relations: [] })
    case 'relationship': {
      const read = relationOf(record, details, recordStatus === 'closed')
      return read.ok ? ok({ dated, ...read.value }) : read
    }
    default:
      return typeof recordType === 'string' ? ok(null) : problem('recordType', 'is missing')
  }
}
