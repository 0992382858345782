import type { Conclusion } from '../../seal/findings.ts'
import type { CaseFile } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import type { BundleFinding } from './findings.ts'
import type { SigningKey } from './key-rules.ts'
import type { PaperCheck } from './papers.ts'
import type { RecordCounts } from './checked-records.ts'

/** What a verification looked at, and what it cannot speak for; each in a few words, for people and programs. */
export interface Coverage {
  readonly covers: readonly string[]
  readonly doesNotCover: readonly string[]
}

/** What coverage is read from. */
interface Checked {
  readonly papers: readonly PaperCheck[]
  readonly counts: RecordCounts
  readonly facts: CaseFile | null
  readonly signingKey: SigningKey | null
  readonly keyConfirmed: boolean | null
  readonly provesNames: boolean
  readonly conclusion: Conclusion
  readonly findings: readonly BundleFinding[]
  /** Every file of the bundle. */
  readonly paths: readonly string[]
  readonly hidesLinks: boolean
}

const when = (isSo: boolean, words: string): string[] => (isSo ? [words] : [])

const compared = ({ paper, writer }: PaperCheck): string =>
  `${paper}: compared byte for byte with what version ${writer ?? ''} of its writer makes of the sealed facts`

const notCompared = ({ paper }: PaperCheck): string =>
  `${paper}: it is what was signed, and was not compared with what was sealed`

const namesPeople = (facts: CaseFile | null): boolean => Object.keys(facts?.people ?? {}).length > 0

/**
 * B-112: what a verdict over a bundle covers and what it does not, so that nothing is taken for proven that nobody
 * looked at.
 */
export const coverageOf = ({
  papers,
  counts,
  facts,
  signingKey,
  keyConfirmed,
  provesNames,
  conclusion,
  findings,
  paths,
  hidesLinks,
}: Checked): Coverage => ({
  covers: [
    ...when(
      signingKey !== null,
      'every file: it is on the signed lists, has the hash that they give, and none was added',
    ),
    ...when(counts.entries > 0, 'every entry: its signature, its key, and its place up to the newest checkpoint'),
    ...when(counts.disclosures > 0, 'every disclosed text: it is the one that its entry seals'),
    ...when(counts.evidence > 0, 'every piece of evidence in the bundle: its bytes are those whose hash was sealed'),
    ...when(
      facts !== null && counts.entries > 0,
      `${bundlePaths.caseFile}: held against the entries${provesNames ? '' : ', names of people aside'}`,
    ),
    ...when(provesNames && namesPeople(facts), 'names of people: each is the one that an entry of the workspace seals'),
    ...papers.filter(({ state }) => state !== 'not_compared').map(compared),
  ],
  doesNotCover: [
    ...papers.filter(({ state }) => state === 'not_compared').map(notCompared),
    ...when(
      paths.includes(bundlePaths.verifyPage),
      `${bundlePaths.verifyPage}: whoever forges a bundle can put another program there; take one from elsewhere`,
    ),
    ...when(
      !provesNames && namesPeople(facts),
      'names of people: they are what the exporting service knew; entries hold the pseudonymous ids',
    ),
    ...when(keyConfirmed !== true, 'whose key it is: it was compared with no key or fingerprint from elsewhere'),
    ...when(conclusion !== 'intact_to_the_end', 'the end of the case: newer entries may have been cut off'),
    ...when(counts.valuesLeftOut > 0, `values that this recipient does not get: ${counts.valuesLeftOut}`),
    ...when(counts.piecesLeftOut > 0, `pieces of evidence that are not in the bundle: ${counts.piecesLeftOut}`),
    ...when(
      findings.some(({ code }) => code === 'timestamp_unchecked'),
      'the time stamp: VERIFY.txt and fieldseal verify check it',
    ),
    ...when(
      hidesLinks,
      'whether a file is a link to one elsewhere: a browser does not tell; drop the ZIP file on this page instead',
    ),
    ...when(facts !== null, 'which version of Fieldseal made it: no entry says it'),
    'whether clocks were right, what people wrote is true, and evidence was genuine before it was acquired',
  ],
})
