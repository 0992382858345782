import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { caseStatus } from '../../../../shared/schema/case.ts'
import type { Conflict } from '../../../../shared/schema/sync.ts'

/** What a side of a conflict set, in words: the name of a state, or of a person. */
export const useSideWords = (): ((conflict: Pick<Conflict, 'kind'>, value: string) => string) => {
  const { t } = useTranslation()
  return useCallback(
    (conflict, value) => {
      const status = conflict.kind === 'transition' ? caseStatus.safeParse(value) : null
      return status?.success === true ? t(`status.${status.data}`) : value
    },
    [t],
  )
}
