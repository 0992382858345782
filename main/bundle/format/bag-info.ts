import { utcDay } from '../../../shared/text/days.ts'
import { bagInfoText, bagInfoValue } from './bagit-text.ts'
import { bundleVersion } from './layout.ts'

/** What `bag-info.txt` is made of. */
export interface BagInfoFacts {
  readonly organization: string
  readonly caseNumber: string
  readonly caseUid: string
  /** When the case was exported, Unix milliseconds. */
  readonly exportedAtMs: number
  readonly softwareVersion: string
  /** `bytes.files` of the payload. */
  readonly oxum: string
  readonly signingKid: string
}

/** The labels of B-13, in the order and spelling in which a bundle has them. */
export const bagInfoLabels = [
  'Source-Organization',
  'External-Identifier',
  'External-Description',
  'Bagging-Date',
  'Bag-Software-Agent',
  'Payload-Oxum',
  'Fieldseal-Bundle-Version',
  'Fieldseal-Case-Uid',
  'Fieldseal-Signing-Key',
] as const
export type BagInfoLabel = (typeof bagInfoLabels)[number]

/** B-13: the value of each label, as its line holds it. */
export const bagInfoValues = (facts: BagInfoFacts): Readonly<Record<BagInfoLabel, string>> => {
  const values: Readonly<Record<BagInfoLabel, string>> = {
    'Source-Organization': facts.organization,
    'External-Identifier': facts.caseNumber,
    'External-Description': `Case bundle of ${facts.caseNumber}: evidence, sealed entries, and what is needed to check them. Begin with VERIFY.txt.`,
    'Bagging-Date': utcDay(facts.exportedAtMs),
    'Bag-Software-Agent': `Fieldseal ${facts.softwareVersion}`,
    'Payload-Oxum': facts.oxum,
    'Fieldseal-Bundle-Version': String(bundleVersion),
    'Fieldseal-Case-Uid': facts.caseUid,
    'Fieldseal-Signing-Key': facts.signingKid,
  }
  return { ...values, ...Object.fromEntries(bagInfoLabels.map((label) => [label, bagInfoValue(values[label])])) }
}

/** `bag-info.txt` of the labels of B-13 with these values. */
export const labelledText = (values: Readonly<Record<BagInfoLabel, string>>): string =>
  bagInfoText(bagInfoLabels.map((label) => [label, values[label]]))
