import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../shared/schema/lists.ts'
import { useWatchlist } from '../../data/queries/lists.ts'
import { detectionHref, type DetectionQuery } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Age } from './Age.tsx'
import { Entries } from './entries/Entries.tsx'
import classes from './lists.module.css'
import { ListSettingsDialog } from './ListSettingsDialog.tsx'
import { Versions } from './Versions.tsx'

const Facts = ({ list }: { readonly list: Watchlist }) => {
  const { t, i18n } = useTranslation()
  const { in_force: version, in_force_since: since } = list
  const number = (value: number): string => value.toLocaleString(i18n.language)
  if (version === null) return null
  const kinds = (['person', 'organisation', 'vessel', 'aircraft', 'other'] as const).filter(
    (kind) => version.kinds[kind] > 0,
  )
  return (
    <dl className={classes.facts}>
      <dt>{t('lists.facts.version')}</dt>
      <dd>{t('lists.facts.versionOf', { version: version.version, format: t(`lists.format.${version.format}`) })}</dd>
      <dt>{t('lists.facts.entries')}</dt>
      <dd>
        {number(version.entries)} (
        {kinds.map((kind) => t(`lists.kind.${kind}`, { count: version.kinds[kind] })).join(', ')}),{' '}
        {t('lists.facts.names', { count: version.names })}
      </dd>
      <dt>{t('lists.facts.published')}</dt>
      <dd>{version.published_at === null ? t('lists.facts.unsaid') : <Timestamp at={version.published_at} />}</dd>
      <dt>{t('lists.facts.imported')}</dt>
      <dd>
        <Timestamp at={version.imported_at} />, <span dir="auto">{version.imported_by}</span>
      </dd>
      {since === null ? null : (
        <>
          <dt>{t('lists.facts.since')}</dt>
          <dd>
            <Timestamp at={since} />
          </dd>
        </>
      )}
      <dt>{t('lists.facts.hash')}</dt>
      <dd className={classes.hash}>{version.sha256}</dd>
    </dl>
  )
}

const views = ['versions', 'entries'] as const
type View = (typeof views)[number]

const viewIn = (query: DetectionQuery): View => (query['view'] === 'entries' ? 'entries' : 'versions')

const Tabs = ({ list, shown }: { readonly list: Watchlist; readonly shown: View }) => {
  const { t } = useTranslation()
  return (
    <nav className={classes.tabs} aria-label={t('listEntries.tabs')}>
      {views.map((view) => (
        <a
          key={view}
          href={detectionHref('lists', list.key, view === 'entries' ? { view } : {})}
          aria-current={view === shown ? 'page' : undefined}
        >
          {t(view === 'entries' ? 'listEntries.tab' : 'listEntries.versionsTab')}
        </a>
      ))}
    </nav>
  )
}

/** One list: what is in force, how old that is, and the versions before. */
export const ListDetails = ({
  list,
  query,
  keeps,
}: {
  readonly list: Watchlist
  readonly query: DetectionQuery
  readonly keeps: boolean
}) => {
  const { t } = useTranslation()
  const full = useWatchlist(list.key)
  const [changing, setChanging] = useState(false)
  const { state } = list.age
  const shown = viewIn(query)
  return (
    <article className={classes.details}>
      <div className={classes.detailsHead}>
        <h2 dir="auto">{list.title}</h2>
        <Age list={list} />
        {keeps ? (
          <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
            {t('lists.settings.open')}
          </Button>
        ) : null}
      </div>
      {state === 'ageing' || state === 'stale' ? (
        <p className={classes.warning} data-state={state} role="note">
          {t(`lists.warning.${state}`, { count: state === 'stale' ? list.stale_days : list.warn_days })}
        </p>
      ) : null}
      {list.elsewhere === null ? null : (
        <p className={classes.warning} role="note">
          {t('lists.elsewhere')} <span className={classes.hash}>{list.elsewhere.sha256}</span>
        </p>
      )}
      <Tabs list={list} shown={shown} />
      {shown === 'entries' ? null : <Facts list={list} />}
      {full.data !== undefined ? (
        shown === 'entries' ? (
          <Entries list={full.data} query={query} />
        ) : (
          <Versions list={full.data} keeps={keeps} />
        )
      ) : full.error === null ? (
        <LoadingRows rows={4} />
      ) : (
        <ErrorState error={full.error} onRetry={() => void full.refetch()} compact />
      )}
      {changing ? <ListSettingsDialog list={list} onClose={() => setChanging(false)} /> : null}
    </article>
  )
}
