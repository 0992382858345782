import { element } from '../dom.ts'
import { visibleParts } from './visible.ts'

/** A text as nodes, with a marked sign for every character that would not be seen. */
export const visibleNodes = (text: string): (Node | string)[] =>
  visibleParts(text).map((part) =>
    part.code === null ? part.text : element('span', { class: 'sign', title: part.code }, part.text),
  )
