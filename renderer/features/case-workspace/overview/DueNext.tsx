import {
  IconAlertTriangle,
  IconArrowsSplit,
  IconClock,
  IconGavel,
  IconReportAnalytics,
  IconScale,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFinished, type CaseFull } from '../../../../shared/schema/case.ts'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { detectionHref, syncHref, timelineHref } from '../../../state/route.ts'
import { SlaCountdown } from '../../../ui/SlaCountdown.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Block } from './Block.tsx'
import { alertsOfCaseHref } from './hrefs.ts'
import classes from './overview.module.css'

type Item = {
  readonly id: string
  readonly Icon: typeof IconClock
  readonly href: string | null
  readonly words: ReactNode
  readonly more?: ReactNode
  readonly tone?: 'danger' | 'warning'
}

type Props = { readonly file: CaseFull; readonly due: CaseOverview['due'] }

const useItems = ({ file, due }: Props): readonly Item[] => {
  const { t } = useTranslation()
  const { alerts, decisions, conflicts, report, hold } = due
  const items: (Item | null)[] = [
    {
      id: 'deadline',
      Icon: IconClock,
      href: null,
      words: <SlaCountdown dueAt={due.deadline.due_at} state={due.deadline.state} />,
      more: isFinished(file.status) ? (
        t('overview.due.finished')
      ) : (
        <>
          {t('overview.due.deadline')} <Timestamp at={due.deadline.due_at} />
        </>
      ),
    },
    alerts.open === 0
      ? null
      : {
          id: 'alerts',
          Icon: IconAlertTriangle,
          href: alertsOfCaseHref(file.id),
          words: t('overview.due.alerts', { count: alerts.open }),
          more:
            alerts.overdue > 0 ? (
              t('overview.due.overdue', { count: alerts.overdue })
            ) : alerts.next === null ? undefined : (
              <>
                {t('overview.due.next')} <Timestamp at={alerts.next.due_at} />
              </>
            ),
          ...(alerts.overdue > 0 ? { tone: 'danger' as const } : {}),
        },
    decisions.awaiting === 0
      ? null
      : {
          id: 'decisions',
          Icon: IconScale,
          href: alertsOfCaseHref(file.id),
          words: t('overview.due.decisions', { count: decisions.awaiting }),
          more: t('overview.due.decisionsMeans'),
          tone: 'warning',
        },
    decisions.proposed === 0
      ? null
      : {
          id: 'proposed',
          Icon: IconUsers,
          href: detectionHref('decisions'),
          words: t('overview.due.proposed', { count: decisions.proposed }),
          more:
            decisions.oldest_proposal_at === null ? undefined : (
              <>
                {t('overview.due.since')} <Timestamp at={decisions.oldest_proposal_at} />
              </>
            ),
          tone: 'warning',
        },
    conflicts === 0
      ? null
      : {
          id: 'conflicts',
          Icon: IconArrowsSplit,
          href: syncHref('conflicts'),
          words: t('overview.due.conflicts', { count: conflicts }),
          more: t('overview.due.conflictsMeans'),
          tone: 'danger',
        },
    report === null
      ? null
      : {
          id: 'report',
          Icon: IconReportAnalytics,
          href: detectionHref('reports', report.id),
          words: t('overview.due.report'),
          more: t(report.overdue ? 'overview.due.reportOverdue' : 'overview.due.reportBy', { day: report.due_on }),
          ...(report.overdue ? { tone: 'danger' as const } : {}),
        },
    hold === null
      ? null
      : {
          id: 'hold',
          Icon: IconGavel,
          href: timelineHref(file.id),
          words: t('overview.due.hold'),
          more: (
            <>
              {t('overview.due.since')} <Timestamp at={hold.placed_at} />
            </>
          ),
        },
  ]
  return items.filter((item) => item !== null)
}

/** What the case asks for next; each leads to where it is done. */
export const DueNext = (props: Props) => {
  const { t } = useTranslation()
  const items = useItems(props)
  return (
    <Block title={t('overview.due.title')}>
      <ul className={classes.due}>
        {items.map(({ id, Icon, href, words, more, tone }) => {
          const content = (
            <>
              <Icon size={15} stroke={1.8} aria-hidden />
              <span className={classes.dueWords}>{words}</span>
              {more === undefined ? null : <span className={classes.dueMore}>{more}</span>}
            </>
          )
          return (
            <li key={id} data-tone={tone} data-item={id}>
              {href === null ? <span className={classes.dueItem}>{content}</span> : null}
              {href === null ? null : (
                <a href={href} className={classes.dueItem}>
                  {content}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </Block>
  )
}
