import { Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessCheck, CheckFinding, CheckPart } from '../../../shared/schema/kyb.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './businesses.module.css'
import { ConcludeDialog } from './ConcludeDialog.tsx'
import { CheckOutcomeMark } from './CheckOutcomeMark.tsx'

const Finding = ({ finding }: { readonly finding: CheckFinding }) => {
  const { t } = useTranslation()
  return (
    <li className={classes.finding} data-state={finding.state}>
      <span className={classes.findingState}>{t(`businesses.finding.${finding.state}`)}</span>
      <div>
        <p>{finding.reason}</p>
        {finding.evidence.length === 0 ? null : (
          <ul className={classes.evidence} aria-label={t('businesses.evidence')}>
            {finding.evidence.map((piece, at) => (
              <li key={at}>
                <bdi>{piece}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

const Part = ({ part }: { readonly part: CheckPart }) => {
  const { t } = useTranslation()
  return (
    <details className={classes.part} open={part.outcome === 'failed' || part.outcome === 'attention'}>
      <summary>
        <span className={classes.partName}>{t(`businesses.part.${part.part}`)}</span>
        <CheckOutcomeMark outcome={part.outcome} />
        <span className={classes.quiet}>{part.reason}</span>
      </summary>
      <ul className={classes.findings}>
        {part.findings.map((finding, at) => (
          <Finding key={`${finding.code} ${at}`} finding={finding} />
        ))}
      </ul>
    </details>
  )
}

const MadeFrom = ({ check }: { readonly check: BusinessCheck }) => {
  const { t } = useTranslation()
  const { dataset, lists, as_of: asOf } = check.made_from
  return (
    <p className={classes.quiet}>
      {t('businesses.asOf', { date: asOf })} ·{' '}
      {dataset === null
        ? t('businesses.noDataset')
        : t('businesses.madeFrom', { key: dataset.key, version: dataset.version, count: dataset.age_days })}{' '}
      ·{' '}
      {lists.length === 0
        ? t('businesses.noLists')
        : lists.map(({ key, age_days: age }) => t('businesses.listAge', { key, count: age })).join(', ')}
    </p>
  )
}

const Changes = ({ check }: { readonly check: BusinessCheck }) => {
  const { t } = useTranslation()
  if (check.previous === null) return null
  if (check.changes.length === 0) return <p className={classes.quiet}>{t('businesses.noChanges')}</p>
  return (
    <details className={classes.part} open>
      <summary>
        <span className={classes.partName}>{t('businesses.changes', { count: check.changes.length })}</span>
      </summary>
      <ul className={classes.findings}>
        {check.changes.map(({ what, was, is }) => (
          <li key={what} className={classes.change}>
            <bdi>{what}</bdi>: <del>{was ?? t('businesses.absent')}</del> → <ins>{is ?? t('businesses.absent')}</ins>
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * A check: part by part what was found, what was not looked at and why, what it was made from, and what a person
 * concluded.
 */
export const CheckReport = ({ check, writes }: { readonly check: BusinessCheck; readonly writes: boolean }) => {
  const { t } = useTranslation()
  const [concluding, setConcluding] = useState(false)
  const [last] = check.conclusions
  return (
    <section className={classes.block} aria-labelledby="business-check">
      <div className={classes.blockHead}>
        <h2 id="business-check">{t('businesses.check')}</h2>
        <CheckOutcomeMark outcome={check.outcome} />
        <span className={classes.quiet}>
          <Timestamp at={check.at} /> · <PersonName name={check.made_by.name} plain />
        </span>
        {writes ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconGavel size={14} aria-hidden />}
            onClick={() => setConcluding(true)}
          >
            {t('businesses.conclude')}
          </Button>
        ) : null}
      </div>
      <MadeFrom check={check} />
      {last === undefined ? null : (
        <div className={classes.conclusion}>
          <p>
            <strong>{t(`businesses.conclusion.${last.verdict}`)}</strong>{' '}
            <span className={classes.quiet}>
              · <PersonName name={last.by.name} plain /> · <Timestamp at={last.at} />
            </span>
          </p>
          <blockquote dir="auto">{last.reason}</blockquote>
        </div>
      )}
      {check.parts.map((part) => (
        <Part key={part.part} part={part} />
      ))}
      <Changes check={check} />
      {concluding ? <ConcludeDialog check={check} onClose={() => setConcluding(false)} /> : null}
    </section>
  )
}
