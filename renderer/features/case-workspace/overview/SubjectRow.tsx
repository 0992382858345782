import { IconAlertOctagonFilled, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseSubject } from '../../../../shared/schema/case-overview.ts'
import { caseHref, detectionHref, screenedHref } from '../../../state/route.ts'
import { score } from '../../../ui/charts/format.ts'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { formatDay } from '../../../ui/time.ts'
import { alertsAboutHref, casesOfHref, screenedOf, subjectHref } from './hrefs.ts'
import classes from './overview.module.css'

type Props = { readonly subject: CaseSubject }

const Roles = ({ subject: { roles } }: Props) => {
  const { t } = useTranslation()
  if (roles.length === 0) return <span className="fs-muted">–</span>
  return (
    <ul className={classes.lines}>
      {roles.map(({ role, sealed, alert_id: alertId }) => (
        <li key={role}>
          <a
            href={detectionHref('alerts', String(alertId))}
            className={classes.plain}
            title={t(sealed ? 'overview.role.sealed' : 'overview.role.proposed', { id: alertId })}
          >
            {t(`overview.role.${role}`)}
          </a>
          {sealed ? null : <span className="fs-muted"> {t('overview.role.likely')}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Matches that somebody confirmed, or nobody has decided yet; a subject that was never compared is not called clear. */
const Hits = ({ subject }: Props) => {
  const { t, i18n } = useTranslation()
  const screened = screenedOf(subject)
  const { open, confirmed, items } = subject.hits
  if (screened === null) return <span className="fs-muted">–</span>
  if (subject.name === null) return <span className="fs-muted">{t('overview.hits.unknown')}</span>
  const [best] = items
  if (best === undefined)
    return (
      <a href={screenedHref(screened)} className={classes.quiet}>
        {t('overview.hits.none')}
      </a>
    )
  const Icon = best.state === 'open' ? IconEye : IconAlertOctagonFilled
  return (
    <>
      <a
        href={detectionHref('screening', best.id, { state: best.state })}
        className={classes.hit}
        data-level={best.risk_level}
      >
        <Icon size={14} stroke={1.8} aria-hidden />
        {open > 0 ? t('overview.hits.open', { count: open }) : t('overview.hits.confirmed', { count: confirmed })}
      </a>
      <span className={classes.second} dir="auto">
        {t('overview.hits.best', {
          name: best.listed_name,
          list: best.list_title,
          score: score(best.score, i18n.language),
        })}
      </span>
      {open > 0 && confirmed > 0 ? (
        <a href={screenedHref(screened)} className={classes.second}>
          {t('overview.hits.alsoConfirmed', { count: confirmed })}
        </a>
      ) : null}
    </>
  )
}

const Alerts = ({ subject }: Props) => {
  const { t } = useTranslation()
  const { alerts } = subject
  if (alerts.total === 0) return <span className="fs-muted">{t('overview.alerts.none')}</span>
  const words = alerts.open > 0 ? t('overview.alerts.open', { count: alerts.open }) : t('overview.alerts.noneOpen')
  const href = alertsAboutHref(subject)
  return (
    <>
      {href === null ? (
        words
      ) : (
        <a href={href} className={classes.plain}>
          {words}
        </a>
      )}
      <span className={classes.second}>
        {alerts.confirmed > 0
          ? t('overview.alerts.confirmed', { count: alerts.confirmed, total: alerts.total })
          : t('overview.alerts.total', { count: alerts.total })}
      </span>
    </>
  )
}

const Cases = ({ subject }: Props) => {
  const { t } = useTranslation()
  const { total, items } = subject.other_cases
  const [newest] = items
  if (newest === undefined) return <span className="fs-muted">{t('overview.cases.none')}</span>
  const all = casesOfHref(subject)
  return (
    <>
      <a href={caseHref(newest.id)} className={classes.plain} title={`${newest.case_number}\n${newest.title}`}>
        {newest.outcome === null ? t(`status.${newest.status}`) : t(`caseOutcome.${newest.outcome}`)}
        <span className="fs-visually-hidden"> {newest.case_number}</span>
      </a>
      <span className={classes.second}>
        {t('overview.cases.opened', { day: formatDay(Date.parse(newest.created_at)) })}
        {total === 1 ? null : ' · '}
        {total === 1 ? null : all === null ? (
          t('overview.cases.more', { count: total - 1 })
        ) : (
          <a href={all}>{t('overview.cases.more', { count: total - 1 })}</a>
        )}
      </span>
    </>
  )
}

/** One subject: who it is, what it is said to be, and what is known of it elsewhere. */
export const SubjectRow = ({ subject }: Props) => {
  const { t } = useTranslation()
  const kind = subject.kind === 'vessel' ? t('screening.kind.vessel') : t(`network.kind.${subject.kind}`)
  const second = [
    ...(subject.name === null ? [] : [`${kind} ${subject.id}`]),
    ...(subject.linked ? [] : [t('overview.subjects.byAlert')]),
  ]
  return (
    <tr>
      <th scope="row">
        <a href={subjectHref(subject)} className={classes.name} dir="auto">
          {subject.name ?? `${kind} ${subject.id}`}
        </a>
        {second.length === 0 ? null : <span className={classes.second}>{second.join(' · ')}</span>}
      </th>
      <td>
        <Roles subject={subject} />
      </td>
      <td>
        {subject.risk_level === null ? <span className="fs-muted">–</span> : <RiskMark level={subject.risk_level} />}
      </td>
      <td>
        <Hits subject={subject} />
      </td>
      <td className={classes.whole}>
        <Alerts subject={subject} />
      </td>
      <td className={classes.whole}>
        <Cases subject={subject} />
      </td>
    </tr>
  )
}
