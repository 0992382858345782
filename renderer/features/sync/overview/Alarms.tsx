import { IconAlertOctagon, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alarmCode, isOfState, restoredHub } from '../model/states.ts'
import classes from '../sync.module.css'
import { RestoredHub } from './RestoredHub.tsx'

type Props = {
  readonly state: Pick<SyncState, 'state' | 'alarms' | 'clock'>
  readonly steers: boolean
}

/**
 * Alarms, over the whole width: what does not hold, exactly, and since when. What can be decided stands below, with the
 * state; but for a hub that was brought back, of whose sync nothing stands still.
 */
export const Alarms = ({ state, steers }: Props) => {
  const { t } = useTranslation()
  const { clock } = state
  const alarms = state.alarms.filter((alarm) => !isOfState(alarm, state))
  if (alarms.length === 0 && clock === null) return null
  return (
    <section className={classes.alarms} role="alert" aria-label={t('sync.alarm.label')}>
      {clock === null ? null : (
        <div className={classes.alarm}>
          <IconClockExclamation size={20} stroke={1.8} aria-hidden />
          <div>
            <h2>{t('sync.clock.title')}</h2>
            <p dir="auto">{clock.message}</p>
            {clock.compared_at === null ? null : (
              <p className={classes.alarmFoot}>
                {t('sync.clock.compared')} <Timestamp at={clock.compared_at} style="seconds" />
              </p>
            )}
          </div>
        </div>
      )}
      {alarms.map((alarm) => (
        <div key={`${alarm.code}:${alarm.at}`} className={classes.alarm}>
          <IconAlertOctagon size={20} stroke={1.8} aria-hidden />
          <div>
            <h2>{t(`sync.alarm.title.${alarmCode(alarm.code)}`)}</h2>
            <p dir="auto">{alarm.message}</p>
            <p className={classes.alarmFoot}>
              <Timestamp at={alarm.at} style="seconds" /> <code>{alarm.code}</code>
            </p>
            {steers && alarm.code === restoredHub ? <RestoredHub /> : null}
          </div>
        </div>
      ))}
    </section>
  )
}
