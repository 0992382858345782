import { Button } from '@mantine/core'
import { IconDatabaseOff, IconSearchOff, IconUserSearch } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hitDispositions, hitStates, type HitDisposition, type ScreeningHit } from '../../../shared/schema/screening.ts'
import { hitList, useScreeningStatus } from '../../data/queries/screening.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { filterChoices, onlyNamed, withFilter } from '../../state/filters.ts'
import { goToDetection, navigate, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { hitSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import { useSelectableWords } from '../../ui/grid/useListWords.ts'
import { useListSize } from '../../ui/grid/useListSize.ts'
import { useSelectMatching } from '../../ui/grid/useSelectMatching.ts'
import { hitClasses } from './classes.ts'
import { DisposeDialog } from './DisposeDialog.tsx'
import { dispositionKeys } from './dispositionKeys.ts'
import { hitColumns, HitCells } from './HitCells.tsx'
import { HitPane, hitPaneId } from './HitPane.tsx'
import { ListAges } from './ListAges.tsx'
import { ScreenDialog } from './ScreenDialog.tsx'

/** What the list of hits says. */
const selectWords = (t: TFunction, { subject, listed_name: listed }: ScreeningHit): string =>
  t('screening.select', { subject: subject.name, listed })

type EmptyProps = { readonly noLists: boolean; readonly filtered: boolean; readonly onScreen: (() => void) | null }

const Empty = ({ noLists, filtered, onScreen }: EmptyProps) => {
  const { t } = useTranslation()
  if (noLists) {
    return (
      <EmptyState
        icon={<IconDatabaseOff size={30} stroke={1.4} />}
        title={t('screening.empty.noLists')}
        hint={t('screening.empty.noListsHint')}
      >
        <Button variant="default" onClick={() => goToDetection('lists')}>
          {t('screening.empty.toLists')}
        </Button>
      </EmptyState>
    )
  }
  if (filtered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('screening.empty.noMatch')}
        hint={t('screening.empty.noMatchHint')}
      >
        <Button variant="default" onClick={() => goToDetection('screening')}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconUserSearch size={30} stroke={1.4} />}
      title={t('screening.empty.none')}
      hint={t('screening.empty.noneHint')}
    >
      {onScreen === null ? null : (
        <Button variant="default" onClick={onScreen}>
          {t('screening.command.screen')}
        </Button>
      )}
    </EmptyState>
  )
}

/** A true match is the beginning of work: the desk goes on to the next hit, and says how to come back to it. */
const JustFound = ({
  hit,
  onGo,
  onClose,
}: {
  readonly hit: ScreeningHit
  readonly onGo: () => void
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={hitClasses.just}>
      <span role="status" dir="auto">
        {t('screening.just.text', { subject: hit.subject.name, listed: hit.listed_name })}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={onGo}
        aria-keyshortcuts="Shift+T"
        rightSection={<Keys shortcut="shift+t" />}
      >
        {t('screening.just.go')}
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  )
}

interface Disposing {
  readonly ids: readonly string[]
  readonly disposition: HitDisposition
}

/** The order as the head of the list shows it: the highest score first, and the newest, which are the least old. */
const shownSort = (sort: string): string => (sort === 'score' ? '-score' : sort === 'oldest' ? '-age' : 'age')

const nextSort = (sort: string, by: string): string =>
  by === 'score' ? 'score' : sort === 'newest' ? 'oldest' : 'newest'

/** Screening desk: hits in a queue, and beside it both sides of the one at hand. */
export const ScreeningPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const writes = mayWrite(me.role)
  const key = JSON.stringify(onlyNamed(route.query, ['state', 'list', 'q', 'sort']))
  const query = useMemo(() => JSON.parse(key) as DetectionQuery, [key])
  const list = useMemo(() => hitList(query), [query])
  const words = useSelectableWords('screening', t('screening.label'), selectWords)
  const status = useScreeningStatus().data
  const { onTotal, ...size } = useListSize()
  const { total } = size
  const [item, setItem] = useState<ScreeningHit | null>(null)
  const [disposing, setDisposing] = useState<Disposing | null>(null)
  const [screening, setScreening] = useState(false)
  const [just, setJust] = useState<ScreeningHit | null>(null)
  const selected = hitSelection.use((selection) => selection.ids)
  const selectMatching = useSelectMatching(list, hitSelection, t('screening.firstOnly', { count: hitSelection.max }))
  useEffect(() => hitSelection.clear, [key])
  const show = useCallback(
    (found: ScreeningHit) => {
      setItem(found)
      navigate({ name: 'screening', open: found.id, query: JSON.parse(key) as DetectionQuery }, 'replace')
    },
    [key],
  )
  const open = total === 0 ? null : route.open
  const noLists = status?.status === 'no_lists'
  const dispose = useCallback(
    (disposition: HitDisposition): void =>
      setDisposing({ ids: selected.length > 0 ? selected : open === null ? [] : [open], disposition }),
    [selected, open],
  )
  const goToJust = useCallback((): void => {
    if (just !== null) goToDetection('screening', just.id, { state: 'true_match' })
    setJust(null)
  }, [just])
  const some = selected.length > 0 || open !== null
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      ...(just === null
        ? []
        : [
            {
              id: 'screening.just',
              section: 'selection',
              title: t('screening.just.go'),
              shortcut: 'shift+t',
              run: goToJust,
            } as const,
          ]),
      ...(writes
        ? ([
            {
              id: 'screening.screen',
              section: 'selection',
              title: t('screening.command.screen'),
              shortcut: 's',
              keywords: 'name sanctions',
              run: () => setScreening(true),
            },
            ...(some
              ? hitDispositions.map((disposition): PaletteCommand => ({
                  id: `screening.${disposition}`,
                  section: 'selection',
                  title: t(`screening.dispose.command.${disposition}`),
                  shortcut: dispositionKeys[disposition],
                  run: () => dispose(disposition),
                }))
              : []),
          ] satisfies readonly PaletteCommand[])
        : []),
    ],
    [writes, some, dispose, just, goToJust, t],
  )
  useCommands(commands)
  const { one } = filterChoices(query, (next) => goToDetection('screening', null, next))
  const sort = query['sort'] ?? 'score'
  const about = disposing?.ids.length === 1 && item !== null && disposing.ids[0] === item.id ? item : null
  return (
    <div className={hitClasses.page}>
      <div className={hitClasses.bar} role="toolbar" aria-label={t('queue.filter.label')}>
        <h1 className={hitClasses.heading}>{t('detection.place.screening')}</h1>
        <FilterMenu
          label={t('screening.column.state')}
          options={hitStates.map((value) => ({ value, label: t(`screening.state.${value}`) }))}
          {...one('state')}
        />
        <FilterMenu
          label={t('screening.column.list')}
          options={(status?.lists ?? []).map(({ key: value, title }) => ({ value, label: title }))}
          {...one('list')}
        />
        <FindField
          value={query['q'] ?? ''}
          onFind={(text) => goToDetection('screening', null, withFilter(query, 'q', text))}
          label={t('screening.find')}
        />
        {writes ? (
          <Button
            size="compact-sm"
            leftSection={<IconUserSearch size={14} aria-hidden />}
            onClick={() => setScreening(true)}
            aria-keyshortcuts="s"
          >
            {t('screening.command.screen')}
          </Button>
        ) : null}
      </div>
      {status === undefined || noLists ? null : (
        <ListAges lists={status.lists.filter(({ key: name }) => !status.policy.excluded_lists.includes(name))} />
      )}
      {just === null ? null : <JustFound hit={just} onGo={goToJust} onClose={() => setJust(null)} />}
      <div className={hitClasses.split}>
        <RowGrid
          key={key}
          name="hits"
          list={list}
          words={words}
          columns={hitColumns}
          Cells={HitCells}
          classes={hitClasses}
          selection={hitSelection}
          sort={shownSort(sort)}
          onSort={(by) => goToDetection('screening', null, withFilter(query, 'sort', nextSort(sort, by)))}
          onOpen={(_, how) => {
            if (how === 'key') document.getElementById(hitPaneId)?.focus()
          }}
          start={route.open}
          onActive={show}
          onTotal={onTotal}
          onSelectMatching={selectMatching}
          placeKey={`hits:${key}`}
          pollMs={4_000}
          empty={
            <Empty
              noLists={noLists}
              filtered={Object.keys(onlyNamed(query, ['state', 'list', 'q'])).length > 0}
              onScreen={writes ? () => setScreening(true) : null}
            />
          }
        />
        {open === null ? null : (
          <HitPane
            key={open}
            id={open}
            writes={writes}
            onDispose={(disposition) => setDisposing({ ids: [open], disposition })}
          />
        )}
      </div>
      {selected.length === 0 ? null : (
        <SelectionBar
          selection={hitSelection}
          size={size}
          label={t('screening.bulk.label')}
          hint={t('screening.bulk.hint')}
          onSelectMatching={selectMatching}
        >
          {writes
            ? hitDispositions.map((disposition) => (
                <Button key={disposition} variant="default" size="compact-sm" onClick={() => dispose(disposition)}>
                  {t(`screening.state.${disposition}`)}
                </Button>
              ))
            : null}
        </SelectionBar>
      )}
      {disposing === null || disposing.ids.length === 0 ? null : (
        <DisposeDialog
          ids={disposing.ids}
          disposition={disposing.disposition}
          what={about === null ? null : `${about.subject.name} · ${about.listed_name}`}
          onDone={() => setJust(disposing.disposition === 'true_match' ? about : null)}
          onClose={() => setDisposing(null)}
        />
      )}
      {screening ? <ScreenDialog onClose={() => setScreening(false)} /> : null}
    </div>
  )
}
