import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useBusinessesChanged, useImportOwnership, useOwnershipImport } from '../../data/queries/businesses.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './businesses.module.css'

/** Why the service asks how the file writes its shares; null where it does not ask. */
const doubtOf = (error: Error | null): string | null =>
  isRefusal(error, 'file_refused') ? (error.details.find(({ path }) => path === 'query.shares')?.message ?? null) : null

/** What has to be known of a file before it can be read: a question, not a fault. */
const SharesQuestion = ({
  name,
  doubt,
  onAnswer,
}: {
  readonly name: string
  readonly doubt: string
  readonly onAnswer: (shares: 'percent' | 'fraction') => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.question} role="alert">
      <b dir="auto">{t('businesses.import.ask', { name })}</b>
      <p>
        {doubt} {t('businesses.import.safe')}
      </p>
      <Button.Group>
        <Button size="xs" variant="default" onClick={() => onAnswer('fraction')}>
          {t('businesses.import.fractions')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onAnswer('percent')}>
          {t('businesses.import.percent')}
        </Button>
      </Button.Group>
    </div>
  )
}

/** Takes in a file of ownership data, and says how it goes. */
export const ImportOwnership = () => {
  const { t } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const send = useImportOwnership()
  const job = useOwnershipImport(id).data
  const changed = useBusinessesChanged()
  const state = job?.state
  useEffect(() => {
    if (state === undefined || state === 'running') return
    void changed()
    // Only the end of an import matters here; `changed` is another function each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
  const take = (file: File | null | undefined, shares?: 'percent' | 'fraction'): void => {
    if (file === null || file === undefined) return
    send.mutate({ file, ...(shares === undefined ? {} : { shares }) }, { onSuccess: ({ data }) => setId(data.id) })
  }
  const doubt = doubtOf(send.error)
  return (
    <>
      <FileButton onChange={(file) => take(file)} accept=".json,.jsonl,.ndjson,.csv,.gz">
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={14} aria-hidden />}
            loading={send.isPending || state === 'running'}
          >
            {t('businesses.import.button')}
          </Button>
        )}
      </FileButton>
      {send.error === null || doubt !== null ? null : <ErrorState error={send.error} compact />}
      {doubt === null ? null : (
        <SharesQuestion
          name={send.variables?.file.name ?? ''}
          doubt={doubt}
          onAnswer={(shares) => take(send.variables?.file, shares)}
        />
      )}
      {job === undefined || send.error !== null ? null : (
        <span className={classes.importState} role="status" data-state={job.state}>
          {job.state === 'failed'
            ? t('businesses.import.error', { message: job.error ?? '' })
            : t(`businesses.import.state.${job.state}`, {
                rows: job.rows,
                rejected: job.rejected,
                parties: job.parties,
              })}
        </span>
      )}
    </>
  )
}
