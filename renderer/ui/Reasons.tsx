import { IconBrain, IconFileImport, IconListSearch, IconSitemap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RiskReason } from '../../shared/schema/assessments.ts'
import { ShareBar } from './charts/ShareBar.tsx'
import classes from './reasons.module.css'
import { signalWords } from './signal-words.ts'
import { slightApart } from '../../shared/text/mattering-reasons.ts'

const icons = { rule: IconSitemap, model: IconBrain, screening: IconListSearch, import: IconFileImport } as const

const Reason = ({ reason }: { readonly reason: RiskReason }) => {
  const { t } = useTranslation()
  const Icon = icons[reason.source]
  return (
    <li className={classes.reason}>
      <span className={classes.head}>
        <Icon
          size={13}
          stroke={1.8}
          className={classes.icon}
          role="img"
          aria-label={t(`reasons.source.${reason.source}`)}
        />
        <span className={classes.signal} title={reason.signal}>
          {signalWords(reason.signal)}
        </span>
        <span className={classes.share}>
          <ShareBar share={reason.share} tone={reason.source === 'rule' ? 'accent' : 'info'} />
        </span>
      </span>
      <span className={classes.text} dir="auto">
        {reason.text}
      </span>
    </li>
  )
}

const keyOf = ({ source, signal, text }: RiskReason): string => `${source}:${signal}:${text}`

/**
 * Why the risk is what it is: each signal in a sentence, with its share of the whole, largest first; those that hardly
 * count are told on demand.
 */
export const Reasons = ({ reasons }: { readonly reasons: readonly RiskReason[] }) => {
  const { t } = useTranslation()
  if (reasons.length === 0) return <p className={classes.none}>{t('reasons.none')}</p>
  const { main, slight } = slightApart(reasons)
  return (
    <>
      <ol className={classes.list} aria-label={t('reasons.label')}>
        {main.map((reason) => (
          <Reason key={keyOf(reason)} reason={reason} />
        ))}
      </ol>
      {slight.length === 0 ? null : (
        <details className={classes.slight}>
          <summary>{t('reasons.slight', { count: slight.length })}</summary>
          <ol className={classes.list} aria-label={t('reasons.slightLabel')}>
            {slight.map((reason) => (
              <Reason key={keyOf(reason)} reason={reason} />
            ))}
          </ol>
        </details>
      )}
    </>
  )
}
