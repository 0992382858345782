import { useTranslation } from 'react-i18next'
import { acquisitionMethod, relationKind } from '../../../../shared/schema/evidence.ts'
import { usePiece } from '../../../data/queries/evidence.ts'
import { hrefOf, isOfCase, useRoute } from '../../../state/route.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { plainText, type ValueKind } from '../model/changes.ts'
import classes from './timeline.module.css'

const evidenceKinds = ['piece', 'file', 'bytes', 'hash', 'method', 'relation', 'disclosed', 'amount'] as const
type EvidenceValueKind = (typeof evidenceKinds)[number]

export const isEvidenceKind = (kind: ValueKind): kind is EvidenceValueKind =>
  (evidenceKinds as readonly string[]).includes(kind)

/** A piece by its name, which is sealed with its acquisition and never changes; leads to it. */
const Piece = ({ caseId, id }: { readonly caseId: number; readonly id: number }) => {
  const { t } = useTranslation()
  const piece = usePiece(caseId, id).data
  return (
    <a href={hrefOf({ name: 'evidence', id: caseId, piece: id, query: {} })} className={classes.piece}>
      {piece === undefined ? t('evidence.piece.number', { id }) : <FileName name={piece.name} />}
    </a>
  )
}

const Amount = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation()
  if (Array.isArray(value)) return <>{t('evidence.export.holds', { count: value.length })}</>
  return <>{value === 'none' ? t('common.none') : t('common.all')}</>
}

const shownDigits = 16

/** A value of an entry about evidence, as a person reads it. */
export const EvidenceValue = ({ kind, value }: { readonly kind: EvidenceValueKind; readonly value: unknown }) => {
  const { t } = useTranslation()
  const caseId = useRoute(({ route }) => (isOfCase(route) ? route.id : null))
  const method = acquisitionMethod.safeParse(value)
  const relation = relationKind.safeParse(value)
  if (kind === 'piece' && typeof value === 'number' && caseId !== null) return <Piece caseId={caseId} id={value} />
  if (kind === 'file' && typeof value === 'string') return <FileName name={value} />
  if (kind === 'bytes' && typeof value === 'number') return <Bytes value={value} />
  if (kind === 'hash' && typeof value === 'string') return <code title={value}>{value.slice(0, shownDigits)}…</code>
  if (kind === 'method' && method.success) return <>{t(`evidence.methods.${method.data}`)}</>
  if (kind === 'relation' && relation.success) return <>{t(`evidence.relation.out.${relation.data}`)}</>
  if (kind === 'disclosed' && (value === 'all' || value === 'none' || value === 'some'))
    return <>{t(`evidence.export.disclosed.${value}`)}</>
  if (kind === 'amount') return <Amount value={value} />
  return <span dir="auto">{plainText(value)}</span>
}
