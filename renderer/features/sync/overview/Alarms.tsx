import { Button } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { useBeginNewEpoch, useTrustRestoredHub } from '../../../data/queries/sync.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alarmCode } from '../model/states.ts'
import classes from '../sync.module.css'

type Way = 'trust' | 'epoch'

/** Which way on a halted state has, besides leaving it as it is. */
const wayOn = ({ state }: SyncState): Way | null => {
  if (state === 'hub_not_trusted') return 'trust'
  return state === 'forked' ? 'epoch' : null
}

const Decision = ({ way }: { readonly way: Way }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState(false)
  const trust = useTrustRestoredHub()
  const epoch = useBeginNewEpoch()
  const act = way === 'trust' ? trust : epoch
  const close = (): void => {
    act.reset()
    setAsking(false)
  }
  return (
    <div className={classes.alarmActions}>
      <Button onClick={() => setLeft(true)}>{t('sync.alarm.stay')}</Button>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(`sync.alarm.${way}`)}
      </Button>
      {left ? (
        <p role="status" className={classes.outcome}>
          {t('sync.alarm.stayHint')}
        </p>
      ) : null}
      <ConfirmDialog opened={asking} onClose={close} title={t(`sync.alarm.${way}Title`)} confirm={t(`sync.alarm.${way}Confirm`)} danger onConfirm={() => act.mutate(undefined, { onSuccess: close })} pending={act.isPending} error={act.error} size={500}>
        <p className={classes.plain}>{t(`sync.alarm.${way}Text`)}</p>
      </ConfirmDialog>
    </div>
  )
}

/** Alarms, over the whole width: what does not hold, exactly, since when; the safe choice first. */
export const Alarms = ({ state, writes }: { readonly state: SyncState; readonly writes: boolean }) => {
  const { t } = useTranslation()
  const way = wayOn(state)
  if (state.alarms.length === 0 && way === null) return null
  return (
    <section className={classes.alarms} role="alert" aria-label={t('sync.alarm.label')}>
      {state.alarms.map((alarm) => (
        <div key={`${alarm.code}:${alarm.at}`} className={classes.alarm}>
          <IconAlertOctagon size={20} stroke={1.8} aria-hidden />
          <div>
            <h2>{t(`sync.alarm.title.${alarmCode(alarm.code)}`)}</h2>
            <p dir="auto">{alarm.message}</p>
            <p className={classes.alarmFoot}>
              <Timestamp at={alarm.at} style="seconds" /> <code>{alarm.code}</code>
            </p>
          </div>
        </div>
      ))}
      {way === null || !writes ? null : <Decision way={way} />}
    </section>
  )
}
