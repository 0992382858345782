import { Tooltip } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SyncStatus } from '../../features/sync/SyncStatus.tsx'
import { useConnection } from '../../state/session.ts'
import classes from './shell.module.css'

/** Where sync stands; that the service does not answer comes before everything else. */
export const ConnectionState = () => {
  const { t } = useTranslation()
  const reachable = useConnection((connection) => connection.reachable)
  if (reachable) return <SyncStatus />
  return (
    <Tooltip label={t('shell.unreachableHint')} multiline w={320}>
      <a href="#/verify" className={classes.connection} data-reachable={false}>
        <IconPlugConnectedX size={15} stroke={1.8} aria-hidden />
        <span role="status">{t('shell.unreachable')}</span>
      </a>
    </Tooltip>
  )
}
