import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityProfile } from '../../../shared/api/entity-profiles.ts'
import { computedMoney, money } from '../../ui/charts/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './customer.module.css'

/** The figures that one asks for first. */
export const CustomerFigures = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const risky = (profile.risk.high ?? 0) + (profile.risk.critical ?? 0)
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('customer.activities')}</dt>
        <dd>{number(profile.activities)}</dd>
        <dd className={classes.small}>
          <Timestamp at={profile.first_at} /> – <Timestamp at={profile.last_at} />
        </dd>
      </div>
      {profile.amounts.length === 0 ? null : (
        <div>
          <dt>{t('customer.total')}</dt>
          {profile.amounts.map((one) => (
            <Fragment key={one.currency ?? ''}>
              <dd>{money(one.total, one.currency, i18n.language)}</dd>
              <dd className={classes.small}>
                {t('customer.meanMax', {
                  mean: computedMoney(one.mean, one.currency, i18n.language),
                  max: money(one.max, one.currency, i18n.language),
                })}
              </dd>
            </Fragment>
          ))}
        </div>
      )}
      <div>
        <dt>{t('customer.risky')}</dt>
        <dd data-some={risky > 0 || undefined}>{number(risky)}</dd>
        <dd className={classes.small}>
          {t('customer.riskyOf', {
            critical: number(profile.risk.critical ?? 0),
            high: number(profile.risk.high ?? 0),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('customer.found')}</dt>
        <dd data-some={profile.fraud > 0 || undefined}>{number(profile.fraud)}</dd>
        <dd className={classes.small}>{t('customer.foundGenuine', { text: number(profile.genuine) })}</dd>
      </div>
      <div>
        <dt>{t('customer.alerts')}</dt>
        <dd>{number(profile.alerts)}</dd>
        <dd className={classes.small}>
          {t(`customer.alertsAbout.${profile.kind === 'account' ? 'account' : 'customer'}`)}
        </dd>
      </div>
    </dl>
  )
}
