import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSyncState } from '../../data/queries/sync.ts'
import { syncHref } from '../../state/route.ts'
import classes from './notices.module.css'

/**
 * On every screen, since on every one people seal: that the clock of this computer is wrong. What to do stands in the
 * sync centre.
 */
export const ClockNotice = () => {
  const { t } = useTranslation()
  const clock = useSyncState().data?.clock ?? null
  return (
    <div className={classes.notice} role="status" data-shown={clock !== null}>
      {clock === null ? null : (
        <>
          <IconClockExclamation size={16} stroke={1.8} aria-hidden />
          <span>{t(clock.compared_at === null ? 'sync.clock.moved' : 'sync.clock.wrong')}</span>
          <a href={syncHref('overview')}>{t('sync.clock.more')}</a>
        </>
      )}
    </div>
  )
}
