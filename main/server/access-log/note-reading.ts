import type { Operation } from '../../../shared/api/operation.ts'
import type { ErrorCode } from '../../../shared/api/errors.ts'
import { keyOfUid } from '../../domain/access/key-name.ts'
import { readingOfCall } from '../../domain/access-log/reading-of.ts'
import type { ReadOf, ReadRequest } from '../../domain/access-log/reading-of.ts'
import type { AccessLogStore } from '../../storage/access-log/access-log-store.ts'
import type { AskedCase } from '../../storage/access-log/write-reading.ts'
import type { Caller } from '../http/call.ts'

/** Refusals by which somebody was kept from reading; by others nothing was asked for. */
const kept: readonly ErrorCode[] = ['not_found', 'forbidden', 'unknown_reference']

/** Writes what requests read into the access log. */
export interface NoteReading {
  /**
   * Resolves before the answer may be sent (L-94).
   *
   * @param refused the code of the refusal; null: it is answered
   */
  (operation: Operation, request: ReadRequest, caller: Caller, refused: ErrorCode | null): Promise<void>
}

const askedCase = (named: ReadOf['case']): AskedCase | null => {
  if (named === null) return null
  const { by, value } = named
  if (by === 'id') return typeof value === 'number' ? { by, id: value } : null
  return by === 'number' ? { by, number: String(value) } : { by, uid: String(value) }
}

/** Makes it over the log of the service. */
export const createNoteReading =
  (log: Pick<AccessLogStore, 'note'>): NoteReading =>
  async (operation, request, caller, refused) => {
    if (refused !== null && !kept.includes(refused)) return
    const reading = readingOfCall(operation.id, request)
    if (reading === null) return
    const program = keyOfUid(caller.userUid) !== null
    await log.note({
      who: caller.userUid,
      via: program ? 'api_key' : caller.via === 'token' ? 'token' : 'window',
      kind: reading.kind,
      operation: operation.id,
      case: askedCase(reading.case),
      terms: reading.terms,
      result: refused === null ? 'allowed' : 'refused',
    })
  }
