import { Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../state/route.ts'
import { useUpdates } from '../../state/useUpdates.ts'
import classes from './shell.module.css'

/** That an update is ready to be installed, on every screen; leads to where a person does it. */
export const UpdateState = () => {
  const { t } = useTranslation()
  const ready = useUpdates()?.ready ?? null
  if (ready === null) return null
  const { version, recalled } = ready
  return (
    <Tooltip label={t(recalled ? 'settings.updates.noticeRecalledHint' : 'settings.updates.noticeHint', { version })}>
      <a
        href={hrefOf({ name: 'settings', section: 'updates' })}
        aria-label={t(recalled ? 'settings.updates.noticeRecalled' : 'settings.updates.notice')}
        className={classes.update}
        data-recalled={recalled || undefined}
      >
        <IconDownload size={15} stroke={1.8} aria-hidden />
        <span>{t(recalled ? 'settings.updates.noticeRecalled' : 'settings.updates.notice')}</span>
      </a>
    </Tooltip>
  )
}
