import { IconFolder } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isDisposed, type AlertItem } from '../../../shared/schema/alerts.ts'
import { AlertStatusMark } from '../../ui/AlertStatusMark.tsx'
import { score } from '../../ui/charts/format.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { Due } from './Due.tsx'

/** One alert of the list. */
export const AlertCells = ({ item }: { readonly item: AlertItem }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <div role="gridcell" className={classes.cell} data-column="level">
        <RiskMark level={item.risk_level} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="score">
        {score(item.score, i18n.language)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.title}>
        {item.title}
      </div>
      <div role="gridcell" className={classes.cell} data-column="entity">
        {item.entity === null ? null : (
          <span className={classes.entity} title={`${t(`entity.${item.entity.kind}`)} ${item.entity.id}`}>
            <span className="fs-visually-hidden">{t(`entity.${item.entity.kind}`)} </span>
            <bdi>{item.entity.id}</bdi>
          </span>
        )}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="count">
        {item.transaction_count.toLocaleString(i18n.language)}
      </div>
      <div role="gridcell" className={classes.cell} data-column="status">
        <AlertStatusMark status={item.status} />
        {item.case_number === null ? null : (
          <span className={classes.inCase} title={t('alerts.inCase', { number: item.case_number })}>
            <IconFolder size={13} stroke={1.8} role="img" aria-label={t('alerts.inCase', { number: item.case_number })} />
          </span>
        )}
      </div>
      <div role="gridcell" className={classes.cell} data-column="assignee">
        {item.assignee_name === null ? <span className="fs-muted">{t('alerts.nobody')}</span> : <PersonName name={item.assignee_name} plain />}
      </div>
      <div role="gridcell" className={classes.cell} data-column="due">
        {item.due_at === null || isDisposed(item.status) ? null : <Due at={item.due_at} />}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.age}`} data-column="age">
        <Timestamp at={item.raised_at} style="ago" />
      </div>
    </>
  )
}
