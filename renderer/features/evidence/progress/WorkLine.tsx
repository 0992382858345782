import { Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader2,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useId, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Acquisition } from '../../../../shared/schema/evidence.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { formatSpan } from '../../../ui/time.ts'
import { transferProgress } from '../model/progress.ts'
import classes from './progress.module.css'

type State = Acquisition['state'] | 'lost'

const icons: Readonly<Record<State, ComponentType<{ size: number; stroke?: number; className?: string }>>> = {
  waiting: IconClock,
  running: IconLoader2,
  lost: IconClock,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconCircleX,
}

export interface LineProblem {
  readonly path: string
  readonly message: string
}

type Measured = Pick<Acquisition, 'files_total' | 'files_done' | 'bytes_total' | 'bytes_done' | 'active_ms'>

type Props = {
  readonly name: string
  readonly state: State
  readonly measured: Measured
  readonly problems: readonly LineProblem[]
  readonly problemsTotal: number
  /** A sentence below the numbers: an error, what to do, which piece has the same bytes. */
  readonly remark?: ReactNode
  readonly buttons?: ReactNode
}

/** `3.2 GiB of 5.0 GiB · 320 of 10,000 files · 210 MiB/s · 8s left`: what is known of it. */
const useFacts = (state: State, measured: Measured): string => {
  const { t, i18n } = useTranslation()
  const { bytes_done, bytes_total, files_done, files_total } = measured
  const { rate, leftMs } = transferProgress(measured)
  const size = (bytes: number): string => formatBytes(bytes, i18n.language)
  const number = (count: number): string => count.toLocaleString(i18n.language)
  const over = state === 'done' || state === 'failed' || state === 'cancelled'
  const bytes =
    bytes_total === null || over
      ? size(bytes_done)
      : t('evidence.progress.of', { done: size(bytes_done), total: size(bytes_total) })
  const files =
    files_total === null
      ? t('evidence.progress.counting', { count: files_done, text: number(files_done) })
      : t('evidence.progress.files', { count: files_total, done: number(files_done), total: number(files_total) })
  const parts = [
    bytes,
    files_total === 1 && !over ? '' : files,
    rate === null || state === 'lost' ? '' : t('evidence.progress.rate', { rate: size(rate) }),
    leftMs === null || state !== 'running'
      ? ''
      : t('evidence.progress.left', { span: formatSpan(leftMs, i18n.language) }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const Problems = ({ problems, total }: { readonly problems: readonly LineProblem[]; readonly total: number }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes.problemsButton}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconAlertTriangle size={13} aria-hidden /> {t('evidence.progress.problems', { count: total })}
      </button>
      {open ? (
        <ul id={id} className={classes.problems} tabIndex={0} aria-label={t('evidence.progress.problemList')}>
          {problems.map((problem) => (
            <li key={problem.path}>
              <FileName name={problem.path} className={classes.problemPath} /> <span dir="auto">{problem.message}</span>
            </li>
          ))}
          {total > problems.length ? (
            <li className="fs-muted">{t('evidence.progress.moreProblems', { count: total - problems.length })}</li>
          ) : null}
        </ul>
      ) : null}
    </>
  )
}

/** One acquisition as a line: what it is, where it stands, how fast, how long still, and what can be done. */
export const WorkLine = ({ name, state, measured, problems, problemsTotal, remark, buttons }: Props) => {
  const { t } = useTranslation()
  const { fraction } = transferProgress(measured)
  const facts = useFacts(state, measured)
  const Icon = icons[state]
  const over = state === 'done' || state === 'failed' || state === 'cancelled'
  const share = fraction === null ? null : Math.floor(fraction * 100)
  return (
    <div className={classes.line} data-state={state}>
      <Icon size={17} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <div className={classes.top}>
          <FileName name={name} className={classes.name} />
          <span className={classes.state} role="status">
            {t(`evidence.progress.states.${state}`)}
          </span>
          {share === null || over ? null : <span className={classes.share}>{share} %</span>}
        </div>
        {over ? null : (
          <Progress
            value={share ?? (state === 'running' ? 100 : 0)}
            striped={share === null}
            animated={share === null && state === 'running'}
            color={state === 'paused' || state === 'lost' ? 'gray' : undefined}
            size={5}
            aria-label={t('evidence.progress.bar', { name: visibleName(name) })}
          />
        )}
        <p className={classes.facts}>{facts}</p>
        {remark === undefined || remark === null ? null : <div className={classes.remark}>{remark}</div>}
        {problemsTotal === 0 ? null : <Problems problems={problems} total={problemsTotal} />}
      </div>
      {buttons === undefined ? null : <div className={classes.buttons}>{buttons}</div>}
    </div>
  )
}
