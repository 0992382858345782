import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useBusinessesChanged, useImportOwnership, useOwnershipImport } from '../../data/queries/businesses.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './businesses.module.css'

/** Whether the service asks how the file writes its shares. */
const asksShares = (error: Error | null): boolean =>
  isRefusal(error, 'file_refused') && error.details.some(({ path }) => path === 'query.shares')

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
      {send.error === null ? null : <ErrorState error={send.error} compact />}
      {asksShares(send.error) ? (
        <Button.Group>
          <Button size="xs" variant="default" onClick={() => take(send.variables?.file, 'fraction')}>
            {t('businesses.import.fractions')}
          </Button>
          <Button size="xs" variant="default" onClick={() => take(send.variables?.file, 'percent')}>
            {t('businesses.import.percent')}
          </Button>
        </Button.Group>
      ) : null}
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
