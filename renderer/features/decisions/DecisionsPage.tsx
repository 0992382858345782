import { IconChecks, IconGavel } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DecisionQueueItem, ManualDecision } from '../../../shared/schema/decisions.ts'
import { decisionHistoryList, decisionQueueList, subjectKey } from '../../data/queries/decisions.ts'
import type { Me } from '../../data/queries/session.ts'
import { filterChoices, onlyNamed } from '../../state/filters.ts'
import { detectionHref, goToDetection, navigate, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { noSelection } from '../../state/selection.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useListWords } from '../../ui/grid/useListWords.ts'
import { useRested } from '../../ui/useRested.ts'
import { decisionClasses } from './classes.ts'
import { DecisionPane, decisionPaneId } from './DecisionPane.tsx'
import { HistoryCells, historyColumns } from './HistoryCells.tsx'
import { DecisionQueueCells, queueColumns } from './DecisionQueueCells.tsx'

const needs = ['decision', 'second_person'] as const
const states = ['recorded', 'proposed', 'approved', 'refused', 'superseded'] as const

const Waiting = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const key = JSON.stringify(onlyNamed(route.query, ['needs', 'mine']))
  const query = useMemo(() => JSON.parse(key) as DetectionQuery, [key])
  const list = useMemo(() => decisionQueueList(query), [query])
  const words = useListWords<DecisionQueueItem>('decisions', t('decisions.label'))
  const [total, setTotal] = useState<number | null>(null)
  const [item, setItem] = useState<DecisionQueueItem | null>(null)
  const show = useCallback(
    (found: DecisionQueueItem) => {
      setItem(found)
      navigate({ name: 'decisions', open: subjectKey(found), query: JSON.parse(key) as DetectionQuery }, 'replace')
    },
    [key],
  )
  const shown = total === 0 ? null : item
  const at = shown === null ? null : subjectKey(shown)
  const rests = useRested(at) === at
  return (
    <div className={decisionClasses.split}>
      <RowGrid
        key={key}
        name="decisions"
        list={list}
        words={words}
        columns={queueColumns}
        Cells={DecisionQueueCells}
        classes={decisionClasses}
        selection={noSelection}
        onOpen={(_, how) => {
          if (how === 'key') document.getElementById(decisionPaneId)?.focus()
        }}
        start={route.open}
        onActive={show}
        onTotal={setTotal}
        placeKey={`decisions:${key}`}
        pollMs={4_000}
        empty={
          <EmptyState
            icon={<IconGavel size={30} stroke={1.4} />}
            title={t('decisions.none')}
            hint={t('decisions.noneHint')}
          />
        }
      />
      {shown === null ? null : <DecisionPane key={subjectKey(shown)} item={shown} me={me} rests={rests} />}
    </div>
  )
}

const Decided = ({ query: given }: { readonly query: DetectionQuery }) => {
  const { t } = useTranslation()
  const key = JSON.stringify(onlyNamed(given, ['state', 'outcome']))
  const list = useMemo(() => decisionHistoryList(JSON.parse(key) as DetectionQuery), [key])
  const words = useListWords<ManualDecision>('decisions', t('decisions.historyLabel'))
  const open = (item: ManualDecision): void => {
    if (item.alert_id !== null) goToDetection('alerts', String(item.alert_id))
    else if (item.transaction_id !== null) goToDetection('transactions', item.transaction_id)
  }
  return (
    <div className={decisionClasses.history}>
      <RowGrid
        key={key}
        name="decided"
        list={list}
        words={words}
        columns={historyColumns}
        Cells={HistoryCells}
        classes={decisionClasses}
        selection={noSelection}
        onOpen={(item, how) => {
          if (how === 'key') open(item)
        }}
        placeKey={`decided:${key}`}
        empty={
          <EmptyState
            icon={<IconChecks size={30} stroke={1.4} />}
            title={t('decisions.noneDecided')}
            hint={t('decisions.noneDecidedHint')}
          />
        }
      />
    </div>
  )
}

/** The decision panel: what awaits a person and what it needs; and what was decided. */
export const DecisionsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const { query } = route
  const decided = query['view'] === 'decided'
  const go = (next: DetectionQuery): void => goToDetection('decisions', null, next)
  const { one } = filterChoices(query, go)
  return (
    <div className={decisionClasses.page}>
      <div className={decisionClasses.bar} role="toolbar" aria-label={t('queue.filter.label')}>
        <h1 className={decisionClasses.heading}>{t('detection.place.decisions')}</h1>
        <nav className={decisionClasses.tabs} aria-label={t('decisions.views')}>
          <a href={detectionHref('decisions')} aria-current={decided ? undefined : 'page'}>
            {t('decisions.view.waiting')}
          </a>
          <a href={detectionHref('decisions', null, { view: 'decided' })} aria-current={decided ? 'page' : undefined}>
            {t('decisions.view.decided')}
          </a>
        </nav>
        {decided ? (
          <FilterMenu
            label={t('decisions.column.state')}
            options={states.map((value) => ({ value, label: t(`decisions.state.${value}`) }))}
            {...one('state')}
          />
        ) : (
          <>
            <FilterMenu
              label={t('decisions.column.needs')}
              options={needs.map((value) => ({ value, label: t(`decisions.needs.${value}`) }))}
              {...one('needs')}
            />
            <FilterMenu
              label={t('decisions.filter.mine')}
              options={[{ value: 'true', label: t('decisions.filter.mineOnly') }]}
              {...one('mine')}
            />
          </>
        )}
      </div>
      {decided ? <Decided query={query} /> : <Waiting route={route} me={me} />}
    </div>
  )
}
