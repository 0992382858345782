import {
  IconArchive,
  IconArrowsExchange,
  IconArrowsLeftRight,
  IconBan,
  IconBellCog,
  IconBellOff,
  IconBellRinging,
  IconCheckbox,
  IconChecklist,
  IconChecks,
  IconCloudCheck,
  IconDownload,
  IconEraser,
  IconEye,
  IconFileCheck,
  IconFileExport,
  IconFileSearch,
  IconFileText,
  IconFileX,
  IconFlag,
  IconFolderPlus,
  IconGavel,
  IconHash,
  IconHourglass,
  IconLink,
  IconLinkOff,
  IconListCheck,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconMessage2,
  IconPackageExport,
  IconPencil,
  IconPuzzle,
  IconSend,
  IconSitemap,
  IconSitemapOff,
  IconSquare,
  IconTableImport,
  IconTag,
  IconTransferIn,
  IconUnlink,
  IconUserShare,
  IconUsers,
  IconZoomScan,
} from '@tabler/icons-react'
import { memo, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { describeEntry } from '../model/describeEntry.ts'
import type { RedactionNote } from '../model/entryFacts.ts'
import type { KnownType } from '../model/knownTypes.ts'
import { EntryBody, EntryHeadline } from './EntryWords.tsx'
import { SealState } from './SealState.tsx'
import classes from './timeline.module.css'

const icons: Readonly<Record<KnownType | 'unknown', ComponentType<{ size: number; stroke: number }>>> = {
  'case.opened': IconFolderPlus,
  'case.edited': IconPencil,
  'case.renumbered': IconHash,
  'priority.changed': IconFlag,
  'status.changed': IconArrowsExchange,
  'note.added': IconMessage,
  'owner.assigned': IconUserShare,
  'links.added': IconLink,
  'links.removed': IconLinkOff,
  'case.related': IconSitemap,
  'case.unrelated': IconSitemapOff,
  'task.added': IconListCheck,
  'task.assigned': IconUserShare,
  'task.done': IconCheckbox,
  'task.reopened': IconSquare,
  'playbook.applied': IconChecklist,
  'hold.placed': IconGavel,
  'hold.released': IconGavel,
  'access.set': IconLock,
  'glass.broken': IconLockOpen,
  'redaction.applied': IconEraser,
  'evidence.acquired': IconTransferIn,
  'evidence.viewed': IconEye,
  'evidence.downloaded': IconDownload,
  'evidence.edited': IconTag,
  'evidence.noted': IconMessage2,
  'evidence.statement_read': IconTableImport,
  'evidence.erasure_requested': IconHourglass,
  'evidence.erasure_declined': IconBan,
  'evidence.erased': IconEraser,
  'evidence.related': IconLink,
  'evidence.unrelated': IconUnlink,
  'case.exported': IconPackageExport,
  'transition.superseded': IconArrowsLeftRight,
  'assignment.superseded': IconArrowsLeftRight,
  'conflict.settled': IconArrowsLeftRight,
  'evidence.received': IconCloudCheck,
  'act.voided': IconArrowsLeftRight,
  'entries.returned': IconCloudCheck,
  'grant.given': IconUsers,
  'grant.ended': IconUsers,
  'alert.attached': IconBellRinging,
  'alert.detached': IconBellOff,
  'alert.moved': IconBellCog,
  'alert.assigned': IconUserShare,
  'decision.recorded': IconGavel,
  'decision.proposed': IconHourglass,
  'decision.approved': IconChecks,
  'decision.refused': IconBan,
  'report.drafted': IconFileText,
  'report.submitted': IconFileSearch,
  'report.approved': IconChecks,
  'report.refused': IconBan,
  'report.filed': IconSend,
  'report.acknowledged': IconFileCheck,
  'report.rejected': IconFileX,
  'report.withdrawn': IconArchive,
  'report.exported': IconFileExport,
  unknown: IconPuzzle,
}

type Props = {
  readonly entry: TimelineEntry
  readonly redactions: ReadonlyMap<string, RedactionNote>
  readonly onOpen: (entryId: string) => void
  /** Absent where this user may not erase, or nothing is left to erase. */
  readonly onErase?: (entry: TimelineEntry) => void
}

/** A plain button: rows come and go while scrolling, so they carry no floating tooltip each. */
const RowAction = ({
  label,
  onClick,
  children,
}: {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <button type="button" className={classes.rowAction} tabIndex={-1} onClick={onClick} aria-label={label} title={label}>
    {children}
  </button>
)

const Row = ({ entry, redactions, onOpen, onErase }: Props) => {
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
        {entry.without_effect === undefined ? null : (
          <p className="fs-muted">
            {t(entry.without_effect.code === 'overtaken' ? 'case.timeline.overtaken' : 'sync.conflict.withoutEffect', {
              message: entry.without_effect.message,
            })}
          </p>
        )}
      </div>
      <div className={classes.meta}>
        <span className={classes.when}>
          <Timestamp at={entry.at} style="seconds" />
          <span className={classes.number}>{t('case.timeline.position', { number: entry.place + 1 })}</span>
        </span>
        <SealState seal={entry.seal} />
        <span className={classes.rowActions}>
          {onErase === undefined ? null : (
            <RowAction label={t('case.timeline.erase')} onClick={() => onErase(entry)}>
              <IconEraser size={15} aria-hidden />
            </RowAction>
          )}
          <RowAction label={t('case.timeline.details')} onClick={() => onOpen(entry.entry_id)}>
            <IconZoomScan size={15} aria-hidden />
          </RowAction>
        </span>
      </div>
    </div>
  )
}

/** One entry: who did what and when, what was written, and whether its seal holds. */
export const EntryRow = memo(Row)
