import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HubDeviceView, HubRefusedView } from '../../../../shared/schema/hub.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { ToldDeviceHealth } from './ToldDeviceHealth.tsx'
import { Wiped } from './Wiped.tsx'
import classes from './hub.module.css'

/** Whether anything is said below a device: of one that was revoked nothing is. */
export const hasMore = (device: HubDeviceView): boolean => device.state !== 'revoked' || device.refused.length > 0

const isHeard = ({ state }: HubDeviceView): boolean => state === 'active' || state === 'forked'

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

const Silent = ({ device }: { readonly device: HubDeviceView }) => {
  const { t } = useTranslation()
  if (!device.silent && !device.lease_ended) return null
  return (
    <div className={classes.trouble}>
      <IconClockPause size={16} aria-hidden />
      <div>
        {device.silent ? <p>{t('sync.hub.devices.troubles.silent')}</p> : null}
        {device.lease_ended ? <p>{t('sync.hub.devices.troubles.lease')}</p> : null}
      </div>
    </div>
  )
}

/**
 * Under a device: what it told of itself; what of it is stuck, since when, in how much, why, and what its administrator can do; and that it was
 * not heard of for long.
 */
export const DeviceMore = ({ device, columns }: { readonly device: HubDeviceView; readonly columns: number }) => {
  if (!hasMore(device)) return null
  return (
    <tr className={classes.troubles}>
      <td colSpan={columns}>
        {isHeard(device) ? <ToldDeviceHealth told={device.told} /> : null}
        {device.state === 'removed' ? <Wiped told={device.told} /> : null}
        {device.refused.length === 0 ? null : <Stuck refused={device.refused} />}
        <Silent device={device} />
      </td>
    </tr>
  )
}
