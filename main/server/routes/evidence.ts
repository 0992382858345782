import { Readable } from 'node:stream'
import * as api from '../../../shared/api/evidence.ts'
import * as erasing from '../../../shared/api/evidence-erasure.ts'
import * as texts from '../../../shared/api/evidence-text.ts'
import * as knownFiles from '../../../shared/api/known-files.ts'
import * as bundles from '../../../shared/api/exports.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { NamedActor } from '../evidence/kept-acquisition.ts'
import type { EvidenceService } from '../evidence/evidence-service.ts'
import { uploadChunkBytes } from '../evidence/uploads.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'

const localOnly = refusal(
  'forbidden',
  'Only the desktop and the command line of this computer’s own user may name paths; upload the file instead.',
)

const pieces = (service: EvidenceService): readonly Route[] => [
  route(api.listEvidence, async ({ params, query }) => {
    const page = await service.store.list(params.id, query)
    return page.ok ? ok({ success: true as const, ...page.value }) : page
  }),
  route(api.readEvidence, async ({ params }) => enveloped(await service.store.read(params.id, params.evidence_id))),
  route(api.editEvidence, async ({ params, body, caller }) =>
    enveloped(await service.store.edit(params.id, params.evidence_id, body, caller)),
  ),
  route(api.addEvidenceNote, async ({ params, body, caller, inTransaction }) =>
    enveloped(
      await service.store.addNote(params.id, params.evidence_id, body.text, {
        actor: caller,
        ...(inTransaction === undefined ? {} : { inTransaction }),
      }),
    ),
  ),
  route(api.relateEvidence, async ({ params, body, caller }) =>
    enveloped(await service.store.relate(params.id, params.evidence_id, body, true, caller)),
  ),
  route(api.unrelateEvidence, async ({ params, body, caller }) =>
    enveloped(await service.store.relate(params.id, params.evidence_id, body, false, caller)),
  ),
  route(api.linkToEvidence, async ({ params, body, caller }) =>
    enveloped(await service.release(params.id, params.evidence_id, body.purpose, caller)),
  ),
]

const erasureRoutes = ({ erasures }: EvidenceService): readonly Route[] => [
  route(erasing.listErasures, async ({ query }) => answer([...(await erasures.list(query))])),
  route(erasing.requestErasure, async ({ params, body, caller }) =>
    enveloped(await erasures.request(params.id, params.evidence_id, body, caller)),
  ),
  route(erasing.approveErasure, async ({ params, body, caller }) =>
    enveloped(await erasures.approve(params.id, params.evidence_id, body, caller)),
  ),
  route(erasing.declineErasure, async ({ params, body, caller }) =>
    enveloped(await erasures.decline(params.id, params.evidence_id, body, caller)),
  ),
]

const textRoutes = ({ texts: service }: EvidenceService): readonly Route[] => [
  route(texts.searchEvidenceText, async ({ params, body, caller }) => {
    const found = await service.search(params.id, body, caller)
    return found.ok ? ok({ success: true as const, ...found.value }) : found
  }),
  route(texts.readEvidenceText, ({ params }) => enveloped(service.reads.ofCase(params.id))),
  route(texts.readPieceText, ({ params }) => enveloped(service.reads.ofPiece(params.id, params.evidence_id))),
  route(texts.renewEvidenceText, async ({ params }) => enveloped(await service.renew(params.id))),
  route(texts.dropEvidenceText, async ({ params }) => enveloped(await service.drop(params.id))),
]

const knownRoutes = ({ known }: EvidenceService): readonly Route[] => [
  route(knownFiles.listKnownFiles, async () => answer(await known.overview())),
  route(knownFiles.importKnownFiles, async ({ query, upload, caller }) =>
    enveloped(
      await known.take(
        upload ?? Readable.from([]),
        { name: query.name, standing: query.standing, fileName: query.file_name ?? null },
        caller,
      ),
    ),
  ),
  route(knownFiles.removeKnownFiles, async ({ params }) => enveloped(await known.remove(params.id))),
]

/** The operations on evidence. */
export const evidenceRoutes = (service: EvidenceService, access: Pick<AccessStore, 'userByUid'>): readonly Route[] => {
  const { acquisitions, exports, uploads, store } = service
  const named = (caller: Caller): NamedActor => ({
    actor: caller,
    name: access.userByUid(caller.userUid)?.name ?? caller.userUid,
  })
  return [
    ...pieces(service),
    ...erasureRoutes(service),
    ...textRoutes(service),
    ...knownRoutes(service),
    route(api.openUpload, async ({ params, body, caller }) => {
      const opened = await uploads.open(params.id, body, named(caller))
      if (!opened.ok) return opened
      return answer({
        acquisition: opened.value,
        upload_url: `/v1/uploads/${opened.value.id}`,
        chunk_bytes: uploadChunkBytes,
      })
    }),
    route(api.acquirePath, async ({ params, body, caller }) =>
      caller.isLocal
        ? enveloped(await acquisitions.start(params.id, body.path, body.facts, named(caller)))
        : fail(localOnly),
    ),
    route(api.listAcquisitions, ({ query }) => answer([...acquisitions.list(query.case_id)])),
    route(api.readAcquisition, ({ params }) => enveloped(acquisitions.read(params.id))),
    route(api.steerAcquisition, async ({ params, caller }) => {
      const found = acquisitions.read(params.id)
      if (!found.ok) return found
      if (found.value.via === 'path') return enveloped(await acquisitions.steer(params.id, params.action))
      const refused = uploads.whyNot(params.id, caller, 'steer')
      return refused === null ? enveloped(await uploads.steer(params.id, params.action)) : fail(refused)
    }),
    route(bundles.startExport, async ({ params, body, caller }) =>
      enveloped(await exports.start(params.id, body, named(caller))),
    ),
    route(bundles.findExportQuotations, async ({ params, body }) =>
      enveloped(await exports.quotations(params.id, body.except)),
    ),
    route(bundles.listExports, async ({ params }) => {
      const found = await store.list(params.id, { page: 1, size: 1, sort: 'acquired' })
      return found.ok ? answer([...(await exports.list(params.id))]) : found
    }),
    route(bundles.readExport, async ({ params }) => enveloped(await exports.read(params.id))),
    route(bundles.linkToExport, async ({ params, caller }) => enveloped(await exports.link(params.id, caller))),
    route(bundles.discardExport, async ({ params }) => enveloped(await exports.discard(params.id))),
  ]
}
