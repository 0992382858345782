import { Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { PriorityMark } from '../../../ui/PriorityMark.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { useTimeline } from '../data/useTimeline.ts'
import { describeEntry } from '../model/describeEntry.ts'
import { pagesOfRows } from '../model/timelinePages.ts'
import { EntryHeadline } from '../timeline/EntryWords.tsx'
import classes from './dialogs.module.css'

/** The revision of the case that a person is deciding on, and whether the case has moved on since. */
export type DecidedOn = { readonly revision: number; readonly stale: boolean; readonly accept: () => void }

/** Remembers the revision that was shown when the decision began; `accept` takes the present one. */
export const useDecidedOn = (file: CaseFull): DecidedOn => {
  const [revision, setRevision] = useState(file.revision)
  return { revision, stale: file.revision !== revision, accept: () => setRevision(file.revision) }
}

type Props = {
  readonly file: CaseFull
  readonly decided: DecidedOn
  /** The text being edited, of which the present version is shown as well. */
  readonly field?: 'title' | 'description'
}

const shownEntries = 5
const noRedactions = new Map<string, never>()

/** Says what has come since the decision began, and lets the person go on with what they typed. */
export const StaleNotice = ({ file, decided, field }: Props) => {
  const { t } = useTranslation()
  const count = file.revision - decided.revision
  const first = Math.max(decided.revision, file.seal.entries - shownEntries)
  const timeline = useTimeline(file.id, pagesOfRows(first, file.seal.entries - 1, file.seal.entries, 'oldest'))
  const entries = timeline.loaded.filter((entry) => entry.place >= first)
  return (
    <div className={classes.stale} role="alert">
      <p className={classes.staleTitle}>
        <IconGitMerge size={16} aria-hidden /> {t('case.stale.title')}
      </p>
      <p>{t('case.stale.text', { count })}</p>
      {entries.length === 0 ? <LoadingRows rows={Math.min(count, 2)} height={22} /> : null}
      <ul className={classes.staleList} aria-label={t('case.stale.since')}>
        {entries.map((entry) => (
          <li key={entry.entry_id}>
            <Timestamp at={entry.at} className={classes.staleTime} />
            <span>
              <EntryHeadline entry={entry} view={describeEntry(entry)} redactions={noRedactions} />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.staleNow}>
        <span className="fs-muted">{t('case.stale.now')}</span>
        {field === undefined ? (
          <>
            <StatusBadge status={file.status} />
            <PriorityMark priority={file.priority} />
            <PersonName name={file.owner_name} />
          </>
        ) : (
          <span dir="auto" className={classes.staleText}>
            {file[field]}
          </span>
        )}
      </p>
      <Button variant="default" size="compact-sm" onClick={decided.accept}>
        {t('case.stale.goOn')}
      </Button>
    </div>
  )
}
