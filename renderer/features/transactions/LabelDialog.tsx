import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useLabelTransaction } from '../../data/queries/transactions.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { activityClasses } from './classes.ts'

type Props = {
  readonly ids: readonly string[]
  readonly isFraud: boolean
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Longest note of a finding. */
const notesMax = 2_000

/**
 * Records what a person found of activities, one after the other; what was recorded before a refusal stays, and the
 * dialog says how many wait.
 */
export const LabelDialog = ({ ids, isFraud, onClose, onDone }: Props) => {
  const { t } = useTranslation()
  const write = useLabelTransaction()
  const [notes, setNotes] = useState('')
  const [waiting, setWaiting] = useState(ids)
  const [error, setError] = useState<unknown>(null)
  const [running, setRunning] = useState(false)
  const kind = isFraud ? 'fraud' : 'genuine'
  const run = async (): Promise<void> => {
    setRunning(true)
    setError(null)
    const left = [...waiting]
    try {
      for (let id = left[0]; id !== undefined; id = left[0]) {
        try {
          await write.mutateAsync({ id, isFraud, notes: notes.replace(/\s+/gu, ' ').trim() })
        } catch (caught) {
          if (!isRefusal(caught, 'already_done')) throw caught
        }
        left.shift()
      }
      onDone?.()
      onClose()
    } catch (caught) {
      setError(caught)
      setWaiting(left)
    } finally {
      setRunning(false)
    }
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`transactions.mark.${kind}`)}
      confirm={t(`transactions.mark.${kind}`)}
      onConfirm={() => void run()}
      pending={running}
      disabled={notes.length > notesMax}
      error={error}
    >
      <p className={activityClasses.plain}>{t(`transactions.markMeans.${kind}`, { count: waiting.length })}</p>
      <RationaleField
        value={notes}
        onChange={setNotes}
        required={false}
        autoFocus
        error={notes.length > notesMax ? t('common.characters', { count: notes.length, max: notesMax }) : null}
        hint={t('transactions.markHint')}
      />
    </ConfirmDialog>
  )
}
