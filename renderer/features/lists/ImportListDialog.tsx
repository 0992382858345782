import { FileInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listLimits, type Watchlist } from '../../../shared/schema/lists.ts'
import { useDiscardListImport, useListImport, useStageList } from '../../data/queries/lists.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import states from '../../ui/states.module.css'
import classes from './lists.module.css'
import { StagedList } from './StagedList.tsx'

/** Brings a file of a list: it is looked at, checked against what is in force, and put in force by a person. */
export const ImportListDialog = ({
  lists,
  onClose,
}: {
  readonly lists: readonly Watchlist[]
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const stage = useStageList()
  const discard = useDiscardListImport()
  const job = useListImport(id)
  const isTooLarge = file !== null && file.size > listLimits.fileBytes
  const forget = (): void => {
    if (id !== null) discard.mutate(id)
    setId(null)
  }
  const choose = (chosen: File | null): void => {
    forget()
    setFile(chosen)
    stage.reset()
    if (chosen !== null && chosen.size <= listLimits.fileBytes)
      stage.mutate(chosen, { onSuccess: (answer) => setId(answer.data.id) })
  }
  const close = (): void => {
    forget()
    onClose()
  }
  const isOver = job.data?.version !== null && job.data?.version !== undefined
  return (
    <Dialog onClose={close} title={t('lists.import.title')} size={620} closeOnClickOutside={false}>
      <div className={states.dialogBody}>
        <FileInput
          label={t('lists.import.file')}
          description={t('lists.import.fileHint')}
          placeholder={t('lists.import.choose')}
          accept=".xml,.csv,.json,.gz,.ftm,.txt"
          value={file}
          onChange={choose}
          disabled={stage.isPending || job.data?.state === 'running' || isOver}
          error={isTooLarge ? t('lists.import.tooLarge') : undefined}
          required
          data-autofocus
        />
        {stage.isPending ? (
          <p role="status" className={classes.plain}>
            {t('lists.import.reading', { name: file?.name ?? '' })}
          </p>
        ) : null}
        {stage.error === null ? null : <ErrorState error={stage.error} compact />}
        {job.error === null ? null : <ErrorState error={job.error} compact />}
        {job.data === undefined || id === null ? null : (
          <StagedList key={id} job={job.data} lists={lists} onClose={close} />
        )}
      </div>
    </Dialog>
  )
}
