import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowId } from '../../data/paging/rows.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import list from './list.module.css'

export type BulkDialogOutcome<I extends RowId> = {
  readonly changed: number
  readonly refused: number
  readonly results: readonly {
    readonly id: I
    readonly ok: boolean
    readonly error?: { readonly message: string } | undefined
  }[]
}

type Props<I extends RowId> = {
  readonly outcome: BulkDialogOutcome<I>
  readonly nameOf: (id: I) => string
  /** What the list of results is called, and what is said of the refused. */
  readonly label: string
  readonly refusedHint: string
  readonly onClose: () => void
}

/** Which rows were changed, and why the others were not. Refused ones stand first. */
export const BulkOutcomeDialog = <I extends RowId>({ outcome, nameOf, label, refusedHint, onClose }: Props<I>) => {
  const { t } = useTranslation()
  const ordered = [...outcome.results].sort((one, other) => Number(one.ok) - Number(other.ok))
  return (
    <Dialog
      onClose={onClose}
      title={t('queue.bulk.outcome', { changed: outcome.changed, refused: outcome.refused })}
      size={640}
    >
      <div className={list.form}>
        <ul className={list.outcome} tabIndex={0} aria-label={label}>
          {ordered.map((result) => (
            <li key={result.id}>
              {result.ok ? (
                <IconCheck size={15} className={list.good} aria-hidden />
              ) : (
                <IconX size={15} className={list.bad} aria-hidden />
              )}
              <span dir="auto">{nameOf(result.id)}</span>
              <span>{result.ok ? t('queue.bulk.done') : result.error?.message}</span>
            </li>
          ))}
        </ul>
        {outcome.refused === 0 ? null : <p className="fs-muted">{refusedHint}</p>}
        <Button onClick={onClose} data-autofocus style={{ alignSelf: 'flex-end' }}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
