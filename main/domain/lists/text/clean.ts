const breaks = /[\u0009-\u000d\u0085\u2028\u2029]+/gu
// Controls, marks of direction, and what has no width: they would make a name read otherwise than it is compared.
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu
const spaces = /\s+/gu

const cleaned = (text: string): string => text.replace(breaks, ' ').replace(unseen, '').toWellFormed().normalize('NFC').replace(spaces, ' ').trim()

/** What is clean already, as most texts are. */
const clean = /^[!-~]+(?: [!-~]+)*$/u

/** A text of a list as one line: in NFC, without what cannot be seen, white space as single blanks. */
export const cleanLine = (text: string): string => (clean.test(text) ? text : cleaned(text))

/** An identifier as upper-case letters and digits, nothing else. */
export const cleanIdentifier = (text: string): string => cleanLine(text).toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Cuts a text to a length in UTF-16 units without splitting a character. */
export const cutTo = (text: string, max: number): string => (text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/u, ''))
