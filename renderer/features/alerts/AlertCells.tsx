import { IconFolder } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isDisposed, type AlertItem } from '../../../shared/schema/alerts.ts'
import { AlertStatusMark } from '../../ui/AlertStatusMark.tsx'
import { score } from '../../ui/charts/format.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { alertClasses } from './classes.ts'
import { DispositionDue } from './DispositionDue.tsx'

/** One alert of the list. */
export const AlertCells = ({ item }: { readonly item: AlertItem }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <Cell column="level" className={alertClasses.cell}>
        <RiskMark level={item.risk_level} />
      </Cell>
      <Cell column="score" className={`${alertClasses.cell} ${alertClasses.figure}`}>
        {score(item.score, i18n.language)}
      </Cell>
      <Cell column="title" className={`${alertClasses.cell} ${alertClasses.title}`} dir="auto" title={item.title}>
        {item.title}
      </Cell>
      <Cell column="entity" className={alertClasses.cell}>
        {item.entity === null ? null : (
          <>
            <span className="fs-visually-hidden">{t(`entity.${item.entity.kind}`)} </span>
            <span
              className={alertClasses.entity}
              title={`${t(`entity.${item.entity.kind}`)} ${item.entity.id}`}
              dir="auto"
            >
              {item.entity.id}
            </span>
          </>
        )}
      </Cell>
      <Cell column="count" className={`${alertClasses.cell} ${alertClasses.figure}`}>
        {item.transaction_count.toLocaleString(i18n.language)}
      </Cell>
      <Cell column="status" className={alertClasses.cell}>
        <AlertStatusMark status={item.status} />
        {item.case_number === null ? null : (
          <span className={alertClasses.inCase} title={t('alerts.inCase', { number: item.case_number })}>
            <IconFolder
              size={13}
              stroke={1.8}
              role="img"
              aria-label={t('alerts.inCase', { number: item.case_number })}
            />
          </span>
        )}
      </Cell>
      <Cell column="assignee" className={alertClasses.cell}>
        {item.assignee_name === null ? (
          <span className="fs-muted">{t('alerts.nobody')}</span>
        ) : (
          <PersonName name={item.assignee_name} plain />
        )}
      </Cell>
      <Cell column="due" className={alertClasses.cell}>
        {item.due_at === null || isDisposed(item.status) ? null : <DispositionDue at={item.due_at} />}
      </Cell>
      <Cell column="age" className={`${alertClasses.cell} ${alertClasses.age}`}>
        <Timestamp at={item.raised_at} style="ago" />
      </Cell>
    </>
  )
}
