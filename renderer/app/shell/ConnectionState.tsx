import { Tooltip } from '@mantine/core'
import { IconPlugConnectedX, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../data/queries/session.ts'
import { useConnection } from '../../state/session.ts'
import classes from './shell.module.css'

/** Whether the service answers, and what that means for what is confirmed. */
export const ConnectionState = () => {
  const { t } = useTranslation()
  const reachable = useConnection((connection) => connection.reachable)
  const hub = useWorkspace().data?.role === 'hub'
  const Icon = reachable ? IconShieldCheck : IconPlugConnectedX
  const label = reachable ? t(hub ? 'shell.reachableHub' : 'shell.reachable') : t('shell.unreachable')
  const hint = reachable ? t(hub ? 'shell.reachableHubHint' : 'shell.reachableHint') : t('shell.unreachableHint')
  return (
    <Tooltip label={hint} multiline w={320}>
      <a href="#/verify" className={classes.connection} data-reachable={reachable}>
        <Icon size={15} stroke={1.8} aria-hidden />
        <span role="status">{label}</span>
      </a>
    </Tooltip>
  )
}
