import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import { useAlert } from '../../data/queries/alerts.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { caseHref, detectionHref, openCase } from '../../state/route.ts'
import { money, score } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Reasons } from '../../ui/Reasons.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { decisionClasses } from './classes.ts'
import { Deciding } from './Deciding.tsx'

/** The element that Enter in the list goes to. */
export const decisionPaneId = 'decision-pane'

const AlertFacts = ({ alertId, rests }: { readonly alertId: number; readonly rests: boolean }) => {
  const { t, i18n } = useTranslation()
  const alert = useAlert(rests ? alertId : null)
  if (alert.data === undefined)
    return alert.error === null ? (
      <LoadingRows rows={5} height={30} />
    ) : (
      <ErrorState error={alert.error} onRetry={() => void alert.refetch()} compact />
    )
  const { entity, totals, transaction_count: count, reasons, transactions } = alert.data
  return (
    <>
      <dl className={decisionClasses.facts}>
        <dt>{t('alerts.column.entity')}</dt>
        <dd>{entity === null ? t('common.none') : `${t(`entity.${entity.kind}`)} ${entity.id}`}</dd>
        <dt>{t('alerts.fact.amount')}</dt>
        <dd>
          {totals.length === 0
            ? t('common.none')
            : totals.map(({ amount, currency }) => money(amount, currency, i18n.language)).join(' · ')}
        </dd>
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
      <h3 className={decisionClasses.sectionTitle}>{t('alerts.section.reasons')}</h3>
      <Reasons reasons={reasons} />
      <p className={decisionClasses.more}>
        <a href={detectionHref('alerts', String(alertId))}>{t('decisions.wholeAlert')}</a>
      </p>
    </>
  )
}

/**
 * One item that awaits a person: what it needs, the facts, which are read once the reader `rests` on it, and what this
 * person can do.
 */
export const DecisionPane = ({
  item,
  me,
  rests,
}: {
  readonly item: DecisionQueueItem
  readonly me: Me
  readonly rests: boolean
}) => {
  const { t, i18n } = useTranslation()
  const caseId = item.case_id
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      caseId === null
        ? []
        : [
            {
              id: 'decision.case',
              section: 'selection',
              title: t('decisions.openCase'),
              shortcut: 'o',
              run: () => openCase(caseId),
            },
          ],
    [caseId, t],
  )
  useCommands(commands)
  return (
    <aside
      id={decisionPaneId}
      tabIndex={0}
      className={decisionClasses.pane}
      aria-label={t('decisions.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('decisions-grid')?.focus()
      }}
    >
      <div className={decisionClasses.marks}>
        <RiskMark level={item.risk_level} />
        <strong>{score(item.score, i18n.language)}</strong>
        <span className="fs-muted">
          {t('decisions.recommended', { action: t(`action.${item.recommended_action}`) })}
        </span>
      </div>
      <h2 dir="auto">{item.title}</h2>
      <p className={decisionClasses.why} dir="auto">
        {item.why}
      </p>
      <Deciding item={item} me={me} />
      {item.case_id === null ? null : (
        <p className={decisionClasses.more}>
          <a href={caseHref(item.case_id)} aria-keyshortcuts="o">
            {t('decisions.openCase')}
          </a>{' '}
          <Keys shortcut="o" />
        </p>
      )}
      {item.alert_id === null ? null : <AlertFacts alertId={item.alert_id} rests={rests} />}
    </aside>
  )
}
