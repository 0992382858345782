import { Button } from '@mantine/core'
import { IconAffiliate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NetworkNode } from '../../../shared/schema/network.ts'
import { useNetworkState, useRiskiest } from '../../data/queries/network.ts'
import { hrefOf } from '../../state/route.ts'
import { score } from '../../ui/charts/format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { CommonPoints } from './CommonPoints.tsx'
import { FindEntity } from './FindEntity.tsx'
import { KindMark } from './KindMark.tsx'
import { keyOf } from './model/kinds.ts'
import classes from './network.module.css'
import { goToProposals, OpenProposals } from './OpenProposals.tsx'
import { nodesMax } from './useActions.ts'

type Props = {
  readonly onFound: (key: string) => void
  readonly onRiskiest: (limit: number) => void
  readonly busy: boolean
}

const Row = ({ node, onFound }: { readonly node: NetworkNode; readonly onFound: (key: string) => void }) => {
  const { t, i18n } = useTranslation()
  return (
    <li>
      <button type="button" onClick={() => onFound(keyOf(node))}>
        <KindMark kind={node.kind} />
        <span className="fs-muted">{t(`network.kind.${node.kind}`)}</span>
        <bdi className={classes.ellipsis} title={node.id}>
          {node.label}
        </bdi>
        <RiskMark level={node.risk_level} />
        <span className={classes.end}>{score(node.risk, i18n.language)}</span>
        <span className={classes.end}>{t('network.degree', { count: node.degree })}</span>
      </button>
    </li>
  )
}

/** Less than this nobody would call risk. */
const leastTold = 0.01

/** Where one begins: find an entity, take one of the riskiest, or look at much at once. */
export const Start = ({ onFound, onRiskiest, busy }: Props) => {
  const { t, i18n } = useTranslation()
  const state = useNetworkState()
  const riskiest = useRiskiest(12)
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const risky = riskiest.data?.filter(({ risk }) => risk >= leastTold)
  if (state.error !== null && state.data === undefined)
    return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (state.data?.state === 'empty') {
    return (
      <EmptyState
        icon={<IconAffiliate size={30} stroke={1.4} />}
        title={t('network.start.empty')}
        hint={t('network.start.emptyHint')}
      >
        <Button component="a" href={hrefOf({ name: 'import-transactions' })}>
          {t('network.start.import')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <div className={classes.startPage}>
      <div className={classes.start}>
        <h2>{t('network.start.title')}</h2>
        <p>
          {state.data === undefined
            ? ''
            : t('network.start.state', {
                nodes: t('counted.entities', { count: state.data.nodes }),
                links: t('counted.links', { count: state.data.links }),
                transactions: t('counted.transactions', { count: state.data.transactions }),
              })}{' '}
          {state.data?.newest_at === null || state.data === undefined ? null : (
            <>
              {t('network.start.newest')} <Timestamp at={state.data.newest_at} />
            </>
          )}
        </p>
        {state.data?.state === 'building' ? (
          <p role="status">{t('network.start.building', { count: state.data.waiting })}</p>
        ) : null}
        <div className={classes.startTools}>
          <FindEntity onFound={onFound} width={320} autoFocus />
          <Button variant="default" loading={busy} onClick={() => onRiskiest(300)}>
            {t('network.start.some', { text: number(300) })}
          </Button>
          <Button variant="default" loading={busy} onClick={() => onRiskiest(nodesMax)}>
            {t('network.start.many', { text: number(nodesMax) })}
          </Button>
          {state.data === undefined || state.data.proposals === 0 ? null : (
            <Button variant="subtle" onClick={goToProposals}>
              {t('network.proposals.goTo', { count: state.data.proposals })}
            </Button>
          )}
        </div>
        <CommonPoints onFound={onFound} />
        <h2 id="network-riskiest">{t('network.start.riskiest')}</h2>
        {risky !== undefined ? (
          risky.length === 0 ? (
            <p>{t('network.start.noneRisky')}</p>
          ) : (
            <ul className={classes.riskiest} aria-labelledby="network-riskiest">
              {risky.map((node) => (
                <Row key={keyOf(node)} node={node} onFound={onFound} />
              ))}
            </ul>
          )
        ) : riskiest.error === null ? (
          <LoadingRows rows={6} height={32} />
        ) : (
          <ErrorState error={riskiest.error} onRetry={() => void riskiest.refetch()} compact />
        )}
        <OpenProposals />
      </div>
    </div>
  )
}
