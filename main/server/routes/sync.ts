import type { FastifyRequest } from 'fastify'
import * as api from '../../../shared/api/sync.ts'
import * as syncCases from '../../../shared/api/sync-cases.ts'
import * as syncConflicts from '../../../shared/api/sync-conflicts.ts'
import * as syncFiles from '../../../shared/api/sync-files.ts'
import * as syncRecovery from '../../../shared/api/sync-recovery.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { SyncedRound, SyncService } from '../../sync/service.ts'
import type { ConflictSettlement } from '../../sync/settlement.ts'
import { answer, enveloped, paged } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import type { AsideService } from '../sync/aside-bytes.ts'

/** What the operations of sync stand on. */
export interface SyncRouteParts {
  readonly service: SyncService
  readonly reads: SyncReads
  readonly settlement: ConflictSettlement
  readonly aside: AsideService
}

const localOnly = fail(
  refusal('forbidden', 'Only the desktop and the command line of this computer’s own user may name paths.'),
)

const ofRound = (round: SyncedRound) => ({
  sent: round.sent,
  received: round.received,
  refused: round.refused,
  bytes_sent: round.bytesSent,
  bytes_received: round.bytesReceived,
  cases: round.cases,
})

/** Works until it is done, or whoever asked goes away. */
const whileWaited = async <T>(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ended = new AbortController()
  // The request itself is closed as soon as its body was read; who goes away closes the socket.
  const leave = (): void => ended.abort()
  socket.once('close', leave)
  try {
    return await work(ended.signal)
  } finally {
    socket.removeListener('close', leave)
  }
}

const steering = ({ service }: SyncRouteParts): readonly Route[] => {
  const stateAfter = async () => answer(await service.state())
  return [
    route(api.readSyncState, stateAfter),
    route(api.syncNow, async ({ request }) => {
      const round = await whileWaited(request, (signal) => service.syncNow(signal))
      return round.ok ? answer(ofRound(round.value)) : round
    }),
    route(api.connectToHub, async ({ body }) => {
      const joined = await service.enrol({ url: body.url, code: body.code, deviceName: body.device_name })
      return joined.ok ? answer({ device_number: joined.value.deviceNumber }) : joined
    }),
    route(api.changeSyncSettings, async ({ body }) => {
      if (body.paused !== undefined) await service.setPaused(body.paused)
      if (body.metered !== undefined) await service.setMetered(body.metered)
      if (body.evidence_policy !== undefined) await service.setEvidencePolicy(body.evidence_policy)
      if (body.rate_cap !== undefined) await service.setRateCap(body.rate_cap)
      return await stateAfter()
    }),
    route(syncRecovery.trustRestoredHub, async () => {
      const done = await service.trustRestoredHub()
      return done.ok ? await stateAfter() : done
    }),
    route(syncRecovery.askHubAgain, async () => {
      const done = await service.askHubAgain()
      return done.ok ? await stateAfter() : done
    }),
    route(syncRecovery.rotateKey, async ({ caller }) => enveloped(await service.rotateKey(caller))),
    route(syncRecovery.beginNewEpoch, async () => {
      const begun = await service.beginNewEpoch()
      return begun.ok ? answer({ device_number: begun.value.deviceNumber }) : begun
    }),
  ]
}

/**
 * Paths are for the computer's own user: whoever comes over the network could name any file that the service may write.
 */
const carrying = ({ service }: SyncRouteParts): readonly Route[] => {
  const asLocal = (caller: Caller): boolean => caller.isLocal
  return [
    route(syncFiles.writeExchangeFile, async ({ body, caller }) => {
      if (!asLocal(caller)) return localOnly
      const written = await service.writeExchange({
        path: body.path,
        evidence: body.evidence,
        ...(body.device_id === undefined ? {} : { deviceId: body.device_id }),
      })
      return written.ok
        ? answer({
            path: body.path,
            entries: written.value.entries,
            pieces: written.value.pieces,
            bytes: written.value.bytes,
          })
        : written
    }),
    route(syncFiles.readExchangeFile, async ({ body, caller }) => {
      if (!asLocal(caller)) return localOnly
      const read = await service.readExchange(body.path, body.into)
      if (!read.ok) return read
      const { writtenAt, ...round } = read.value
      return answer({ ...round, written_at: writtenAt })
    }),
  ]
}

const holding = ({ service, reads, aside }: SyncRouteParts): readonly Route[] => [
  route(syncCases.listCaseSync, async ({ query }) => paged(await reads.cases(query), query)),
  route(syncCases.readCaseSync, async ({ params }) => enveloped(await reads.case(params.id))),
  route(syncCases.listEvidencePlaces, async ({ params, query }) => {
    const page = await reads.evidence(params.id, query)
    return page.ok ? paged(page.value, query) : page
  }),
  route(syncCases.takeCaseOffline, async ({ params, body }) => {
    const done = body.offline ? await service.takeOffline(params.case_uid) : await service.giveBack(params.case_uid)
    return done.ok ? answer({ case_uid: params.case_uid, offline: body.offline }) : done
  }),
  route(syncCases.listTakeable, async () => {
    const listed = await service.takeable()
    return listed.ok
      ? answer(
          listed.value.map(({ caseUid, number, title, entries }) => ({
            case_uid: caseUid,
            case_number: number,
            title,
            entries,
          })),
        )
      : listed
  }),
  route(syncCases.retryCaseSync, async ({ params }) => {
    const done = await service.retryCase(params.case_uid)
    return done.ok ? answer({ case_uid: params.case_uid }) : done
  }),
  route(syncCases.fetchEvidence, async ({ params, request }) => {
    const piece = await reads.evidencePiece(params.id, params.evidence_id)
    if (!piece.ok) return piece
    const { caseUid, ...place } = piece.value
    if (place.here) return answer(place)
    const fetched = await whileWaited(request, (signal) => service.fetchEvidence(caseUid, place.sha256, signal))
    return fetched.ok ? answer({ ...place, here: true }) : fetched
  }),
  route(syncRecovery.listSetAside, async () => answer([...(await reads.setAside())])),
  route(syncRecovery.forgetSetAside, async ({ params }) => {
    const forgotten = await aside.forget(params.entry_id)
    return forgotten.ok ? answer({ entry_id: params.entry_id }) : forgotten
  }),
  route(syncRecovery.restoreSetAside, async ({ params, body, caller }) => {
    const restored = await aside.restore(params.entry_id, body.case_id, caller)
    return restored.ok
      ? answer({
          case_id: restored.value.caseId,
          evidence_id: restored.value.evidenceId,
          entry_id: restored.value.entryId,
        })
      : restored
  }),
  route(api.listNews, async ({ query }) => {
    const { cursor, total, cases } = await reads.news(query.since)
    return answer({ cursor, total, cases: [...cases] })
  }),
]

const conflicts = ({ reads, settlement }: SyncRouteParts): readonly Route[] => [
  route(syncConflicts.listConflicts, async ({ query }) => paged(await reads.conflicts(query), query)),
  route(syncConflicts.settleConflict, async ({ params, body, caller }) => {
    const settled = await settlement.settle(params.conflict_id, body, caller)
    return settled.ok ? ok({ success: true as const, data: settled.value }) : settled
  }),
]

/** The operations on sync, as people use it; the protocol between devices and hub has addresses of its own. */
export const syncRoutes = (parts: SyncRouteParts): readonly Route[] => [
  ...steering(parts),
  ...carrying(parts),
  ...holding(parts),
  ...conflicts(parts),
]
