import { filedIdentifierTypes } from '../../../shared/schema/report-codes.ts'
import type { ReportSubject } from '../../../shared/schema/reports.ts'

/** Longest text that is put into goAML's `comments`. */
export const goamlCommentsMax = 4_000

type Identifier = ReportSubject['identifiers'][number]

/**
 * Where goAML has an element for what identifies a subject, and, as `comments`, all that it has none for: nothing of a
 * form is left out.
 */
export interface GoamlPlaces {
  readonly ssn: string
  readonly passport: { readonly number: string; readonly country: string }
  /** Of a person `id_number`, of an entity `incorporation_number`. */
  readonly number: string
  readonly taxNumber: string
  readonly commercialName: string
  readonly emails: readonly string[]
  readonly url: string
  readonly comments: string
}

const filled = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '')

const described = ({ type, number, other, country, region }: Identifier): string => {
  const word =
    type === '999' && other.trim() !== ''
      ? other.trim()
      : (filedIdentifierTypes.find(({ code }) => code === type)?.label ?? 'Identification')
  const issuer = filled([country, region]).join(' ')
  return `${word}: ${number.trim()}${issuer === '' ? '' : ` (${issuer})`}`
}

/**
 * Sorts what a form says of a subject into goAML's elements. One number of a kind has an element: a passport with its
 * country, a document, a tax number. Further ones, and what a document is and who issued it, stand in `comments`:
 * goAML's own list of kinds of documents is each FIU's.
 */
export const goamlPlaces = (subject: ReportSubject): GoamlPlaces => {
  const isPerson = subject.kind === 'person'
  const given = subject.identifiers.filter(({ number }) => number.trim() !== '')
  const first = (...types: readonly string[]): Identifier | undefined => given.find(({ type }) => types.includes(type))
  const ssn = isPerson ? first('1') : undefined
  const passport = isPerson ? first('6') : undefined
  const document = isPerson ? first('5', '7', '999') : first('5', '6', '7', '999')
  const tax = isPerson ? first('2', '9') : first('2', '9', '1')
  const names = filled(subject.other_names.map(({ name }) => name))
  const emails = filled(subject.emails)
  const websites = filled(subject.websites)
  const spare = [
    ...(subject.suffix.trim() === '' ? [] : [`Suffix: ${subject.suffix.trim()}`]),
    ...(subject.born === '' || (isPerson && subject.born.length === 10)
      ? []
      : [`${isPerson ? 'Born' : 'Formed'}: ${subject.born}`]),
    // A tax number of another country, or a document, says too little by its number alone.
    ...given.filter((one) => one !== ssn && one !== passport).map(described),
    ...(isPerson ? [] : names.slice(1).map((name) => `Also known as: ${name}`)),
    ...(isPerson ? [] : emails.slice(1).map((email) => `E-mail: ${email}`)),
    ...(isPerson ? websites : websites.slice(1)).map((website) => `Website: ${website}`),
  ]
  return {
    ssn: ssn?.number.trim() ?? '',
    passport: { number: passport?.number.trim() ?? '', country: passport?.country ?? '' },
    number: document?.number.trim() ?? '',
    taxNumber: tax?.number.trim() ?? '',
    commercialName: isPerson ? '' : (names[0] ?? ''),
    emails: isPerson ? emails : emails.slice(0, 1),
    url: isPerson ? '' : (websites[0] ?? ''),
    comments: spare.join('; '),
  }
}
