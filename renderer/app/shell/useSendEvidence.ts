import { useQueryClient } from '@tanstack/react-query'
import { readAcquisition } from '../../../shared/api/evidence.ts'
import type { Acquisition } from '../../../shared/schema/evidence.ts'
import { call } from '../../data/client.ts'
import { keys } from '../../data/queries/keys.ts'
import { useUploader } from '../../features/evidence/upload/Uploads.tsx'
import type { Batch, Uploader } from '../../features/evidence/upload/uploader.ts'
import type { SendEvidence } from '../../features/network/save/send.ts'
import { useStable } from '../../ui/useStable.ts'

const pollMs = 250

/** Resolves when a batch came to its end; rejects with what kept a file from being sent. */
const ended = (uploader: Uploader, id: string): Promise<Batch> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const batch = uploader.store.getState().batches.find((one) => one.id === id)
      if (batch?.state === 'running') return
      stop()
      const [problem] = batch?.problems ?? []
      if (batch?.state === 'done' && problem === undefined) resolve(batch)
      else reject(new Error(problem?.message ?? batch?.stoppedBy ?? 'The upload was stopped before it was whole.'))
    }
    const stop = uploader.store.subscribe(look)
    look()
  })

/** Resolves when the service has sealed what was sent: an upload is hashed and taken in after its last byte. */
const sealed = async (id: string): Promise<Acquisition> => {
  for (;;) {
    const { data } = await call(readAcquisition, { params: { id } })
    const [problem] = data.problems
    if (data.state === 'done' && problem === undefined) return data
    if (data.state === 'failed' || data.state === 'cancelled' || data.state === 'done')
      throw new Error(problem?.message ?? data.error ?? 'The service did not take the file in.')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Sends files that a screen made into a case as evidence, by the uploads of this window. */
export const useSendEvidence = (): SendEvidence => {
  const uploader = useUploader()
  const client = useQueryClient()
  return useStable(async ({ caseId, name, files, facts }) => {
    const before = new Set(uploader.store.getState().batches.map(({ id }) => id))
    await uploader.start({
      caseId,
      name,
      files: files.map((file) => ({ file, name: file.name, size: file.size, path: null })),
      refused: [],
      facts,
    })
    const begun = uploader.store.getState().batches.find((one) => one.caseId === caseId && !before.has(one.id))
    if (begun === undefined) throw new Error('The upload could not be followed; see the case’s evidence.')
    const batch = await ended(uploader, begun.id)
    const acquisitions = await Promise.all(batch.acquisitions.map(sealed))
    uploader.forget(batch.id)
    void client.invalidateQueries({ queryKey: keys.acquisitions })
    return acquisitions.map((one) => ({ name: one.name, evidenceId: one.evidence_id }))
  })
}
