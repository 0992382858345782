import type { Acquisition } from '../../../../shared/schema/evidence.ts'

/** What a batch of uploads tells of itself; see `upload/uploader.ts`. */
interface BatchLike {
  readonly id: string
  readonly caseId: number
  readonly state: 'running' | 'paused' | 'done' | 'cancelled'
  readonly acquisitions: readonly string[]
}

/**
 * One line of what is being acquired: a path that the service reads, files that this window sends, or an upload that
 * lost its window.
 */
export type Work<B> =
  | { readonly kind: 'path' | 'orphan'; readonly id: string; readonly acquisition: Acquisition }
  | {
      readonly kind: 'batch'
      readonly id: string
      readonly batch: B
      /** Files of it whose bytes the case held already. */ readonly duplicates: number
    }

const ended: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled'])

export const hasEnded = (state: string): boolean => ended.has(state)

/**
 * The lines for one case, those at work first. Uploads that belong to a batch of this window are told by the batch; one
 * that ended well elsewhere needs no line, its piece is in the list.
 */
export const worksOf = <B extends BatchLike>(
  caseId: number,
  acquisitions: readonly Acquisition[],
  batches: readonly B[],
): readonly Work<B>[] => {
  const mine = batches.filter((batch) => batch.caseId === caseId)
  const inBatches = new Set(mine.flatMap((batch) => batch.acquisitions))
  const byId = new Map(acquisitions.map((one) => [one.id, one]))
  const ofBatches = mine.map((batch): Work<B> => ({
    kind: 'batch',
    id: batch.id,
    batch,
    duplicates: batch.acquisitions.reduce((sum, id) => sum + (byId.get(id)?.duplicates ?? 0), 0),
  }))
  const others = acquisitions
    .filter(
      (one) =>
        one.case_id === caseId &&
        !inBatches.has(one.id) &&
        !(one.via === 'upload' && one.state === 'done' && one.duplicates === 0),
    )
    .map((acquisition): Work<B> => ({
      kind: acquisition.via === 'upload' ? 'orphan' : 'path',
      id: acquisition.id,
      acquisition,
    }))
  const all = [...ofBatches, ...others]
  const isOver = (work: Work<B>): boolean => hasEnded(work.kind === 'batch' ? work.batch.state : work.acquisition.state)
  return [...all.filter((work) => !isOver(work)), ...all.filter(isOver)]
}
