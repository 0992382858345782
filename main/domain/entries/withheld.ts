import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { withheldFault } from '../../../shared/entries/catalogue.ts'
import type { OpenValues } from '../../../shared/entries/entry-rule.ts'

/** L-19: why an entry may not be sealed with what it withholds, as whoever acts is told it; null where it may. */
export const withheldRefusal = (draft: {
  readonly type: string
  readonly pub: OpenValues
  readonly withheld?: OpenValues | undefined
}): Refusal | null => {
  const fault = withheldFault(draft.type, draft.pub, Object.entries(draft.withheld ?? {}))
  return fault === null ? null : fieldRefused(fault.path, fault.message)
}
