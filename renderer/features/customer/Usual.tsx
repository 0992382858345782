import { useTranslation } from 'react-i18next'
import type { EntityProfile } from '../../../shared/api/entity-profiles.ts'
import { ColumnChart } from '../../ui/charts/ColumnChart.tsx'
import { computedMoney, money } from '../../ui/charts/format.ts'
import { ShareBar } from '../../ui/charts/ShareBar.tsx'
import { signalWords } from '../../ui/signal-words.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './customer.module.css'
import { hoursOf, namedFacts, usualFacts, type UsualFact } from './usualFacts.ts'

type Counted = { readonly name: string; readonly count: number }

const shownMax = 6

const Shares = ({ title, counted }: { readonly title: string; readonly counted: readonly Counted[] }) => {
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.shares}>
        {counted.slice(0, shownMax).map(({ name, count }) => (
          <li key={name}>
            <span dir="auto">{name}</span>
            <ShareBar share={count / all} />
          </li>
        ))}
      </ul>
    </>
  )
}

const Value = ({ fact, currency }: { readonly fact: UsualFact; readonly currency: string | null }) => {
  const { t, i18n } = useTranslation()
  const computed = (value: number): string => computedMoney(value, currency, i18n.language)
  switch (fact.kind) {
    case 'time':
      return <Timestamp at={fact.at} />
    case 'amount':
      return fact.computed ? computed(fact.amount) : money(fact.amount, currency, i18n.language)
    case 'amounts':
      return t('customer.usualRange', { low: computed(fact.low), high: computed(fact.high) })
    case 'number':
      return fact.value.toLocaleString(i18n.language, { maximumFractionDigits: 2 })
    case 'text':
      return <bdi>{fact.text}</bdi>
  }
}

const Hours = ({ hours }: { readonly hours: readonly number[] }) => {
  const { t } = useTranslation()
  return (
    <ColumnChart
      title={t('customer.hours')}
      summary={t('customer.hoursSummary')}
      series={[{ id: 'count', label: t('customer.activities'), tone: 'accent' }]}
      columns={hours.map((count, hour) => ({
        id: String(hour),
        label: String(hour).padStart(2, '0'),
        values: [count],
      }))}
      columnHead={t('customer.hour')}
      height={120}
    />
  )
}

/** What is usual for the entity, as rules read it. Amounts stand in its currency where it has only one. */
export const Usual = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t } = useTranslation()
  const facts = profile.profile === null ? [] : usualFacts(profile.profile)
  const hours = profile.profile === null ? null : hoursOf(profile.profile)
  const currency = profile.base_currency
  const nameOf = (name: string): string => {
    const known = namedFacts.find((one) => one === name)
    return known === undefined ? signalWords(name) : t(`customer.fact.${known}`)
  }
  return (
    <section className={classes.block}>
      <h2>{t('customer.usual')}</h2>
      <div className={classes.columns}>
        {facts.length === 0 ? (
          <p className={classes.nothing}>{t('customer.noUsual')}</p>
        ) : (
          <dl className={classes.facts}>
            {facts.map((fact) => (
              <div key={fact.name}>
                <dt>{nameOf(fact.name)}</dt>
                <dd>
                  <Value fact={fact} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className={classes.habits}>
          {hours === null ? null : <Hours hours={hours} />}
          <Shares
            title={t('customer.channels')}
            counted={profile.channels.map(({ channel, count }) => ({ name: channel ?? t('customer.notSaid'), count }))}
          />
          <Shares
            title={t('customer.countries')}
            counted={profile.countries.map(({ country, count }) => ({ name: country ?? t('customer.notSaid'), count }))}
          />
        </div>
      </div>
    </section>
  )
}
