import { useQueryClient } from '@tanstack/react-query'
import type { AcquisitionFacts } from '../../../../shared/schema/evidence.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useSending } from '../../../data/useSending.ts'
import { useAcquirePath } from '../data/useEvidenceWrites.ts'
import { useUploader } from '../upload/Uploads.tsx'
import type { Chosen } from './collect.ts'
import type { Summary } from './summary.ts'

export interface Failed {
  readonly path: string
  readonly error: unknown
}

/** What became of each thing: those that were begun, and the paths that were refused with why. */
export interface Begun {
  readonly begun: readonly Chosen[]
  readonly failed: readonly Failed[]
}

/**
 * Begins to acquire: uploads as one batch, paths one by one. A refused path does not keep the others from being taken.
 */
export const useBegin = (caseId: number, { paths, files, plan }: Summary) => {
  const client = useQueryClient()
  const uploader = useUploader()
  const acquire = useAcquirePath(caseId)
  return useSending({
    mutationFn: async (facts: AcquisitionFacts): Promise<Begun> => {
      const begun: Chosen[] = []
      const failed: Failed[] = []
      if (plan.files.length + plan.refused.length > 0) {
        await uploader.start({ caseId, name: plan.name, files: plan.files, refused: plan.refused, facts })
        begun.push(...files)
      }
      for (const one of paths) {
        try {
          await acquire.mutateAsync({ path: one.path, facts })
          begun.push(one)
        } catch (error) {
          failed.push({ path: one.path, error })
        }
      }
      return { begun, failed }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.acquisitions }),
  })
}
