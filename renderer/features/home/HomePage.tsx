import { useTranslation } from 'react-i18next'
import type { Workload } from '../../../shared/schema/workload.ts'
import type { Me } from '../../data/queries/session.ts'
import { useWorkload } from '../../data/queries/workload.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { OwnChanges } from './OwnChanges.tsx'
import classes from './home.module.css'
import { OwnFigures } from './OwnFigures.tsx'
import { OwnAlerts, OwnCases, OwnTasks } from './OwnLists.tsx'
import { TeamLoad } from './TeamLoad.tsx'
import { WaitingLists } from './WaitingLists.tsx'

const Body = ({ workload: { own, waiting, team }, me }: { readonly workload: Workload; readonly me: Me }) => {
  const waits = <WaitingLists waiting={waiting} />
  return (
    <>
      {own === null ? null : <OwnFigures own={own} userId={me.user.id} />}
      {own === null ? (
        waits
      ) : (
        <div className={classes.columns}>
          <div className={classes.column}>
            <OwnCases cases={own.cases} userId={me.user.id} />
            <OwnTasks tasks={own.tasks} />
            <OwnAlerts alerts={own.alerts} userId={me.user.id} />
          </div>
          <div className={classes.column}>
            {waits}
            <OwnChanges changes={own.changes} />
          </div>
        </div>
      )}
      {team === null ? null : <TeamLoad team={team} />}
    </>
  )
}

/** What is due, what waits and what has changed; for those who answer for others also how their work is spread. */
export const HomePage = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const workload = useWorkload()
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1>{t('home.title')}</h1>
      </header>
      <div className={classes.body} tabIndex={0} role="group" aria-label={t('home.title')}>
        {workload.data === undefined ? (
          workload.error === null ? (
            <LoadingRows rows={10} />
          ) : (
            <ErrorState error={workload.error} onRetry={() => void workload.refetch()} />
          )
        ) : (
          <Body workload={workload.data} me={me} />
        )}
      </div>
    </div>
  )
}
