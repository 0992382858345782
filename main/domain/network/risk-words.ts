import { shareText } from '../../../shared/text/shares.ts'
import type { RiskPartName } from './risk.ts'

/** What is told beside the number of a part. */
export interface PartTelling {
  readonly value: number
  readonly because: string | null
  readonly findings: readonly string[]
  readonly certainty: 'confirmed' | 'open' | 'exposed' | null
}

const names: Readonly<Record<string, string>> = {
  burst: 'a burst of equal payments to the same receiver',
  fan_in: 'equal payments of several payers to one receiver',
  cycle: 'money that comes back to where it went',
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const directWords = {
  confirmed: 'It is known bad.',
  open: 'An answer about it is open.',
  exposed: 'It was exposed to fraud, and is not known to be bad.',
} as const

/** A sentence for each part of a risk. */
export const parts: Readonly<Record<RiskPartName, (telling: PartTelling) => string>> = {
  direct: ({ because, certainty }) => `${directWords[certainty ?? 'confirmed']} ${because ?? ''}`.trim(),
  nearness: ({ value }) => `Of walks from known bad nodes much ends here: nearness ${value.toPrecision(2)}.`,
  distance: ({ value }) =>
    value === 1 ? 'It is linked to a known bad node.' : `A known bad node is ${value} links away.`,
  community: ({ value }) => `Of the others in its community ${shareText(value, value < 0.1 ? 1 : 0)} are known bad.`,
  motifs: ({ findings }) => `It is part of ${listed(findings.map((kind) => names[kind] ?? kind))}.`,
}
