import { useTranslation } from 'react-i18next'
import type { AlertEntity } from '../../../../shared/schema/alerts.ts'
import type { EntityProfile } from '../../../../shared/api/entity-profiles.ts'
import { isRefusal } from '../../../data/errors.ts'
import { hasProfile, useEntityProfile } from '../../../data/queries/entities.ts'
import { detectionHref, entityHref, networkHref, profileHref } from '../../../state/route.ts'
import { computedMoney, money } from '../../../ui/charts/format.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alertClasses } from '../classes.ts'
import { Section } from './Section.tsx'

const Brief = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const countries = profile.countries.filter(({ country }) => country !== null).slice(0, 4)
  const risky = (profile.risk.high ?? 0) + (profile.risk.critical ?? 0)
  return (
    <dl className={alertClasses.facts}>
      <dt>{t('alerts.profile.activities')}</dt>
      <dd className={alertClasses.trend}>
        {number(profile.activities)}
        {profile.complete ? null : '+'}
        <Sparkline
          values={profile.timeline.buckets.slice(-30).map(({ count }) => count)}
          label={t('alerts.profile.trend')}
        />
      </dd>
      <dt>{t('alerts.profile.since')}</dt>
      <dd>
        <Timestamp at={profile.first_at} />
      </dd>
      {profile.amounts.map((one) => (
        <div key={one.currency ?? ''} className={alertClasses.factRow}>
          <dt>{t('alerts.profile.usual')}</dt>
          <dd>
            {t('alerts.profile.amounts', {
              mean: computedMoney(one.mean, one.currency, i18n.language),
              max: money(one.max, one.currency, i18n.language),
            })}
          </dd>
        </div>
      ))}
      <dt>{t('alerts.profile.risky')}</dt>
      <dd>
        {t('alerts.profile.riskyOf', { risky: number(risky), fraud: number(profile.fraud), count: profile.alerts })}
      </dd>
      {countries.length === 0 ? null : (
        <>
          <dt>{t('alerts.profile.countries')}</dt>
          <dd>{countries.map(({ country, count }) => `${country ?? ''} ${number(count)}`).join(', ')}</dd>
        </>
      )}
    </dl>
  )
}

/** The customer or the account that the alert is about, in short. */
export const EntityBrief = ({ entity }: { readonly entity: AlertEntity | null }) => {
  const { t } = useTranslation()
  const profile = useEntityProfile(entity)
  if (entity === null) return null
  const page = profileHref(entity)
  return (
    <Section
      title={t(`entity.${entity.kind}`)}
      aside={
        <a
          href={detectionHref('alerts', null, {
            entity_kind: entity.kind,
            entity_id: entity.id,
            status: 'new,in_review,escalated,confirmed,false_positive,dismissed',
          })}
          className={alertClasses.link}
        >
          {t('alerts.allAlerts')}
        </a>
      }
    >
      <p className={alertClasses.entityName}>
        {page === null ? (
          <bdi>{entity.id}</bdi>
        ) : (
          <a href={page} className={alertClasses.link}>
            <bdi>{entity.id}</bdi>
          </a>
        )}
      </p>
      <p className={alertClasses.nothing}>
        <a href={entityHref(entity)} className={alertClasses.link}>
          {t('network.toPage')}
        </a>{' '}
        ·{' '}
        <a href={networkHref(entity)} className={alertClasses.link}>
          {t('entityPage.toNetwork')}
        </a>
      </p>
      {profile.data !== undefined ? (
        <Brief profile={profile.data} />
      ) : hasProfile(entity) && profile.error === null ? (
        <LoadingRows rows={2} height={24} />
      ) : null}
      {profile.error !== null && hasProfile(entity) ? (
        <p className={alertClasses.nothing}>
          {t(isRefusal(profile.error, 'not_found') ? 'alerts.profile.unknown' : 'alerts.profile.failed')}
        </p>
      ) : null}
    </Section>
  )
}
