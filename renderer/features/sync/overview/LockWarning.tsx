import { IconLockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../sync.module.css'

/** That this device locks soon, why, when, and what keeps it open. */
export const LockWarning = ({ lock }: { readonly lock: NonNullable<SyncState['lock']> }) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes.card} data-tone="notice" aria-labelledby="sync-lock">
      <IconLockExclamation size={26} stroke={1.6} className={classes.cardIcon} aria-hidden />
      <div className={classes.cardBody}>
        <h2 id="sync-lock">{t('sync.lock.title')}</h2>
        <p className={classes.plain}>
          {t('sync.lock.text', { count: lock.after_days, text: lock.after_days.toLocaleString(i18n.language) })}
        </p>
        <p className={classes.note}>
          {t('sync.lock.contact')} <Timestamp at={lock.contact_at} /> · {t('sync.lock.locks')}{' '}
          <Timestamp at={lock.locks_at} />
        </p>
      </div>
    </section>
  )
}
