import type { HubFault } from './hub-fault.ts'

/** What a hub sent does not hold: thrown within the reading of a page, and a typed result of it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: HubFault
  constructor(fault: HubFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** How many ids of a known beginning are read at once. */
export const idsAtOnce = 10_000
