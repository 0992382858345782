import { activityTypeOf } from '../../../shared/schema/report-codes.ts'
import type { ReportAccount, ReportAddress, ReportForm, ReportSubject } from '../../../shared/schema/reports.ts'
import { goamlPlaces } from './goaml-subject.ts'
import { narrativeText } from './narrative.ts'
import { element, textElement, xmlDocument } from './xml.ts'
import type { XmlElement } from './xml.ts'

const moment = (day: string): string => `${day}T00:00:00`

const address = ({ street, city, region, postcode, country }: ReportAddress): XmlElement | null =>
  street.trim() === '' && city.trim() === '' && country === ''
    ? null
    : element('address', [
        textElement('address_type', '1'),
        textElement('address', street.trim()),
        textElement('city', city.trim()),
        textElement('zip', postcode.trim()),
        textElement('country_code', country),
        textElement('state', region.trim()),
      ])

const addresses = ({ addresses: given }: ReportSubject): XmlElement | null => {
  const known = given.map(address).filter((one) => one !== null)
  return known.length === 0 ? null : element('addresses', known)
}

const phones = ({ phones: given }: ReportSubject): XmlElement | null =>
  given.length === 0
    ? null
    : element(
        'phones',
        given.map(({ number, extension, type }) =>
          element('phone', [
            textElement('tph_contact_type', type === 'residence' ? '1' : '2'),
            textElement('tph_communication_type', type === 'mobile' ? 'M' : type === 'fax' ? 'F' : 'L'),
            textElement('tph_number', number.trim()),
            textElement('tph_extension', extension.trim()),
          ]),
        ),
      )

const person = (name: string, subject: ReportSubject): XmlElement => {
  const { ssn, passport, number, taxNumber, emails, comments } = goamlPlaces(subject)
  return element(name, [
    subject.gender === 'male' || subject.gender === 'female'
      ? textElement('gender', subject.gender === 'male' ? 'M' : 'F')
      : null,
    textElement('first_name', subject.first_name.trim()),
    textElement('middle_name', subject.middle_name.trim()),
    textElement('last_name', subject.last_name.trim()),
    subject.born.length === 10 ? textElement('birthdate', moment(subject.born)) : null,
    textElement('alias', subject.other_names.map(({ name: other }) => other.trim()).join('; ')),
    textElement('ssn', ssn),
    textElement('passport_number', passport.number),
    textElement('passport_country', passport.country),
    textElement('id_number', number),
    phones(subject),
    addresses(subject),
    ...emails.map((email) => textElement('email', email)),
    textElement('occupation', subject.occupation.trim()),
    textElement('tax_number', taxNumber),
    textElement('comments', comments),
  ])
}

const entity = (name: string, subject: ReportSubject): XmlElement => {
  const { number, taxNumber, commercialName, emails, url, comments } = goamlPlaces(subject)
  return element(name, [
    textElement('name', subject.last_name.trim()),
    textElement('commercial_name', commercialName),
    textElement('incorporation_number', number),
    textElement('business', subject.occupation.trim()),
    phones(subject),
    addresses(subject),
    ...emails.map((email) => textElement('email', email)),
    textElement('url', url),
    textElement('tax_number', taxNumber),
    textElement('comments', comments),
  ])
}

const account = (
  { number, institution_name: bank, closed }: ReportAccount,
  owner: ReportSubject | undefined,
  form: ReportForm,
): XmlElement =>
  element('account', [
    textElement('institution_name', bank.trim() === '' ? form.filer.institution.name.trim() : bank.trim()),
    textElement('account', number.trim()),
    textElement('currency_code', form.activity.currency),
    owner?.kind === 'entity' ? entity('t_entity', owner) : null,
    owner?.kind === 'person' ? element('signatory', [textElement('is_primary', '1'), person('t_person', owner)]) : null,
    textElement('status_code', closed ? 'C' : 'A'),
  ])

const party = (of: XmlElement, reason: string): XmlElement =>
  element('report_party', [of, element('significance', '5'), textElement('reason', reason)])

const roleWords = {
  '': '',
  sender: 'Purchaser or sender',
  receiver: 'Payee or receiver',
  both: 'Purchaser or sender, and payee or receiver',
} as const

const parties = (form: ReportForm): readonly XmlElement[] => {
  const known = form.subjects.filter((subject) => subject.known)
  const byKey = new Map(known.map((subject) => [subject.id, subject]))
  return [
    ...known.map((subject) =>
      party(subject.kind === 'person' ? person('person', subject) : entity('entity', subject), roleWords[subject.role]),
    ),
    ...form.accounts.map((given) =>
      party(account(given, byKey.get(given.subject), form), 'Account involved in the activity'),
    ),
  ]
}

/**
 * A suspicious-activity report in the public structure of goAML's report XML: an activity report with its parties. Each
 * country's FIU adds a schema and code lists of its own, which are not part of this. The form must have passed
 * `checkGoaml`.
 *
 * @param submittedOn the day of submission, `YYYY-MM-DD`
 */
export const goamlXml = (form: ReportForm, submittedOn: string): string => {
  const { filer, activity, filing } = form
  const amount =
    activity.amount_kind === 'known' && activity.amount !== ''
      ? ` Total amount: ${activity.amount} ${activity.currency}.`
      : ''
  const span =
    activity.from === '' ? '' : ` Activity from ${activity.from}${activity.to === '' ? '' : ` to ${activity.to}`}.`
  return xmlDocument(
    element('report', [
      textElement('rentity_id', filer.goaml.entity_id.trim()),
      textElement('rentity_branch', filer.goaml.branch.trim()),
      element('submission_code', 'E'),
      element('report_code', 'SAR'),
      textElement('entity_reference', filer.control_number.trim()),
      filing.type === 'initial' ? null : textElement('fiu_ref_number', filing.prior_number),
      element('submission_date', moment(submittedOn)),
      textElement('currency_code_local', activity.currency),
      element('reporting_person', [
        textElement('first_name', filer.contact_first_name.trim()),
        textElement('last_name', filer.contact_last_name.trim()),
      ]),
      element('location', address(filer.institution.address)?.content ?? []),
      textElement('reason', narrativeText(form.narrative)),
      textElement('action', `${span}${amount}`.trim()),
      element('activity', [element('report_parties', parties(form))]),
      element(
        'report_indicators',
        [
          ...new Set(
            activity.classifications.map(({ subtype }) => `${activityTypeOf(subtype)?.code ?? ''}-${subtype}`),
          ),
        ].map((indicator) => element('indicator', indicator)),
      ),
    ]),
  )
}
