import { IconUserQuestion } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityRef, NodePage } from '../../../../shared/schema/network.ts'
import { screenedKinds } from '../../../../shared/schema/screening.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useNode } from '../../../data/queries/network.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { detectionHref, goToDetection, networkHref, profileHref, screenedHref } from '../../../state/route.ts'
import { mayWrite } from '../../../state/session.ts'
import { score } from '../../../ui/charts/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { KindMark } from '../KindMark.tsx'
import { keyOf } from '../model/kinds.ts'
import { RiskParts } from '../panel/RiskParts.tsx'
import classes from './entity.module.css'
import { Facts } from './Facts.tsx'
import { Because } from '../Because.tsx'
import { EntityFigures } from './EntityFigures.tsx'
import { LinksByKind } from './LinksByKind.tsx'
import { Motifs } from './Motifs.tsx'
import { EntityNeighbours } from './EntityNeighbours.tsx'
import { ProposeMerge } from '../ProposeMerge.tsx'
import { Owners } from './Owners.tsx'
import { Proposals } from './Proposals.tsx'
import { EntityScreening } from './EntityScreening.tsx'
import { EntityStanding } from './EntityStanding.tsx'

/** Kinds that transactions and alerts can be narrowed to. */
const filterOf: Readonly<Partial<Record<EntityRef['kind'], string>>> = {
  customer: 'customer_id',
  account: 'account_id',
  counterparty: 'counterparty_id',
  device: 'device_id',
  terminal: 'terminal_id',
  ip: 'ip',
}
const everyStatus = 'new,in_review,escalated,confirmed,false_positive,dismissed'

const Elsewhere = ({ entity }: { readonly entity: EntityRef }) => {
  const { t } = useTranslation()
  const filter = filterOf[entity.kind]
  const profile = profileHref(entity)
  const screened = screenedKinds.find((kind) => kind === entity.kind)
  return (
    <nav className={classes.links} aria-label={t('entityPage.links')}>
      <a href={networkHref(entity)}>{t('entityPage.toNetwork')}</a>
      {profile === null ? null : <a href={profile}>{t('entityPage.toProfile')}</a>}
      {screened === undefined ? null : (
        <a href={screenedHref({ kind: screened, id: entity.id })}>{t('screenedSubject.toPage')}</a>
      )}
      {filter === undefined ? null : (
        <>
          <a href={detectionHref('transactions', null, { [filter]: entity.id })}>{t('entityPage.toTransactions')}</a>
          <a
            href={detectionHref('alerts', null, {
              entity_kind: entity.kind,
              entity_id: entity.id,
              status: everyStatus,
            })}
          >
            {t('entityPage.toAlerts')}
          </a>
        </>
      )}
    </nav>
  )
}

const Body = ({
  page,
  writes,
  onPropose,
}: {
  readonly page: NodePage
  readonly writes: boolean
  readonly onPropose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <Because
        because={page.because}
        classOf={(certainty) => (certainty === 'confirmed' ? classes.bad : classes.told)}
      />
      <EntityFigures page={page} />
      <div className={classes.columns}>
        <section className={classes.block}>
          <h2>{t('network.risk.title')}</h2>
          <RiskParts risk={page.risk} />
        </section>
        <EntityScreening page={page} />
        <Owners entity={page.node} />
        <Proposals proposals={page.proposals} writes={writes} onPropose={onPropose} />
        <Facts page={page} />
        <EntityStanding page={page} />
        <LinksByKind page={page} />
        <Motifs page={page} />
      </div>
      <EntityNeighbours entity={page.node} />
    </>
  )
}

/** All that is known of an entity, each with its source, and the ways on from it. */
export const EntityPage = ({ entity, me }: { readonly entity: EntityRef; readonly me: Me }) => {
  const { t, i18n } = useTranslation()
  const { kind, id } = entity
  const asked = useMemo((): EntityRef => ({ kind, id }), [kind, id])
  const page = useNode(asked)
  const [proposing, setProposing] = useState(false)
  const writes = mayWrite(me.role)
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'entity.network',
        section: 'navigate',
        title: t('entityPage.toNetwork'),
        shortcut: 'e',
        run: () => goToDetection('network', keyOf(asked)),
      },
      ...(writes
        ? [
            {
              id: 'entity.merge',
              section: 'selection',
              title: t('entityPage.merge.propose'),
              shortcut: 'm',
              keywords: 'same duplicate',
              run: () => setProposing(true),
            } as const,
          ]
        : []),
    ],
    [t, asked, writes],
  )
  useCommands(commands)
  const node = page.data?.node
  const others = (node?.members ?? []).filter((member) => keyOf(member) !== keyOf(asked))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <span className={classes.kind}>
            <KindMark kind={kind} /> {t(`network.kind.${kind}`)}
            {node === undefined || node.label === id ? null : <bdi className="fs-mono">{id}</bdi>}
          </span>
          <h1>
            <bdi>{node?.label ?? id}</bdi>
          </h1>
        </div>
        {page.data === undefined ? null : (
          <span className={classes.marks}>
            <RiskMark level={page.data.risk.risk_level} />
            <strong>{score(page.data.risk.score, i18n.language)}</strong>
            {page.data.node.known_bad ? <span className={classes.badMark}>{t('network.mark.bad')}</span> : null}
          </span>
        )}
        <Elsewhere entity={asked} />
      </header>
      {others.length === 0 ? null : (
        <p className={classes.members}>
          {t('entityPage.members')}:{' '}
          {others.map((member) => `${t(`network.kind.${member.kind}`)} ${member.id}`).join(', ')}
        </p>
      )}
      {page.data !== undefined ? (
        <Body page={page.data} writes={writes} onPropose={() => setProposing(true)} />
      ) : page.error === null ? (
        <LoadingRows rows={8} height={40} />
      ) : isRefusal(page.error, 'not_found') ? (
        <EmptyState
          icon={<IconUserQuestion size={30} stroke={1.4} />}
          title={t('entityPage.unknown', { id })}
          hint={t('entityPage.unknownHint')}
        />
      ) : (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      )}
      {proposing && node !== undefined ? (
        <ProposeMerge entity={asked} label={node.label} onClose={() => setProposing(false)} />
      ) : null}
    </div>
  )
}
