import { describe, expect, it } from 'vitest'
import { checkForm } from '../../../../main/domain/reports/check.ts'
import { daysIn } from '../../../../main/domain/reports/dates-in-text.ts'
import { questionStates } from '../../../../main/domain/reports/questions.ts'
import type { NarrativeQuestion, ReportForm } from '../../../../shared/schema/reports.ts'
import { completeForm, knownPerson } from '../../../support/report-forms.ts'

const missing = (form: ReportForm, question: NarrativeQuestion): readonly string[] =>
  questionStates(form).find((one) => one.question === question)?.missing ?? []

/** The form whose sentence for a question says something else. */
const saying = (question: NarrativeQuestion, text: string): ReportForm => {
  const form = completeForm()
  return {
    ...form,
    narrative: form.narrative.map((sentence) =>
      sentence.answers.includes(question) ? { ...sentence, text } : sentence,
    ),
  }
}

describe('the six questions', () => {
  it('are answered by sentences that agree with the form', () => {
    expect(questionStates(completeForm()).filter(({ answered }) => !answered)).toEqual([])
  })

  it.each(['who', 'what', 'when', 'where', 'why', 'how'] as const)(
    '%s is missing where no sentence is said to answer it, whatever words stand in the text',
    (question) => {
      const form = completeForm()
      form.narrative = form.narrative.map((sentence) => ({
        ...sentence,
        text: `${sentence.text} Who, what, when, where, why because, how by means of.`,
        answers: sentence.answers.filter((one) => one !== question),
      }))
      expect(missing(form, question)).toEqual([`No sentence answers “${question}”.`])
    },
  )

  it('how: what was used is missing from the form, whether or not a sentence says how, and is put right there', () => {
    const form = completeForm()
    form.activity.instruments = []
    expect(missing(form, 'how')).toEqual(['The form names no instrument or product that was used.'])
    form.narrative = form.narrative.filter(({ answers }) => !answers.includes('how'))
    expect(missing(form, 'how')).toEqual([
      'No sentence answers “how”.',
      'The form names no instrument or product that was used.',
    ])
    const { findings, ready } = checkForm('sar', form, '2026-11-22')
    expect(
      findings.filter(({ code }) => code === 'question_how').map(({ section, path }) => `${section} ${path}`),
    ).toEqual(['narrative narrative', 'activity activity.instruments'])
    expect(ready.submit).toBe(false)
  })

  it('who: names every subject of the form', () => {
    const form = completeForm({
      subjects: [
        knownPerson(),
        knownPerson({ id: 's2', last_name: 'Ångström', first_name: 'Zoë', other_names: [], identifiers: [] }),
      ],
    })
    expect(missing(form, 'who')).toEqual(['No sentence that answers “who” names Zoë Ångström.'])
    expect(
      missing(
        {
          ...form,
          narrative: [
            {
              id: 'n',
              text: 'Miller and ANGSTROM met.',
              origin: 'written',
              sources: [],
              answers: ['who'],
              paragraph: false,
            },
          ],
        },
        'who',
      ),
    ).toEqual([])
    expect(missing(saying('who', 'The Millerson family moved it.'), 'who')).toHaveLength(1)
  })

  it.each(['12345', '12,345', '12.345', '12 345', '12,345.00', '12,344.50', '12’345'])(
    'what: finds the amount of the form as %s',
    (amount) => {
      expect(missing(saying('what', `Together ${amount} were moved.`), 'what')).toEqual([])
    },
  )

  it.each([
    ['12,344.500', 'BHD'],
    ['12,345.000 BHD', 'BHD'],
    ['12344.001', 'KWD'],
    ['12,344.0001', 'USD'],
    ['12,345', 'JPY'],
  ])('what: finds the amount of the form as %s, as it is written in %s', (amount, currency) => {
    const form = saying('what', `Together ${amount} were moved.`)
    expect(missing({ ...form, activity: { ...form.activity, currency } }, 'what')).toEqual([])
  })

  it.each([
    ['12,346.500', 'BHD'],
    ['12.344.500', 'USD'],
    ['12,344.500', 'USD'],
  ])('what: does not take %s (%s) for it', (amount, currency) => {
    const form = saying('what', `Together ${amount} were moved.`)
    expect(missing({ ...form, activity: { ...form.activity, currency } }, 'what')).toHaveLength(1)
  })

  it.each(['1,234', '123,450', '112,345', '12,345,000', 'a lot'])(
    'what: does not take %s for the amount of the form',
    (amount) => {
      expect(missing(saying('what', `Together ${amount} were moved.`), 'what')).toEqual([
        'No sentence that answers “what” states the amount of the form, 12345 USD.',
      ])
    },
  )

  it.each([
    '12.345,00',
    '12 345,00',
    '12\u00a0345,00',
    '12\u202f345',
    '12’345.00',
    '12.344,5',
    '١٢٣٤٥',
    '١٢٬٣٤٥٫٠٠',
    '۱۲۳۴۵',
    'USD 12,345.',
  ])('what: finds the amount of the form as it is written elsewhere: %s', (amount) => {
    expect(missing(saying('what', `Together ${amount} were moved.`), 'what')).toEqual([])
  })

  it.each([
    '112 345',
    '12 345 678',
    '012345',
    '0.12345',
    '12345.001',
    '12,345.50',
    '12,345,67',
    '12.345.6',
    '12,345,6789',
    '1,12,345',
    '٩١٢٣٤٥',
    '12,34',
  ])('what: does not take %s for the amount: another number, or one that nobody writes so', (amount) => {
    expect(missing(saying('what', `Together ${amount} were moved.`), 'what')).toHaveLength(1)
  })

  it('what: reads 12,34,567 as the amount that it is in South Asia, and no thousands in 0.500', () => {
    const stating = (amount: string, text: string): readonly string[] => {
      const form = saying('what', `Together ${text} were moved.`)
      return missing({ ...form, activity: { ...form.activity, amount } }, 'what')
    }
    expect([stating('1234567', '12,34,567'), stating('1234568', '12,34,567.50')]).toEqual([[], []])
    expect(stating('500', '0.500')).toHaveLength(1)
  })

  it.each(['2026-03-05', '5 March 2026', 'March 5th, 2026', '03/05/2026', '5th of Mar. 2026'])(
    'when: finds a day of the activity in %s',
    (day) => {
      expect(missing(saying('when', `It began on ${day}, or later.`), 'when')).toEqual([])
    },
  )

  it('when: a day outside of the activity is none', () => {
    expect(missing(saying('when', 'It began on 2025-03-05.'), 'when')[0]).toContain(
      'lies within the activity of the form, 2026-03-04 to 2026-03-06',
    )
    expect(missing(saying('when', 'It began on 2026-02-30, in spring.'), 'when')[0]).toContain('names a day in full')
  })

  it('where: a place of the form', () => {
    expect(missing(saying('where', 'Somewhere in town.'), 'where')).toHaveLength(1)
    for (const place of ['in SPRINGFIELD', 'account 000123456', 'from 192.0.2.7', 'at Example Bank'])
      expect(missing(saying('where', `It was ${place}.`), 'where')).toEqual([])
  })

  it('why and how: a statement each, and an instrument in the form', () => {
    expect(missing(saying('why', 'Because it is.'), 'why')).toHaveLength(1)
    expect(missing({ ...completeForm(), activity: { ...completeForm().activity, instruments: [] } }, 'how')).toEqual([
      'The form names no instrument or product that was used.',
    ])
    const one = completeForm({
      narrative: [
        {
          id: 'n',
          text: 'One sentence that is said to answer all.',
          origin: 'written',
          sources: [],
          answers: ['why', 'how'],
          paragraph: false,
        },
      ],
    })
    expect(missing(one, 'how')).toEqual(['One sentence alone is said to answer both why and how.'])
  })
})

it('reads no day that does not exist', () => {
  expect(daysIn('2026-02-29, 31 April 2026, 13/13/2026, 99 May 2026')).toEqual([])
  expect(daysIn('2024-02-29 and September 3, 2026')).toEqual(['2024-02-29', '2026-09-03'])
})
