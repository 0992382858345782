import { withoutInvisible } from './unseen.ts'

/** What stands before a number and is no part of it: the kind of a ship's number, and the word for number. */
const prefix = /^(?:IMO(?:NUMBER|NO|NR)?(?=\d{7}$)|MMSI(?:NUMBER|NO|NR)?(?=\d{9}$)|(?:NO|NR)+(?=\d))/u

/** An identifier as upper-case letters and digits, nothing else. */
export const cleanIdentifier = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * An identifier as it is compared, of a subject as of a listed entry: `IMO 9187629`, `IMO No. 9187629` and `9187629`
 * are one number.
 */
export const plainIdentifier = (text: string): string => cleanIdentifier(text).replace(prefix, '')
