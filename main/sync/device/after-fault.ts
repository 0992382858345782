import type { SyncRefusalCode } from '../../../shared/protocol/sync.ts'
import type { LinkFault } from '../link.ts'
import type { HubFault } from './hub-fault.ts'
import type { CallFault, Halted, Moment, Round, SyncStep, SyncMachine } from './machine.ts'
import { go, halt, retry } from './round.ts'
import { waits } from './waits.ts'

/** Sessions that may be refused one after another before the device waits. */
const sessionTries = 2

/** What stops sync when the hub says so. */
export const halts: Partial<Record<SyncRefusalCode, Halted['state']>> = {
  revoked: 'revoked',
  removed: 'removed',
  device_forked: 'forked',
}

const refused = (machine: SyncMachine, round: Round, fault: LinkFault, moment: Moment): SyncStep => {
  const code = fault.code as SyncRefusalCode | undefined
  const state = code === undefined ? undefined : halts[code]
  if (state !== undefined) return halt(machine, { state, message: fault.message })
  switch (code) {
    case 'session_expired': {
      const refusedSessions = machine.refusedSessions + 1
      const without: SyncMachine = { ...machine, session: null, refusedSessions }
      return refusedSessions > sessionTries
        ? retry(without, { state: 'session_expired', message: fault.message }, moment, fault.retryAfterMs)
        : go(without, round, moment)
    }
    case 'gone':
      return round.compare
        ? retry(machine, { state: 'stuck', message: fault.message }, moment)
        : go(machine, { ...round, compare: true }, moment)
    case 'too_large':
      return machine.batch > 1
        ? go({ ...machine, batch: Math.ceil(machine.batch / 2) }, round, moment)
        : retry(machine, { state: 'stuck', message: fault.message }, moment)
    case 'version':
      return retry(
        { ...machine, failures: Math.max(machine.failures, 8) },
        { state: 'version', message: fault.message },
        moment,
        waits.longest,
      )
    case 'storage_full':
      return retry(machine, { state: 'hub_full', message: fault.message }, moment, fault.retryAfterMs)
    // Without a code it was no hub that answered, but something on the way to it.
    case undefined:
      return retry(machine, { state: 'offline', message: fault.message }, moment, fault.retryAfterMs)
    default:
      return retry(machine, { state: 'stuck', message: fault.message }, moment, fault.retryAfterMs)
  }
}

/** What a hub that is found to have done this stops (Y-51). */
export const haltedBy = ({ code, message }: HubFault): Halted => ({
  state: code === 'unknown_own_entry' ? 'forked' : 'hub_not_trusted',
  message: `${code}: ${message}`,
})

/**
 * Y-51: a bit that was flipped on the way looks like a lie. What does not hold is asked for once more, in a new session
 * over a new connection, before the hub is distrusted.
 */
const doubt = (machine: SyncMachine, round: Round, fault: HubFault, moment: Moment): SyncStep => {
  if (machine.doubted) return halt({ ...machine, doubted: false }, haltedBy(fault))
  const again = go({ ...machine, session: null, doubted: true }, round, moment)
  return { machine: again.machine, effects: [{ do: 'reconnect' }, ...again.effects] }
}

const fullWords = (unnoted: number): string =>
  unnoted === 0
    ? 'The disk is full.'
    : `The hub has ${unnoted === 1 ? 'one entry' : `${unnoted} entries`} more of this device than could be noted here.`

/** What follows a call that came to nothing. */
export const afterFault = (machine: SyncMachine, round: Round, fault: CallFault, moment: Moment): SyncStep => {
  switch (fault.kind) {
    case 'untrusted':
      return doubt(machine, round, fault.fault, moment)
    case 'disk_full':
      return retry(machine, { state: 'disk_full', message: fullWords(fault.unnoted) }, moment)
    case 'unusable':
      return retry(machine, { state: 'stuck', message: fault.message }, moment)
    case 'link':
      return fault.fault.kind === 'refused'
        ? refused(machine, round, fault.fault, moment)
        : retry(machine, { state: 'offline', message: fault.fault.message }, moment)
  }
}
