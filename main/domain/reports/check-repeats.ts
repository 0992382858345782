import type { ReportFinding, ReportForm } from '../../../shared/schema/reports.ts'
import { subjectName } from './subject-name.ts'
import { openFinder } from './finder.ts'
import type { Finder } from './finder.ts'

/** What is told of a list of values: where each stands, and what it is compared by. */
interface Listed {
  readonly path: string
  readonly key: string
}

/** Words of a name or number that mean the same: case, blanks and punctuation aside. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,'’()/+-]+/gu, '')
const folding = (text: string): string => text.trim().toLowerCase()

/** FinCEN takes each value once: the second of two is named, with its place. */
const onlyOnce = (finder: Finder, what: string, of: string, values: readonly Listed[]): void => {
  const first = new Map<string, number>()
  for (const [index, { path, key }] of values.entries()) {
    if (key === '') continue
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    else finder.add('duplicate', path, `${what} ${index + 1}${of} is the same as ${before + 1}: FinCEN takes it once.`)
  }
}

const checkSubjects = ({ subjects }: ReportForm, finder: Finder): void => {
  for (const [index, subject] of subjects.entries()) {
    if (!subject.known) continue
    const path = `subjects.${index}`
    const of = ` of ${subjectName(subject, index)}`
    onlyOnce(
      finder,
      'E-mail address',
      of,
      subject.emails.map((email, at) => ({ path: `${path}.emails.${at}`, key: folding(email) })),
    )
    onlyOnce(
      finder,
      'Website',
      of,
      subject.websites.map((website, at) => ({
        path: `${path}.websites.${at}`,
        key: folding(website).replace(/\/+$/u, ''),
      })),
    )
    onlyOnce(
      finder,
      'Telephone number',
      of,
      subject.phones.map(({ number, extension }, at) => ({
        path: `${path}.phones.${at}.number`,
        key: folded(number) === '' ? '' : `${folded(number)}#${folded(extension)}`,
      })),
    )
    onlyOnce(
      finder,
      'Other name',
      of,
      subject.other_names.map(({ name }, at) => ({ path: `${path}.other_names.${at}.name`, key: folded(name) })),
    )
    onlyOnce(
      finder,
      'Identification',
      of,
      subject.identifiers.map(({ type, number }, at) => ({
        path: `${path}.identifiers.${at}.number`,
        key: folded(number) === '' ? '' : `${type} ${folded(number)}`,
      })),
    )
  }
}

/** An account of one subject at one institution; two subjects can share one. */
const checkAccounts = ({ accounts }: ReportForm, finder: Finder): void => {
  onlyOnce(
    finder,
    'Account',
    '',
    accounts.map(({ number, subject, institution_tin: tin }, at) => ({
      path: `accounts.${at}.number`,
      key: folded(number) === '' ? '' : `${subject} ${folded(tin)} ${folded(number)}`,
    })),
  )
}

const checkActivity = ({ activity }: ReportForm, finder: Finder): void => {
  onlyOnce(
    finder,
    'IP address',
    '',
    activity.ip_addresses.map(({ address, on, at: time }, at) => ({
      path: `activity.ip_addresses.${at}.address`,
      key: address.trim() === '' ? '' : `${folding(address)} ${on} ${time}`,
    })),
  )
  onlyOnce(
    finder,
    'Cyber indicator',
    '',
    activity.cyber.map(({ type, value, on }, at) => ({
      path: `activity.cyber.${at}.value`,
      key: value.trim() === '' ? '' : `${type} ${folding(value)} ${on}`,
    })),
  )
}

/** A day of something that has happened does not lie in the future. */
const past = (finder: Finder, today: string, path: string, on: string, name: string): void => {
  if (on !== '' && on > today) finder.add('malformed', path, `${name} lies in the future.`)
}

const checkDays = (form: ReportForm, today: string, open: (section: ReportFinding['section']) => Finder): void => {
  past(
    open('law_enforcement'),
    today,
    'law_enforcement.on',
    form.law_enforcement.on,
    'The day of the contact with law enforcement',
  )
  past(open('filing'), today, 'filing.detected_on', form.filing.detected_on, 'The day of detection')
  for (const [index, subject] of form.subjects.entries())
    if (subject.known)
      past(
        open('subjects'),
        today,
        `subjects.${index}.relation_status_on`,
        subject.relation_status_on,
        `The day on which the relation of ${subjectName(subject, index)} ended`,
      )
  for (const [index, { on }] of form.activity.ip_addresses.entries())
    past(open('activity'), today, `activity.ip_addresses.${index}.on`, on, `The day of IP address ${index + 1}`)
  for (const [index, { on }] of form.activity.cyber.entries())
    past(open('activity'), today, `activity.cyber.${index}.on`, on, `The day of cyber indicator ${index + 1}`)
}

/** What a SAR says twice, and what it says of the future: FinCEN's system takes neither. */
export const checkRepeats = (form: ReportForm, today: string): readonly ReportFinding[] => {
  const finders: Finder[] = []
  const open = (section: ReportFinding['section']): Finder => {
    const finder = openFinder(section, ['xml'])
    finders.push(finder)
    return finder
  }
  checkSubjects(form, open('subjects'))
  checkAccounts(form, open('accounts'))
  checkActivity(form, open('activity'))
  checkDays(form, today, open)
  return finders.flatMap(({ findings }) => findings)
}
