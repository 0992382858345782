import { IconBuildingBank, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkOutcomes, partyKinds, type PartyItem } from '../../../shared/schema/kyb.ts'
import { businessList, useOwnershipDatasets } from '../../data/queries/businesses.ts'
import type { Me } from '../../data/queries/session.ts'
import { filterChoices, onlyNamed, withFilter } from '../../state/filters.ts'
import { goToDetection, navigate, type DetectionQuery } from '../../state/route.ts'
import { noSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useListWords } from '../../ui/grid/useListWords.ts'
import { BusinessCells, businessColumns } from './BusinessCells.tsx'
import { businessClasses } from './classes.ts'
import { ImportOwnership } from './ImportOwnership.tsx'

const filters = ['q', 'kind', 'outcome', 'dataset'] as const

/** How old the ownership data is: what is said of a company today may have been true long ago. */
const Ages = () => {
  const { t } = useTranslation()
  const datasets = useOwnershipDatasets().data?.filter((dataset) => dataset.in_force) ?? []
  if (datasets.length === 0) return null
  return (
    <ul className={businessClasses.ages} aria-label={t('businesses.ages')}>
      {datasets.map((dataset) => (
        <li key={dataset.key} data-stale={dataset.stale || undefined}>
          <strong>{dataset.key}</strong>{' '}
          {t('businesses.age', {
            version: dataset.version,
            count: dataset.age_days,
            companies: t('counted.companies', { count: dataset.companies }),
          })}
          {dataset.stale ? <span> · {t('businesses.staleData')}</span> : null}
        </li>
      ))}
    </ul>
  )
}

/** Companies of the ownership data: searched by name or identifier, each with how its last check has ended. */
export const BusinessList = ({ query: given, me }: { readonly query: DetectionQuery; readonly me: Me }) => {
  const { t } = useTranslation()
  const key = JSON.stringify(onlyNamed(given, filters))
  const query = useMemo(() => JSON.parse(key) as DetectionQuery, [key])
  const list = useMemo(() => businessList(query), [query])
  const words = useListWords<PartyItem>('businesses', t('businesses.list'))
  const [total, setTotal] = useState<number | null>(null)
  const go = (next: DetectionQuery, how: 'push' | 'replace' = 'push'): void =>
    navigate({ name: 'businesses', open: null, query: next }, how)
  const { one } = filterChoices(query, go)
  const isNarrowed = Object.keys(query).length > 0
  return (
    <div className={businessClasses.page}>
      <div className={businessClasses.bar} role="toolbar" aria-label={t('queue.filter.label')}>
        <h1 className={businessClasses.heading}>{t('detection.place.businesses')}</h1>
        <FindField
          label={t('businesses.find')}
          value={query['q'] ?? ''}
          onFind={(text) => go(withFilter(query, 'q', text), 'replace')}
          width={280}
        />
        <FilterMenu
          label={t('businesses.column.kind')}
          options={partyKinds.map((value) => ({ value, label: t(`businesses.kind.${value}`) }))}
          {...one('kind')}
        />
        <FilterMenu
          label={t('businesses.column.outcome')}
          options={checkOutcomes.map((value) => ({ value, label: t(`businesses.outcome.${value}`) }))}
          {...one('outcome')}
        />
        {mayWrite(me.role) ? <ImportOwnership /> : null}
      </div>
      <Ages />
      <RowGrid
        key={key}
        name="businesses"
        list={list}
        words={words}
        columns={businessColumns}
        Cells={BusinessCells}
        classes={businessClasses}
        selection={noSelection}
        onOpen={(item) => goToDetection('businesses', item.id)}
        onTotal={setTotal}
        placeKey={`businesses:${key}`}
        empty={
          isNarrowed && total === 0 ? (
            <EmptyState
              icon={<IconSearchOff size={30} stroke={1.4} />}
              title={t('businesses.noMatch')}
              hint={t('businesses.noMatchHint')}
            />
          ) : (
            <EmptyState
              icon={<IconBuildingBank size={30} stroke={1.4} />}
              title={t('businesses.none')}
              hint={t('businesses.noneHint')}
            />
          )
        }
      />
    </div>
  )
}
