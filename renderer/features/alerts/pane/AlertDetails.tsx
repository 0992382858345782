import { IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDisposed, type AlertFull } from '../../../../shared/schema/alerts.ts'
import { useDetectionPolicy } from '../../../data/queries/alerts.ts'
import type { Me } from '../../../data/queries/session.ts'
import { caseHref } from '../../../state/route.ts'
import { maySupervise, mayWrite } from '../../../state/session.ts'
import { AlertStatusMark } from '../../../ui/AlertStatusMark.tsx'
import { money, score } from '../../../ui/charts/format.ts'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Reasons } from '../../../ui/Reasons.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { MakeRule } from '../../rules/MakeRule.tsx'
import { alertClasses } from '../classes.ts'
import { AssignAlertDialog } from '../dialogs/AssignAlertDialog.tsx'
import { DispositionDialog } from '../dialogs/DispositionDialog.tsx'
import { draftOf } from '../dialogs/draftOf.ts'
import { EscalateDialog } from '../dialogs/EscalateDialog.tsx'
import { DispositionDue } from '../DispositionDue.tsx'
import { Awaited } from './Awaited.tsx'
import { EntityBrief } from './EntityBrief.tsx'
import { AlertHistory } from './AlertHistory.tsx'
import { PaneActions } from './PaneActions.tsx'
import { Section } from './Section.tsx'
import { Similar } from './Similar.tsx'
import { Transactions } from './Transactions.tsx'
import { useAlertActions, type PaneDialog } from './useAlertActions.ts'

const Facts = ({ alert }: { readonly alert: AlertFull }) => {
  const { t, i18n } = useTranslation()
  return (
    <dl className={alertClasses.facts}>
      <dt>{t('alerts.fact.action')}</dt>
      <dd>{t(`action.${alert.recommended_action}`)}</dd>
      <dt>{t('alerts.fact.amount')}</dt>
      <dd>
        {alert.totals.length === 0
          ? t('common.none')
          : alert.totals.map(({ amount, currency }) => money(amount, currency, i18n.language)).join(' · ')}
      </dd>
      <dt>{t('alerts.fact.assignee')}</dt>
      <dd>
        {alert.assignee_name === null ? (
          <span className="fs-muted">{t('alerts.nobody')}</span>
        ) : (
          <PersonName name={alert.assignee_name} />
        )}
      </dd>
      <dt>{t('alerts.fact.raised')}</dt>
      <dd>
        <Timestamp at={alert.raised_at} />
      </dd>
      {alert.due_at === null || isDisposed(alert.status) ? null : (
        <>
          <dt>{t('alerts.fact.due')}</dt>
          <dd>
            <DispositionDue at={alert.due_at} />
          </dd>
        </>
      )}
      {alert.case_id === null ? null : (
        <>
          <dt>{t('alerts.fact.case')}</dt>
          <dd>
            <a href={caseHref(alert.case_id)} className={alertClasses.link}>
              <IconFolder size={13} stroke={1.8} aria-hidden />
              {alert.case_number}
            </a>
          </dd>
        </>
      )}
      {alert.model === null ? null : (
        <>
          <dt>{t('alerts.fact.model')}</dt>
          <dd dir="auto">
            {t('alerts.fact.modelScore', {
              name: alert.model.name,
              version: alert.model.version,
              score: score(alert.model.score, i18n.language),
            })}
          </dd>
        </>
      )}
      {alert.imported === null ? null : (
        <>
          <dt>{t('alerts.fact.imported')}</dt>
          <dd dir="auto">
            {t('alerts.fact.importedFrom', { system: alert.imported.system, reference: alert.imported.reference })}
          </dd>
        </>
      )}
    </dl>
  )
}

const Disposition = ({ alert }: { readonly alert: AlertFull }) => {
  const { t } = useTranslation()
  if (alert.disposition === null) return null
  return (
    <div className={alertClasses.notice}>
      <p>
        <strong>{t(`alertStatus.${alert.disposition.status}`)}</strong>{' '}
        {t('alerts.disposedBy', { name: alert.disposition.by })} <Timestamp at={alert.disposition.at} />
      </p>
      {alert.disposition.note === null ? null : <p dir="auto">{alert.disposition.note}</p>}
    </div>
  )
}

/**
 * What is known of one alert, in the order in which one judges: how grave, why, on what, who, what else, what was done.
 */
export const AlertDetails = ({ alert, me }: { readonly alert: AlertFull; readonly me: Me }) => {
  const { t, i18n } = useTranslation()
  const policy = useDetectionPolicy().data
  const [dialog, setDialog] = useState<PaneDialog | null>(null)
  const noteRequired = policy?.alerts.note_required ?? false
  const writes = mayWrite(me.role)
  const [newest] = alert.transactions
  const actions = useAlertActions({ alert, me, writes, noteRequired, open: setDialog })
  const close = (): void => setDialog(null)
  return (
    <>
      <header className={alertClasses.paneHead}>
        <div className={alertClasses.marks}>
          <RiskMark level={alert.risk_level} />
          <span className={alertClasses.score} title={t('alerts.column.score')}>
            {score(alert.score, i18n.language)}
          </span>
          <AlertStatusMark status={alert.status} />
        </div>
        <h2 dir="auto">{alert.title}</h2>
        {writes ? <PaneActions actions={actions} /> : null}
      </header>
      <Disposition alert={alert} />
      <Awaited alert={alert} me={me} />
      {alert.seen_here ? null : <p className={alertClasses.elsewhere}>{t('alerts.elsewhere')}</p>}
      <Facts alert={alert} />
      <Section
        title={t('alerts.section.reasons')}
        aside={
          newest === undefined || !maySupervise(me.role) ? undefined : (
            <MakeRule transactionId={newest.transaction_id} className={alertClasses.link} />
          )
        }
      >
        <Reasons reasons={alert.reasons} />
      </Section>
      <Transactions alert={alert} />
      <EntityBrief entity={alert.entity} />
      <Similar alerts={alert.similar} />
      <AlertHistory alert={alert} />
      {dialog === 'assign' ? <AssignAlertDialog alert={alert} onClose={close} /> : null}
      {dialog === 'escalate' ? (
        <EscalateDialog alertIds={[alert.id]} draft={draftOf([alert], alert.reasons, policy)} onClose={close} />
      ) : null}
      {dialog === null || dialog === 'assign' || dialog === 'escalate' ? null : (
        <DispositionDialog
          alert={alert}
          to={dialog}
          noteRequired={noteRequired || isDisposed(alert.status)}
          onClose={close}
        />
      )}
    </>
  )
}
