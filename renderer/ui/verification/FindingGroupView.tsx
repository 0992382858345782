import { Button } from '@mantine/core'
import { IconAlertTriangleFilled, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { Finding } from '../../../shared/schema/findings.ts'
import type { FindingGroup } from './explain.ts'
import classes from './verification.module.css'

const shownAtFirst = 8

type Props = {
  readonly group: FindingGroup
  readonly scope: VerificationReport['scope']
  readonly onEntry: (finding: Finding) => void
}

const Place = ({ finding, scope, onEntry }: { readonly finding: Finding } & Omit<Props, 'group'>) => {
  const { t } = useTranslation()
  const inWorkspace = finding.case_uid === 'workspace'
  const entry = finding.position === null ? null : t('verification.findings.entryAt', { number: finding.position + 1 })
  const reachable = !inWorkspace && (scope === 'workspace' ? finding.case_number !== null : finding.entry_id !== null)
  return (
    <li className={classes.place}>
      <span className={classes.where}>
        {inWorkspace
          ? t('verification.findings.workspaceChain')
          : scope === 'workspace'
            ? (finding.case_number ?? finding.case_uid)
            : null}
        {entry === null ? (
          inWorkspace || scope === 'workspace' ? null : (
            t('verification.findings.wholeCase')
          )
        ) : (
          <span>{entry}</span>
        )}
      </span>
      <span className={classes.message}>{finding.message}</span>
      {reachable ? (
        <Button variant="subtle" size="compact-xs" onClick={() => onEntry(finding)}>
          {scope === 'workspace' && finding.entry_id === null
            ? t('verification.findings.openCase')
            : t('verification.findings.openEntry')}
        </Button>
      ) : null}
    </li>
  )
}

/** All findings of one code: what it means, what is still safe, what to do, and where. */
export const FindingGroupView = ({ group, scope, onEntry }: Props) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { code, severity, findings } = group
  const Icon = severity === 'fault' ? IconAlertTriangleFilled : IconInfoCircle
  return (
    <article className={classes.group} data-severity={severity}>
      <div className={classes.groupHead}>
        <Icon size={16} aria-hidden />
        <h3>{t(`verification.codes.${code}.title`)}</h3>
        <code>{code}</code>
        {findings.length === 1 ? null : (
          <span className={classes.count}>{t('verification.findings.count', { count: findings.length })}</span>
        )}
      </div>
      <dl className={classes.explained}>
        <dt>{t('verification.findings.means')}</dt>
        <dd>{t(`verification.codes.${code}.means`)}</dd>
        <dt>{t('verification.findings.safe')}</dt>
        <dd>{t(`verification.codes.${code}.safe`)}</dd>
        <dt>{t('verification.findings.todo')}</dt>
        <dd>{t(`verification.codes.${code}.todo`)}</dd>
      </dl>
      <ul className={classes.places} aria-label={t('verification.findings.where')}>
        {(all ? findings : findings.slice(0, shownAtFirst)).map((finding, index) => (
          <Place key={index} finding={finding} scope={scope} onEntry={onEntry} />
        ))}
      </ul>
      {findings.length > shownAtFirst && !all ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
          {t('verification.findings.showAll', { count: findings.length })}
        </Button>
      ) : null}
    </article>
  )
}
