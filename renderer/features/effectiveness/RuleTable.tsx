import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fewestForPercent, type RuleYield } from '../../../shared/schema/metrics.ts'
import { detectionHref } from '../../state/route.ts'
import { naturalOrder } from '../../state/natural-order.ts'
import { ShareBar } from '../../ui/charts/ShareBar.tsx'
import classes from './effectiveness.module.css'
import { shareOf } from './shares.ts'

const columns = ['alerts', 'alone', 'confirmed', 'false_positive', 'precision'] as const
type Column = (typeof columns)[number]
type Order = { readonly by: Column; readonly descending: boolean }

const inOrder = (rules: readonly RuleYield[], { by, descending }: Order): readonly RuleYield[] =>
  [...rules].sort(
    (one, other) => ((one[by] ?? -1) - (other[by] ?? -1)) * (descending ? -1 : 1) || naturalOrder(one.name, other.name),
  )

const Overlap = ({ rule, names }: { readonly rule: RuleYield; readonly names: ReadonlyMap<string, string> }) => {
  const { t, i18n } = useTranslation()
  if (rule.overlap.length === 0) return <span className="fs-muted">{t('effectiveness.rules.noOverlap')}</span>
  return (
    <ul className={classes.overlap}>
      {rule.overlap.map((one) => (
        <li key={one.rule} title={names.get(one.rule) ?? one.rule}>
          <span className="fs-ellipsis" dir="auto">
            {names.get(one.rule) ?? one.rule}
          </span>
          <span className="fs-muted">
            {shareOf({ value: one.share, denominator: rule.alerts }, i18n.language, 0) ??
              t('effectiveness.of', { numerator: one.alerts, denominator: rule.alerts })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What each rule brought, and with which others it held. */
export const RuleTable = ({ rules }: { readonly rules: readonly RuleYield[] }) => {
  const { t, i18n } = useTranslation()
  const [order, setOrder] = useState<Order>({ by: 'alerts', descending: true })
  const names = new Map(rules.map((rule) => [rule.rule, rule.name]))
  const turn = (by: Column): void =>
    setOrder(order.by === by ? { by, descending: !order.descending } : { by, descending: true })
  return (
    <section className={classes.panel} aria-labelledby="rule-yield">
      <h2 id="rule-yield" className={classes.panelTitle}>
        {t('effectiveness.rules.title')}
      </h2>
      <p className={classes.lead}>{t('effectiveness.rules.lead')}</p>
      {rules.length === 0 ? (
        <p className={classes.none}>{t('effectiveness.rules.none')}</p>
      ) : (
        <div className={classes.tableFrame} tabIndex={0} role="group" aria-labelledby="rule-yield">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('effectiveness.rules.rule')}</th>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    aria-sort={order.by !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
                    className={classes.number}
                  >
                    <button
                      type="button"
                      className={classes.sort}
                      data-on={order.by === column || undefined}
                      onClick={() => turn(column)}
                      title={t(`effectiveness.rules.means.${column}`)}
                    >
                      {t(`effectiveness.rules.${column}`)}
                      {order.by !== column ? null : order.descending ? (
                        <IconArrowDown size={12} aria-hidden />
                      ) : (
                        <IconArrowUp size={12} aria-hidden />
                      )}
                    </button>
                  </th>
                ))}
                <th scope="col">{t('effectiveness.rules.overlap')}</th>
              </tr>
            </thead>
            <tbody>
              {inOrder(rules, order).map((rule) => (
                <tr key={rule.rule}>
                  <th scope="row" dir="auto" title={rule.name}>
                    <a
                      href={detectionHref('alerts', null, {
                        rule: rule.rule,
                        status: 'new,in_review,escalated,confirmed,false_positive,dismissed',
                      })}
                    >
                      {rule.name}
                    </a>
                  </th>
                  {(['alerts', 'alone', 'confirmed', 'false_positive'] as const).map((column) => (
                    <td key={column} className={classes.number}>
                      {rule[column].toLocaleString(i18n.language)}
                    </td>
                  ))}
                  <td className={classes.share}>
                    {rule.precision === null ? (
                      <span className="fs-muted">{t('effectiveness.nothing')}</span>
                    ) : rule.confirmed + rule.false_positive < fewestForPercent ? (
                      <span className="fs-muted">{t('effectiveness.tooFew')}</span>
                    ) : (
                      <ShareBar share={rule.precision} />
                    )}
                  </td>
                  <td>
                    <Overlap rule={rule} names={names} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
