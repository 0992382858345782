import type { NarrativeSentence } from '../../../shared/schema/reports.ts'

/** The narrative as one text: sentences with a space between them, paragraphs with an empty line. */
export const narrativeText = (sentences: readonly Pick<NarrativeSentence, 'text' | 'paragraph'>[]): string =>
  sentences.map(({ text, paragraph }, index) => `${index === 0 ? '' : paragraph ? '\n\n' : ' '}${text.trim()}`).join('')
