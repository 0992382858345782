import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { useEvidenceCount } from '../../data/queries/evidence.ts'
import { useCaseTasks } from '../../data/queries/tasks.ts'
import { caseHref, hrefOf, timelineHref } from '../../state/route.ts'
import type { CasePlace } from './model/place.ts'
import classes from './workspace.module.css'

/** The parts of a case as links, each with how much there is. */
export const CaseTabs = ({ file, place }: { readonly file: CaseFull; readonly place: CasePlace }) => {
  const { t, i18n } = useTranslation()
  const pieces = useEvidenceCount(file.id).data
  const openTasks = useCaseTasks(file.id).data?.tasks.filter(({ state }) => state === 'open').length
  const here = place === 'piece' ? 'evidence' : place
  const tabs = [
    { id: 'overview', href: caseHref(file.id), count: undefined },
    { id: 'timeline', href: timelineHref(file.id), count: file.seal.entries },
    { id: 'tasks', href: hrefOf({ name: 'tasks', id: file.id }), count: openTasks },
    { id: 'evidence', href: hrefOf({ name: 'evidence', id: file.id, piece: null, query: {} }), count: pieces },
  ] as const
  return (
    <nav className={classes.tabs} aria-label={t('case.tabs.label')}>
      {tabs.map(({ id, href, count }) => (
        <a key={id} href={href} className={classes.tab} aria-current={id === here ? 'page' : undefined}>
          {t(`case.tabs.${id}`)}
          {count === undefined ? null : <span className={classes.tabCount}>{count.toLocaleString(i18n.language)}</span>}
        </a>
      ))}
    </nav>
  )
}
