import { withoutInvisible } from '../../screening/unseen.ts'

const spaces = /\s+/gu

const cleaned = (text: string): string =>
  withoutInvisible(text).toWellFormed().normalize('NFC').replace(spaces, ' ').trim()

/** What is clean already, as most texts are. */
const clean = /^[!-~]+(?: [!-~]+)*$/u

/** A text of a list as one line: in NFC, without what cannot be seen, white space as single blanks. */
export const cleanLine = (text: string): string => (clean.test(text) ? text : cleaned(text))

/** Cuts a text to a length in UTF-16 units without splitting a character. */
export const cutTo = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/u, '')
