import {
  IconBan,
  IconDownload,
  IconEraser,
  IconEye,
  IconFileSearch,
  IconHourglass,
  IconLink,
  IconLinkOff,
  IconMessage,
  IconPackageExport,
  IconPuzzle,
  IconServer,
  IconTableImport,
  IconTag,
  IconTransferIn,
} from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustodyEvent, EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { hrefOf } from '../../../state/route.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './piece.module.css'

/** What the custody history knows words and a shape for. */
const icons = {
  acquired: IconTransferIn,
  viewed: IconEye,
  found: IconFileSearch,
  downloaded: IconDownload,
  exported: IconPackageExport,
  bundle_taken: IconPackageExport,
  edited: IconTag,
  noted: IconMessage,
  statement_read: IconTableImport,
  received: IconServer,
  related: IconLink,
  unrelated: IconLinkOff,
  erasure_requested: IconHourglass,
  erasure_declined: IconBan,
  erased: IconEraser,
} as const satisfies Readonly<Record<string, ComponentType<{ size: number; stroke: number }>>>

type Step = keyof typeof icons
const stepOf = (type: string): Step | null => {
  const step = type.replace(/^evidence\./u, '')
  return Object.hasOwn(icons, step) ? (step as Step) : null
}

/** Shown at first; a piece that many looked at has a long history. */
const firstShown = 60

const Event = ({ caseId, event }: { readonly caseId: number; readonly event: CustodyEvent }) => {
  const { t } = useTranslation()
  const step = stepOf(event.type)
  const Icon = step === null ? IconPuzzle : icons[step]
  return (
    <li className={classes.event}>
      <span className={classes.dot} aria-hidden>
        <Icon size={13} stroke={1.8} />
      </span>
      <div className={classes.eventBody}>
        <p>
          <bdi className={classes.actor}>{event.actor.name}</bdi>{' '}
          {step === null ? t('evidence.custody.unknown', { type: event.type }) : t(`evidence.custody.${step}`)}
        </p>
        {event.text === null ? null : (
          <p className={classes.eventText} dir="auto">
            {event.text}
          </p>
        )}
        <p className={classes.eventMeta}>
          <Timestamp at={event.at} style="seconds" />
          <a href={hrefOf({ name: 'case', id: caseId, entry: event.entry_id })}>
            {t('evidence.custody.entry', { number: event.place + 1 })}
          </a>
        </p>
      </div>
    </li>
  )
}

/** Who had the piece in hand, from its acquisition to the last look, each a sealed entry. */
export const CustodyTab = ({ caseId, piece }: { readonly caseId: number; readonly piece: EvidenceFull }) => {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const { custody, custody_total } = piece
  const [acquisition, ...later] = custody
  const left = later.length - firstShown
  const shown = all || left <= 0 ? later : later.slice(left)
  const missing = custody_total - custody.length
  return (
    <>
      <p className={classes.nothing}>{t('evidence.custody.intro')}</p>
      <ol className={classes.custody}>
        {acquisition === undefined ? null : <Event caseId={caseId} event={acquisition} />}
        {missing > 0 ? (
          <li className={classes.gap}>
            {t('evidence.custody.missing', { count: missing, text: missing.toLocaleString(i18n.language) })}
          </li>
        ) : null}
        {all || left <= 0 ? null : (
          <li className={classes.gap}>
            <button type="button" className={classes.link} onClick={() => setAll(true)}>
              {t('evidence.custody.showAll', { count: left })}
            </button>
          </li>
        )}
        {shown.map((event) => (
          <Event key={event.entry_id} caseId={caseId} event={event} />
        ))}
      </ol>
    </>
  )
}
