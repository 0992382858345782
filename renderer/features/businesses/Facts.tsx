import { useTranslation } from 'react-i18next'
import type { BusinessPage as Page, CheckedIdentifier, PartyInterest } from '../../../shared/schema/kyb.ts'
import { detectionHref } from '../../state/route.ts'
import classes from './businesses.module.css'
import { statedText } from '../../ui/shares.ts'

const VerdictMark = ({ verdict }: { readonly verdict: CheckedIdentifier['verdict'] }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.verdict} data-verdict={verdict}>
      {t(`businesses.verdict.${verdict}`)}
    </span>
  )
}

/** The identifiers of a business, each with what a check of it says and why. */
export const Identifiers = ({ page }: { readonly page: Page }) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block} aria-labelledby="business-identifiers">
      <h2 id="business-identifiers">{t('businesses.identifiers')}</h2>
      {page.identifiers.length + page.other_identifiers.length === 0 ? (
        <p className={classes.nothing}>{t('businesses.noIdentifiers')}</p>
      ) : null}
      <ul className={classes.plainList}>
        {page.identifiers.map((one) => (
          <li key={`${one.type} ${one.value}`}>
            <span className={classes.quiet}>{t(`businesses.identifier.${one.type}`)}</span>{' '}
            <bdi className={classes.mono}>{one.value}</bdi> <VerdictMark verdict={one.verdict} />
            <p className={classes.quiet}>{one.reason}</p>
          </li>
        ))}
        {page.other_identifiers.map((one) => (
          <li key={`${one.scheme} ${one.value}`}>
            <bdi className={classes.quiet}>{one.scheme}</bdi> <bdi className={classes.mono}>{one.value}</bdi>{' '}
            <VerdictMark verdict="not_checked" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Addresses, and how many other companies are there. */
export const Addresses = ({ page }: { readonly page: Page }) => {
  const { t } = useTranslation()
  if (page.addresses.length === 0) return null
  return (
    <section className={classes.block} aria-labelledby="business-addresses">
      <h2 id="business-addresses">{t('businesses.addresses')}</h2>
      <ul className={classes.plainList}>
        {page.addresses.map((one) => (
          <li key={one.text}>
            <bdi>{one.text}</bdi> {one.country}{' '}
            {one.companies > 1 ? (
              <span className={classes.quiet}>{t('businesses.companiesHere', { count: one.companies })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Interests with whoever stands at the other end. */
export const Interests = ({
  title,
  empty,
  interests,
}: {
  readonly title: string
  readonly empty: string
  readonly interests: readonly PartyInterest[]
}) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes.block}>
      <h2>{title}</h2>
      {interests.length === 0 ? (
        <p className={classes.nothing}>{empty}</p>
      ) : (
        <ul className={classes.plainList}>
          {interests.map(({ party, kind, share, from, to, details }, at) => (
            <li key={`${party.id ?? ''} ${kind} ${at}`}>
              {party.id === null ? (
                <bdi>{party.name}</bdi>
              ) : (
                <a href={detectionHref('businesses', party.id)}>
                  <bdi>{party.name}</bdi>
                </a>
              )}{' '}
              <span className={classes.quiet}>
                {[
                  t(`businesses.interest.${kind}`),
                  statedText(share, i18n.language),
                  from === null ? null : t('businesses.since', { date: from }),
                  to === null ? null : t('businesses.until', { date: to }),
                  details,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
