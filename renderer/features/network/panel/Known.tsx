import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { money } from '../../../ui/charts/format.ts'
import { Because } from '../Because.tsx'
import type { NetworkActions } from '../useActions.ts'
import classes from './panel.module.css'
import { RiskParts } from './RiskParts.tsx'

/** What is known of the selected entity beyond the picture. */
export const Known = ({ page, actions }: { readonly page: NodePage; readonly actions: NetworkActions }) => {
  const { t, i18n } = useTranslation()
  const { alerts } = page
  return (
    <>
      <Because because={page.because} classOf={() => classes.section} />
      <section className={classes.section}>
        <h3>{t('network.risk.title')}</h3>
        <RiskParts risk={page.risk} onShow={actions.explain} />
      </section>
      {page.motifs.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('network.motifs')}</h3>
          <ul className={classes.list}>
            {page.motifs.slice(0, 8).map((motif, place) => (
              <li key={place}>
                <button
                  type="button"
                  className={classes.row}
                  onClick={() => actions.explain({ nodes: motif.nodes, links: [] }, t(`network.motif.${motif.kind}`))}
                >
                  <span />
                  <span className={classes.rowName}>{t(`network.motif.${motif.kind}`)}</span>
                  <span className={classes.rowEnd}>
                    {t('network.motifOf', {
                      count: motif.nodes.length,
                      amount: money(motif.amount, null, i18n.language),
                    })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {page.money.length === 0 && alerts.open + alerts.confirmed === 0 && page.cases.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('network.known')}</h3>
          <dl className={classes.facts}>
            {page.money.map((one) => (
              <Money key={one.currency ?? ''} one={one} />
            ))}
            {alerts.open + alerts.confirmed === 0 ? null : (
              <>
                <dt>{t('network.alerts')}</dt>
                <dd>{t('network.alertsOf', { open: alerts.open, confirmed: alerts.confirmed })}</dd>
              </>
            )}
            {page.cases.length === 0 ? null : (
              <>
                <dt>{t('network.cases')}</dt>
                <dd>
                  {page.cases.slice(0, 5).map((one) => (
                    <a key={one.id} className={classes.link} href={`#/cases/${one.id}`}>
                      {one.case_number}{' '}
                    </a>
                  ))}
                </dd>
              </>
            )}
          </dl>
        </section>
      )}
    </>
  )
}

const Money = ({ one }: { readonly one: NodePage['money'][number] }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <dt>{t('network.sent')}</dt>
      <dd>{`${money(one.sent, one.currency, i18n.language)} (${one.sent_count.toLocaleString(i18n.language)})`}</dd>
      <dt>{t('network.received')}</dt>
      <dd>{`${money(one.received, one.currency, i18n.language)} (${one.received_count.toLocaleString(i18n.language)})`}</dd>
    </>
  )
}
