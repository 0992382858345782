import { useTranslation } from 'react-i18next'
import type { EntityProfile } from '../../../shared/api/entity-profiles.ts'
import { entityHref, profileHref, transactionsHref } from '../../state/route.ts'
import { money } from '../../ui/charts/format.ts'
import { HeadedTable } from '../../ui/HeadedTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './customer.module.css'

/** An entity leads to its profile where it has one, else to all that is known of it. */
const hrefOf = (kind: EntityProfile['kind'], id: string): string =>
  profileHref({ kind, id }) ?? entityHref({ kind, id })

/** With whom and through what the entity deals most. */
export const Related = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t, i18n } = useTranslation()
  const { currency } = profile.totals
  return (
    <section className={classes.block}>
      <h2>{t('customer.related')}</h2>
      {profile.related.length === 0 ? (
        <p className={classes.nothing}>{t('customer.noRelated')}</p>
      ) : (
        <div className={classes.frame} tabIndex={0} role="group" aria-label={t('customer.related')}>
          <HeadedTable
            className={classes.table}
            heads={[
              { text: t('customer.kind') },
              { text: t('customer.id') },
              { text: t('customer.activities'), end: true },
              { text: t('customer.total'), end: true },
              { text: t('customer.last') },
            ]}
          >
            {profile.related.map((one) => (
              <tr key={`${one.kind} ${one.id}`}>
                <td>{t(`entity.${one.kind}`)}</td>
                <td className={classes.idCell} dir="auto">
                  <a href={hrefOf(one.kind, one.id)} title={one.id}>
                    {one.id}
                  </a>
                </td>
                <td className={`${classes.end} ${classes.idCell}`}>
                  <a
                    href={transactionsHref({ kind: profile.kind, id: profile.id }, { kind: one.kind, id: one.id })}
                    aria-label={t('customer.transactionsWith', { count: one.count, id: one.id })}
                    title={t('customer.transactionsWith', { count: one.count, id: one.id })}
                  >
                    {one.count.toLocaleString(i18n.language)}
                  </a>
                </td>
                <td className={classes.end}>{money(one.total, currency, i18n.language)}</td>
                <td>
                  <Timestamp at={one.last_at} />
                </td>
              </tr>
            ))}
          </HeadedTable>
        </div>
      )}
    </section>
  )
}
