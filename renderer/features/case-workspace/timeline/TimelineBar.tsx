import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { entryKinds, type EntryKind } from '../model/timelineKinds.ts'
import type { TimelineOrder } from '../model/timelinePages.ts'
import { typeKey } from './EntryWords.tsx'
import classes from './timeline.module.css'

type Props = {
  readonly total: number
  /** Entries that the filter lets through; null without a filter. */
  readonly matches: number | null
  /** Entries read so far while a filter reads the rest; null when done. */
  readonly reading: number | null
  readonly order: TimelineOrder
  readonly onOrder: (order: TimelineOrder) => void
  /** Whether a hub has placed any of the entries shown; else they stand as they came to this device. */
  readonly byHub: boolean
  readonly kinds: readonly EntryKind[]
  readonly onKinds: (kinds: readonly EntryKind[]) => void
}

const KindFilter = ({ kinds, onKinds }: Pick<Props, 'kinds' | 'onKinds'>) => {
  const { t } = useTranslation()
  const label =
    kinds.length === 0
      ? t('case.timeline.filter')
      : kinds.map((kind) => t(`case.entryTypes.${typeKey(kind)}`)).join(', ')
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={kinds.length === 0 ? 'default' : 'light'}
          size="compact-sm"
          leftSection={<IconFilter size={13} aria-hidden />}
          maw={280}
        >
          <span className="fs-ellipsis">{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('case.timeline.filterLabel')}>
        <Checkbox.Group
          value={[...kinds]}
          onChange={(next) => onKinds(entryKinds.filter((kind) => next.includes(kind)))}
        >
          <div className={classes.kinds}>
            {entryKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`case.entryTypes.${typeKey(kind)}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <Button variant="subtle" size="compact-xs" mt={8} disabled={kinds.length === 0} onClick={() => onKinds([])}>
          {t('case.timeline.clearFilter')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Above the timeline: how many entries, which kinds, in which order. */
export const TimelineBar = ({ total, matches, reading, order, onOrder, byHub, kinds, onKinds }: Props) => {
  const { t } = useTranslation()
  const counted =
    matches === null
      ? t('case.timeline.count', { count: total })
      : t('case.timeline.matches', { count: matches, total })
  return (
    <div className={classes.bar}>
      <h2 className={classes.barTitle}>{t('case.timeline.title')}</h2>
      <span className={classes.barCount} role="status">
        {reading === null ? counted : t('case.timeline.filtering', { loaded: reading, count: total })}
      </span>
      <span className={classes.barOrder} title={t(byHub ? 'case.timeline.byHubMeans' : 'case.timeline.byArrivalMeans')}>
        {t(byHub ? 'case.timeline.byHub' : 'case.timeline.byArrival')}
      </span>
      <KindFilter kinds={kinds} onKinds={onKinds} />
      <SegmentedControl
        aria-label={t('case.timeline.order.label')}
        value={order}
        onChange={(value) => onOrder(value === 'oldest' ? 'oldest' : 'newest')}
        data={[
          { value: 'newest', label: t('case.timeline.order.newest') },
          { value: 'oldest', label: t('case.timeline.order.oldest') },
        ]}
      />
    </div>
  )
}
