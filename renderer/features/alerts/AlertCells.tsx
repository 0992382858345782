import { IconFolder } from '@tabler/icons-react'
import { useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isDisposed, type AlertItem } from '../../../shared/schema/alerts.ts'
import { AlertStatusMark } from '../../ui/AlertStatusMark.tsx'
import { money, score } from '../../ui/charts/format.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell, ShownColumns } from '../../ui/grid/Cell.tsx'
import { alertClasses } from './classes.ts'
import { DispositionDue } from './DispositionDue.tsx'

/** A cell of two lines: what counts, and below it, muted, what explains it. */
const Lines = ({ column, children }: { readonly column: string; readonly children: ReactNode }) => (
  <Cell column={column} className={alertClasses.cell}>
    <span className={alertClasses.lines}>{children}</span>
  </Cell>
)

/** The first sum; how many other currencies there are, where there are any. */
const Amount = ({ totals }: Pick<AlertItem, 'totals'>) => {
  const { t, i18n } = useTranslation()
  const [first, ...others] = totals
  if (first === undefined) return <span className="fs-muted">{t('alerts.noAmount')}</span>
  const all = totals.map(({ amount, currency }) => money(amount, currency, i18n.language))
  return (
    <span className={alertClasses.line} title={others.length === 0 ? undefined : all.join(' · ')}>
      {all[0]}
      {others.length === 0 ? null : ` +${others.length.toLocaleString(i18n.language)}`}
    </span>
  )
}

const Counterparty = ({ counterparties, transaction_count: count }: AlertItem) => {
  const { t } = useTranslation()
  const [only] = counterparties
  const text =
    only === undefined
      ? t('alerts.transactionCount', { count })
      : counterparties.length > 1
        ? t('alerts.toSeveral')
        : t('alerts.to', { name: only })
  return (
    <span className={alertClasses.second} dir="auto" title={only === undefined ? undefined : text}>
      {text}
    </span>
  )
}

const Status = ({ item }: { readonly item: AlertItem }) => {
  const { t } = useTranslation()
  const inCase = item.case_number === null ? null : t('alerts.inCase', { number: item.case_number })
  return (
    <>
      <span className={alertClasses.line}>
        <AlertStatusMark status={item.status} />
        {inCase === null ? null : (
          <span className={alertClasses.inCase} title={inCase}>
            <IconFolder size={13} stroke={1.8} role="img" aria-label={inCase} />
          </span>
        )}
      </span>
      <span className={alertClasses.second}>
        {item.assignee_name === null ? t('alerts.nobody') : <PersonName name={item.assignee_name} plain />}
      </span>
    </>
  )
}

const Due = ({ item }: { readonly item: AlertItem }) => {
  const hasAge = useContext(ShownColumns)?.some(({ id }) => id === 'age') === true
  return (
    <>
      {item.due_at === null || isDisposed(item.status) ? null : (
        <span className={alertClasses.line}>
          <DispositionDue at={item.due_at} />
        </span>
      )}
      {hasAge ? null : (
        <span className={alertClasses.second}>
          <Timestamp at={item.raised_at} style="ago" />
        </span>
      )}
    </>
  )
}

/** One alert of the list, so that it can be judged unopened: how bad, what and why, how much and to whom. */
export const AlertCells = ({ item }: { readonly item: AlertItem }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <Lines column="score">
        <span className={alertClasses.line}>
          <RiskMark level={item.risk_level} />
        </span>
        <span className={alertClasses.second}>{score(item.score, i18n.language)}</span>
      </Lines>
      <Lines column="title">
        <span className={alertClasses.title} dir="auto" title={item.title}>
          {item.title}
        </span>
        {item.reason === null ? null : (
          <span className={alertClasses.second} dir="auto" title={item.reason}>
            {item.reason}
          </span>
        )}
      </Lines>
      <Lines column="amount">
        <Amount totals={item.totals} />
        <Counterparty {...item} />
      </Lines>
      <Lines column="entity">
        {item.entity === null ? null : (
          <>
            <span className={alertClasses.entity} title={item.entity.id} dir="auto">
              {item.entity.id}
            </span>
            <span className={alertClasses.second}>{t(`entity.${item.entity.kind}`)}</span>
          </>
        )}
      </Lines>
      <Lines column="status">
        <Status item={item} />
      </Lines>
      <Lines column="due">
        <Due item={item} />
      </Lines>
      <Cell column="age" className={`${alertClasses.cell} ${alertClasses.age}`}>
        <Timestamp at={item.raised_at} style="ago" />
      </Cell>
    </>
  )
}
