import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { presentFault } from '../../../shared/schema/acquisition-times.ts'
import type { StatedTimes } from '../../../shared/schema/acquisition-times.ts'

/**
 * The refusal of facts whose times cannot be (E-19), before anything of the acquisition is kept; null where they can.
 * Unix milliseconds.
 */
export const impossibleTimes = (facts: StatedTimes, nowMs: number): Refusal | null => {
  const fault = presentFault(facts, nowMs)
  if (fault === null) return null
  const path = `body.facts.${fault.field}`
  return refusal('invalid_request', `${path} ${fault.message}. Nothing was taken.`, [{ path, message: fault.message }])
}
