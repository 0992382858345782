import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkOutcome, QueuePage } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'
import { classes } from './classes.ts'

/** Which of the cases were changed, and why the others were not. Refused ones stand first. */
export const BulkOutcomeDialog = ({ outcome, onClose }: { readonly outcome: BulkOutcome; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const known = client.getQueriesData<QueuePage>({ queryKey: keys.caseLists }).flatMap(([, page]) => page?.items ?? [])
  const numbers = new Map(known.map((item) => [item.id, item.case_number]))
  const ordered = [...outcome.results].sort((one, other) => Number(one.ok) - Number(other.ok))
  return (
    <Modal opened onClose={onClose} title={t('queue.bulk.outcome', { changed: outcome.changed, refused: outcome.refused })} size={640} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className={classes.form}>
        <ul className={classes.outcome} tabIndex={0} aria-label={t('queue.bulk.outcomeList')}>
          {ordered.map((result) => (
            <li key={result.id}>
              {result.ok ? <IconCheck size={15} className={classes.good} aria-hidden /> : <IconX size={15} className={classes.bad} aria-hidden />}
              <span className="fs-mono">{numbers.get(result.id) ?? t('queue.bulk.caseId', { id: result.id })}</span>
              <span>{result.ok ? t('queue.bulk.done') : result.error?.message}</span>
            </li>
          ))}
        </ul>
        {outcome.refused === 0 ? null : <p className="fs-muted">{t('queue.bulk.refusedSelected')}</p>}
        <Button onClick={onClose} data-autofocus style={{ alignSelf: 'flex-end' }}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}
