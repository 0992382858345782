import { useTranslation } from 'react-i18next'
import type { Workload } from '../../../shared/schema/workload.ts'
import classes from './home.module.css'
import { alertsHref, approvalsHref, casesHref } from './links.ts'

type Own = NonNullable<Workload['own']>

type FigureProps = {
  readonly name: string
  readonly value: number
  readonly href: string
  /** It is late, or soon will be: told apart where it is not nothing. */
  readonly tone?: 'danger' | 'warning'
}

const Figure = ({ name, value, href, tone }: FigureProps) => {
  const { i18n } = useTranslation()
  return (
    <div data-tone={value > 0 ? tone : undefined}>
      <dt>{name}</dt>
      <dd>
        <a href={href} aria-label={`${name}: ${value.toLocaleString(i18n.language)}`}>
          {value.toLocaleString(i18n.language)}
        </a>
      </dd>
    </div>
  )
}

/** How much is one’s own to do, each figure a link to its list. */
export const OwnFigures = ({ own, userId }: { readonly own: Own; readonly userId: number }) => {
  const { t } = useTranslation()
  return (
    <dl className={classes.figures}>
      <Figure
        name={t('home.figures.overdue')}
        value={own.cases.overdue}
        href={casesHref.overdueOf(userId)}
        tone="danger"
      />
      <Figure
        name={t('home.figures.dueInDay')}
        value={own.cases.due_in_24h}
        href={casesHref.dueInDayOf(userId)}
        tone="warning"
      />
      <Figure name={t('home.figures.cases')} value={own.cases.open} href={casesHref.openOf(userId)} />
      <Figure name={t('home.figures.alerts')} value={own.alerts.open} href={alertsHref.openOf(userId)} />
      <Figure
        name={t('home.figures.alertsOverdue')}
        value={own.alerts.overdue}
        href={alertsHref.overdueOf(userId)}
        tone="danger"
      />
      <Figure
        name={t('home.figures.decisions')}
        value={own.decisions.awaiting}
        href={approvalsHref.ownDecisions}
        tone="warning"
      />
    </dl>
  )
}
