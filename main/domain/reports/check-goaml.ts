import type { ReportFinding, ReportForm } from '../../../shared/schema/reports.ts'
import { countryName } from './check-parts.ts'
import { subjectName } from './subject-name.ts'
import { openFinder } from './finder.ts'
import { goamlCommentsMax, goamlPlaces } from './goaml-subject.ts'
import { narrativeText } from './narrative.ts'

const goaml: ReportFinding['blocks'] = ['goaml']

/** Longest narrative that is put into goAML's `reason`. */
export const goamlReasonMax = 4_000

/**
 * What stands in the way of a goAML report: elements that its public structure makes mandatory. A country's own rules
 * come on top of them.
 */
export const checkGoaml = (form: ReportForm, today: string): readonly ReportFinding[] => {
  const filer = openFinder('filer', goaml)
  filer.required('filer.goaml.entity_id', form.filer.goaml.entity_id, 'The number of the reporting entity at the FIU')
  if (form.filer.goaml.entity_id.trim() !== '' && !/^\d{1,10}$/.test(form.filer.goaml.entity_id.trim()))
    filer.add('malformed', 'filer.goaml.entity_id', 'The number of the reporting entity has at most ten digits.')
  filer.required('filer.control_number', form.filer.control_number, 'The institution’s own number of the report')
  filer.required('filer.contact_first_name', form.filer.contact_first_name, 'The first name of the reporting person')
  filer.required('filer.contact_last_name', form.filer.contact_last_name, 'The last name of the reporting person')
  const { address } = form.filer.institution
  filer.required('filer.institution.address.street', address.street, 'The street of the filing institution')
  filer.required('filer.institution.address.city', address.city, 'The city of the filing institution')
  filer.required('filer.institution.address.country', address.country, 'The country of the filing institution')
  if (address.country !== '' && countryName(address.country) === null)
    filer.add('unknown_code', 'filer.institution.address.country', `${address.country} is the code of no country.`)

  const subjects = openFinder('subjects', goaml)
  if (form.subjects.every(({ known }) => !known) && form.accounts.length === 0)
    subjects.add('missing', 'subjects', 'A party is missing: a subject that something is known of, or an account.')
  for (const [index, subject] of form.subjects.entries()) {
    if (!subject.known) continue
    subjects.required(
      `subjects.${index}.last_name`,
      subject.last_name,
      `The ${subject.kind === 'person' ? 'family' : 'legal'} name of ${subjectName(subject, index)}`,
    )
    if (subject.kind === 'person')
      subjects.required(
        `subjects.${index}.first_name`,
        subject.first_name,
        `The first name of ${subjectName(subject, index)}`,
      )
    const { length } = [...goamlPlaces(subject).comments]
    if (length > goamlCommentsMax)
      subjects.add(
        'too_long',
        `subjects.${index}.identifiers`,
        `What goAML has no element for (further identifications, names, addresses on the net) makes ${length} characters of ${subjectName(subject, index)}; its comments take ${goamlCommentsMax}.`,
      )
  }

  const accounts = openFinder('accounts', goaml)
  for (const [index, { number }] of form.accounts.entries())
    accounts.required(`accounts.${index}.number`, number, `The number of account ${index + 1}`)

  const activity = openFinder('activity', goaml)
  if (form.activity.from > today)
    activity.add('malformed', 'activity.from', 'The first day of the activity lies in the future.')
  if (form.activity.classifications.length === 0)
    activity.add('missing', 'activity.classifications', 'What kind of suspicious activity it is, is missing.')

  const narrative = openFinder('narrative', goaml)
  const length = [...narrativeText(form.narrative)].length
  if (length === 0) narrative.add('missing', 'narrative', 'The narrative is missing.')
  if (length > goamlReasonMax)
    narrative.add(
      'too_long',
      'narrative',
      `The narrative has ${length} characters; goAML’s reason takes ${goamlReasonMax}.`,
    )
  return [filer, subjects, accounts, activity, narrative].flatMap(({ findings }) => findings)
}
