import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFree } from '../../ui/focusPlace.ts'
import { Counts } from './Counts.tsx'
import classes from './import.module.css'
import { Problems } from './Problems.tsx'
import type { ShownImport } from './useImport.ts'

/** What an import says in the words of its kind. */
export type OutcomeWords = {
  /** What rows became, and in a check what they would. */
  readonly created: string
  readonly wouldCreate: string
  readonly alreadyThere: string
  readonly duplicates: string
  /** What stays of one that was stopped, or that could not be finished. */
  readonly stopped: string
  readonly failed: string
}

type Props = {
  readonly job: ShownImport
  readonly words: OutcomeWords
  /** Where the rejected rows are downloaded. */
  readonly rejects: string
  /** More of what was taken. */
  readonly facts?: ReactNode
  /** Ways to what was taken, where something was. */
  readonly ways: ReactNode
  readonly onAnother: (() => void) | undefined
  readonly faded?: boolean
}

const titleKey = ({ state, dry_run: isCheck }: ShownImport) => {
  if (state === 'failed') return 'import.run.failed'
  return isCheck ? 'import.dryRun.title' : 'import.run.done'
}

/**
 * What a check says stands below the button that takes the rows: nobody should press it without having seen that.
 * Whoever works by keys is there too, since the button that was pressed had gone: from the top of the screen it is a
 * stop for each column of the file.
 */
const intoView = (title: HTMLElement | null): void => {
  title?.scrollIntoView({ block: 'center' })
  if (isFree()) title?.focus({ preventScroll: true })
}

/** What came of an import, or what a check says would come. */
export const ImportOutcome = ({ job, words, rejects, facts, ways, onAnother, faded = false }: Props) => {
  const { t } = useTranslation()
  const cells = [
    { key: 'created', value: job.created, label: job.dry_run ? words.wouldCreate : words.created, hint: undefined },
    {
      key: 'already_there',
      value: job.already_there,
      label: t('import.counts.already_there'),
      hint: words.alreadyThere,
    },
    { key: 'duplicates', value: job.duplicates, label: t('import.counts.duplicates'), hint: words.duplicates },
    {
      key: 'rejected',
      value: job.rejected,
      label: t('import.counts.rejected'),
      hint: t('import.counts.rejected_hint'),
    },
  ]
  return (
    <div className={classes.outcome} data-faded={faded || undefined}>
      <h2 className={classes.outcomeTitle} tabIndex={-1} ref={job.dry_run ? intoView : undefined}>
        {!job.dry_run && job.state === 'done' ? <IconCircleCheck size={18} aria-hidden /> : null}
        {t(titleKey(job))}
      </h2>
      {job.error === null ? null : (
        <p className={classes.problem} role="alert" dir="auto">
          {job.error}
        </p>
      )}
      {job.state === 'cancelled' ? <p className="fs-muted">{words.stopped}</p> : null}
      {job.state === 'failed' && !job.dry_run ? <p className="fs-muted">{words.failed}</p> : null}
      <Counts cells={cells} />
      {facts}
      {onAnother === undefined ? null : (
        <div className={classes.go}>
          {job.created > 0 ? ways : null}
          <Button variant="default" onClick={onAnother}>
            {t('import.result.another')}
          </Button>
        </div>
      )}
      <Problems job={job} rejects={rejects} />
    </div>
  )
}
