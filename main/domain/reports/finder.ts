import type { ReportFinding, ReportSection } from '../../../shared/schema/reports.ts'
import { fincenText, inAscii, isProhibited, lengthOf, refusedCharacters } from './fincen-text.ts'

type Blocks = ReportFinding['blocks']

/** Gathers what is found in a form, section by section. */
export interface Finder {
  readonly findings: ReportFinding[]
  readonly add: (code: string, path: string, message: string, blocks?: Blocks) => void
  /** A value that must be there. */
  readonly required: (path: string, value: string, name: string) => void
  /** A text as FinCEN's schema limits it: length, characters, words that say nothing. */
  readonly text: (path: string, value: string, name: string, max: number) => void
  /** A code that must be of a list where it is given. */
  readonly listed: (path: string, value: string, name: string, list: readonly { readonly code: string }[]) => void
}

const shown = (characters: readonly string[]): string =>
  characters
    .slice(0, 5)
    .map((character) => `“${character}”`)
    .join(', ')

const quotedMax = 80
const quoted = (text: string): string =>
  lengthOf(text) > quotedMax ? `${[...text].slice(0, quotedMax).join('')}…` : text

/** Opens a finder whose findings stand in the way of the named formats, in a section. */
export const openFinder = (section: ReportSection, blocks: Blocks): Finder => {
  const findings: ReportFinding[] = []
  const add: Finder['add'] = (code, path, message, own = blocks) =>
    void findings.push({ code, section, path, message, blocks: own })
  return {
    findings,
    add,
    required: (path, value, name) => {
      if (value.trim() === '') add('missing', path, `${name} is missing.`)
    },
    text: (path, value, name, max) => {
      const length = lengthOf(fincenText(value))
      if (length > max) add('too_long', path, `${name} has ${length} characters; ${max} are taken.`)
      const refused = refusedCharacters(value)
      if (refused.length > 0)
        add(
          'characters',
          path,
          `${name} holds ${shown(refused)}, which FinCEN’s system may not take. Unaccented Latin letters are sure, perhaps: ${quoted(inAscii(value))}`,
        )
      if (isProhibited(value))
        add(
          'prohibited_word',
          path,
          `${name} is “${fincenText(value)}”: FinCEN takes no word that stands for nothing. Leave it empty, or say that it is unknown.`,
        )
    },
    listed: (path, value, name, list) => {
      if (value !== '' && !list.some(({ code }) => code === value))
        add('unknown_code', path, `${name} has the code ${value}, which the list does not hold.`)
    },
  }
}
