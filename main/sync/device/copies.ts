import { copiesAnswer, copyAnswer } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault } from '../link.ts'
import type { TakeableCase } from '../service.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import type { Exchange } from './exchange.ts'
import type { CallFault } from './machine.ts'

/** What asking the hub about copies stands on: nothing else moves meanwhile. */
export interface CopyParts {
  readonly exchange: Pick<Exchange, 'open' | 'ask'>
  readonly signal: AbortSignal
}

type CopyCall = 'copies' | 'take-copy' | 'return-copy'

const strange = refusal(
  'hub_unreachable',
  'The hub answered in a way that this release does not understand. Nothing was changed here.',
)
const olderHub = refusal(
  'hub_unreachable',
  'This hub is of a release that cannot take copies back or give them out. Nothing was changed here.',
)

const refusalOf = ({ kind, status, code, message }: LinkFault): Refusal => {
  if (kind === 'refused' && status === 404) return olderHub
  if (code === 'not_granted') return refusal('not_found', message)
  if (code === 'invalid_request') return refusal('entries_waiting', message)
  if (code === 'revoked' || code === 'removed' || code === 'device_forked') return refusal('sync_halted', message)
  return refusal('hub_unreachable', message)
}

const faultRefusal = (fault: CallFault): Refusal => (fault.kind === 'link' ? refusalOf(fault.fault) : strange)

/** A call in a session of its own: these calls are rare, and a session is one signature. */
const call = async (
  { exchange, signal }: CopyParts,
  name: CopyCall,
  body: object,
): Promise<Result<Uint8Array, Refusal>> => {
  const session = await exchange.open(signal)
  if (!session.ok) return fail(faultRefusal(session.error))
  const answered = await exchange.ask(
    (protocol) => ({ name, token: session.value.token, body: encodeJson({ protocol, ...body }) }),
    signal,
  )
  return answered.ok ? answered : fail(refusalOf(answered.error))
}

/** Y-73: the cases that this device gave back and can take again. */
export const listCopies = async (parts: CopyParts): Promise<Result<readonly TakeableCase[], Refusal>> => {
  const answered = await call(parts, 'copies', {})
  if (!answered.ok) return answered
  const read = decodeJson(copiesAnswer, answered.value)
  return read.ok
    ? ok(read.value.cases.map(({ case: caseUid, size, number, title }) => ({ caseUid, entries: size, number, title })))
    : fail(strange)
}

const changing = async (parts: CopyParts, name: CopyCall, body: object): Promise<Result<void, Refusal>> => {
  const answered = await call(parts, name, body)
  if (!answered.ok) return answered
  return decodeJson(copyAnswer, answered.value).ok ? ok(undefined) : fail(strange)
}

/** Y-73: asks for a case that was given back. It comes with the next pull. */
export const askForCopy = (parts: CopyParts, caseUid: string): Promise<Result<void, Refusal>> =>
  changing(parts, 'take-copy', { case: caseUid })

/** Y-73: tells the hub that the copy goes, and which entry was the last that this device sealed in the case. */
export const tellReturned = (parts: CopyParts, caseUid: string, seq: number): Promise<Result<void, Refusal>> =>
  changing(parts, 'return-copy', { case: caseUid, seq })
