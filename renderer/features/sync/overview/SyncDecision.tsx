import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRollback, type SyncState } from '../../../../shared/schema/sync.ts'
import { useAskHubAgain, useBeginNewEpoch, useTrustRestoredHub } from '../../../data/queries/sync.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import classes from '../sync.module.css'

export type Way = 'trust' | 'again' | 'epoch'

/** Which way on a state has, besides leaving it as it is. */
export const wayOn = ({ state, alarms }: Pick<SyncState, 'state' | 'alarms'>): Way | null => {
  if (state === 'hub_not_trusted') return alarms.some(({ code }) => isRollback(code)) ? 'trust' : 'again'
  return state === 'forked' || state === 'refused' ? 'epoch' : null
}

/** A decision about sync: where it has stopped, to leave it so comes first; to go on takes a second, worded one. */
export const SyncDecision = ({ way, stopped }: { readonly way: Way; readonly stopped: boolean }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState(false)
  const trust = useTrustRestoredHub()
  const epoch = useBeginNewEpoch()
  const again = useAskHubAgain()
  const act = { trust, again, epoch }[way]
  const close = (): void => {
    act.reset()
    setAsking(false)
  }
  return (
    <div className={classes.cardActions}>
      {stopped ? <Button onClick={() => setLeft(true)}>{t('sync.alarm.stay')}</Button> : null}
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(`sync.alarm.${way}`)}
      </Button>
      {left ? (
        <p role="status" className={classes.outcome}>
          {t('sync.alarm.stayHint')}
        </p>
      ) : null}
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t(`sync.alarm.${way}Title`)}
        confirm={t(`sync.alarm.${way}Confirm`)}
        danger
        onConfirm={() => act.mutate(undefined, { onSuccess: close })}
        pending={act.isPending}
        error={act.error}
        size={500}
      >
        <p className={classes.plain}>{t(`sync.alarm.${way}Text`)}</p>
      </ConfirmDialog>
    </div>
  )
}
