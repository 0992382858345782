import { IconAlertOctagon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alarmCode, restoredHub } from '../model/states.ts'
import classes from '../sync.module.css'
import { RestoredHub } from './RestoredHub.tsx'

type Props = Pick<SyncState, 'alarms'> & { readonly writes: boolean }

/** Alarms, over the whole width: what does not hold, exactly, and since when. What can be decided stands below, with the state; but for a hub that was brought back, of whose sync nothing stands still. */
export const Alarms = ({ alarms, writes }: Props) => {
  const { t } = useTranslation()
  if (alarms.length === 0) return null
  return (
    <section className={classes.alarms} role="alert" aria-label={t('sync.alarm.label')}>
      {alarms.map((alarm) => (
        <div key={`${alarm.code}:${alarm.at}`} className={classes.alarm}>
          <IconAlertOctagon size={20} stroke={1.8} aria-hidden />
          <div>
            <h2>{t(`sync.alarm.title.${alarmCode(alarm.code)}`)}</h2>
            <p dir="auto">{alarm.message}</p>
            <p className={classes.alarmFoot}>
              <Timestamp at={alarm.at} style="seconds" /> <code>{alarm.code}</code>
            </p>
            {writes && alarm.code === restoredHub ? <RestoredHub /> : null}
          </div>
        </div>
      ))}
    </section>
  )
}
