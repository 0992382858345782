import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sliceRows } from '../../data/inSlices.ts'

/**
 * For how many of the rows of a change there is an answer, refusals among them; nothing where they are so few that it
 * is over at once.
 */
export const BulkProgress = ({ done, of }: { readonly done: number | null; readonly of: number }) => {
  const { t } = useTranslation()
  if (done === null || of <= sliceRows) return null
  const words = t('queue.bulk.progress', { done, total: of })
  return (
    <div>
      <Progress value={(100 * done) / of} size={6} aria-label={t('queue.bulk.progressBar')} />
      <p role="status" className="fs-muted" style={{ margin: '6px 0 0' }}>
        {words}
      </p>
    </div>
  )
}
