import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HubDeviceView, HubRefusedView } from '../../../../shared/schema/hub.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './hub.module.css'

/** Whether there is anything about a device that an administrator can help with. */
export const hasTroubles = (device: HubDeviceView): boolean => device.lease_ended || device.refused.length > 0

/** What the hub counts of one device at most. */
const countedMost = 100

const reasonOf = (code: HubRefusedView['code']) =>
  code === 'not_permitted' || code === 'not_granted' || code === 'device_fork' ? code : 'other'

const Refused = ({ refused }: { readonly refused: HubRefusedView }) => {
  const { t, i18n } = useTranslation()
  const { code, cases, workspace } = refused
  const counted = { count: cases, text: cases.toLocaleString(i18n.language) }
  const where =
    cases === 0
      ? t('sync.hub.devices.troubles.workspace')
      : t(workspace ? 'sync.hub.devices.troubles.both' : 'sync.hub.devices.troubles.cases', counted)
  return (
    <li>
      <strong>{where}</strong> <code className={classes.code}>{code}</code>
      <p>{t(`sync.hub.devices.troubles.why.${reasonOf(code)}`)}</p>
    </li>
  )
}

const first = (times: readonly string[]): string => times.reduce((a, b) => (a < b ? a : b))
const last = (times: readonly string[]): string => times.reduce((a, b) => (a > b ? a : b))

const Stuck = ({ refused }: Pick<HubDeviceView, 'refused'>) => {
  const { t } = useTranslation()
  const counted = refused.reduce((sum, { cases, workspace }) => sum + cases + Number(workspace), 0)
  return (
    <div className={classes.trouble}>
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <p>
          <strong>
            {t('sync.hub.devices.troubles.stuck')} <Timestamp at={first(refused.map(({ since }) => since))} />
          </strong>
          . {t('sync.hub.devices.troubles.safe')}{' '}
          <span className="fs-muted">
            {t('sync.hub.devices.troubles.lastTried')}{' '}
            <Timestamp at={last(refused.map((each) => each.last_tried_at))} style="ago" />
          </span>
        </p>
        <ul>
          {refused.map((each) => (
            <Refused key={each.code} refused={each} />
          ))}
        </ul>
        {counted >= countedMost ? <p>{t('sync.hub.devices.troubles.many')}</p> : null}
      </div>
    </div>
  )
}

/**
 * Under a device: what of it is stuck, since when, in how much, why, and what its administrator can do; and that it was
 * not heard of for long.
 */
export const DeviceTroubles = ({ device, columns }: { readonly device: HubDeviceView; readonly columns: number }) => {
  const { t } = useTranslation()
  if (!hasTroubles(device)) return null
  return (
    <tr className={classes.troubles}>
      <td colSpan={columns}>
        {device.refused.length === 0 ? null : <Stuck refused={device.refused} />}
        {device.lease_ended ? (
          <div className={classes.trouble}>
            <IconClockPause size={16} aria-hidden />
            <p>{t('sync.hub.devices.troubles.silent')}</p>
          </div>
        ) : null}
      </td>
    </tr>
  )
}
