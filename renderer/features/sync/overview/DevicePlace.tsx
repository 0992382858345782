import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Fingerprint } from '../Fingerprint.tsx'
import classes from '../sync.module.css'

/** Which device this is, and which hub it has. */
export const DevicePlace = ({ state }: { readonly state: SyncState }) => {
  const { t, i18n } = useTranslation()
  const { device, hub, lock } = state
  return (
    <section className={classes.block} aria-labelledby="sync-place">
      <div className={classes.blockHead}>
        <h2 id="sync-place">{t('sync.place.label')}</h2>
      </div>
      <dl className={classes.facts}>
        <dt>{t('sync.place.device')}</dt>
        <dd>
          <span dir="auto">{device.name}</span>{' '}
          <span className="fs-muted">{t('sync.place.number', { number: device.number })}</span>{' '}
          <code className={classes.code}>{device.id}</code>
          <CopyButton value={device.id} label={t('sync.place.copyId')} size={18} />
        </dd>
        {hub === null ? null : (
          <>
            <dt>{t('sync.place.hub')}</dt>
            <dd>
              <span className={classes.address}>{hub.url}</span> <code className={classes.code}>{hub.origin}</code>
            </dd>
            <dt>{t('sync.place.fingerprint')}</dt>
            <dd>
              <Fingerprint value={hub.fingerprint} />{' '}
              <span className="fs-muted">{t('sync.place.fingerprintHint')}</span>
            </dd>
          </>
        )}
        {lock === null ? null : (
          <>
            <dt>{t('sync.lock.label')}</dt>
            <dd>
              {t('sync.lock.after', { count: lock.after_days, text: lock.after_days.toLocaleString(i18n.language) })}{' '}
              <Timestamp at={lock.locks_at} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
