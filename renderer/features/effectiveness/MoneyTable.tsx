import { useTranslation } from 'react-i18next'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { amountText } from '../../../shared/text/money.ts'
import classes from './effectiveness.module.css'
import { rangeOf, shareOf } from './shares.ts'

type Props = { readonly caught: NonNullable<Effectiveness['money_caught']>; readonly definition: string }

/**
 * Of the money of known frauds, how much stands in alerts, by currency: sums of different currencies are never added.
 */
export const MoneyTable = ({ caught, definition }: Props) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes.panel} aria-labelledby="money-caught">
      <h2 id="money-caught" className={classes.panelTitle}>
        {t('effectiveness.money.title')}
      </h2>
      <p className={classes.lead}>{definition}</p>
      {caught.length === 0 ? (
        <p className={classes.none}>{t('effectiveness.money.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('effectiveness.value.currency')}</th>
              {(['caught', 'missed', 'frauds', 'share'] as const).map((column) => (
                <th key={column} scope="col" className={classes.number}>
                  {t(`effectiveness.money.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {caught.map(({ currency, caught: had, missed, frauds, share, interval }) => {
              const figure = { value: share, denominator: frauds, interval }
              const range = rangeOf(figure, i18n.language, 0)
              return (
                <tr key={currency}>
                  <th scope="row">{currency === '' ? t('effectiveness.value.unnamed') : currency}</th>
                  <td className={classes.number}>{amountText(had, currency, i18n.language)}</td>
                  <td className={classes.number}>{amountText(missed, currency, i18n.language)}</td>
                  <td className={classes.number}>{frauds.toLocaleString(i18n.language)}</td>
                  <td className={classes.number}>
                    {shareOf(figure, i18n.language) ?? t('effectiveness.tooFew')}
                    {range === null ? null : ` (${range})`}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}
