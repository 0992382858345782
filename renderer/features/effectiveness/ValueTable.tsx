import { useTranslation } from 'react-i18next'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { amountText } from '../../../shared/text/money.ts'
import classes from './effectiveness.module.css'

/** How much money the detection found, by currency: sums of different currencies are never added. */
export const ValueTable = ({ figures }: { readonly figures: Effectiveness }) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes.panel} aria-labelledby="value-detected">
      <h2 id="value-detected" className={classes.panelTitle}>
        {t('effectiveness.value.title')}
      </h2>
      <p className={classes.lead}>{figures.value_definition}</p>
      {figures.value_detected.length === 0 ? (
        <p className={classes.none}>{t('effectiveness.value.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('effectiveness.value.currency')}</th>
              <th scope="col" className={classes.number}>
                {t('alertStatus.confirmed')}
              </th>
              <th scope="col" className={classes.number}>
                {t('effectiveness.stillOpen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.value_detected.map((one) => (
              <tr key={one.currency}>
                <th scope="row">{one.currency === '' ? t('effectiveness.value.unnamed') : one.currency}</th>
                <td className={classes.number}>{amountText(one.confirmed, one.currency, i18n.language)}</td>
                <td className={classes.number}>{amountText(one.open, one.currency, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
