import { IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decisionOutcomes, type DecisionOutcome, type DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { Keys } from '../../ui/Keys.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useStable } from '../../ui/useStable.ts'
import { decisionClasses } from './classes.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { SettleDialog, type Verdict } from './SettleDialog.tsx'
import { standingOf, type DecisionStanding } from './standing.ts'

const outcomeKeys: Readonly<Record<DecisionOutcome, string>> = {
  approve: '1',
  decline: '2',
  challenge: '3',
  escalate: '4',
}
const verdicts = [
  { verdict: 'approve', shortcut: 'y' },
  { verdict: 'refuse', shortcut: 'n' },
] as const

const Proposal = ({ item }: { readonly item: DecisionQueueItem }) => {
  const { t } = useTranslation()
  const { proposal } = item
  if (proposal === null) return null
  return (
    <section className={decisionClasses.proposal} aria-label={t('decisions.proposal')}>
      <IconHourglass size={16} stroke={1.8} aria-hidden />
      <div>
        <p>
          <strong dir="auto">{proposal.decided_by.name}</strong> {t('decisions.proposes')}{' '}
          <strong>{t(`outcome.${proposal.outcome}`)}</strong>
          <span className="fs-muted">
            {' '}
            · <Timestamp at={proposal.decided_at} style="ago" />
          </span>
        </p>
        <blockquote dir="auto">{proposal.reason}</blockquote>
      </div>
    </section>
  )
}

type Act =
  | { readonly kind: 'decide'; readonly outcome: DecisionOutcome }
  | { readonly kind: 'settle'; readonly verdict: Verdict }

/** A way to go on, by its key: what it is called, and what it means. */
type Way = {
  readonly id: string
  readonly shortcut: string
  readonly tone: DecisionOutcome
  readonly name: string
  readonly command: string
  readonly means: string
  readonly needsSecond: boolean
  readonly act: Act
}

const useWays = (item: DecisionQueueItem, standing: DecisionStanding): readonly Way[] => {
  const { t } = useTranslation()
  const fourEyes = JSON.stringify(item.four_eyes)
  return useMemo(() => {
    const second = JSON.parse(fourEyes) as readonly DecisionOutcome[]
    if (standing === 'decide') {
      return decisionOutcomes.map((outcome) => ({
        id: outcome,
        shortcut: outcomeKeys[outcome],
        tone: outcome,
        name: t(`outcome.${outcome}`),
        command: t('decisions.command.decide', { outcome: t(`outcome.${outcome}`) }),
        means: t(`decisions.means.${outcome}`),
        needsSecond: second.includes(outcome),
        act: { kind: 'decide', outcome },
      }))
    }
    if (standing !== 'settle') return []
    return verdicts.map(({ verdict, shortcut }) => ({
      id: `${verdict}-proposal`,
      shortcut,
      tone: verdict === 'approve' ? 'approve' : 'decline',
      name: t(`decisions.verdict.${verdict}`),
      command: t(`decisions.command.${verdict}`),
      means: t(`decisions.verdictMeans.${verdict}`),
      needsSecond: false,
      act: { kind: 'settle', verdict },
    }))
  }, [fourEyes, standing, t])
}

const Ways = ({
  item,
  standing,
  brief,
  quiet,
  onAct,
}: {
  readonly item: DecisionQueueItem
  readonly standing: DecisionStanding
  readonly brief: boolean
  readonly quiet: boolean
  readonly onAct: (act: Act) => void
}) => {
  const { t } = useTranslation()
  const ways = useWays(item, standing)
  const act = useStable(onAct)
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      quiet
        ? []
        : ways.map((way) => ({
            id: `decision.${way.id}`,
            section: 'selection',
            title: way.command,
            shortcut: way.shortcut,
            keywords: 'decision four eyes',
            run: () => act(way.act),
          })),
    [ways, quiet, act],
  )
  useCommands(commands)
  if (ways.length === 0) {
    return (
      <p className={decisionClasses.cannot} role="note">
        <IconInfoCircle size={16} stroke={1.8} aria-hidden />
        <span>{standing === 'decide' || standing === 'settle' ? null : t(`decisions.cannot.${standing}`)}</span>
      </p>
    )
  }
  return (
    <div className={decisionClasses.ways} data-brief={brief || undefined} role="group" aria-label={t('decisions.ways')}>
      {ways.map((way) => (
        <button
          key={way.id}
          type="button"
          className={decisionClasses.way}
          data-outcome={way.tone}
          onClick={() => act(way.act)}
          aria-keyshortcuts={quiet ? undefined : way.shortcut}
          title={brief ? way.means : undefined}
        >
          <span className={decisionClasses.wayHead}>
            {way.name} {quiet ? null : <Keys shortcut={way.shortcut} />}
          </span>
          {brief ? null : <span className={decisionClasses.wayMeans}>{way.means}</span>}
          {way.needsSecond ? <span className={decisionClasses.wayEyes}>{t('decisions.needsSecond')}</span> : null}
        </button>
      ))}
    </div>
  )
}

type Props = {
  /** What awaits a person; null where nothing does (any more). */
  readonly item: DecisionQueueItem | null
  readonly me: Me
  /** In few lines, among other things. */
  readonly brief?: boolean
  /** Without keys: they are for something else now. */
  readonly quiet?: boolean
}

/**
 * What was proposed of an item and what this person can do with it. What is being typed stays when the item goes
 * meanwhile: whoever sends it is told.
 */
export const Deciding = ({ item, me, brief = false, quiet = false }: Props) => {
  const [begun, setBegun] = useState<{ readonly item: DecisionQueueItem; readonly act: Act } | null>(null)
  const close = (): void => setBegun(null)
  const proposal = begun?.item.proposal ?? null
  return (
    <>
      {item === null ? null : (
        <>
          <Proposal item={item} />
          <Ways
            item={item}
            standing={standingOf(item, me.user.id, me.role)}
            brief={brief}
            quiet={quiet}
            onAct={(act) => setBegun({ item, act })}
          />
        </>
      )}
      {begun?.act.kind === 'decide' ? (
        <DecideDialog item={begun.item} outcome={begun.act.outcome} onClose={close} />
      ) : null}
      {begun?.act.kind === 'settle' && proposal !== null ? (
        <SettleDialog proposal={proposal} verdict={begun.act.verdict} onClose={close} />
      ) : null}
    </>
  )
}
