import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { formatLocal, formatUtc } from '../../../ui/time.ts'
import type { EntryDetail } from '../data/useEntry.ts'
import { plainText } from '../model/changes.ts'
import { describeEntry } from '../model/describeEntry.ts'
import { EntryBody, EntryHeadline } from '../timeline/EntryWords.tsx'
import { SealState } from '../timeline/SealState.tsx'
import { WithheldName } from '../../../ui/WithheldName.tsx'
import classes from './entry.module.css'

const noRedactions = new Map<string, never>()

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Withheld = ({ detail }: { readonly detail: EntryDetail }) => {
  const { t } = useTranslation()
  const values = Object.entries(detail.entry.withheld)
  return (
    <section className={classes.section}>
      <h3>{t('case.entry.disclosures')}</h3>
      <p className={classes.hint}>
        {values.length === 0 ? t('case.entry.noDisclosures') : t('case.entry.disclosuresHint')}
      </p>
      {values.map(([name, value]) => (
        <div key={value.digest} className={classes.withheld}>
          <p className={classes.withheldName}>
            <WithheldName name={name} />
          </p>
          <p className={classes.withheldValue} dir="auto">
            {value.state === 'disclosed'
              ? plainText(value.value)
              : value.state === 'redacted'
                ? t('case.values.redacted')
                : t('case.values.unavailable')}
          </p>
          <p className={classes.digest}>
            {t('case.entry.digest')} <code>{value.digest}</code>
          </p>
        </div>
      ))}
    </section>
  )
}

/** What the entry says, in words, with its place and its seal. */
export const SummaryTab = ({ detail }: { readonly detail: EntryDetail }) => {
  const { t } = useTranslation()
  const { entry } = detail
  const view = describeEntry(entry)
  const at = Date.parse(entry.at)
  return (
    <>
      <div className={classes.words}>
        <EntryHeadline entry={entry} view={view} redactions={noRedactions} />
        <EntryBody view={view} redactions={noRedactions} />
      </div>
      <dl className={classes.lines}>
        <Line label={t('case.entry.seal')}>
          <SealState seal={entry.seal} />
        </Line>
        <Line label={t('case.entry.id')}>
          <code className={classes.wrap}>{entry.entry_id}</code>{' '}
          <CopyButton value={entry.entry_id} label={t('common.copy')} size={20} />
        </Line>
        <Line label={t('case.entry.type')}>
          <code>{entry.type}</code>
        </Line>
        <Line label={t('case.entry.actor')}>
          <span dir="auto">{entry.actor.name}</span>
        </Line>
        <Line label={t('case.entry.at')}>
          {formatLocal(at, true)} <span className="fs-muted">{formatUtc(at)}</span>
        </Line>
        <Line label={t('case.entry.device')}>
          <code>{entry.device.id}</code>{' '}
          {entry.device.number === null ? null : (
            <span className="fs-muted">{t('case.entry.deviceNumber', { number: entry.device.number })}</span>
          )}
        </Line>
        <Line label={t('case.entry.sequence')}>{t('case.entry.sequenceOf', { seq: entry.seq })}</Line>
      </dl>
      <Withheld detail={detail} />
    </>
  )
}
