import { provenOf } from '../../../shared/text/proven.ts'
import type { BundleReport } from '../check/verify-bundle.ts'
import type { PageVerdict } from './assess.ts'
import { countOf } from './dom.ts'
import type { IconName } from './dom.ts'

/** The banner above all else that the page says. */
export interface VerdictWords {
  readonly tone: 'good' | 'bad' | 'wait'
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** S-115, S-117: how far the case is proven to be complete, and what else to ask for. */
const openEnd = ({ witnessed, counts }: BundleReport): string => {
  const { reach, complete } = provenOf({
    entries: witnessed?.entries ?? counts.entries,
    witnessed: witnessed?.size ?? 0,
  })
  const open = reach === 'to_the_end' ? 'The newest entries about keys and people are not witnessed.' : complete
  return `But nothing outside vouches for the end. ${open} Ask the institution for a checkpoint of the case by another way, or for a bundle that its hub has witnessed.`
}
const compareKey =
  'One thing is left that only you can do: compare the key, below, with a fingerprint that you got by another way.'

/** What the page says above all else, and how loudly. */
export const verdictWords = (verdict: PageVerdict, report: BundleReport): VerdictWords => {
  const faults = report.findings.filter(({ severity }) => severity === 'fault').length
  switch (verdict) {
    case 'no_bundle':
      return {
        tone: 'bad',
        icon: 'fault',
        title: 'This is no case bundle that can be read',
        text: 'It may be another file, or a bundle that was cut off on its way. Nothing in it was proven.',
      }
    case 'faults':
      return {
        tone: 'bad',
        icon: 'fault',
        title: `Not as it was signed: ${countOf(faults, 'fault')}`,
        text: 'What was found is listed below, each with its place and what it means. Do not work in the file; keep it as it is, and ask for the bundle again.',
      }
    case 'other_key':
      return {
        tone: 'bad',
        icon: 'fault',
        title: 'Signed by another key than the one you hold',
        text: 'The bundle agrees with itself, but the fingerprint that you gave is not that of its key.',
      }
    case 'confirmed':
      return report.conclusion === 'intact_to_the_end'
        ? {
            tone: 'good',
            icon: 'ok',
            title: 'Complete, unaltered, and signed by the key you know',
            text: 'Every file and every entry is what the holder of this key signed, and the hub has witnessed them to the end. No fault was found.',
          }
        : {
            tone: 'wait',
            icon: 'ok',
            title: 'Unaltered as far as it goes, and signed by the key you know',
            text: `Every file and every entry is what the holder of this key signed. No fault was found. ${openEnd(report)}`,
          }
    case 'unconfirmed':
      return report.conclusion === 'intact_to_the_end'
        ? {
            tone: 'wait',
            icon: 'ok',
            title: 'Complete and unaltered since it was signed',
            text: `No fault was found, and the hub has witnessed the case to its end. ${compareKey}`,
          }
        : {
            tone: 'wait',
            icon: 'ok',
            title: 'Unaltered since it was signed, as far as it goes',
            text: `No fault was found. ${openEnd(report)} ${compareKey}`,
          }
  }
}
