import { useTranslation } from 'react-i18next'
import type { PartyItem } from '../../../shared/schema/kyb.ts'
import { detectionHref } from '../../state/route.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { businessClasses } from './classes.ts'
import { CheckOutcomeMark } from './CheckOutcomeMark.tsx'

/** The columns of the list of businesses. */
export const businessColumns = [
  { id: 'name', sort: null, width: 200, grow: 1 },
  { id: 'kind', sort: null, width: 90 },
  { id: 'jurisdiction', sort: null, width: 96 },
  { id: 'founded', sort: null, width: 168, leaves: 3 },
  { id: 'dataset', sort: null, width: 120, leaves: 1 },
  { id: 'outcome', sort: null, width: 130 },
  { id: 'checked', sort: null, width: 140, leaves: 2 },
] as const

/** One business. */
export const BusinessCells = ({ item }: { readonly item: PartyItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <Cell column="name" className={`${businessClasses.cell} ${businessClasses.name}`} title={item.name}>
        <a href={detectionHref('businesses', item.id)} tabIndex={-1} dir="auto">
          {item.name}
        </a>
      </Cell>
      <Cell column="kind" className={businessClasses.cell}>
        {t(`businesses.kind.${item.kind}`)}
      </Cell>
      <Cell column="jurisdiction" className={businessClasses.cell}>
        {item.jurisdiction}
      </Cell>
      <Cell column="founded" className={businessClasses.cell}>
        {item.dissolved === null ? item.founded : t('businesses.dissolvedOn', { date: item.dissolved })}
      </Cell>
      <Cell column="dataset" className={`${businessClasses.cell} ${businessClasses.quiet}`}>
        {item.dataset}
      </Cell>
      <Cell column="outcome" className={businessClasses.cell}>
        {item.last_check === null ? (
          <span className={businessClasses.quiet}>{t('businesses.neverChecked')}</span>
        ) : (
          <CheckOutcomeMark outcome={item.last_check.outcome} />
        )}
      </Cell>
      <Cell column="checked" className={businessClasses.cell}>
        {item.last_check === null ? null : <Timestamp at={item.last_check.at} />}
      </Cell>
    </>
  )
}
