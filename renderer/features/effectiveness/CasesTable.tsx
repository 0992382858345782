import { useTranslation } from 'react-i18next'
import type { FinishedCases } from '../../../shared/schema/metrics.ts'
import { OutcomeMark } from '../../ui/OutcomeMark.tsx'
import classes from './effectiveness.module.css'
import { shareOf } from './shares.ts'

/** What came of the cases that were finished in the period. */
export const CasesTable = ({
  cases: { finished, outcomes, confirmed_share: share, definition },
}: {
  readonly cases: FinishedCases
}) => {
  const { t, i18n } = useTranslation()
  const text = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <section className={classes.panel} aria-labelledby="case-outcomes">
      <h2 id="case-outcomes" className={classes.panelTitle}>
        {t('effectiveness.cases.title')}
      </h2>
      <p className={classes.lead}>{definition}</p>
      {finished === 0 ? (
        <p className={classes.none}>{t('effectiveness.cases.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('caseOutcome.label')}</th>
              <th scope="col" className={classes.number}>
                {t('effectiveness.cases.count')}
              </th>
              <th scope="col" className={classes.number}>
                {t('effectiveness.cases.share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome, cases }) => (
              <tr key={outcome}>
                <th scope="row">
                  <OutcomeMark outcome={outcome} />
                </th>
                <td className={classes.number}>{text(cases)}</td>
                <td className={classes.number}>
                  {shareOf({ value: cases / finished, denominator: finished }, i18n.language) ??
                    t('effectiveness.tooFew')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {finished === 0 ? null : (
        <p className={classes.lead}>
          <b>
            {t('effectiveness.cases.confirmed')}:{' '}
            {share.value === null
              ? t('effectiveness.nothing')
              : (shareOf(share, i18n.language) ?? t('effectiveness.tooFew'))}{' '}
            ({t('effectiveness.of', { numerator: text(share.numerator), denominator: text(share.denominator) })})
          </b>{' '}
          {share.definition}
        </p>
      )}
    </section>
  )
}
