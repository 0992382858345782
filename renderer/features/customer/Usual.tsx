import { useTranslation } from 'react-i18next'
import type { EntityProfile } from '../../../shared/api/transactions.ts'
import { ShareBar } from '../../ui/charts/ShareBar.tsx'
import { signalWords } from '../../ui/signal-words.ts'
import classes from './customer.module.css'

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

const textOf = (value: unknown, language: string): string | null => {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 2 })
  return null
}

/** What is usual for the entity, as rules read it. */
export const Usual = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t, i18n } = useTranslation()
  const facts = Object.entries(profile.profile ?? {}).flatMap(([name, value]) => {
    const text = textOf(value, i18n.language)
    return text === null ? [] : [{ name, text }]
  })
  return (
    <section className={classes.block}>
      <h2>{t('customer.usual')}</h2>
      {facts.length === 0 ? null : (
        <dl className={classes.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{signalWords(name)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Shares title={t('customer.channels')} counted={profile.channels.map(({ channel, count }) => ({ name: channel ?? t('customer.notSaid'), count }))} />
      <Shares title={t('customer.countries')} counted={profile.countries.map(({ country, count }) => ({ name: country ?? t('customer.notSaid'), count }))} />
    </section>
  )
}
