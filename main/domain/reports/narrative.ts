import type { NarrativeSentence, ReportForm } from '../../../shared/schema/reports.ts'
import { isRounded, wholeUnits } from './form-amounts.ts'

/** The narrative as one text: sentences with a space between them, paragraphs with an empty line. */
export const narrativeText = (sentences: readonly Pick<NarrativeSentence, 'text' | 'paragraph'>[]): string =>
  sentences.map(({ text, paragraph }, index) => `${index === 0 ? '' : paragraph ? '\n\n' : ' '}${text.trim()}`).join('')

/**
 * The narrative for FinCEN: its form states whole dollars, and where that is not the amount, the narrative says both.
 */
export const fincenNarrative = ({ narrative, activity }: Pick<ReportForm, 'narrative' | 'activity'>): string => {
  const { amount_kind: kind, amount, currency } = activity
  const text = narrativeText(narrative)
  return text !== '' && kind === 'known' && isRounded(amount)
    ? `${text}\n\nThe exact amount is ${amount} ${currency}; the form states whole dollars, rounded up to ${wholeUnits(amount)}.`
    : text
}
