import { IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decisionOutcomes, type DecisionOutcome, type DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import { useAlert } from '../../data/queries/alerts.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type Command } from '../../state/commands.ts'
import { caseHref, detectionHref } from '../../state/route.ts'
import { money, score } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Reasons } from '../../ui/Reasons.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { SettleDialog, type Verdict } from './SettleDialog.tsx'
import { standingOf, type Standing } from './standing.ts'

/** The element that Enter in the list goes to. */
export const paneId = 'decision-pane'

const outcomeKeys: Readonly<Record<DecisionOutcome, string>> = { approve: '1', decline: '2', challenge: '3', escalate: '4' }
const verdicts = [
  { verdict: 'approve', shortcut: 'y' },
  { verdict: 'refuse', shortcut: 'n' },
] as const

const Proposal = ({ item }: { readonly item: DecisionQueueItem }) => {
  const { t } = useTranslation()
  const { proposal } = item
  if (proposal === null) return null
  return (
    <section className={classes.proposal} aria-label={t('decisions.proposal')}>
      <IconHourglass size={16} stroke={1.8} aria-hidden />
      <div>
        <p>
          <strong dir="auto">{proposal.decided_by.name}</strong> {t('decisions.proposes')} <strong>{t(`outcome.${proposal.outcome}`)}</strong>
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

type Act = { readonly kind: 'decide'; readonly outcome: DecisionOutcome } | { readonly kind: 'settle'; readonly verdict: Verdict }

const Ways = ({ item, standing, onAct }: { readonly item: DecisionQueueItem; readonly standing: Standing; readonly onAct: (act: Act) => void }) => {
  const { t } = useTranslation()
  const commands = useMemo((): readonly Command[] => {
    if (standing === 'decide') return decisionOutcomes.map((outcome) => ({ id: `decision.${outcome}`, section: 'selection', title: t('decisions.command.decide', { outcome: t(`outcome.${outcome}`) }), shortcut: outcomeKeys[outcome], keywords: 'decision', run: () => onAct({ kind: 'decide', outcome }) }))
    if (standing === 'settle') return verdicts.map(({ verdict, shortcut }) => ({ id: `decision.${verdict}-proposal`, section: 'selection', title: t(`decisions.command.${verdict}`), shortcut, keywords: 'four eyes', run: () => onAct({ kind: 'settle', verdict }) }))
    return []
  }, [standing, onAct, t])
  useCommands(commands)
  if (standing === 'decide') {
    return (
      <div className={classes.ways} role="group" aria-label={t('decisions.ways')}>
        {decisionOutcomes.map((outcome) => (
          <button key={outcome} type="button" className={classes.way} data-outcome={outcome} onClick={() => onAct({ kind: 'decide', outcome })} aria-keyshortcuts={outcomeKeys[outcome]}>
            <span className={classes.wayHead}>
              {t(`outcome.${outcome}`)} <Keys shortcut={outcomeKeys[outcome]} />
            </span>
            <span className={classes.wayMeans}>{t(`decisions.means.${outcome}`)}</span>
            {item.four_eyes.includes(outcome) ? <span className={classes.wayEyes}>{t('decisions.needsSecond')}</span> : null}
          </button>
        ))}
      </div>
    )
  }
  if (standing === 'settle') {
    return (
      <div className={classes.ways} role="group" aria-label={t('decisions.ways')}>
        {verdicts.map(({ verdict, shortcut }) => (
          <button key={verdict} type="button" className={classes.way} data-outcome={verdict === 'approve' ? 'approve' : 'decline'} onClick={() => onAct({ kind: 'settle', verdict })} aria-keyshortcuts={shortcut}>
            <span className={classes.wayHead}>
              {t(`decisions.verdict.${verdict}`)} <Keys shortcut={shortcut} />
            </span>
            <span className={classes.wayMeans}>{t(`decisions.verdictMeans.${verdict}`)}</span>
          </button>
        ))}
      </div>
    )
  }
  return (
    <p className={classes.cannot} role="note">
      <IconInfoCircle size={16} stroke={1.8} aria-hidden />
      <span>{t(`decisions.cannot.${standing}`)}</span>
    </p>
  )
}

const AlertFacts = ({ alertId, rests }: { readonly alertId: number; readonly rests: boolean }) => {
  const { t, i18n } = useTranslation()
  const alert = useAlert(rests ? alertId : null)
  if (alert.data === undefined) return alert.error === null ? <LoadingRows rows={5} height={30} /> : <ErrorState error={alert.error} onRetry={() => void alert.refetch()} compact />
  const { entity, totals, transaction_count: count, reasons, transactions } = alert.data
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('alerts.column.entity')}</dt>
        <dd>{entity === null ? t('common.none') : `${t(`entity.${entity.kind}`)} ${entity.id}`}</dd>
        <dt>{t('alerts.fact.amount')}</dt>
        <dd>{totals.length === 0 ? t('common.none') : totals.map(({ amount, currency }) => money(amount, currency, i18n.language)).join(' · ')}</dd>
        <dt>{t('alerts.section.transactions')}</dt>
        <dd>{count.toLocaleString(i18n.language)}</dd>
        {transactions[0] === undefined ? null : (
          <>
            <dt>{t('decisions.latest')}</dt>
            <dd>
              <Timestamp at={transactions[0].at} />
            </dd>
          </>
        )}
      </dl>
      <h3 className={classes.sectionTitle}>{t('alerts.section.reasons')}</h3>
      <Reasons reasons={reasons} />
      <p className={classes.more}>
        <a href={detectionHref('alerts', String(alertId))}>{t('decisions.wholeAlert')}</a>
      </p>
    </>
  )
}

/** One item that awaits a person: what it needs, the facts, which are read once the reader `rests` on it, and what this person can do. */
export const DecisionPane = ({ item, me, rests }: { readonly item: DecisionQueueItem; readonly me: Me; readonly rests: boolean }) => {
  const { t, i18n } = useTranslation()
  const [act, setAct] = useState<Act | null>(null)
  const standing = standingOf(item, me.user.id, me.role)
  return (
    <aside
      id={paneId}
      tabIndex={0}
      className={classes.pane}
      aria-label={t('decisions.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('decisions-grid')?.focus()
      }}
    >
      <div className={classes.marks}>
        <RiskMark level={item.risk_level} />
        <strong>{score(item.score, i18n.language)}</strong>
        <span className="fs-muted">{t('decisions.recommended', { action: t(`action.${item.recommended_action}`) })}</span>
      </div>
      <h2 dir="auto">{item.title}</h2>
      <p className={classes.why} dir="auto">
        {item.why}
      </p>
      <Proposal item={item} />
      <Ways item={item} standing={standing} onAct={setAct} />
      {item.case_id === null ? null : (
        <p className={classes.more}>
          <a href={caseHref(item.case_id)}>{t('decisions.openCase')}</a>
        </p>
      )}
      {item.alert_id === null ? null : <AlertFacts alertId={item.alert_id} rests={rests} />}
      {act?.kind === 'decide' ? <DecideDialog item={item} outcome={act.outcome} onClose={() => setAct(null)} /> : null}
      {act?.kind === 'settle' && item.proposal !== null ? <SettleDialog proposal={item.proposal} verdict={act.verdict} onClose={() => setAct(null)} /> : null}
    </aside>
  )
}
