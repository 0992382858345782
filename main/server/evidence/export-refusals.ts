import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'

/** So many of a kind are named by a refusal. */
const namedMax = 100

/** No such export, or none any more. */
export const unknown = refusal(
  'not_found',
  'There is no export with this id. A bundle is kept for a day, until somebody discards it, or until a value of its case is erased; make a new one.',
)

/** What a link says whose bundle has gone. */
export const gone = refusal(
  'not_found',
  'This bundle is not kept any more: it was discarded, it is older than a day, or a value of its case was erased after it was asked for. Make a new one.',
)

/** There is nothing to export. */
export const noCase = refusal('not_found', 'There is no case with this id.')

/** The bundle would not fit. */
export const noRoom = refusal(
  'storage_full',
  'The disk has not enough room for this bundle. Nothing was sealed; free space and try again.',
)

/** Chosen bytes lie elsewhere. */
export const notAllHere = (absent: number, chosen: number): Refusal =>
  refusal(
    'evidence_elsewhere',
    `The bytes of ${absent} of the ${chosen} pieces that were chosen are not on this device. Nothing was sealed or made. Fetch them first, or choose those that are here: the bundle then says of the others that it holds their facts and hashes and not their bytes.`,
  )

/** What was to be left out, in the list at this path of the request, is nothing that the case withholds. */
export const notWithheld = (unknown: readonly number[], path: string): Refusal =>
  refusal(
    'unknown_reference',
    `The case withholds no value with ${unknown.length === 1 ? 'one' : `${unknown.length}`} of these digests, so the bundle would show what was to be left out of it. Nothing was sealed or made; take the digests as the timeline lists them.`,
    unknown
      .slice(0, namedMax)
      .map((index) => ({ path: `${path}.${index}`, message: 'is the digest of no withheld value of this case' })),
  )

/** What was to be left out stands in reports too, and it was not said what becomes of them. */
export const quotedInReports = (quotations: readonly Quotation[]): Refusal =>
  refusal(
    'quoted_in_reports',
    'Reports of the case quote what is to be left out, and the bundle would show it there. Nothing was sealed or made. Leave these values out too, or say that they stay in.',
    quotations.slice(0, namedMax).map(({ kind, version, state, name, digest }) => ({
      path: 'body.disclosures.with_quotations',
      message: `must be true or false: the ${name} of version ${version} of a ${kind.replace('_', ' ')} (now ${state.replace('_', ' ')}) quotes it, with the digest ${digest}`,
    })),
  )
