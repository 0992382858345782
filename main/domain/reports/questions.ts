import { activityTypes, instruments } from '../../../shared/schema/report-codes.ts'
import { narrativeQuestions } from '../../../shared/schema/reports.ts'
import type { NarrativeQuestion, NarrativeSentence, QuestionState, ReportForm } from '../../../shared/schema/reports.ts'
import { statesAmount } from './amounts-in-text.ts'
import { countryName } from './check-parts.ts'
import { subjectName } from './subject-name.ts'
import { daysIn } from './dates-in-text.ts'
import { locationOf } from './fincen.ts'

/** Text as it is compared: without case, accents and marks, one space between words. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const holds = (text: string, part: string): boolean =>
  folded(part) !== '' && ` ${folded(text)} `.includes(` ${folded(part)} `)

type Tagged = readonly NarrativeSentence[]
type Rule = (form: ReportForm, tagged: Tagged, text: string) => readonly string[]

/** What is said where the form has no instrument. */
export const noInstrument = 'The form names no instrument or product that was used.'

const wordsMin = 5
const wordsOf = (text: string): number =>
  folded(text)
    .split(' ')
    .filter((word) => word !== '').length

/**
 * A question that only a statement answers: one of at least a few words, that is not the sentence which answers another
 * one alone.
 */
const statement =
  (question: NarrativeQuestion): Rule =>
  (form, tagged) => {
    if (tagged.every(({ text }) => wordsOf(text) < wordsMin))
      return [`A sentence of at least ${wordsMin} words that says ${question} is missing.`]
    const other = question === 'why' ? 'how' : 'why'
    const others = form.narrative.filter(({ answers }) => answers.includes(other))
    const isSame = question === 'how' && tagged.length === 1 && others.length === 1 && tagged[0]?.id === others[0]?.id
    return isSame ? ['One sentence alone is said to answer both why and how.'] : []
  }

const rules: Readonly<Record<NarrativeQuestion, Rule>> = {
  who: (form, _tagged, text) => {
    if (form.subjects.length === 0) return ['No subject is in the form.']
    return form.subjects.flatMap((subject, index) => {
      const names = [
        subject.last_name,
        ...subject.other_names.map(({ name }) => name),
        ...subject.identifiers.map(({ number }) => number),
      ].filter((name) => name.trim() !== '')
      if (!subject.known || names.length === 0 || names.some((name) => holds(text, name))) return []
      return [`No sentence that answers “who” names ${subjectName(subject, index)}.`]
    })
  },
  what: ({ activity }, _tagged, text) => [
    ...(activity.classifications.length === 0 ? ['The form does not say what kind of activity it is.'] : []),
    ...(activity.amount_kind === 'known' && activity.amount === '' ? ['The form states no amount.'] : []),
    ...(activity.amount_kind === 'known' &&
    activity.amount !== '' &&
    !statesAmount(text, activity.amount, activity.currency)
      ? [`No sentence that answers “what” states the amount of the form, ${activity.amount} ${activity.currency}.`]
      : []),
    ...(activity.classifications.length > 0 &&
    activity.amount_kind !== 'known' &&
    !kindsOf(activity).some((kind) => holds(text, kind))
      ? ['No sentence that answers “what” names the kind of activity or an instrument of the form.']
      : []),
  ],
  when: ({ activity }, _tagged, text) => {
    if (activity.from === '') return ['The form has no first day of the activity.']
    const days = daysIn(text)
    if (days.length === 0) return ['No sentence that answers “when” names a day in full.']
    const isInRange = days.some(
      (day) => day >= activity.from && day <= (activity.to === '' ? activity.from : activity.to),
    )
    return isInRange
      ? []
      : [
          `No day in the sentences that answer “when” lies within the activity of the form, ${activity.from}${activity.to === '' ? '' : ` to ${activity.to}`}.`,
        ]
  },
  where: (form, _tagged, text) =>
    placesOf(form).some((place) => holds(text, place))
      ? []
      : [
          'No sentence that answers “where” names a place of the form: an institution, a branch, an account, a city, a country or an address on the network.',
        ],
  why: statement('why'),
  how: (form, tagged, text) => [
    ...(form.activity.instruments.length === 0 ? [noInstrument] : []),
    ...statement('how')(form, tagged, text),
  ],
}

const kindsOf = (activity: ReportForm['activity']): readonly string[] => [
  ...activityTypes.flatMap(({ label, subtypes }) =>
    subtypes
      .filter(({ code }) => activity.classifications.some(({ subtype }) => subtype === code))
      .flatMap((subtype) => [label, subtype.label]),
  ),
  ...activity.classifications.map(({ other }) => other),
  ...activity.instruments.flatMap(({ code, other }) => [
    instruments.find((one) => one.code === code)?.label ?? '',
    other,
  ]),
]

const placesOf = (form: ReportForm): readonly string[] => {
  const institution = locationOf(form)
  const addresses = [
    institution.address,
    ...form.location.branches.map(({ address }) => address),
    ...form.subjects.flatMap(({ addresses: own }) => own),
  ]
  return [
    institution.name,
    ...addresses.flatMap(({ city, country, street }) => [city, street, countryName(country) ?? '']),
    ...form.accounts.flatMap(({ number, institution_name: name }) => [number, name]),
    ...form.activity.ip_addresses.map(({ address }) => address),
  ]
}

/**
 * How the narrative stands to the six questions. A question is answered where a person or the draft has said which
 * sentences answer it, and those sentences agree with what the form states: its names, amounts, days and places. Words
 * such as “because” count for nothing.
 */
export const questionStates = (form: ReportForm): readonly QuestionState[] =>
  narrativeQuestions.map((question) => {
    const tagged = form.narrative.filter(({ answers }) => answers.includes(question))
    const missing =
      tagged.length === 0
        ? [
            `No sentence answers “${question}”.`,
            ...(question === 'how' && form.activity.instruments.length === 0 ? [noInstrument] : []),
          ]
        : [...rules[question](form, tagged, tagged.map(({ text }) => text).join('\n'))]
    return { question, answered: missing.length === 0, missing, sentences: tagged.map(({ id }) => id) }
  })
