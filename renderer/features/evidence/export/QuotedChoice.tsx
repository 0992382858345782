import { Radio } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quotation } from '../../../../shared/schema/quotation.ts'
import { detectionHref } from '../../../state/route.ts'
import classes from './export.module.css'

type Props = {
  readonly quotations: readonly Quotation[]
  readonly withQuotations: boolean | undefined
  readonly onChoice: (withQuotations: boolean) => void
  /** How often somebody wanted to go on without an answer: each time leads here. */
  readonly reminders: number
}

/** The versions that quote, each once: a version quotes by its title and by its content. */
const versionsOf = (quotations: readonly Quotation[]): readonly Quotation[] => [
  ...new Map(quotations.map((one) => [one.entry_id, one])).values(),
]

/** Names the reports that quote what the recipient must not see, and asks what becomes of that. */
export const QuotedChoice = ({ quotations, withQuotations, onChoice, reminders }: Props) => {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const versions = versionsOf(quotations)
  useEffect(() => {
    if (reminders > 0) frame.current?.querySelector('input')?.focus()
  }, [reminders])
  return (
    <div ref={frame} className={classes.quoted}>
      <p>{t('evidence.export.quotedBy', { count: versions.length })}</p>
      <ul>
        {versions.map((one) => (
          <li key={one.entry_id}>
            <a href={detectionHref('reports', one.report_id)} dir="auto">
              {one.report_title === null || one.report_title === '' ? t(`reports.kind.${one.kind}`) : one.report_title}
            </a>{' '}
            <span className="fs-muted">
              {t('evidence.export.quotedVersion', {
                kind: t(`reports.kind.${one.kind}`),
                version: one.version,
                state: t(`reports.state.${one.state}`),
              })}
            </span>
          </li>
        ))}
      </ul>
      <Radio.Group
        label={t('evidence.export.quoted')}
        value={withQuotations === undefined ? '' : String(withQuotations)}
        onChange={(value) => onChoice(value === 'true')}
        error={reminders > 0 && withQuotations === undefined ? t('evidence.export.quotedUnsaid') : undefined}
      >
        <div className={classes.options}>
          <Radio value="true" label={t('evidence.export.quotedOut')} />
          <Radio value="false" label={t('evidence.export.quotedIn')} />
        </div>
      </Radio.Group>
    </div>
  )
}
