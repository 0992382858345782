import { useTranslation } from 'react-i18next'
import type { PartyItem } from '../../../shared/schema/kyb.ts'
import { detectionHref } from '../../state/route.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { OutcomeMark } from './OutcomeMark.tsx'

/** The columns of the list of businesses. */
export const businessColumns = [
  { id: 'name', sort: null },
  { id: 'kind', sort: null },
  { id: 'jurisdiction', sort: null },
  { id: 'founded', sort: null },
  { id: 'dataset', sort: null },
  { id: 'outcome', sort: null },
  { id: 'checked', sort: null },
] as const

/** One business. */
export const BusinessCells = ({ item }: { readonly item: PartyItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <div role="gridcell" className={`${classes.cell} ${classes.name}`} title={item.name}>
        <a href={detectionHref('businesses', item.id)} tabIndex={-1}>
          <bdi>{item.name}</bdi>
        </a>
      </div>
      <div role="gridcell" className={classes.cell}>
        {t(`businesses.kind.${item.kind}`)}
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.jurisdiction}
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.dissolved === null ? item.founded : t('businesses.dissolvedOn', { date: item.dissolved })}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.quiet}`}>
        {item.dataset}
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.last_check === null ? <span className={classes.quiet}>{t('businesses.neverChecked')}</span> : <OutcomeMark outcome={item.last_check.outcome} />}
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.last_check === null ? null : <Timestamp at={item.last_check.at} />}
      </div>
    </>
  )
}
