import { useQueryClient } from '@tanstack/react-query'
import {
  acquirePath,
  addEvidenceNote,
  editEvidence,
  linkToEvidence,
  relateEvidence,
  steerAcquisition,
  unrelateEvidence,
} from '../../../../shared/api/evidence.ts'
import { stageStatement } from '../../../../shared/api/transaction-imports.ts'
import { discardExport, linkToExport, startExport, type ExportChoice } from '../../../../shared/api/exports.ts'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import type { AcquisitionFacts } from '../../../../shared/schema/evidence.ts'
import { call, serviceAddress } from '../../../data/client.ts'
import { refreshAfterCaseChange } from '../../../data/queries/cases.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useSending } from '../../../data/useSending.ts'
import { saveFrom } from '../../../ui/saveFile.ts'

/**
 * A change of a case's evidence: sealed first, then everything that hangs on the case is read again, also after a
 * refusal.
 */
export const useWrite = <V, A>(caseId: number, send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  const refresh = () => refreshAfterCaseChange(client, caseId)
  return useSending({ mutationFn: send, onSuccess: refresh, onError: () => void refresh() })
}

export const useEditPiece = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof editEvidence>) => call(editEvidence, { params: { id, evidence_id }, body }))
export const useNotePiece = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof addEvidenceNote>) => call(addEvidenceNote, { params: { id, evidence_id }, body }))
export const useRelatePiece = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof relateEvidence>) => call(relateEvidence, { params: { id, evidence_id }, body }))

/** Takes a relation back, from the piece that stated it. */
export const useUnrelatePiece = (id: number) =>
  useWrite(id, ({ from, ...body }: { from: number } & BodyOf<typeof unrelateEvidence>) =>
    call(unrelateEvidence, { params: { id, evidence_id: from }, body }),
  )

/** Seals a look at a piece, then gives the link that serves its bytes. */
export const useViewPiece = (id: number, evidence_id: number) =>
  useWrite(id, () => call(linkToEvidence, { params: { id, evidence_id }, body: { purpose: 'view' } }))

/** Seals a download, then hands the bytes to the browser's own download. */
export const useDownloadPiece = (id: number, evidence_id: number) =>
  useWrite(id, async () => {
    const { data } = await call(linkToEvidence, { params: { id, evidence_id }, body: { purpose: 'download' } })
    saveFrom(serviceAddress(data.url), data.name)
    return data
  })

/** Seals a look at a piece, and stages it as a file of transactions, which the import shows next. */
export const useReadStatement = (id: number, evidence_id: number) =>
  useWrite(id, () => call(stageStatement, { params: { id, evidence_id } }))

export const useStartExport = (id: number) =>
  useWrite(id, (body: ExportChoice) => call(startExport, { params: { id }, body }))

/** Fetches the link of a finished bundle and hands it to the browser's own download. */
export const useSaveExport = () =>
  useSending({
    mutationFn: async (id: string) => {
      const { data } = await call(linkToExport, { params: { id } })
      saveFrom(serviceAddress(data.url), data.name)
      return data
    },
  })

export const useDiscardExport = (caseId: number) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (id: string) => call(discardExport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.exports(caseId) }),
  })
}

/** Begins to acquire a path of this computer. */
export const useAcquirePath = (id: number) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: { path: string; facts: AcquisitionFacts }) => call(acquirePath, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.acquisitions }),
  })
}

export const useSteer = (caseId: number) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (given: { id: string; action: 'pause' | 'resume' | 'cancel' }) =>
      call(steerAcquisition, { params: given }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keys.acquisitions })
      await client.invalidateQueries({ queryKey: keys.evidence(caseId) })
    },
  })
}
