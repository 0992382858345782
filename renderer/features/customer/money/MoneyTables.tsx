import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { utcDay } from '../../../../shared/text/days.ts'
import { PartyName } from './PartyName.tsx'
import classes from './money.module.css'

type Props = { readonly money: AccountMoney }

type Sums = Pick<AccountMoney['total'], 'in' | 'out' | 'count_in' | 'count_out'>

const SumCells = ({ sums, currency }: { readonly sums: Sums; readonly currency: string | null }) => {
  const { i18n } = useTranslation()
  const cell = (amount: number, count: number) => (
    <>
      <td className={classes.end}>{count === 0 ? '' : moneyText(amount, currency, i18n.language)}</td>
      <td className={classes.end}>{count === 0 ? '' : count.toLocaleString(i18n.language)}</td>
    </>
  )
  return (
    <>
      {cell(sums.in, sums.count_in)}
      {cell(sums.out, sums.count_out)}
    </>
  )
}

/** By whom money came, and to whom it went. */
export const Parties = ({ money }: Props) => {
  const { t } = useTranslation()
  const label = t('customer.money.parties')
  return (
    <section className={classes.block}>
      <h2>{label}</h2>
      <div className={classes.frame} tabIndex={0} role="group" aria-label={label}>
        <HeadedTable
          className={classes.table}
          endClass={classes.end}
          heads={[
            { text: t('customer.money.party') },
            { text: t('customer.money.in'), end: true },
            { text: t('customer.money.countIn'), end: true },
            { text: t('customer.money.out'), end: true },
            { text: t('customer.money.countOut'), end: true },
            { text: t('customer.money.first') },
            { text: t('customer.money.last') },
          ]}
        >
          {money.parties.map((one) => (
            <tr key={`${one.party?.kind ?? ''}:${one.party?.id ?? ''}`}>
              <td className={classes.party}>
                <PartyName party={one.party} />
              </td>
              <SumCells sums={one} currency={money.currency} />
              <td>
                <Timestamp at={one.first_at} />
              </td>
              <td>
                <Timestamp at={one.last_at} />
              </td>
            </tr>
          ))}
        </HeadedTable>
      </div>
      {money.parties_left > 0 ? (
        <p className={classes.small}>{t('customer.money.partiesLeft', { count: money.parties_left })}</p>
      ) : null}
    </section>
  )
}

/** What came and went in each period, and what was there at its end. */
export const Periods = ({ money }: Props) => {
  const { t, i18n } = useTranslation()
  const label = t('customer.money.byPeriod')
  return (
    <section className={classes.block}>
      <h2>{label}</h2>
      <div className={classes.frame} tabIndex={0} role="group" aria-label={label}>
        <HeadedTable
          className={classes.table}
          endClass={classes.end}
          heads={[
            { text: t('customer.money.periodFrom') },
            { text: t('customer.money.in'), end: true },
            { text: t('customer.money.countIn'), end: true },
            { text: t('customer.money.out'), end: true },
            { text: t('customer.money.countOut'), end: true },
            { text: t('customer.money.balanceEnd'), end: true },
          ]}
        >
          {money.periods.map((one) => (
            <tr key={one.from}>
              <td>{utcDay(Date.parse(one.from))}</td>
              <SumCells sums={one} currency={money.currency} />
              <td className={classes.end} data-below={one.balance < 0 || undefined}>
                {moneyText(one.balance, money.currency, i18n.language)}
              </td>
            </tr>
          ))}
        </HeadedTable>
      </div>
    </section>
  )
}
