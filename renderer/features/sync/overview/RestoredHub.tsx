import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTrustRestoredHub } from '../../../data/queries/sync.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import classes from '../sync.module.css'

/**
 * In the window of a hub that was brought back from its backup: the word that what was written here afterwards has come
 * back, so that the window may write again.
 */
export const RestoredHub = () => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const trust = useTrustRestoredHub()
  const close = (): void => {
    trust.reset()
    setAsking(false)
  }
  return (
    <div className={classes.cardActions}>
      <Button onClick={() => setAsking(true)}>{t('sync.alarm.cameBack')}</Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t('sync.alarm.cameBackTitle')}
        confirm={t('sync.alarm.cameBackConfirm')}
        danger
        onConfirm={() => trust.mutate(undefined, { onSuccess: close })}
        pending={trust.isPending}
        error={trust.error}
        size={500}
      >
        <p className={classes.plain}>{t('sync.alarm.cameBackText')}</p>
      </ConfirmDialog>
    </div>
  )
}
