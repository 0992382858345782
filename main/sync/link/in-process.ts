import { syncRefusal } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { decodeJson } from '../wire.ts'
import type { HubAnswer } from '../hub/answer.ts'
import type { LinkFault, SyncLink } from '../link.ts'

/** A hub as its callers see it, over whatever way. */
export interface HubDoor {
  handle(
    call: Parameters<SyncLink['call']>[0]['name'],
    token: string | null,
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<HubAnswer>
}

const faultOf = ({ status, body, retryAfterMs }: HubAnswer): LinkFault => {
  const told = decodeJson(syncRefusal, body)
  const known = told.ok
    ? {
        code: told.value.error.code,
        message: told.value.error.message,
        ...(told.value.error.versions === undefined ? {} : { versions: told.value.error.versions }),
      }
    : { message: 'The hub refused without a reason.' }
  return { kind: 'refused', status, ...known, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/** Y-2: the way from the hub's own folder to its hub, within one process. */
export const createInProcessLink = (hub: HubDoor): SyncLink => ({
  call: async (call, signal) => {
    if (signal.aborted) return fail({ kind: 'unreachable', message: 'The call was cancelled.' })
    const answer = await hub.handle(call.name, 'token' in call ? call.token : null, call.body)
    return answer.status === 200 ? ok(answer.body) : fail(faultOf(answer))
  },
})
