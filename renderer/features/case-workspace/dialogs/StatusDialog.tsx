import { Button, Radio } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import {
  caseStatus,
  isFinished,
  type CaseFull,
  type CaseOutcome,
  type CaseStatus,
} from '../../../../shared/schema/case.ts'
import { defaultPolicy, lacksOutcome } from '../../../../shared/schema/policy.ts'
import { provenText } from '../../../../shared/text/proven.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useWorkspace, type Me } from '../../../data/queries/session.ts'
import { useDraft } from '../../../state/drafts.ts'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useChangeStatus } from '../data/useCaseWrites.ts'
import { movesFrom, type Move } from '../model/moves.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { HeldBack } from './HeldBack.tsx'
import { OpenTasks } from './OpenTasks.tsx'
import { OutcomeChoice } from './OutcomeChoice.tsx'
import { useDecidedOn } from './StaleNotice.tsx'
import { SubjectRoles } from './SubjectRoles.tsx'
import { useTaskGate } from './useTaskGate.ts'
import { useSubjectRoles } from './useSubjectRoles.ts'

type Props = { readonly file: CaseFull; readonly me: Me; readonly onClose: () => void }

const MoveOption = ({
  move,
  from,
  first,
}: {
  readonly move: Move
  readonly from: CaseStatus
  readonly first: boolean
}) => {
  const { t } = useTranslation()
  const why =
    move.bar === null
      ? move.needsSecondPerson
        ? t('case.status.fourEyes')
        : null
      : t(`case.status.bars.${move.bar}`, { from: t(`status.${from}`) })
  return (
    <Radio
      value={move.to}
      disabled={!move.permitted}
      data-autofocus={first || undefined}
      label={
        <span className={classes.option}>
          <StatusBadge status={move.to} />
          {why === null ? null : <span className={classes.why}>{why}</span>}
        </span>
      }
    />
  )
}

type MoveProps = {
  readonly moves: readonly Move[]
  readonly from: CaseStatus
  readonly to: CaseStatus | null
  readonly onPick: (to: CaseStatus) => void
}

/** Where the case may go, and what bars the way elsewhere. */
const MoveChoice = ({ moves, from, to, onPick }: MoveProps) => {
  const { t } = useTranslation()
  const firstPermitted =
    moves.find((move) => move.permitted && move.bar === null) ?? moves.find((move) => move.permitted)
  return (
    <>
      <Radio.Group
        label={t('case.status.choose')}
        value={to ?? ''}
        onChange={(value) => onPick(caseStatus.parse(value))}
        required
      >
        <div className={classes.options}>
          {moves.map((move) => (
            <MoveOption key={move.to} move={move} from={from} first={move === firstPermitted} />
          ))}
        </div>
      </Radio.Group>
      {moves.some((move) => move.permitted) ? null : <p className={classes.notice}>{t('case.status.none')}</p>}
    </>
  )
}

/** A second person is asked for: why, and the way on. */
const FourEyes = ({ to, onReview }: { readonly to: CaseStatus; readonly onReview: (() => void) | null }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} role="alert">
      <b>{t('case.status.refusedTitle')}</b>
      <p>{t('case.status.refused', { status: t(`status.${to}`) })}</p>
      {onReview === null ? null : (
        <Button variant="default" size="compact-sm" onClick={onReview}>
          {t('case.status.toReview')}
        </Button>
      )}
    </div>
  )
}

/** Moves the case to another state, with the rationale that is sealed. */
export const StatusDialog = ({ file, me, onClose }: Props) => {
  const { t } = useTranslation()
  const policy = useWorkspace().data?.policy ?? defaultPolicy
  const moves = movesFrom({ from: file.status, ownerId: file.owner_id, userId: me.user.id, role: me.role, policy })
  const [to, setTo] = useState<CaseStatus | null>(null)
  const [text, setText, clearText] = useDraft(`status:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const write = useChangeStatus(file.id)
  const permitted = moves.some((move) => move.to === to && move.permitted)
  const finishes = to !== null && isFinished(to)
  const [chosen, setChosen] = useState<CaseOutcome | null>(file.outcome)
  const [disposes, setDisposes] = useState(true)
  const outcome = finishes ? chosen : null
  const confirmsAlerts = outcome === 'confirmed_fraud' && disposes && file.open_alert_count > 0
  const subjects = useSubjectRoles(file, confirmsAlerts)
  const changes = to !== file.status || outcome !== file.outcome
  const gate = useTaskGate(file.id, policy, to, me.role)
  const ready =
    permitted &&
    changes &&
    !(to !== null && lacksOutcome(policy, to, outcome)) &&
    gate.passes &&
    mayWithhold('status.changed', 'notes', text)
  const refused = isRefusal(write.error, 'four_eyes_required')
  const mayReview = moves.some((move) => move.to === 'pending_review' && move.permitted)
  /** What was refused of another choice says nothing of this one. */
  const choose = (next: CaseOutcome): void => {
    write.reset()
    setChosen(next)
  }
  const pick = (next: CaseStatus): void => {
    write.reset()
    setTo(next)
  }
  const held = isRefusal(write.error, 'alerts_held_back') ? write.error : null
  const send = (leaveBlocked: boolean): void => {
    if (to === null || !ready) return
    const disposal =
      outcome !== null && disposes && file.open_alert_count > 0
        ? { dispose_alerts: true, ...(leaveBlocked ? { leave_blocked: true } : {}), ...subjects.sent }
        : {}
    const body = {
      status: to,
      notes: text,
      ...(outcome === null || outcome === file.outcome ? {} : { outcome }),
      ...gate.sent,
      ...disposal,
    }
    write.mutate(
      { body, revision: decided.revision },
      {
        onSuccess: ({ data: { alerts } }) => {
          clearText()
          if (alerts !== undefined)
            notifications.show({
              message: t(alerts.left === 0 ? 'case.outcome.disposed' : 'case.outcome.disposedLeft', {
                count: alerts.disposed,
                left: alerts.left,
              }),
            })
          onClose()
        },
      },
    )
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.status.title')}
      confirm={to === null ? t('case.status.submitNone') : t('case.status.submit', { status: t(`status.${to}`) })}
      ready={ready}
      write={refused || held !== null ? { isPending: write.isPending, error: null } : write}
      onConfirm={() => send(false)}
      onClose={onClose}
    >
      <MoveChoice moves={moves} from={file.status} to={to} onPick={pick} />
      {finishes ? (
        <OutcomeChoice
          outcome={outcome}
          required={lacksOutcome(policy, to, null)}
          openAlerts={file.open_alert_count}
          disposes={disposes}
          onOutcome={choose}
          onDisposes={setDisposes}
        />
      ) : null}
      {confirmsAlerts ? <SubjectRoles {...subjects} /> : null}
      {finishes ? (
        <p className={classes.notice}>
          {t('case.status.finishing')}{' '}
          {provenText({ entries: file.seal.entries + 1, witnessed: file.seal.last_witnessed?.size ?? 0 })}
        </p>
      ) : null}
      <OpenTasks gate={gate} />
      {held === null ? null : <HeldBack refusal={held} pending={write.isPending} onWithout={() => send(true)} />}
      {refused && to !== null ? <FourEyes to={to} onReview={mayReview ? () => pick('pending_review') : null} /> : null}
      <RationaleField value={text} onChange={setText} />
    </CaseDecisionDialog>
  )
}
