import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useMe } from '../../data/queries/session.ts'
import { readDraft, writeDraft } from '../../state/drafts.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DropFile } from './DropFile.tsx'
import classes from './import.module.css'
import { StagedImport } from './StagedImport.tsx'
import { useImportJob } from './useImport.ts'

/** Where the window keeps which import is open, so that leaving the screen does not lose it. */
const jobKey = 'import-job'

const useOpenImport = (): readonly [string | null, (id: string | null) => void] => {
  const [id, setId] = useState<string | null>(() => readDraft(jobKey) || null)
  const open = (next: string | null): void => {
    writeDraft(jobKey, next ?? '')
    setId(next)
  }
  return [id, open]
}

/** The screen that takes cases from a CSV file, `#/import`. */
export const ImportPage = () => {
  const { t } = useTranslation()
  const me = useMe().data
  const [id, open] = useOpenImport()
  const job = useImportJob(id)
  const gone = isRefusal(job.error, 'not_found')
  if (me !== undefined && !mayWrite(me.role)) return <EmptyState title={t('import.forbidden')} />
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t('import.title')}</h1>
        <p>{t('import.subtitle')}</p>
      </div>
      {id === null || gone ? <DropFile onStaged={open} /> : null}
      {id !== null && job.error !== null && !gone ? <ErrorState error={job.error} onRetry={() => void job.refetch()} compact /> : null}
      {id !== null && job.isPending ? <LoadingRows rows={6} /> : null}
      {id !== null && job.data !== undefined && !gone ? <StagedImport key={id} job={job.data} onAnother={() => open(null)} /> : null}
    </div>
  )
}
