import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DryRun, DryRunRule, RuleContent } from '../../../shared/schema/rules.ts'
import { useCancelDryRun, useDryRun, useRuleVocabulary, useStartDryRun } from '../../data/queries/rules.ts'
import { detectionHref } from '../../state/route.ts'
import { money, percent } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './rules.module.css'

const Figures = ({ run, found }: { readonly run: DryRun; readonly found: DryRunRule }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language, { maximumFractionDigits: 1 })
  const ratio = (value: number | null): string => (value === null ? '–' : percent(value, i18n.language))
  const figures = [
    { name: 'hits', value: number(found.hits), means: t('rules.dry.ofActivities', { count: run.done }) },
    {
      name: 'alertsADay',
      value: number(found.alerts_a_day),
      means: t('rules.dry.overDays', { count: Math.round(run.days * 10) / 10 }),
    },
    {
      name: 'precision',
      value: ratio(found.precision),
      means: `${number(found.fraud_hits)} / ${number(found.labelled_hits)}`,
    },
    { name: 'recall', value: ratio(found.recall), means: `${number(found.fraud_hits)} / ${number(run.frauds)}` },
    { name: 'onlyHere', value: number(found.only_here), means: t('rules.dry.onlyHereMeans') },
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, means }) => (
        <div key={name}>
          <dt>{t(`rules.dry.${name}`)}</dt>
          <dd>{value}</dd>
          <dd className={classes.small}>{means}</dd>
        </div>
      ))}
    </dl>
  )
}

const Examples = ({ found }: { readonly found: DryRunRule }) => {
  const { t, i18n } = useTranslation()
  if (found.examples.length === 0) return null
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={t('rules.dry.examples')}>
      <table className={classes.table}>
        <caption>{t('rules.dry.examples')}</caption>
        <tbody>
          {found.examples.map((one) => (
            <tr key={one.transaction_id}>
              <td>
                <a href={detectionHref('transactions', one.transaction_id)}>
                  <Timestamp at={one.at} />
                </a>
              </td>
              <td className={classes.end}>{one.amount === null ? '–' : money(one.amount, null, i18n.language)}</td>
              <td>
                {one.is_fraud === null
                  ? t('transactions.label.none')
                  : t(one.is_fraud ? 'transactions.label.fraud' : 'transactions.label.genuine')}
              </td>
              <td className={classes.reason} dir="auto">
                {one.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The rules that share hits with it, by the names that people gave them. */
const Overlap = ({ overlap }: { readonly overlap: DryRunRule['overlap'] }) => {
  const { t, i18n } = useTranslation()
  const names = new Map(useRuleVocabulary().data?.rules.map(({ key, name }) => [key, name]))
  if (overlap.length === 0) return null
  return (
    <p className={classes.nothing}>
      {t('rules.dry.overlap')}{' '}
      {overlap.map((one, at) => (
        <span key={one.rule} title={one.rule}>
          {at === 0 ? '' : ', '}
          <bdi>{names.get(one.rule) ?? one.rule}</bdi> {percent(one.share, i18n.language, 0)}
        </span>
      ))}
    </p>
  )
}

const Result = ({ run, ruleKey }: { readonly run: DryRun; readonly ruleKey: string }) => {
  const { t } = useTranslation()
  const found = run.rules.find(({ key }) => key === ruleKey)
  if (found === undefined) return null
  return (
    <>
      {run.from === null || run.to === null ? null : (
        <p className={classes.nothing}>
          <Timestamp at={run.from} /> – <Timestamp at={run.to} />
        </p>
      )}
      <Figures run={run} found={found} />
      {found.fault === null ? null : (
        <p className={classes.warning}>{t('rules.dry.faults', { count: found.faults, message: found.fault })}</p>
      )}
      <Overlap overlap={found.overlap} />
      <p className={classes.nothing}>
        {[
          t('rules.dry.asThen'),
          ...(run.model === null ? [] : [t('rules.dry.scoredBy', run.model)]),
          ...run.as_of_now.map((what) => t(`rules.dry.asOfNow.${what}`)),
        ].join(' ')}
      </p>
      <Examples found={found} />
    </>
  )
}

/** What the rule as it stands on the screen would have done with past transactions. */
export const DryRunPanel = ({ content }: { readonly content: RuleContent | null }) => {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState<{ readonly id: string; readonly key: string } | null>(null)
  const start = useStartDryRun()
  const cancel = useCancelDryRun()
  const dry = useDryRun(asked?.id ?? null)
  const run = dry.data
  const running = run?.state === 'running'
  const begin = (): void => {
    if (content !== null)
      start.mutate([content], { onSuccess: ({ data }) => setAsked({ id: data.id, key: content.key }) })
  }
  return (
    <section className={classes.dry} aria-labelledby="rule-dry-run">
      <div className={classes.dryHead}>
        <h3 id="rule-dry-run">{t('rules.dry.title')}</h3>
        <Button
          size="compact-sm"
          variant="default"
          disabled={content === null || running}
          loading={start.isPending}
          onClick={begin}
        >
          {t('rules.dry.start')}
        </Button>
        {running && asked !== null ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => cancel.mutate(asked.id, { onSuccess: () => void dry.refetch() })}
          >
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
      {start.error === null ? null : <ErrorState error={start.error} compact />}
      {dry.error === null ? null : <ErrorState error={dry.error} compact />}
      {run === undefined ? (
        <p className={classes.nothing}>{t('rules.dry.hint')}</p>
      ) : (
        <>
          {running ? (
            <Progress value={run.total === 0 ? 0 : (100 * run.done) / run.total} aria-label={t('rules.dry.progress')} />
          ) : null}
          <p role="status" className={classes.nothing}>
            {t(`rules.dry.state.${run.state}`, {
              done: run.done.toLocaleString(i18n.language),
              total: run.total.toLocaleString(i18n.language),
            })}{' '}
            {run.error}
          </p>
          <Result run={run} ruleKey={asked?.key ?? ''} />
        </>
      )}
    </section>
  )
}
