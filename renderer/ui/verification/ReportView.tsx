import { Button } from '@mantine/core'
import { IconAlertTriangleFilled, IconDownload, IconInfoCircle, IconShieldCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { Finding } from '../../../shared/schema/findings.ts'
import { saveJson } from '../saveFile.ts'
import { Timestamp } from '../Timestamp.tsx'
import { durationMs, groupFindings, reportFileName, type FindingGroup } from './explain.ts'
import { FindingGroupView } from './FindingGroupView.tsx'
import classes from './verification.module.css'

type Props = {
  readonly report: VerificationReport
  /** What was verified, for the report's file name: a case number or the workspace's. */
  readonly subject: string
  /** Goes to the entry, or the case, that a finding is about. */
  readonly onEntry: (finding: Finding) => void
  readonly actions?: ReactNode
}

const verdictText = ({ conclusion, scope }: VerificationReport) => {
  const wide = scope === 'workspace'
  switch (conclusion) {
    case 'faults_found':
      return wide ? 'verification.verdict.faultsWorkspace' : 'verification.verdict.faultsCase'
    case 'intact_as_far_as_it_goes':
      return wide ? 'verification.verdict.openEndWorkspace' : 'verification.verdict.openEndCase'
    case 'intact_to_the_end':
      return wide ? 'verification.verdict.intactWorkspace' : 'verification.verdict.intactCase'
  }
}

const Verdict = ({ report }: { readonly report: VerificationReport }) => {
  const { t } = useTranslation()
  const faults = report.findings.filter((finding) => finding.severity === 'fault').length
  const { conclusion } = report
  const title =
    conclusion === 'faults_found'
      ? t('verification.verdict.faults', { count: faults })
      : conclusion === 'intact_to_the_end'
        ? t('verification.verdict.intact')
        : t('verification.verdict.openEnd')
  return (
    <div className={classes.verdict} data-verdict={report.verdict} data-conclusion={conclusion} role="status">
      {conclusion === 'faults_found' ? (
        <IconAlertTriangleFilled size={26} aria-hidden />
      ) : (
        <IconShieldCheckFilled size={26} aria-hidden />
      )}
      <div>
        <h2>{title}</h2>
        <p>{t(verdictText(report))}</p>
      </div>
    </div>
  )
}

const Checked = ({ report }: { readonly report: VerificationReport }) => {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const took = durationMs(report)
  const cells: readonly (readonly [string, ReactNode])[] = [
    ...(report.scope === 'workspace' ? [[t('verification.checked.cases'), number.format(report.cases)] as const] : []),
    [t('verification.checked.entries'), number.format(report.entries)],
    [t('verification.checked.signatures'), number.format(report.signatures)],
    [t('verification.checked.rows'), number.format(report.rows)],
    [t('verification.checked.disclosures'), number.format(report.disclosures)],
    [t('verification.checked.checkpoints'), number.format(report.checkpoints)],
    [
      t('verification.checked.duration'),
      took < 1_000
        ? t('verification.checked.ms', { count: took })
        : t('verification.checked.seconds', { seconds: number.format(took / 1_000) }),
    ],
    [t('verification.checked.finished'), <Timestamp key="at" at={report.finished_at} style="seconds" />],
  ]
  return (
    <section>
      <h3 className={classes.heading}>{t('verification.checked.title')}</h3>
      <dl className={classes.checked}>
        {cells.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type GroupsProps = { readonly groups: readonly FindingGroup[]; readonly title?: string } & Pick<
  Props,
  'report' | 'onEntry'
>

const Groups = ({ groups, report, onEntry, title }: GroupsProps) =>
  groups.length === 0 ? null : (
    <section className={classes.groups}>
      {title === undefined ? null : <h3 className={classes.heading}>{title}</h3>}
      {groups.map((group) => (
        <FindingGroupView key={group.code} group={group} scope={report.scope} onEntry={onEntry} />
      ))}
    </section>
  )

/** What a verification checked, what it found, what that means, and what it cannot show. */
export const ReportView = ({ report, subject, onEntry, actions }: Props) => {
  const { t } = useTranslation()
  const groups = groupFindings(report.findings)
  return (
    <div className={classes.report}>
      <Verdict report={report} />
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveJson(reportFileName(subject, report.finished_at), report)}
        >
          {t('verification.export')}
        </Button>
        {actions}
      </div>
      <Groups groups={groups.filter((group) => group.severity === 'fault')} report={report} onEntry={onEntry} />
      {report.findings_total > report.findings.length ? (
        <p className={classes.truncated}>
          {t('verification.findings.truncated', { shown: report.findings.length, count: report.findings_total })}
        </p>
      ) : null}
      <Checked report={report} />
      <Groups
        groups={groups.filter((group) => group.severity !== 'fault')}
        report={report}
        onEntry={onEntry}
        title={t('verification.findings.information')}
      />
      <section className={classes.limits}>
        <IconInfoCircle size={16} aria-hidden />
        <div>
          <h3>{t('verification.limits.title')}</h3>
          <p>{t('verification.limits.text')}</p>
          <p>{t('verification.limits.witness')}</p>
        </div>
      </section>
    </div>
  )
}
