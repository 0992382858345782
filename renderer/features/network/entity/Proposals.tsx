import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { MergeProposal } from '../../../../shared/schema/network.ts'
import { useSettleProposal } from '../../../data/queries/network.ts'
import { useDraft } from '../../../state/drafts.ts'
import { entityHref } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ShareBar } from '../../../ui/charts/ShareBar.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { KindMark } from '../KindMark.tsx'
import classes from './entity.module.css'

type Verdict = 'accept' | 'refuse' | 'undo'

const SettleMerge = ({
  proposal,
  verdict,
  onClose,
}: {
  readonly proposal: MergeProposal
  readonly verdict: Verdict
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft(`merge:${proposal.uid}:${verdict}`, null)
  const write = useSettleProposal()
  const names = { a: proposal.a_label, b: proposal.b_label }
  const confirm = (): void =>
    write.mutate(
      { uid: proposal.uid, verdict, notes: text },
      {
        onSuccess: () => {
          clearText()
          notifications.show({ message: t(`entityPage.merge.done.${verdict}`, names) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`entityPage.merge.${verdict}Title`)}
      confirm={t(`entityPage.merge.${verdict}`)}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('network.merge_settled', 'notes', text)}
      error={write.error}
    >
      <p className={classes.plain} dir="auto">
        <strong>{t('entityPage.merge.text', names)}</strong>
        <br />
        {t(`entityPage.merge.${verdict}Hint`)}
      </p>
      <RationaleField value={text} onChange={setText} autoFocus />
    </ConfirmDialog>
  )
}

const Proposal = ({
  proposal,
  writes,
  onAsk,
}: {
  readonly proposal: MergeProposal
  readonly writes: boolean
  readonly onAsk: (verdict: Verdict) => void
}) => {
  const { t } = useTranslation()
  const verdicts: readonly Verdict[] = proposal.state === 'proposed' ? ['accept', 'refuse'] : ['undo']
  return (
    <li className={classes.proposal}>
      <div className={classes.proposalHead}>
        <span>
          <KindMark kind={proposal.a.kind} /> <span className="fs-muted">{t(`network.kind.${proposal.a.kind}`)}</span>{' '}
          <a href={entityHref(proposal.a)}>
            <bdi>{proposal.a_label}</bdi>
          </a>
          {' = '}
          <KindMark kind={proposal.b.kind} /> <span className="fs-muted">{t(`network.kind.${proposal.b.kind}`)}</span>{' '}
          <a href={entityHref(proposal.b)}>
            <bdi>{proposal.b_label}</bdi>
          </a>
        </span>
        <span className={classes.proposalShare}>
          <ShareBar share={proposal.score} />
        </span>
      </div>
      <ul className={classes.reasons} aria-label={t('entityPage.merge.reasons')}>
        {proposal.reasons.map((reason, place) => (
          <li key={place} data-against={reason.share < 0 || undefined}>
            <strong>{t(`entityPage.merge.fact.${reason.fact}`)}</strong> <span dir="auto">{reason.text}</span>
          </li>
        ))}
      </ul>
      <div className={classes.proposalFoot}>
        <span className="fs-muted">
          {t(`entityPage.merge.state.${proposal.state}`)}{' '}
          {proposal.decided_at === null ? (
            <Timestamp at={proposal.proposed_at} />
          ) : (
            <Timestamp at={proposal.decided_at} />
          )}{' '}
          {proposal.decided_by === null ? '' : t('entityPage.merge.decided', { by: proposal.decided_by })}
        </span>
        {writes ? (
          <span className={classes.buttons}>
            {verdicts.map((verdict) => (
              <Button
                key={verdict}
                size="compact-xs"
                variant={verdict === 'accept' ? 'filled' : 'default'}
                onClick={() => onAsk(verdict)}
              >
                {t(`entityPage.merge.${verdict}`)}
              </Button>
            ))}
          </span>
        ) : null}
      </div>
      {proposal.note === null ? null : (
        <blockquote className={classes.quote} dir="auto">
          {proposal.note}
        </blockquote>
      )}
      {proposal.history.length < 2 ? null : (
        <details className={classes.history}>
          <summary>{t('entityPage.merge.history')}</summary>
          <ul>
            {proposal.history.map((step) => (
              <li key={step.entry_id}>
                <Timestamp at={step.at} /> {step.by} {t(`entityPage.merge.verdict.${step.verdict}`)}{' '}
                <span dir="auto">{step.note}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** Proposals with their reasons; a person accepts, refuses or undoes, and says why. */
export const ProposalList = ({
  proposals,
  writes,
}: {
  readonly proposals: readonly MergeProposal[]
  readonly writes: boolean
}) => {
  const [asked, setAsked] = useState<{ readonly proposal: MergeProposal; readonly verdict: Verdict } | null>(null)
  return (
    <>
      <ul className={classes.proposals}>
        {proposals.map((proposal) => (
          <Proposal
            key={proposal.uid}
            proposal={proposal}
            writes={writes}
            onAsk={(verdict) => setAsked({ proposal, verdict })}
          />
        ))}
      </ul>
      {asked === null ? null : <SettleMerge {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Who else the entity may be, with reasons. */
export const Proposals = ({
  proposals,
  writes,
  onPropose,
}: {
  readonly proposals: readonly MergeProposal[]
  readonly writes: boolean
  readonly onPropose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('entityPage.proposals')}</h2>
        {writes ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={onPropose}
            aria-keyshortcuts="m"
            rightSection={<Keys shortcut="m" />}
          >
            {t('entityPage.merge.propose')}
          </Button>
        ) : null}
      </div>
      {proposals.length === 0 ? (
        <p className={classes.nothing}>{t('entityPage.noProposals')}</p>
      ) : (
        <ProposalList proposals={proposals} writes={writes} />
      )}
    </section>
  )
}
