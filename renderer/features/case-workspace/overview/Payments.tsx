import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { dayMs, utcDay } from '../../../../shared/text/days.ts'
import { transactionsHref } from '../../../state/route.ts'
import { ColumnChart, type Column } from '../../../ui/charts/ColumnChart.tsx'
import { money } from '../../../ui/charts/format.ts'
import { utcMonthDay } from '../../../ui/time.ts'
import { Block } from './Block.tsx'
import classes from './overview.module.css'

type Payments = CaseOverview['payments']
type Props = { readonly payments: Payments; readonly subjects: CaseOverview['subjects'] }

/** The days from first to last, those without a payment between them, in one currency. */
const columnsOf = ({ from, to, days }: Payments, currency: string): readonly Column[] => {
  if (from === null || to === null) return []
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const known = new Map(days.map(({ day, totals }) => [day, totals.find((one) => one.currency === currency)]))
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, place) => {
    const atMs = first + place * dayMs
    const day = utcDay(atMs)
    const total = known.get(day)
    const flagged = total?.flagged_amount ?? 0
    return { id: day, label: utcMonthDay(atMs), name: day, values: [(total?.amount ?? 0) - flagged, flagged] }
  })
}

const Outside = ({ payments }: Pick<Props, 'payments'>) => {
  const { t, i18n } = useTranslation()
  const { earlier, later, flagged_outside: flagged, complete, other_currencies: others } = payments
  const number = (count: number) => ({ count, text: count.toLocaleString(i18n.language) })
  const words = [
    flagged > 0 ? t('overview.payments.flaggedOutside', number(flagged)) : null,
    earlier && later
      ? t('overview.payments.earlierAndLater')
      : earlier
        ? t('overview.payments.earlier')
        : later
          ? t('overview.payments.later')
          : null,
    complete ? null : t('overview.payments.incomplete'),
    others > 0 ? t('overview.payments.otherCurrencies', number(others)) : null,
  ].filter((one) => one !== null)
  return words.length === 0 ? null : <p className={classes.note}>{words.join(' ')}</p>
}

const Currencies = ({
  currencies,
  chosen,
  onChoose,
}: {
  readonly currencies: Payments['currencies']
  readonly chosen: string
  readonly onChoose: (currency: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <span role="group" aria-label={t('overview.payments.currency')} className={classes.choices}>
      {currencies.map(({ currency }) => (
        <button
          key={currency}
          type="button"
          aria-pressed={currency === chosen}
          onClick={() => onChoose(currency)}
          className={classes.choice}
        >
          {currency === '' ? t('overview.payments.noCurrency') : currency}
        </button>
      ))}
    </span>
  )
}

/** The gravest of those whose payments these are; null: there is none. */
const payerOf = ({
  items,
}: CaseOverview['subjects']): { readonly kind: 'customer' | 'account'; readonly id: string } | null => {
  for (const { kind, id } of items) if (kind === 'customer' || kind === 'account') return { kind, id }
  return null
}

/** What the customers and accounts of the case paid and received by day, and what of it is flagged. */
export const Payments = ({ payments, subjects }: Props) => {
  const { t, i18n } = useTranslation()
  const [wanted, setWanted] = useState<string | null>(null)
  const { currencies } = payments
  const total = currencies.find(({ currency }) => currency === wanted) ?? currencies[0]
  const payer = payerOf(subjects)
  const amount = (value: number): string => money(value, total?.currency ?? null, i18n.language)
  const words = {
    from: payments.from ?? '',
    to: payments.to ?? '',
    count: total?.count ?? 0,
    text: (total?.count ?? 0).toLocaleString(i18n.language),
    amount: amount(total?.amount ?? 0),
    flagged: (total?.flagged ?? 0).toLocaleString(i18n.language),
    flaggedAmount: amount(total?.flagged_amount ?? 0),
  }
  return (
    <Block
      title={t('overview.payments.title')}
      aside={
        currencies.length < 2 || total === undefined ? null : (
          <Currencies currencies={currencies} chosen={total.currency} onChoose={setWanted} />
        )
      }
      to={
        payer === null
          ? null
          : {
              href: transactionsHref(payer),
              words: t(`overview.payments.of.${payer.kind}`, { id: payer.id }),
            }
      }
    >
      {total === undefined ? (
        <p className={classes.nothing}>{t('overview.payments.none')}</p>
      ) : (
        <>
          <p className={classes.sum}>{t('overview.payments.sum', words)}</p>
          <ColumnChart
            title={
              total.currency === ''
                ? t('overview.payments.perDayPlain')
                : t('overview.payments.perDay', { currency: total.currency })
            }
            summary={t('overview.payments.summary', words)}
            series={[
              { id: 'other', label: t('overview.payments.other'), tone: 'accent' },
              { id: 'flagged', label: t('overview.payments.flagged'), tone: 'danger' },
            ]}
            columns={columnsOf(payments, total.currency)}
            columnHead={t('overview.payments.day')}
            format={amount}
            whole={false}
            height={148}
          />
          <Outside payments={payments} />
        </>
      )}
    </Block>
  )
}
