import { useTranslation } from 'react-i18next'
import type { PartyInterest } from '../../../../shared/schema/kyb.ts'
import type { EntityRef } from '../../../../shared/schema/network.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useBusiness } from '../../../data/queries/businesses.ts'
import { detectionHref } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { statedText } from '../../../ui/shares.ts'
import classes from './entity.module.css'

/** Lines of each list; the screen of businesses has all. */
const linesMost = 12

const Interests = ({ title, interests }: { readonly title: string; readonly interests: readonly PartyInterest[] }) => {
  const { t, i18n } = useTranslation()
  if (interests.length === 0) return null
  return (
    <>
      <h3 className={classes.part}>{title}</h3>
      <ul className={classes.list}>
        {interests.slice(0, linesMost).map(({ party, kind, share }, place) => (
          <li key={`${place} ${party.id ?? ''}`}>
            {party.id === null ? (
              <bdi className={classes.ellipsis}>{party.name}</bdi>
            ) : (
              <a href={detectionHref('businesses', party.id)} className={classes.ellipsis} title={party.name}>
                <bdi>{party.name}</bdi>
              </a>
            )}
            <span className="fs-muted">
              {[t(`businesses.interest.${kind}`), statedText(share, i18n.language)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {interests.length > linesMost ? (
        <p className={classes.nothing}>{t('entityPage.owners.more', { count: interests.length - linesMost })}</p>
      ) : null}
    </>
  )
}

/**
 * Who owns and runs the entity, and what it owns, as ownership data in force say; each leads to the screen of
 * businesses.
 */
const Known = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const read = useBusiness(id)
  // People and companies are known from elsewhere too; of those ownership data say nothing.
  if (isRefusal(read.error, 'not_found')) return null
  return (
    <section className={classes.block}>
      <h2>{t('entityPage.owners.title')}</h2>
      {read.data === undefined ? (
        read.error === null ? (
          <LoadingRows rows={3} height={26} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
        )
      ) : (
        <>
          {read.data.owners.length + read.data.officers.length + read.data.owned.length === 0 ? (
            <p className={classes.nothing}>{t('entityPage.owners.none')}</p>
          ) : null}
          <Interests title={t('businesses.directOwners')} interests={read.data.owners} />
          <Interests title={t('businesses.officers')} interests={read.data.officers} />
          <Interests title={t('businesses.holdings')} interests={read.data.owned} />
          <p className={classes.nothing}>
            <a href={detectionHref('businesses', id)}>{t('entityPage.owners.open')}</a> ·{' '}
            {t('businesses.madeFrom', {
              key: read.data.dataset.key,
              version: read.data.dataset.version,
              count: read.data.dataset.age_days,
            })}
          </p>
        </>
      )}
    </section>
  )
}

/** Owners and what is owned, of a person or a company. */
export const Owners = ({ entity }: { readonly entity: EntityRef }) =>
  entity.kind === 'person' || entity.kind === 'company' ? <Known id={entity.id} /> : null
