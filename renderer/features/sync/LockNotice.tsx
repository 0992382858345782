import { IconLockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSyncState } from '../../data/queries/sync.ts'
import { syncHref } from '../../state/route.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './notices.module.css'

/** On every screen, in the last days: that this device locks unless it reaches its hub before. */
export const LockNotice = () => {
  const { t } = useTranslation()
  const lock = useSyncState().data?.lock ?? null
  const warns = lock?.warns === true
  return (
    <div className={classes.notice} role="status" data-shown={warns}>
      {!warns ? null : (
        <>
          <IconLockExclamation size={16} stroke={1.8} aria-hidden />
          <span>
            {t('sync.lock.soon')} <Timestamp at={lock.locks_at} />
            {t('sync.lock.unless')}
          </span>
          <a href={syncHref('overview')}>{t('sync.lock.more')}</a>
        </>
      )}
    </div>
  )
}
