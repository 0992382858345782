import {
  activityTypeOf,
  cyberIndicators,
  filedIdentifierTypes,
  institutionNumberTypes,
  instruments,
  isOther,
  organisationSubtypes,
  organisationTypes,
  otherInstruments,
  regulators,
  taxNumberTypes,
} from '../../../shared/schema/report-codes.ts'
import type { Institution, ReportFinding, ReportForm, ReportSubject } from '../../../shared/schema/reports.ts'
import { z } from 'zod'
import { checkAddress, checkPhone, checkTin, countryName } from './check-parts.ts'
import { bareNumber, narrativeBlocks, narrativeMax } from './fincen-text.ts'
import { openFinder } from './finder.ts'
import type { Finder } from './finder.ts'
import { fincenNarrative } from './narrative.ts'
import { checkRepeats } from './check-repeats.ts'
import { subjectName } from './subject-name.ts'

const xml: ReportFinding['blocks'] = ['xml']

const checkInstitution = (
  finder: Finder,
  path: string,
  name: string,
  given: Institution,
  canBeUnknown: boolean,
): void => {
  finder.required(`${path}.name`, given.name, `The legal name of ${name}`)
  finder.text(`${path}.name`, given.name, `The legal name of ${name}`, 150)
  finder.text(`${path}.other_name`, given.other_name, `The other name of ${name}`, 150)
  finder.required(`${path}.type`, given.type, `The type of ${name}`)
  finder.listed(`${path}.type`, given.type, `The type of ${name}`, organisationTypes)
  if (given.type === '999')
    finder.required(`${path}.type_other`, given.type_other, `The words for the other type of ${name}`)
  finder.text(`${path}.type_other`, given.type_other, `The words for the other type of ${name}`, 50)
  finder.listed(`${path}.subtype`, given.subtype, `The subtype of ${name}`, organisationSubtypes[given.type] ?? [])
  if (given.type === '1' || given.type === '5')
    finder.required(`${path}.subtype`, given.subtype, `The subtype of ${name}`)
  if (given.subtype !== '' && isOther(given.subtype))
    finder.required(`${path}.subtype_other`, given.subtype_other, `The words for the other subtype of ${name}`)
  finder.text(`${path}.subtype_other`, given.subtype_other, `The words for the other subtype of ${name}`, 50)
  finder.required(`${path}.regulator`, given.regulator, `The primary federal regulator of ${name}`)
  finder.listed(`${path}.regulator`, given.regulator, `The primary federal regulator of ${name}`, regulators)
  if (given.tin_type !== 'unknown' || !canBeUnknown)
    finder.required(`${path}.tin`, given.tin_type === 'unknown' ? '' : given.tin, `The tax number of ${name}`)
  checkTin(finder, `${path}.tin`, `The tax number of ${name}`, given.tin, given.tin_type === 'foreign')
  if (given.number.trim() !== '')
    finder.required(`${path}.number_type`, given.number_type, `The type of the identification number of ${name}`)
  if (given.number_type !== '') finder.required(`${path}.number`, given.number, `The identification number of ${name}`)
  finder.listed(
    `${path}.number_type`,
    given.number_type,
    `The type of the identification number of ${name}`,
    institutionNumberTypes,
  )
  finder.text(`${path}.number`, given.number, `The identification number of ${name}`, 25)
  checkAddress(finder, `${path}.address`, name, given.address, canBeUnknown)
}

const checkFiling = ({ filing }: ReportForm, finder: Finder): void => {
  finder.text('filing.note', filing.note, 'The note to FinCEN', 50)
  if (filing.type !== 'initial')
    finder.required('filing.prior_number', filing.prior_number, 'The identifier of the report before this one')
  if (filing.type !== 'initial' && filing.prior_number !== '' && filing.prior_number.length !== 14)
    finder.add(
      'malformed',
      'filing.prior_number',
      'The identifier of the report before this one has 14 digits; give zeros where it is unknown.',
    )
  if (filing.type === 'initial' && filing.prior_number !== '')
    finder.add('contradiction', 'filing.prior_number', 'An initial report names a report before it.')
}

const checkFiler = ({ filer }: ReportForm, finder: Finder): void => {
  const { transmitter } = filer
  checkInstitution(finder, 'filer.institution', 'the filing institution', filer.institution, false)
  finder.text('filer.control_number', filer.control_number, 'The internal control number', 20)
  finder.required('filer.contact_office', filer.contact_office, 'The contact office')
  finder.text('filer.contact_office', filer.contact_office, 'The contact office', 150)
  finder.required('filer.contact_phone', filer.contact_phone, 'The telephone number of the contact office')
  checkPhone(
    finder,
    'filer.contact_phone',
    'The telephone number of the contact office',
    filer.contact_phone,
    filer.contact_extension,
  )
  finder.required('filer.transmitter.name', transmitter.name, 'The name of the transmitter')
  finder.text('filer.transmitter.name', transmitter.name, 'The name of the transmitter', 150)
  finder.required('filer.transmitter.tin', transmitter.tin, 'The tax number of the transmitter')
  checkTin(finder, 'filer.transmitter.tin', 'The tax number of the transmitter', transmitter.tin, false)
  finder.required('filer.transmitter.control_code', transmitter.control_code, 'The transmitter control code')
  if (transmitter.control_code.trim() !== '' && !/^P[A-Z0-9]{7}$/.test(bareNumber(transmitter.control_code)))
    finder.add(
      'malformed',
      'filer.transmitter.control_code',
      'The transmitter control code has eight capital letters and digits and begins with P.',
    )
  finder.required('filer.transmitter.contact', transmitter.contact, 'The contact of the transmitter')
  finder.text('filer.transmitter.contact', transmitter.contact, 'The contact of the transmitter', 150)
  finder.required('filer.transmitter.phone', transmitter.phone, 'The telephone number of the transmitter')
  checkPhone(finder, 'filer.transmitter.phone', 'The telephone number of the transmitter', transmitter.phone)
  checkAddress(finder, 'filer.transmitter.address', 'the transmitter', transmitter.address, false)
}

const checkLocation = ({ location }: ReportForm, finder: Finder): void => {
  if (!location.same)
    checkInstitution(finder, 'location.institution', 'the institution where it happened', location.institution, true)
  finder.text('location.control_number', location.control_number, 'The control number of where it happened', 20)
  if (location.no_branch && location.branches.length > 0)
    finder.add('contradiction', 'location.no_branch', 'Branches are named, and none is said to be involved.')
  if (!location.no_branch && location.branches.length === 0)
    finder.add('missing', 'location.branches', 'The branch where it happened is missing; say where none was involved.')
  for (const [index, { rssd, address }] of location.branches.entries()) {
    finder.text(`location.branches.${index}.rssd`, rssd, `The RSSD number of branch ${index + 1}`, 25)
    checkAddress(finder, `location.branches.${index}.address`, `branch ${index + 1}`, address, true)
  }
}

const checkNames = (subject: ReportSubject, path: string, name: string, finder: Finder): void => {
  const isPerson = subject.kind === 'person'
  const either = (field: 'last_name' | 'first_name', isUnknown: boolean, word: string, max: number): void => {
    if (isUnknown && subject[field].trim() !== '')
      finder.add('contradiction', `${path}.${field}`, `The ${word} of ${name} is given and said to be unknown.`)
    if (!isUnknown && subject[field].trim() === '')
      finder.add('missing', `${path}.${field}`, `The ${word} of ${name} is missing; say where it is unknown.`)
    finder.text(`${path}.${field}`, subject[field], `The ${word} of ${name}`, max)
  }
  either('last_name', subject.last_name_unknown, isPerson ? 'family name' : 'legal name', 150)
  if (isPerson) {
    either('first_name', subject.first_name_unknown, 'first name', 35)
    finder.text(`${path}.middle_name`, subject.middle_name, `The middle name of ${name}`, 35)
    finder.text(`${path}.suffix`, subject.suffix, `The suffix of ${name}`, 35)
  }
  for (const [index, other] of subject.other_names.entries()) {
    finder.required(`${path}.other_names.${index}.name`, other.name, `Other name ${index + 1} of ${name}`)
    finder.text(`${path}.other_names.${index}.name`, other.name, `Other name ${index + 1} of ${name}`, 150)
  }
}

const checkIdentifiers = (subject: ReportSubject, path: string, name: string, finder: Finder): void => {
  const taxNumbers = subject.identifiers.filter(({ type }) => taxNumberTypes.includes(type))
  if (taxNumbers.length === 0 && !subject.tin_unknown)
    finder.add('missing', `${path}.tin_unknown`, `The tax number of ${name} is missing; say where it is unknown.`)
  if (taxNumbers.length > 0 && subject.tin_unknown)
    finder.add('contradiction', `${path}.tin_unknown`, `The tax number of ${name} is given and said to be unknown.`)
  if (taxNumbers.length > 1)
    finder.add('too_many', `${path}.identifiers`, `${name} has more than one tax number; FinCEN takes one.`)
  const documents = subject.identifiers.length - taxNumbers.length
  if (subject.kind === 'person' && documents === 0 && !subject.identification_unknown)
    finder.add(
      'missing',
      `${path}.identification_unknown`,
      `A document that identifies ${name} is missing; say where none is known.`,
    )
  if (documents > 0 && subject.identification_unknown)
    finder.add(
      'contradiction',
      `${path}.identification_unknown`,
      `A document of ${name} is given and said to be unknown.`,
    )
  for (const [index, { type, number, other, country, region }] of subject.identifiers.entries()) {
    const at = `${path}.identifiers.${index}`
    const word = `Identification ${index + 1} of ${name}`
    finder.required(`${at}.type`, type, `The type of ${word.charAt(0).toLowerCase()}${word.slice(1)}`)
    finder.listed(`${at}.type`, type, word, filedIdentifierTypes)
    finder.required(`${at}.number`, number, word)
    if (type === '1' || type === '2') checkTin(finder, `${at}.number`, word, number, false)
    else finder.text(`${at}.number`, number, word, 25)
    if (type === '999') finder.required(`${at}.other`, other, `What ${word.charAt(0).toLowerCase()}${word.slice(1)} is`)
    finder.text(`${at}.other`, other, `What ${word.charAt(0).toLowerCase()}${word.slice(1)} is`, 50)
    if (country !== '' && countryName(country) === null)
      finder.add('unknown_code', `${at}.country`, `${country} is the code of no country.`)
    finder.text(`${at}.region`, region, `The issuing state of ${word.charAt(0).toLowerCase()}${word.slice(1)}`, 3)
  }
}

const checkContacts = (subject: ReportSubject, path: string, name: string, finder: Finder): void => {
  if (subject.addresses.length === 0)
    finder.add(
      'missing',
      `${path}.addresses`,
      `The address of ${name} is missing; give one and say which parts are unknown.`,
    )
  for (const [index, address] of subject.addresses.entries())
    checkAddress(finder, `${path}.addresses.${index}`, `address ${index + 1} of ${name}`, address, true)
  for (const [index, { number, extension }] of subject.phones.entries()) {
    finder.required(`${path}.phones.${index}.number`, number, `Telephone number ${index + 1} of ${name}`)
    checkPhone(finder, `${path}.phones.${index}.number`, `Telephone number ${index + 1} of ${name}`, number, extension)
  }
  for (const [index, address] of subject.emails.entries()) {
    if (!/^[^\s@]+@[^\s@]+$/.test(address.trim()))
      finder.add('malformed', `${path}.emails.${index}`, `E-mail address ${index + 1} of ${name} is none.`)
    finder.text(`${path}.emails.${index}`, address, `E-mail address ${index + 1} of ${name}`, 517)
  }
  for (const [index, address] of subject.websites.entries()) {
    finder.required(`${path}.websites.${index}`, address, `Website ${index + 1} of ${name}`)
    finder.text(`${path}.websites.${index}`, address, `Website ${index + 1} of ${name}`, 517)
  }
}

const checkRelation = (subject: ReportSubject, path: string, name: string, finder: Finder): void => {
  if (subject.relations.includes('none') && subject.relations.length > 1)
    finder.add('contradiction', `${path}.relations`, `${name} has a relation to the institution, and none.`)
  if (subject.relations.includes('other'))
    finder.required(`${path}.relation_other`, subject.relation_other, `What else ${name} is to the institution`)
  finder.text(`${path}.relation_other`, subject.relation_other, `What else ${name} is to the institution`, 50)
  checkTin(finder, `${path}.relation_tin`, `The tax number of the institution of ${name}`, subject.relation_tin, true)
  const isInsider = subject.relations.some(
    (relation) => relation === 'director' || relation === 'employee' || relation === 'officer' || relation === 'owner',
  )
  if (isInsider && subject.relation_status === '')
    finder.add('missing', `${path}.relation_status`, `Whether the relation of ${name} continues is missing.`)
  if (subject.relation_status !== '' && subject.relation_status !== 'continues' && subject.relation_status_on === '')
    finder.add('missing', `${path}.relation_status_on`, `The day on which the relation of ${name} ended is missing.`)
}

const checkSubjects = ({ subjects, accounts }: ReportForm, finder: Finder, today: string): void => {
  if (subjects.length === 0)
    finder.add('missing', 'subjects', 'A subject is missing; say with one that nothing is known of where that is so.')
  const keys = new Set(subjects.map(({ id }) => id))
  if (keys.size < subjects.length) finder.add('duplicate', 'subjects', 'Two subjects have the same key.')
  for (const [index, subject] of subjects.entries()) {
    if (!subject.known) continue
    const path = `subjects.${index}`
    const name = subjectName(subject, index)
    checkNames(subject, path, name, finder)
    checkIdentifiers(subject, path, name, finder)
    checkContacts(subject, path, name, finder)
    checkRelation(subject, path, name, finder)
    finder.text(`${path}.occupation`, subject.occupation, `The occupation of ${name}`, 50)
    if (subject.naics !== '' && !/^\d{3,6}$/.test(subject.naics))
      finder.add('malformed', `${path}.naics`, `The NAICS code of ${name} has 3 to 6 digits.`)
    if (subject.kind === 'person' && subject.born === '' && !subject.born_unknown)
      finder.add('missing', `${path}.born`, `The date of birth of ${name} is missing; say where it is unknown.`)
    if (subject.born !== '' && subject.born_unknown)
      finder.add('contradiction', `${path}.born`, `The date of birth of ${name} is given and said to be unknown.`)
    if (subject.born !== '' && (subject.born > today || subject.born < '1900'))
      finder.add('malformed', `${path}.born`, `The date of birth of ${name} lies in the future, or before 1900.`)
    const hasAccount = accounts.some((account) => account.subject === subject.id)
    if (!hasAccount && !subject.no_account)
      finder.add('missing', `${path}.no_account`, `An account of ${name} is missing; say where none is involved.`)
    if (hasAccount && subject.no_account)
      finder.add(
        'contradiction',
        `${path}.no_account`,
        `An account of ${name} is given, and none is said to be involved.`,
      )
  }
}

const checkAccounts = ({ subjects, accounts }: ReportForm, finder: Finder): void => {
  for (const [index, account] of accounts.entries()) {
    const path = `accounts.${index}`
    const owner = subjects.find(({ id }) => id === account.subject)
    if (owner === undefined) finder.add('missing', `${path}.subject`, `The subject of account ${index + 1} is missing.`)
    else if (!owner.known)
      finder.add(
        'contradiction',
        `${path}.subject`,
        `Account ${index + 1} is of a subject that nothing is said to be known of.`,
      )
    finder.required(`${path}.number`, account.number, `The number of account ${index + 1}`)
    finder.text(`${path}.number`, account.number, `The number of account ${index + 1}`, 40)
    checkTin(
      finder,
      `${path}.institution_tin`,
      `The tax number of the institution of account ${index + 1}`,
      account.institution_tin,
      true,
    )
  }
}

const ipAddress = z.union([z.ipv4(), z.ipv6()])

const checkActivity = ({ activity, filing }: ReportForm, finder: Finder, today: string): void => {
  finder.required('activity.from', activity.from, 'The first day of the activity')
  if (activity.from > today || (activity.from !== '' && activity.from < '1900'))
    finder.add('malformed', 'activity.from', 'The first day of the activity lies in the future, or before 1900.')
  if (activity.to !== '' && activity.to < activity.from)
    finder.add('contradiction', 'activity.to', 'The activity ends before it begins.')
  if (activity.to > today) finder.add('malformed', 'activity.to', 'The last day of the activity lies in the future.')
  if (activity.amount_kind === 'known') {
    finder.required('activity.amount', activity.amount, 'The amount')
    if (activity.currency !== 'USD')
      finder.add(
        'malformed',
        'activity.currency',
        'FinCEN takes amounts in US dollars. State them exactly: the file rounds them up to whole ones.',
      )
  } else if (activity.amount !== '')
    finder.add('contradiction', 'activity.amount', 'An amount is given, and said to be unknown or none.')
  if (filing.type === 'continuing')
    finder.required(
      'activity.cumulative_amount',
      activity.cumulative_amount,
      'The cumulative amount of the continuing activity',
    )
  if (activity.classifications.length === 0)
    finder.add('missing', 'activity.classifications', 'What kind of suspicious activity it is, is missing.')
  const seen = new Set<string>()
  for (const [index, { subtype, other }] of activity.classifications.entries()) {
    const path = `activity.classifications.${index}`
    if (activityTypeOf(subtype) === undefined)
      finder.add('unknown_code', `${path}.subtype`, `Classification ${index + 1} is no code of the list.`)
    if (seen.has(subtype)) finder.add('duplicate', `${path}.subtype`, `Classification ${index + 1} is there twice.`)
    seen.add(subtype)
    if (isOther(subtype)) finder.required(`${path}.other`, other, `The words for classification ${index + 1}`)
    finder.text(`${path}.other`, other, `The words for classification ${index + 1}`, 50)
  }
  const assets = new Set<string>()
  if (activity.instruments.length > 31)
    finder.add('too_many', 'activity.instruments', 'More than 31 instruments are named.')
  for (const [index, { code, other }] of activity.instruments.entries()) {
    const path = `activity.instruments.${index}`
    finder.required(`${path}.code`, code, `Instrument ${index + 1}`)
    finder.listed(`${path}.code`, code, `Instrument ${index + 1}`, instruments)
    if (assets.has(code)) finder.add('duplicate', `${path}.code`, `Instrument ${index + 1} is there twice.`)
    assets.add(code)
    if (otherInstruments.includes(code))
      finder.required(`${path}.other`, other, `The words for instrument ${index + 1}`)
    finder.text(`${path}.other`, other, `The words for instrument ${index + 1}`, 50)
  }
  for (const [index, { address }] of activity.ip_addresses.entries()) {
    if (!ipAddress.safeParse(address.trim()).success)
      finder.add('malformed', `activity.ip_addresses.${index}.address`, `IP address ${index + 1} is none.`)
    else finder.text(`activity.ip_addresses.${index}.address`, address, `IP address ${index + 1}`, 39)
  }
  for (const [index, { type, value, other }] of activity.cyber.entries()) {
    const path = `activity.cyber.${index}`
    finder.required(`${path}.type`, type, `The kind of cyber indicator ${index + 1}`)
    finder.listed(`${path}.type`, type, `The kind of cyber indicator ${index + 1}`, cyberIndicators)
    finder.required(`${path}.value`, value, `Cyber indicator ${index + 1}`)
    finder.text(`${path}.value`, value, `Cyber indicator ${index + 1}`, 4_000)
    if (type === '999') finder.required(`${path}.other`, other, `The words for cyber indicator ${index + 1}`)
    finder.text(`${path}.other`, other, `The words for cyber indicator ${index + 1}`, 50)
  }
}

const checkLawEnforcement = ({ law_enforcement: contact }: ReportForm, finder: Finder): void => {
  const { agency, contact: person, phone, extension, on } = contact
  if ([person, phone, on].some((value) => value !== ''))
    finder.required('law_enforcement.agency', agency, 'The law enforcement agency')
  finder.text('law_enforcement.agency', agency, 'The law enforcement agency', 150)
  finder.text('law_enforcement.contact', person, 'The person at the agency', 150)
  checkPhone(finder, 'law_enforcement.phone', 'The telephone number of the agency', phone, extension)
}

const checkNarrative = (form: ReportForm, finder: Finder): void => {
  const text = fincenNarrative(form)
  if (text === '') finder.add('missing', 'narrative', 'The narrative is missing.')
  else if ([...text].length > narrativeMax || narrativeBlocks(text).length > 5)
    finder.add(
      'too_long',
      'narrative',
      `The narrative has ${[...text].length} characters; FinCEN takes ${narrativeMax}.`,
    )
  for (const [index, sentence] of form.narrative.entries()) {
    // A sentence is long because a narrative is; words that stand for nothing are a matter of fields.
    const own = openFinder('narrative', xml)
    own.text(`narrative.${index}.text`, sentence.text, `Sentence ${index + 1}`, narrativeMax)
    finder.findings.push(...own.findings.filter(({ code }) => code === 'characters'))
  }
}

/**
 * What stands in the way of FinCEN's SAR: every mandatory element that is missing, limits and code lists. `today` is a
 * day in UTC.
 */
export const checkFincen = (form: ReportForm, today: string): readonly ReportFinding[] => {
  const sections = [
    ['filing', checkFiling],
    ['filer', checkFiler],
    ['location', checkLocation],
    [
      'subjects',
      (given: ReportForm, finder: Finder) => {
        checkSubjects(given, finder, today)
      },
    ],
    ['accounts', checkAccounts],
    [
      'activity',
      (given: ReportForm, finder: Finder) => {
        checkActivity(given, finder, today)
      },
    ],
    ['law_enforcement', checkLawEnforcement],
    ['narrative', checkNarrative],
  ] as const
  const found = sections.flatMap(([section, check]) => {
    const finder = openFinder(section, xml)
    check(form, finder)
    return finder.findings
  })
  return [...found, ...checkRepeats(form, today)]
}
