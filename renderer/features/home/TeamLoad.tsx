import { useTranslation } from 'react-i18next'
import type { PersonLoad, TeamWork } from '../../../shared/schema/workload.ts'
import { BarLinks } from '../../ui/charts/BarLinks.tsx'
import { HeadedTable } from '../../ui/HeadedTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './home.module.css'
import { alertsHref, casesHref } from './links.ts'
import { HomeSection } from './HomeSection.tsx'

/** A count that leads to what it counts; nothing is plain, because there is nothing to see. */
const Count = ({
  value,
  href,
  late = false,
}: {
  readonly value: number
  readonly href: string | null
  readonly late?: boolean
}) => {
  const { i18n } = useTranslation()
  const text = value.toLocaleString(i18n.language)
  return (
    <td className={classes.number} data-late={(late && value > 0) || undefined}>
      {href === null || value === 0 ? <span>{text}</span> : <a href={href}>{text}</a>}
    </td>
  )
}

/** How many cases somebody has beside the others, the overdue ones apart. */
const LoadBar = ({ load, most }: { readonly load: PersonLoad; readonly most: number }) => (
  <span className={classes.load} aria-hidden>
    <span data-tone="danger" style={{ width: `${(load.overdue_cases / most) * 100}%` }} />
    <span data-tone="accent" style={{ width: `${((load.open_cases - load.overdue_cases) / most) * 100}%` }} />
  </span>
)

const Load = ({ people }: { readonly people: TeamWork['people'] }) => {
  const { t, i18n } = useTranslation()
  const most = people.items.reduce((high, { open_cases: cases }) => Math.max(high, cases), 1)
  const more = people.total - people.items.length
  return (
    <HomeSection title={t('home.team.load')}>
      <div className={classes.wide} tabIndex={0} role="group" aria-label={t('home.team.load')}>
        <HeadedTable
          className={classes.table}
          endClass={classes.number}
          heads={[
            { text: t('home.team.person') },
            { text: t('home.team.share') },
            { text: t('home.team.cases'), end: true },
            { text: t('home.team.overdue'), end: true },
            { text: t('home.team.alerts'), end: true },
            { text: t('home.team.alertsOverdue'), end: true },
            { text: t('home.team.tasks'), end: true },
            { text: t('home.team.oldest'), end: true },
          ]}
        >
          {people.items.map((load) => (
            <tr key={load.user_id}>
              <th scope="row">
                <PersonName name={load.name} />
              </th>
              <td>
                <LoadBar load={load} most={most} />
              </td>
              <Count value={load.open_cases} href={casesHref.openOf(load.user_id)} />
              <Count value={load.overdue_cases} href={casesHref.overdueOf(load.user_id)} late />
              <Count value={load.open_alerts} href={alertsHref.openOf(load.user_id)} />
              <Count value={load.overdue_alerts} href={alertsHref.overdueOf(load.user_id)} late />
              <Count value={load.open_tasks} href={null} />
              <td className={classes.number}>
                {load.oldest_case_at === null ? '–' : <Timestamp at={load.oldest_case_at} style="ago" />}
              </td>
            </tr>
          ))}
        </HeadedTable>
      </div>
      {more > 0 ? (
        <p className={classes.note}>
          {t('home.team.morePeople', { count: more, text: more.toLocaleString(i18n.language) })}
        </p>
      ) : null}
    </HomeSection>
  )
}

/** What nobody works on: alerts without a person, cases of people who left. */
const Nobody = ({ nobody }: { readonly nobody: TeamWork['nobody'] }) => {
  const { t } = useTranslation()
  const { alerts, cases, owners } = nobody
  const told = owners.reduce((sum, { open_cases: open }) => sum + open, 0)
  return (
    <HomeSection title={t('home.team.nobody')}>
      <BarLinks
        label={t('home.team.nobody')}
        bars={[
          {
            id: 'alerts',
            label: t('home.team.unassigned'),
            value: alerts,
            href: alertsHref.unassigned,
            tone: 'warning',
          },
          ...(owners.length > 1 && told === cases
            ? [
                {
                  id: 'cases',
                  label: t('home.team.left'),
                  value: cases,
                  href: casesHref.openOf(...owners.map(({ user_id: id }) => id)),
                  tone: 'warning' as const,
                },
              ]
            : []),
          ...owners.map(({ user_id: id, name, open_cases: open }) => ({
            id: String(id),
            label: t('home.team.leftBy', { name }),
            value: open,
            href: casesHref.openOf(id),
            tone: 'warning' as const,
          })),
        ]}
      />
    </HomeSection>
  )
}

/** How work is spread, what is nobody’s, which deadlines are to come and how old cases are. */
export const TeamLoad = ({ team }: { readonly team: TeamWork }) => {
  const { t } = useTranslation()
  const { overdue, paused, due, ages } = team.cases
  return (
    <>
      <div className={classes.charts}>
        <HomeSection title={t('home.team.deadlines')}>
          <BarLinks
            label={t('home.team.deadlines')}
            bars={[
              {
                id: 'overdue',
                label: t('home.due_in.overdue'),
                value: overdue,
                href: casesHref.overdue,
                tone: 'danger',
              },
              ...due.map(({ due_in_hours: range, cases }) => ({
                id: range,
                label: t(`home.due_in.${range}`),
                value: cases,
                href: casesHref.due(range),
                ...(range === '0-4' ? { tone: 'warning' as const } : {}),
              })),
              ...(paused === 0
                ? []
                : [
                    {
                      id: 'paused',
                      label: t('home.due_in.paused'),
                      value: paused,
                      href: casesHref.paused,
                      tone: 'faint' as const,
                    },
                  ]),
            ]}
          />
        </HomeSection>
        <HomeSection title={t('home.team.ages')}>
          <BarLinks
            label={t('home.team.ages')}
            bars={ages.map(({ age_days: range, cases }) => ({
              id: range,
              label: t(`home.age.${range}`),
              value: cases,
              href: casesHref.aged(range),
            }))}
          />
        </HomeSection>
        <Nobody nobody={team.nobody} />
      </div>
      <Load people={team.people} />
    </>
  )
}
