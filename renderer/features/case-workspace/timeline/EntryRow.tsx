import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowsExchange,
  IconEraser,
  IconFlag,
  IconFolderPlus,
  IconGavel,
  IconHash,
  IconLink,
  IconLinkOff,
  IconMessage,
  IconPencil,
  IconPuzzle,
  IconUserShare,
  IconZoomScan,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseEntryType, TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { describeEntry } from '../model/describeEntry.ts'
import type { RedactionNote } from '../model/entryFacts.ts'
import { EntryBody, EntryHeadline } from './EntryWords.tsx'
import { SealState } from './SealState.tsx'
import classes from './timeline.module.css'

const icons: Readonly<Record<CaseEntryType | 'unknown', ComponentType<{ size: number; stroke: number }>>> = {
  'case.opened': IconFolderPlus,
  'case.edited': IconPencil,
  'case.renumbered': IconHash,
  'priority.changed': IconFlag,
  'status.changed': IconArrowsExchange,
  'note.added': IconMessage,
  'owner.assigned': IconUserShare,
  'links.added': IconLink,
  'links.removed': IconLinkOff,
  'hold.placed': IconGavel,
  'hold.released': IconGavel,
  'redaction.applied': IconEraser,
  unknown: IconPuzzle,
}

type Props = {
  readonly entry: TimelineEntry
  readonly redactions: ReadonlyMap<string, RedactionNote>
  readonly onOpen: (entryId: string) => void
  /** Absent where this user may not erase, or nothing is left to erase. */
  readonly onErase?: (entry: TimelineEntry) => void
}

/** One entry: who did what and when, what was written, and whether its seal holds. */
export const EntryRow = ({ entry, redactions, onOpen, onErase }: Props) => {
  const { t } = useTranslation()
  const view = describeEntry(entry)
  const Icon = icons[view.headline]
  return (
    <div className={classes.entry} data-fault={entry.seal.state === 'fault' || undefined}>
      <div className={classes.gutter} aria-hidden>
        <span className={classes.dot}>
          <Icon size={14} stroke={1.8} />
        </span>
      </div>
      <div className={classes.said}>
        <div className={classes.headline}>
          <EntryHeadline entry={entry} view={view} redactions={redactions} />
        </div>
        <EntryBody view={view} redactions={redactions} />
      </div>
      <div className={classes.meta}>
        <span className={classes.when}>
          <Timestamp at={entry.at} style="seconds" />
          <span className={classes.number}>{t('case.timeline.position', { number: entry.position + 1 })}</span>
        </span>
        <SealState seal={entry.seal} />
        <span className={classes.rowActions}>
          {onErase === undefined ? null : (
            <Tooltip label={t('case.timeline.erase')}>
              <ActionIcon size={22} tabIndex={-1} onClick={() => onErase(entry)} aria-label={t('case.timeline.erase')}>
                <IconEraser size={15} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('case.timeline.details')}>
            <ActionIcon size={22} tabIndex={-1} onClick={() => onOpen(entry.entry_id)} aria-label={t('case.timeline.details')}>
              <IconZoomScan size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
    </div>
  )
}
