import { Button, Select } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownEntry, WatchlistDetail } from '../../../../shared/schema/lists.ts'
import { entriesShown, useListedEntries } from '../../../data/queries/lists.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { withFilter } from '../../../state/filters.ts'
import { navigate, type DetectionQuery } from '../../../state/route.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FindField } from '../../../ui/FindField.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import classes from '../lists.module.css'
import { EntryPane, entryPaneId } from './EntryPane.tsx'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type ResultsProps = {
  readonly entries: readonly ShownEntry[]
  readonly open: string | null
  readonly onOpen: (id: string) => void
}

/** The entries found. The arrows go from one to the next, Enter goes into the one that is shown. */
const Results = ({ entries, open, onOpen }: ResultsProps) => {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const at = (event.target as HTMLElement).dataset['entry']
      if (at !== undefined) onOpen(at)
      document.getElementById(entryPaneId)?.focus()
      return
    }
    const step = steps[event.key]
    const place = entries.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['entry'])
    const next = step === undefined ? undefined : entries[place + step]
    if (next === undefined) return
    event.preventDefault()
    onOpen(next.id)
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <ul ref={list} className={classes.results} aria-label={t('listEntries.results')} onKeyDown={move}>
      {entries.map(({ id, kind, names, programmes }) => (
        <li key={id}>
          <button
            type="button"
            data-entry={id}
            className={classes.entry}
            aria-current={id === open || undefined}
            onClick={() => onOpen(id)}
          >
            <span className={classes.itemName} dir="auto">
              {names[0]?.text}
            </span>
            <span className={classes.itemFacts}>
              <span>{t(`listEntries.kind.${kind}`)}</span> <bdi className="fs-mono">{id}</bdi>{' '}
              {programmes.length === 0 ? null : <bdi>{programmes.slice(0, 3).join(', ')}</bdi>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const findId = 'find-in-entries'

/** Looks through the entries of a version, with all that it tells of the chosen one beside them. */
export const Entries = ({ list, query }: { readonly list: WatchlistDetail; readonly query: DetectionQuery }) => {
  const { t, i18n } = useTranslation()
  const newest = list.in_force?.version ?? list.history[0]?.version ?? 1
  const asked = Number(query['version'])
  const version = list.history.some((one) => one.version === asked) ? asked : newest
  const q = (query['q'] ?? '').slice(0, 200)
  const [page, setPage] = useState(1)
  const found = useListedEntries(list.key, { version, q, page })
  const entries = found.data?.data ?? []
  const open = query['entry'] ?? entries[0]?.id ?? null
  const go = (next: DetectionQuery): void =>
    navigate({ name: 'lists', open: list.key, query: { ...next, view: 'entries' } }, 'replace')
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'lists.find',
        section: 'selection',
        title: t('listEntries.focus'),
        shortcut: 'f',
        run: () => document.getElementById(findId)?.querySelector('input')?.focus(),
      },
    ],
    [t],
  )
  useCommands(commands)
  const total = found.data?.pagination.total ?? 0
  const pages = Math.max(1, Math.ceil(total / entriesShown))
  return (
    <section className={classes.entries} aria-label={t('listEntries.tab')} aria-busy={found.isFetching}>
      <div className={classes.diffTools} id={findId}>
        <FindField
          width={300}
          label={t('listEntries.find')}
          value={q}
          onFind={(text) => {
            setPage(1)
            go(withFilter(withFilter(query, 'q', text), 'entry', ''))
          }}
        />
        <Select
          size="xs"
          w={150}
          aria-label={t('listEntries.version')}
          value={String(version)}
          onChange={(value) => {
            setPage(1)
            go(withFilter(query, 'version', value === String(newest) ? '' : (value ?? '')))
          }}
          data={list.history.map((one) => ({
            value: String(one.version),
            label: one.in_force ? t('listEntries.versionInForce', { version: one.version }) : String(one.version),
          }))}
          allowDeselect={false}
        />
        {found.data === undefined ? null : <span className="fs-muted">{t('listEntries.count', { count: total })}</span>}
      </div>
      {found.data === undefined ? (
        found.error === null ? (
          <LoadingRows rows={8} height={36} />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : entries.length === 0 ? (
        <EmptyState
          icon={<IconListSearch size={28} stroke={1.4} />}
          title={t('listEntries.none')}
          hint={t('listEntries.noneHint')}
        />
      ) : (
        <div className={classes.entrySplit}>
          <div className={classes.resultsFrame}>
            <Results entries={entries} open={open} onOpen={(id) => go(withFilter(query, 'entry', id))} />
            {pages > 1 ? (
              <div className={classes.diffTools}>
                <Button size="compact-xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t('listEntries.earlier')}
                </Button>
                <span>
                  {t('listEntries.page', {
                    page: page.toLocaleString(i18n.language),
                    pages: pages.toLocaleString(i18n.language),
                  })}
                </span>
                <Button size="compact-xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {t('listEntries.later')}
                </Button>
              </div>
            ) : null}
          </div>
          <EntryPane listKey={list.key} version={version} id={open} />
        </div>
      )}
    </section>
  )
}
