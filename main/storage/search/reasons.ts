import type { SearchField, SearchReason } from '../../../shared/schema/search.ts'
import { fitSpelling } from '../../domain/search/spellings.ts'
import { excerptOf } from '../evidence-text/found-in-text.ts'
import type { Question } from './question.ts'

/** Why an identifier was found; null where it does not begin with what was typed. */
export const reasonOfId = ({ typed }: Question, field: SearchField, id: string): SearchReason | null => {
  const fits = fitSpelling(id, typed)
  return fits === null ? null : { field, how: fits.how, text: id, marks: [{ start: 0, end: fits.end }] }
}

/** Why a text was found: the passage in which all words are; null where one of them is not. */
export const reasonOfWords = ({ terms }: Question, field: SearchField, text: string): SearchReason | null => {
  const excerpt = excerptOf(text, terms)
  return excerpt === null
    ? null
    : { field, how: 'words', text: excerpt.text, marks: excerpt.marks.map(([start, end]) => ({ start, end })) }
}

/** Why a name was found: its index may fold a letter otherwise than the marks do, and then none is marked. */
export const reasonOfName = (question: Question, field: SearchField, names: readonly string[]): SearchReason => {
  const found = names.map((name) => reasonOfWords(question, field, name)).find((reason) => reason !== null)
  return found ?? { field, how: 'words', text: names[0] ?? null, marks: [] }
}
