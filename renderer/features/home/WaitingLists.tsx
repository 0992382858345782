import { useTranslation } from 'react-i18next'
import type { Workload } from '../../../shared/schema/workload.ts'
import { subjectKey } from '../../data/queries/decisions.ts'
import { caseHref, detectionHref, syncHref } from '../../state/route.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './home.module.css'
import { approvalsHref, casesHref } from './links.ts'
import { HomeRow, HomeRows, HomeSection } from './HomeSection.tsx'

type Waiting = Workload['waiting']
type Approvals = Pick<Waiting['decisions'], 'total' | 'asked' | 'yours'>

/** How many of what waits one may approve, and of how many that is known. */
const useYours = () => {
  const { t, i18n } = useTranslation()
  return ({ total, asked, yours }: Approvals): string => {
    const words = {
      count: yours,
      text: yours.toLocaleString(i18n.language),
      asked: asked.toLocaleString(i18n.language),
    }
    return asked < total ? t('home.waiting.yoursOfFirst', words) : t('home.waiting.yours', words)
  }
}

const Line = ({ title, second, at }: { readonly title: string; readonly second: string; readonly at: string }) => (
  <>
    <span className={classes.two}>
      <span dir="auto" className="fs-ellipsis" title={title}>
        {title}
      </span>
      <span dir="auto" className={classes.second}>
        {second}
      </span>
    </span>
    <Timestamp at={at} style="ago" className={classes.end} />
  </>
)

/** Proposed decisions; those that one may approve are named. */
const Proposals = ({ decisions }: { readonly decisions: Waiting['decisions'] }) => {
  const { t, i18n } = useTranslation()
  const yours = useYours()
  const { total, items } = decisions
  if (total === 0) return null
  return (
    <HomeSection
      title={t('home.waiting.decisions')}
      to={{
        href: approvalsHref.proposals,
        words: t('home.waiting.waiting', { count: total, text: total.toLocaleString(i18n.language) }),
      }}
    >
      <HomeRows empty={items.length === 0 ? yours(decisions) : null}>
        {items.map((item) => (
          <HomeRow
            key={item.proposal?.id ?? subjectKey(item)}
            href={detectionHref('decisions', subjectKey(item), { needs: 'second_person' })}
          >
            <Line
              title={item.title}
              second={t('home.waiting.proposed', {
                outcome: t(`outcome.${item.proposal?.outcome ?? 'escalate'}`),
                name: item.proposal?.decided_by.name ?? '',
              })}
              at={item.waiting_since}
            />
          </HomeRow>
        ))}
      </HomeRows>
      {items.length === 0 ? null : <p className={classes.note}>{yours(decisions)}</p>}
    </HomeSection>
  )
}

/** Cases in review; those that one may finish as the second person are named. */
const Reviews = ({ cases }: { readonly cases: Waiting['cases'] }) => {
  const { t, i18n } = useTranslation()
  const yours = useYours()
  const { total, items } = cases
  if (total === 0) return null
  return (
    <HomeSection
      title={t('home.waiting.cases')}
      to={{
        href: casesHref.inReview,
        words: t('home.waiting.inReview', { count: total, text: total.toLocaleString(i18n.language) }),
      }}
    >
      <HomeRows empty={items.length === 0 ? yours(cases) : null}>
        {items.map((item) => (
          <HomeRow key={item.id} href={caseHref(item.id)}>
            <Line title={item.title} second={item.owner_name} at={item.updated_at} />
          </HomeRow>
        ))}
      </HomeRows>
      {items.length === 0 ? null : <p className={classes.note}>{yours(cases)}</p>}
    </HomeSection>
  )
}

/** Reports in review; those that one may approve are named. */
const ReportReviews = ({ reports }: { readonly reports: Waiting['reports'] }) => {
  const { t, i18n } = useTranslation()
  const yours = useYours()
  const { total, items } = reports
  if (total === 0) return null
  return (
    <HomeSection
      title={t('home.waiting.reports')}
      to={{
        href: approvalsHref.reports,
        words: t('home.waiting.inReview', { count: total, text: total.toLocaleString(i18n.language) }),
      }}
    >
      <HomeRows empty={items.length === 0 ? yours(reports) : null}>
        {items.map((report) => (
          <HomeRow key={report.id} href={detectionHref('reports', report.id)}>
            <Line
              title={report.title === '' ? t(`reports.kind.${report.kind}`) : report.title}
              second={report.case_number}
              at={report.changed_at}
            />
          </HomeRow>
        ))}
      </HomeRows>
      {items.length === 0 ? null : <p className={classes.note}>{yours(reports)}</p>}
    </HomeSection>
  )
}

const Conflicts = ({ conflicts }: { readonly conflicts: Waiting['conflicts'] }) => {
  const { t, i18n } = useTranslation()
  if (conflicts.open === 0) return null
  return (
    <HomeSection
      title={t('home.waiting.conflicts')}
      to={{
        href: syncHref('conflicts'),
        words: t('home.waiting.toSettle', {
          count: conflicts.open,
          text: conflicts.open.toLocaleString(i18n.language),
        }),
      }}
    >
      <HomeRows empty={null}>
        {conflicts.items.map((conflict) => (
          <HomeRow key={conflict.id} href={syncHref('conflicts')}>
            <Line title={conflict.title} second={conflict.case_number} at={conflict.at} />
          </HomeRow>
        ))}
      </HomeRows>
    </HomeSection>
  )
}

/** What waits for a second person, or for somebody who settles it. */
export const WaitingLists = ({ waiting }: { readonly waiting: Waiting }) => {
  const { t } = useTranslation()
  const { decisions, cases, reports, conflicts } = waiting
  if (decisions.total + cases.total + reports.total + conflicts.open === 0)
    return (
      <HomeSection title={t('home.waiting.title')}>
        <HomeRows empty={t('home.waiting.none')} />
      </HomeSection>
    )
  return (
    <>
      <Proposals decisions={decisions} />
      <Reviews cases={cases} />
      <ReportReviews reports={reports} />
      <Conflicts conflicts={conflicts} />
    </>
  )
}
