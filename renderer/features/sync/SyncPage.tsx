import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace, type Me } from '../../data/queries/session.ts'
import { isJoined, useSyncState } from '../../data/queries/sync.ts'
import { syncHref, type SyncQuery, type SyncTab } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { CasesTab } from './cases/CasesTab.tsx'
import { ConflictsTab } from './conflicts/ConflictsTab.tsx'
import { ConnectTab } from './connect/ConnectTab.tsx'
import { HubTab } from './hub/HubTab.tsx'
import { Overview } from './overview/Overview.tsx'
import classes from './sync.module.css'

type Props = { readonly tab: SyncTab; readonly query: SyncQuery; readonly me: Me }

const tabsFor = (joined: boolean, administersHub: boolean): readonly SyncTab[] => {
  if (administersHub) return ['overview', 'cases', 'conflicts', 'hub']
  return joined ? ['overview', 'cases', 'conflicts'] : ['overview', 'connect']
}

/** The sync centre, `#/sync`. */
export const SyncPage = ({ tab, query, me }: Props) => {
  const { t } = useTranslation()
  const sync = useSyncState()
  const workspace = useWorkspace().data
  const joined = isJoined(sync.data)
  const administersHub = workspace?.role === 'hub' && me.role === 'admin'
  const tabs = useMemo(() => tabsFor(joined, administersHub), [joined, administersHub])
  if (sync.data === undefined)
    return sync.error === null ? (
      <LoadingRows rows={8} />
    ) : (
      <ErrorState error={sync.error} onRetry={() => void sync.refetch()} />
    )
  const state = sync.data
  const shown = tabs.includes(tab) || tab === 'connect' ? tab : 'overview'
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t('sync.title')}</h1>
        <nav className={classes.tabs} aria-label={t('sync.tabs.label')}>
          {tabs.map((name) => (
            <a
              key={name}
              href={syncHref(name)}
              className={classes.tab}
              aria-current={name === shown ? 'page' : undefined}
            >
              {t(`sync.tabs.${name}`)}
              {name === 'conflicts' && state.conflicts > 0 ? (
                <span className={classes.tabCount}>{state.conflicts}</span>
              ) : null}
            </a>
          ))}
        </nav>
      </div>
      {shown === 'overview' ? <Overview state={state} me={me} opened={query['file']} /> : null}
      {shown === 'cases' ? <CasesTab query={query} me={me} hub={workspace?.role === 'hub'} /> : null}
      {shown === 'conflicts' ? <ConflictsTab query={query} me={me} /> : null}
      {shown === 'connect' ? <ConnectTab state={state} query={query} me={me} /> : null}
      {shown === 'hub' ? <HubTab /> : null}
    </div>
  )
}
