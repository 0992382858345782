import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { caseHref, detectionHref } from '../../../state/route.ts'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './entity.module.css'

/** The alerts and the cases that are about the entity. */
export const EntityStanding = ({ page }: { readonly page: NodePage }) => {
  const { t } = useTranslation()
  const { alerts, cases } = page
  const none = alerts.open + alerts.confirmed + alerts.other === 0
  return (
    <section className={classes.block}>
      <h2>{t('entityPage.alerts')}</h2>
      <p className={classes.nothing}>{none ? t('entityPage.noAlerts') : t('entityPage.alertCounts', alerts)}</p>
      <ul className={classes.list}>
        {alerts.newest.map((alert) => (
          <li key={alert.id}>
            <RiskMark level={alert.risk_level} />
            <a
              href={detectionHref('alerts', String(alert.id))}
              dir="auto"
              className={classes.ellipsis}
              title={alert.title}
            >
              {alert.title}
            </a>
            <span className="fs-muted">
              <Timestamp at={alert.raised_at} />
            </span>
          </li>
        ))}
      </ul>
      <h2 className={classes.second}>{t('entityPage.cases')}</h2>
      {cases.length === 0 ? <p className={classes.nothing}>{t('entityPage.noCases')}</p> : null}
      <ul className={classes.list}>
        {cases.map((one) => (
          <li key={one.id}>
            <span className="fs-mono">{one.case_number}</span>
            <a href={caseHref(one.id)} dir="auto" className={classes.ellipsis} title={one.title}>
              {one.title}
            </a>
            <span className="fs-muted">{t(`status.${one.status}` as 'status.open')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
