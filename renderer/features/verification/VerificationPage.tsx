import { Button, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findCaseByNumber } from '../../../shared/api/cases.ts'
import { readVerification, startVerification } from '../../../shared/api/workspace.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import type { Finding } from '../../../shared/schema/findings.ts'
import { call } from '../../data/client.ts'
import { isRefusal } from '../../data/errors.ts'
import { keys } from '../../data/queries/keys.ts'
import { useWorkspace } from '../../data/queries/session.ts'
import { useSending } from '../../data/useSending.ts'
import { recallInWindow, rememberInWindow } from '../../state/windowMemory.ts'
import { navigate } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ReportView } from '../../ui/verification/ReportView.tsx'
import classes from './page.module.css'

type Job = AnswerOf<typeof readVerification>['data']

/** Where the window keeps which check it started, so that leaving the screen does not lose it. */
const jobKey = 'verification-job'
const pollMs = 400

const useJob = (id: string | null) =>
  useQuery({
    queryKey: keys.verification(id ?? ''),
    queryFn: ({ signal }) => call(readVerification, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? pollMs : false),
    staleTime: 0,
  })

const Running = ({ job }: { readonly job: Job }) => {
  const { t } = useTranslation()
  const share = job.total_cases === 0 ? 0 : (100 * job.done_cases) / job.total_cases
  return (
    <div className={classes.running}>
      <p className={classes.runningTitle}>{t('verification.workspace.running')}</p>
      <Progress value={share} aria-label={t('verification.workspace.running')} size={6} />
      <p className="fs-muted" role="status">
        {job.total_cases === 0
          ? t('verification.workspace.starting')
          : t('verification.workspace.progress', { done: job.done_cases, count: job.total_cases })}
      </p>
      <p className="fs-muted">{t('verification.workspace.stopHint')}</p>
    </div>
  )
}

/** Opens the case, and the entry where one is concerned, that a finding is about. */
const useOpenFinding = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: async (finding: Finding) => {
      const number = finding.case_number ?? ''
      const answer = await client.fetchQuery({
        queryKey: ['case-number', number],
        queryFn: ({ signal }) => call(findCaseByNumber, { params: { case_number: number }, signal }),
      })
      navigate({ name: 'case', id: answer.data.id, entry: finding.entry_id })
    },
  })
}

/** The screen that verifies the whole workspace, `#/verify`. */
export const VerificationPage = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(() => recallInWindow(jobKey) || null)
  const workspace = useWorkspace().data
  const job = useJob(jobId)
  const open = useOpenFinding()
  const start = useSending({
    mutationFn: () => call(startVerification, {}),
    onSuccess: (answer) => {
      rememberInWindow(jobKey, answer.data.id)
      client.setQueryData(keys.verification(answer.data.id), answer)
      setJobId(answer.data.id)
    },
  })
  const running = job.data?.state === 'running'
  const lost = isRefusal(job.error, 'not_found')
  const report = job.data?.report ?? null
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1>{t('verification.title')}</h1>
          <p>{t('verification.subtitle')}</p>
        </div>
        <Button onClick={() => start.mutate()} loading={start.isPending} disabled={running}>
          {jobId === null || lost ? t('verification.workspace.run') : t('verification.workspace.again')}
        </Button>
      </div>
      {start.error === null ? null : <ErrorState error={start.error} compact />}
      {open.error === null ? null : <ErrorState error={open.error} compact />}
      {job.error === null ? null : lost ? (
        <p className={classes.note}>{t('verification.workspace.lost')}</p>
      ) : (
        <ErrorState error={job.error} onRetry={() => void job.refetch()} compact />
      )}
      {jobId === null ? <p className={classes.note}>{t('verification.workspace.before')}</p> : null}
      {running && job.data !== undefined ? <Running job={job.data} /> : null}
      {job.data?.state === 'failed' ? <p className={classes.note}>{t('verification.workspace.failed')}</p> : null}
      {job.data?.state === 'cancelled' ? <p className={classes.note}>{t('verification.workspace.cancelled')}</p> : null}
      {report === null || running || lost ? null : (
        <ReportView
          report={report}
          subject={workspace?.institution ?? 'workspace'}
          onEntry={(finding) => open.mutate(finding)}
        />
      )}
    </div>
  )
}
