import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { caseStatus } from '../../../../shared/schema/case.ts'
import type { Conflict } from '../../../../shared/schema/sync.ts'
import { caseHref, hrefOf } from '../../../state/route.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './conflicts.module.css'
import { useSideWords } from './useSideWords.ts'

type Props = {
  readonly conflict: Conflict
  readonly may: boolean
  readonly keeping: boolean
  readonly onKeep: () => void
  readonly onApply: () => void
}
type SideName = 'winner' | 'loser'

/** A state or a person, in the form that the rest of the window gives it. */
const Value = ({ kind, value }: { readonly kind: Conflict['kind']; readonly value: string }) => {
  const status = caseStatus.safeParse(value)
  if (kind === 'transition' && status.success) return <StatusBadge status={status.data} />
  return <PersonName name={value} />
}

const Side = ({ conflict, side }: { readonly conflict: Conflict; readonly side: SideName }) => {
  const { t } = useTranslation()
  const { actor_name: actor, at, from, to, outcome, notes, entry_id: entry } = conflict[side]
  return (
    <div className={classes.side} data-side={side}>
      <h3>{t(side === 'winner' ? 'sync.conflict.holds' : 'sync.conflict.overtaken')}</h3>
      <p className={classes.move}>
        <Value kind={conflict.kind} value={from} />
        <IconArrowRight size={14} stroke={1.8} aria-hidden />
        <Value kind={conflict.kind} value={to} />
        {outcome === null ? null : <OutcomeMark outcome={outcome} />}
      </p>
      <p className={classes.who}>
        <PersonName name={actor} />
        <Timestamp at={at} className="fs-muted" />
      </p>
      {notes === null ? (
        <p className="fs-muted">{t('sync.conflict.noNote')}</p>
      ) : (
        <blockquote dir="auto" className={classes.notes}>
          {notes}
        </blockquote>
      )}
      <a href={hrefOf({ name: 'case', id: conflict.case_id, entry })} className={classes.entry}>
        {t('sync.conflict.showEntry')}
      </a>
    </div>
  )
}

const Settled = ({ settled }: { readonly settled: NonNullable<Conflict['settled']> }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.settled}>
      <IconCheck size={15} stroke={2} aria-hidden />
      <span dir="auto">
        {t(settled.how === 'kept' ? 'sync.conflict.settledKept' : 'sync.conflict.settledRedecided', {
          name: settled.actor_name,
        })}
      </span>
      <Timestamp at={settled.at} />
    </p>
  )
}

/** One conflict: the case, what holds, what was overtaken, and the two decisions. */
export const ConflictCard = ({ conflict, may, keeping, onKeep, onApply }: Props) => {
  const { t } = useTranslation()
  const words = useSideWords()
  const heading = `conflict-${conflict.id}`
  return (
    <article className={classes.card} tabIndex={-1} data-card aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>
          <a href={caseHref(conflict.case_id)} dir="auto">
            {conflict.title}
          </a>
        </h2>
        <span className={classes.number}>{conflict.case_number}</span>
        <span className={classes.kind}>{t(`sync.conflict.kind.${conflict.kind}`)}</span>
      </header>
      <div className={classes.sides}>
        <Side conflict={conflict} side="winner" />
        <Side conflict={conflict} side="loser" />
      </div>
      {conflict.loser.without_effect === undefined ? null : (
        <p className="fs-muted">{t('sync.conflict.withoutEffect', { message: conflict.loser.without_effect })}</p>
      )}
      {conflict.settled === null ? null : <Settled settled={conflict.settled} />}
      {conflict.settled !== null ? null : may ? (
        <div className={classes.actions}>
          <Button onClick={onKeep} loading={keeping} rightSection={<Keys shortcut="y" />}>
            {t('sync.conflict.keep', { to: words(conflict, conflict.winner.to) })}
          </Button>
          <Button variant="default" onClick={onApply} disabled={keeping} rightSection={<Keys shortcut="a" />}>
            {t('sync.conflict.apply', { to: words(conflict, conflict.loser.to) })}
          </Button>
        </div>
      ) : (
        <p className="fs-muted">{t('sync.conflict.readOnly')}</p>
      )}
    </article>
  )
}
