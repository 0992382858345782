import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useTimeline } from '../data/useTimeline.ts'
import { redactionsByDigest } from '../model/entryFacts.ts'
import { isErasable, matchesKinds, type EntryKind } from '../model/timelineKinds.ts'
import { pageCount, pagesOfRows, placeOfRow, type TimelineOrder } from '../model/timelinePages.ts'
import { EntryRow } from './EntryRow.tsx'
import { TimelineBar } from './TimelineBar.tsx'
import { TimelineList } from './TimelineList.tsx'
import classes from './timeline.module.css'

type Props = {
  readonly file: CaseFull
  readonly order: TimelineOrder
  readonly onOrder: (order: TimelineOrder) => void
  readonly onOpen: (entryId: string) => void
  readonly onErase?: (entry: TimelineEntry) => void
}

const allPages = (total: number): number[] => Array.from({ length: pageCount(total) }, (_, index) => index + 1)

/** The sealed timeline of a case. A filter, or an erased value whose basis must be found, reads all of it. */
export const TimelinePane = ({ file, order, onOrder, onOpen, onErase }: Props) => {
  const { t } = useTranslation()
  const [kinds, setKinds] = useState<readonly EntryKind[]>([])
  const [range, setRange] = useState({ first: 0, last: 30 })
  const [wholeNeeded, setWholeNeeded] = useState(false)
  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((held) => (held.first === first && held.last === last ? held : { first, last })),
    [],
  )
  const total = file.seal.entries
  const filtered = kinds.length > 0
  const pages = filtered || wholeNeeded ? allPages(total) : pagesOfRows(range.first, range.last, total, order)
  const timeline = useTimeline(file.id, pages)
  const redactions = useMemo(() => redactionsByDigest(timeline.loaded), [timeline.loaded])
  if (
    !wholeNeeded &&
    timeline.loaded.some((entry) => Object.values(entry.withheld).some((value) => value.state === 'redacted'))
  )
    setWholeNeeded(true)

  const matching = filtered
    ? timeline.loaded.filter((entry) => matchesKinds(entry, kinds)).map((entry) => entry.place)
    : null
  if (matching !== null && order === 'newest') matching.reverse()
  const count = matching?.length ?? total
  const placeOf = (row: number): number => matching?.[row] ?? placeOfRow(row, total, order)
  const reading = filtered && timeline.loaded.length < total && timeline.error === null
  const open = (row: number): void => {
    const entry = timeline.at(placeOf(row))
    if (entry !== undefined) onOpen(entry.entry_id)
  }
  const render = (row: number) => {
    const entry = timeline.at(placeOf(row))
    if (entry === undefined) return <BoneRow />
    return (
      <EntryRow
        entry={entry}
        redactions={redactions}
        onOpen={onOpen}
        onErase={onErase !== undefined && isErasable(entry) ? onErase : undefined}
      />
    )
  }
  return (
    <section className={classes.pane} aria-label={t('case.timeline.title')}>
      <TimelineBar
        total={total}
        matches={filtered ? count : null}
        reading={reading ? timeline.loaded.length : null}
        order={order}
        onOrder={onOrder}
        byHub={timeline.loaded.some(({ placed }) => placed)}
        kinds={kinds}
        onKinds={setKinds}
      />
      {timeline.error === null ? null : (
        <div className={classes.paneError}>
          <ErrorState error={timeline.error} onRetry={timeline.retry} compact />
        </div>
      )}
      {filtered && count === 0 && !reading && timeline.error === null ? (
        <EmptyState title={t('case.timeline.noMatches')}>
          <button type="button" className={classes.linkButton} onClick={() => setKinds([])}>
            {t('case.timeline.clearFilter')}
          </button>
        </EmptyState>
      ) : (
        <TimelineList
          key={`${order} ${kinds.join()}`}
          count={count}
          keyOf={placeOf}
          render={render}
          onRange={onRange}
          onOpen={open}
          busy={reading}
        />
      )}
    </section>
  )
}

const BoneRow = () => (
  <div className={classes.entry} aria-hidden>
    <div className={classes.gutter}>
      <Skeleton circle height={24} />
    </div>
    <div className={classes.said}>
      <Skeleton height={9} width="46%" mt={7} />
      <Skeleton height={8} width="72%" mt={10} />
    </div>
  </div>
)
