import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { exactBytes, formatBytes } from '../../../ui/bytes.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { isDeceptive, visibleName } from '../../../ui/file-name.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Erasure } from './Erasure.tsx'
import { KnownLists } from './KnownLists.tsx'
import { Marks } from './Marks.tsx'
import classes from './piece.module.css'
import { Relations } from './Relations.tsx'
import { SameBytes } from './SameBytes.tsx'

/** What is being edited of the piece. */
export type PieceEditing = 'marks' | 'relation' | null

type Props = {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly writes: boolean
  readonly editing: PieceEditing
  readonly onEdit: (editing: PieceEditing) => void
  readonly onShow: (piece: number) => void
}

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Said = ({ label, value }: { readonly label: string; readonly value: string | null }) =>
  value === null ? null : <Line label={label}>{<span dir="auto">{value}</span>}</Line>

const Hash = ({ label, value }: { readonly label: string; readonly value: string | null | undefined }) => {
  const { t } = useTranslation()
  if (value === null || value === undefined) return null
  return (
    <Line label={label}>
      <code className={classes.hash}>{value}</code>
      <CopyButton value={value} label={t('evidence.piece.copyHash', { hash: label })} size={20} />
    </Line>
  )
}

const Name = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const { t } = useTranslation()
  return (
    <Line label={label}>
      <span className={classes.wrap}>
        <bdi>{visibleName(value)}</bdi>
        {isDeceptive(value) ? <span className={classes.warned}>{t('evidence.piece.deceptive')}</span> : null}
      </span>
    </Line>
  )
}

const Facts = ({ piece }: { readonly piece: EvidenceFull }) => {
  const { t, i18n } = useTranslation()
  const { facts } = piece
  return (
    <section className={classes.block}>
      <h3>{t('evidence.piece.acquisition')}</h3>
      <dl className={classes.lines}>
        <Said label={t('evidence.facts.source')} value={facts.source} />
        <Said label={t('evidence.facts.serial')} value={facts.serial} />
        <Line label={t('evidence.facts.method')}>{t(`evidence.methods.${facts.method}`)}</Line>
        <Said label={t('evidence.facts.acquired_by')} value={facts.acquired_by} />
        <Said label={t('evidence.piece.tookIn')} value={piece.acquired_by.name} />
        <Said label={t('evidence.facts.tool')} value={`${facts.tool} ${facts.tool_version}`.trim()} />
        <Line label={t('evidence.facts.write_blocker')}>
          {facts.write_blocker === null ? (
            <span className="fs-muted">{t('evidence.piece.noBlocker')}</span>
          ) : (
            <span dir="auto">{facts.write_blocker}</span>
          )}
        </Line>
        <Line label={t('evidence.facts.started_at')}>
          <Timestamp at={facts.started_at} style="seconds" />
        </Line>
        <Line label={t('evidence.facts.ended_at')}>
          <Timestamp at={facts.ended_at} style="seconds" />
        </Line>
        <Name label={t('evidence.piece.name')} value={piece.name} />
        {piece.path === null ? null : <Name label={t('evidence.piece.path')} value={piece.path} />}
        <Line label={t('evidence.column.size')}>
          {formatBytes(piece.size, i18n.language)}{' '}
          <span className="fs-muted">
            {t('ui.bytes', { count: piece.size, text: exactBytes(piece.size, i18n.language) })}
          </span>
        </Line>
        <Line label={t('evidence.piece.mediaType')}>
          <code>{piece.media_type}</code>
        </Line>
      </dl>
      {facts.description === null ? null : (
        <p className={classes.description} dir="auto">
          {facts.description}
        </p>
      )}
    </section>
  )
}

const Hashes = ({ piece }: { readonly piece: EvidenceFull }) => {
  const { t } = useTranslation()
  const { source_sha256, image_hashes } = piece.facts
  return (
    <section className={classes.block}>
      <h3>{t('evidence.piece.hashes')}</h3>
      <dl className={classes.lines}>
        <Hash label="SHA-256" value={piece.sha256} />
        <Hash label={t('evidence.facts.source_sha256')} value={source_sha256} />
        <Hash label={t('evidence.facts.md5')} value={image_hashes?.md5} />
        <Hash label={t('evidence.facts.sha1')} value={image_hashes?.sha1} />
        <Hash label={t('evidence.facts.sha256')} value={image_hashes?.sha256} />
      </dl>
    </section>
  )
}

/** What is known of a piece: its marks, its hashes, what it is related to, and how it was acquired. */
export const DetailsTab = ({ caseId, piece, writes, editing, onEdit, onShow }: Props) => (
  <>
    <Marks
      caseId={caseId}
      piece={piece}
      writes={writes}
      editing={editing === 'marks'}
      onEdit={(on) => onEdit(on ? 'marks' : null)}
    />
    <KnownLists known={piece.known} />
    <Hashes piece={piece} />
    {piece.same_bytes.length === 0 ? null : <SameBytes caseId={caseId} ids={piece.same_bytes} onShow={onShow} />}
    <Relations
      caseId={caseId}
      piece={piece}
      writes={writes}
      adding={editing === 'relation'}
      onAdd={(on) => onEdit(on ? 'relation' : null)}
      onShow={onShow}
    />
    <Facts piece={piece} />
    <Erasure caseId={caseId} piece={piece} writes={writes} />
  </>
)
