import { IconEraser, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { caseAccessRule } from '../../../../shared/schema/case-access.ts'
import { caseOutcome, caseStatus, casePriority } from '../../../../shared/schema/case.ts'
import { caseRelationKind } from '../../../../shared/schema/case-relations.ts'
import { useUsers } from '../../../data/queries/session.ts'
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx'
import { PriorityMark } from '../../../ui/PriorityMark.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { plainText, type ValueKind } from '../model/changes.ts'
import { isKnownBasis, type Fact, type RedactionNote } from '../model/entryFacts.ts'
import { DetectionValue, isDetectionKind } from './DetectionValue.tsx'
import { EvidenceValue, isEvidenceKind } from './EvidenceValue.tsx'
import { TaskTitle } from './TaskTitle.tsx'
import classes from './timeline.module.css'

/** What stands in the place of a value that was erased, with the legal basis where its redaction is known. */
export const Redacted = ({ note }: { readonly note: RedactionNote | undefined }) => {
  const { t } = useTranslation()
  const basis = note === undefined ? null : isKnownBasis(note.basis) ? t(`case.legalBasis.${note.basis}`) : note.basis
  return (
    <span className={classes.redacted}>
      <IconEraser size={13} aria-hidden />
      <span>{basis === null ? t('case.values.redacted') : t('case.values.redactedBasis', { basis })}</span>
      {note === undefined || note.reference === null ? null : (
        <span dir="auto">{t('case.values.reference', { reference: note.reference })}</span>
      )}
    </span>
  )
}

const Unavailable = () => {
  const { t } = useTranslation()
  return (
    <span className={classes.redacted}>
      <IconEyeOff size={13} aria-hidden />
      <span>{t('case.values.unavailable')}</span>
    </span>
  )
}

/** A person as the entry names them: the name of its time where it is sealed, else whoever has that id now. */
const Person = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation()
  const users = useUsers().data
  if (value === null) return <>{t('case.values.nobody')}</>
  const found = users?.find((user) => user.id === value || user.uid === value)
  if (found !== undefined) return <span dir="auto">{found.name}</span>
  return <span dir="auto">{typeof value === 'number' ? t('case.values.user', { id: value }) : plainText(value)}</span>
}

const People = ({ uids }: { readonly uids: readonly unknown[] }) => (
  <>
    {uids.map((uid, at) => (
      <span key={plainText(uid)}>
        {at === 0 ? null : ', '}
        <Person value={uid} />
      </span>
    ))}
  </>
)

const Shown = ({ kind, value }: { readonly kind: ValueKind; readonly value: unknown }) => {
  const { t } = useTranslation()
  const status = caseStatus.safeParse(value)
  const priority = casePriority.safeParse(value)
  const access = caseAccessRule.safeParse(value)
  const outcome = caseOutcome.safeParse(value)
  const relation = caseRelationKind.safeParse(value)
  if (kind === 'status' && status.success) return <StatusBadge status={status.data} />
  if (kind === 'priority' && priority.success) return <PriorityMark priority={priority.data} />
  if (kind === 'access' && access.success) return <>{t(`caseAccess.${access.data}`)}</>
  if (kind === 'people' && Array.isArray(value)) return <People uids={value} />
  if (kind === 'caseOutcome' && outcome.success) return <OutcomeMark outcome={outcome.data} />
  if (kind === 'caseRelation' && relation.success) return <>{t(`case.related.told.${relation.data}`)}</>
  if (kind === 'task' && typeof value === 'string') return <TaskTitle uid={value} />
  if (kind === 'case') return <>{plainText(value)}</>
  if (kind === 'user') return <Person value={value} />
  if (kind === 'time' && typeof value === 'string' && Number.isFinite(Date.parse(value)))
    return <Timestamp at={value} />
  if (kind === 'basis' && typeof value === 'string' && isKnownBasis(value)) return <>{t(`case.legalBasis.${value}`)}</>
  if (isDetectionKind(kind)) return <DetectionValue kind={kind} value={value} />
  if (isEvidenceKind(kind)) return <EvidenceValue kind={kind} value={value} />
  return <span dir="auto">{value === null ? t('case.values.nothing') : plainText(value)}</span>
}

type Props = { readonly fact: Fact; readonly kind: ValueKind; readonly redactions: ReadonlyMap<string, RedactionNote> }

/** A value of an entry, or what stands in its place. */
export const FactValue = ({ fact, kind, redactions }: Props) => {
  if (fact.state === 'redacted') return <Redacted note={redactions.get(fact.digest)} />
  if (fact.state === 'unavailable') return <Unavailable />
  return <Shown kind={kind} value={fact.value} />
}
