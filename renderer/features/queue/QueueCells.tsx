import {
  IconArrowsLeftRight,
  IconBellRinging,
  IconCopy,
  IconCornerDownRight,
  IconGavel,
  IconPointFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import { useCaseMarks } from '../../state/caseMarks.ts'
import { caseHref } from '../../state/route.ts'
import { OutcomeMark } from '../../ui/OutcomeMark.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { SlaCountdown } from '../../ui/SlaCountdown.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { queueClasses } from './classes.ts'

/** Date and sequence: within one workspace the part before them says nothing new. */
const shortNumber = '20260131-00001'.length

const Marks = ({ item }: { readonly item: CaseQueueItem }) => {
  const { t } = useTranslation()
  const inConflict = useCaseMarks((marks) => marks.conflicts.has(item.id))
  const hasNews = useCaseMarks((marks) => marks.news.has(item.id))
  return (
    <>
      {inConflict ? (
        <span className={queueClasses.conflict} title={t('sync.conflict.badge')}>
          <IconArrowsLeftRight size={14} stroke={2} role="img" aria-label={t('sync.conflict.badge')} />
        </span>
      ) : null}
      {hasNews ? (
        <span className={queueClasses.news} title={t('sync.conflict.newsBadge')}>
          <IconPointFilled size={12} role="img" aria-label={t('sync.conflict.newsBadge')} />
        </span>
      ) : null}
      {item.alert_count === 0 ? null : (
        <span className={queueClasses.alerts} title={t('queue.alerts', { count: item.alert_count })}>
          <IconBellRinging size={13} stroke={1.8} aria-hidden />
          <span aria-hidden>{item.alert_count}</span>
          <span className="fs-visually-hidden">{t('queue.alerts', { count: item.alert_count })}</span>
        </span>
      )}
      {item.legal_hold ? (
        <span className={queueClasses.hold} title={t('queue.hold')}>
          <IconGavel size={14} stroke={1.8} role="img" aria-label={t('queue.hold')} />
        </span>
      ) : null}
    </>
  )
}

/** That a case is a child or a duplicate of another, before its title. */
const Belonging = ({
  item: { parent_case_number: parent, duplicate_of_case_number: original },
}: {
  readonly item: CaseQueueItem
}) => {
  const { t } = useTranslation()
  const words =
    parent === null
      ? original === null
        ? null
        : t('queue.duplicateOf', { number: original })
      : t('queue.childOf', { number: parent })
  if (words === null) return null
  const Icon = parent === null ? IconCopy : IconCornerDownRight
  return (
    <span className={queueClasses.belonging} title={words}>
      <Icon size={13} stroke={1.8} role="img" aria-label={words} />
    </span>
  )
}

/** One case of the queue. */
export const QueueCells = ({ item }: { readonly item: CaseQueueItem }) => (
  <>
    <Cell column="number" className={`${queueClasses.cell} ${queueClasses.number}`}>
      <a href={caseHref(item.id)} tabIndex={-1} draggable={false} title={item.case_number}>
        <span className="fs-visually-hidden">{item.case_number.slice(0, -shortNumber)}</span>
        {item.case_number.slice(-shortNumber)}
      </a>
    </Cell>
    <Cell column="title" className={`${queueClasses.cell} ${queueClasses.title}`} dir="auto" title={item.title}>
      <Belonging item={item} />
      {item.title}
    </Cell>
    <Cell column="priority" className={queueClasses.cell}>
      <PriorityMark priority={item.priority} />
    </Cell>
    <Cell column="status" className={`${queueClasses.cell} ${queueClasses.status}`}>
      <StatusBadge status={item.status} />
      {item.outcome === null ? null : <OutcomeMark outcome={item.outcome} iconOnly />}
    </Cell>
    <Cell column="owner" className={queueClasses.cell}>
      <PersonName name={item.owner_name} />
    </Cell>
    <Cell column="sla" className={queueClasses.cell}>
      <SlaCountdown dueAt={item.sla_due_at} state={item.sla_state} />
    </Cell>
    <Cell column="marks" className={`${queueClasses.cell} ${queueClasses.marks}`}>
      <Marks item={item} />
    </Cell>
    <Cell column="updated" className={`${queueClasses.cell} ${queueClasses.updated}`}>
      <Timestamp at={item.updated_at} style="ago" />
    </Cell>
  </>
)
