import { codeOf } from '../../../platform/system-error.ts'
import { HubStoreFault } from '../../../sync/hub/store-fault.ts'
import { diskFull, occupied, databaseUnreachable } from '../faults.ts'

/** PostgreSQL's error codes (its manual, appendix A) that say more of the moment than of the statement. */
const full = ['53100']
const busy = ['55P03', '57014', '40001', '40P01']
/**
 * Connection exceptions, and a server that stops, starts, has no connection left, follows another one, or ended what
 * stood idle for too long.
 */
const away = /^(08...|57P0[1-5]|53[023]00|25006|25P0[34])$/u
/** Of the network, by Node's names; ENOENT is a socket that is not there. */
const network = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]
/** The driver's own, which bear no code. */
const ofDriver =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Query read timeout|Cannot use a pool after calling end)/u

/** Whether the connection can be of no more use. */
export const isLost = (error: unknown): boolean =>
  away.test(codeOf(error)) ||
  network.includes(codeOf(error)) ||
  (error instanceof Error && ofDriver.test(error.message))

/** Whether the driver gave up waiting. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(Query read timeout|timeout exceeded)/u.test(error.message)

/** The fault that an error of the driver tells of; any other error as it is. */
export const driverFault = (error: unknown): unknown => {
  if (error instanceof HubStoreFault) return error
  const code = codeOf(error)
  if (full.includes(code)) return diskFull(error)
  if (busy.includes(code)) return occupied(error)
  return isLost(error) ? databaseUnreachable(error) : error
}
