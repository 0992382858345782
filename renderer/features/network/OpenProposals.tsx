import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proposalStates, type ProposalState } from '../../../shared/schema/network.ts'
import { useNetworkState, useProposals } from '../../data/queries/network.ts'
import { useMe } from '../../data/queries/session.ts'
import { mayWrite } from '../../state/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ProposalList } from './entity/Proposals.tsx'
import classes from './network.module.css'

const headingId = 'network-proposals'

/** Leads to the proposals, which stand below what a small window shows. */
export const goToProposals = (): void => {
  const heading = document.getElementById(headingId)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

const Found = ({ state }: { readonly state: ProposalState }) => {
  const { t } = useTranslation()
  const me = useMe().data
  const found = useProposals(state)
  if (found.data === undefined)
    return found.error === null ? (
      <LoadingRows rows={3} height={56} />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} compact />
    )
  return (
    <>
      {found.data.length === 0 ? (
        <p className="fs-muted">{t(`network.proposals.none.${state}`)}</p>
      ) : (
        <ProposalList proposals={found.data} writes={me !== undefined && mayWrite(me.role)} />
      )}
      {found.error === null ? null : (
        <ErrorState error={found.error} onRetry={() => void found.fetchNextPage()} compact />
      )}
      {found.hasNextPage ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('network.proposals.more')}
        </Button>
      ) : null}
    </>
  )
}

/**
 * Every proposal that two entities are one, of the whole network: those that wait for a person, and those that were
 * decided.
 */
export const OpenProposals = () => {
  const { t } = useTranslation()
  const [state, setState] = useState<ProposalState>('proposed')
  const waiting = useNetworkState().data?.proposals
  return (
    <section className={classes.proposals} aria-labelledby={headingId}>
      <div className={classes.proposalsHead}>
        <h2 id={headingId} tabIndex={-1}>
          {waiting === undefined ? t('network.proposals.title') : t('network.proposals.titleOf', { count: waiting })}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={t('network.proposals.shown')}
          value={state}
          onChange={(value) => setState(proposalStates.find((one) => one === value) ?? 'proposed')}
          data={proposalStates.map((one) => ({ value: one, label: t(`network.proposals.state.${one}`) }))}
        />
      </div>
      <Found key={state} state={state} />
    </section>
  )
}
