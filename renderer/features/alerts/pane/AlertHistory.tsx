import { useTranslation } from 'react-i18next'
import { alertStatuses, type AlertFull, type AlertStep } from '../../../../shared/schema/alerts.ts'
import { caseHref } from '../../../state/route.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alertClasses } from '../classes.ts'
import { Section } from './Section.tsx'

const Words = ({ step }: { readonly step: AlertStep }) => {
  const { t } = useTranslation()
  const status = (value: string | null): string => {
    const found = alertStatuses.find((one) => one === value)
    return found === undefined ? (value ?? t('alerts.nobody')) : t(`alertStatus.${found}`)
  }
  if (step.type === 'alert.moved')
    return <>{t('alerts.step.moved', { from: status(step.from), to: status(step.to) })}</>
  if (step.type === 'alert.assigned') return <>{t('alerts.step.assigned', { to: step.to ?? t('alerts.nobody') })}</>
  if (step.type === 'alert.attached' && step.case_id !== null) {
    return (
      <a href={caseHref(step.case_id)} className={alertClasses.link}>
        {t('alerts.step.attached')}
      </a>
    )
  }
  return <>{t('alerts.step.other', { type: step.type })}</>
}

/** The sealed steps of the alert and its decisions, newest first. */
export const AlertHistory = ({ alert }: { readonly alert: AlertFull }) => {
  const { t, i18n } = useTranslation()
  const steps = [
    ...alert.history.map((step) => ({
      key: step.entry_id,
      at: step.at,
      by: step.doer,
      words: (
        <>
          <Words step={step} />
          {step.how}
        </>
      ),
      note: step.note,
    })),
    ...alert.decisions.map((one) => ({
      key: one.id,
      at: one.second?.at ?? one.decided_at,
      by: one.second?.by.name ?? one.decided_by.name,
      words: t(`decisions.step.${one.state}`, { outcome: t(`outcome.${one.outcome}`), name: one.decided_by.name }),
      note: one.second?.note ?? one.reason,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return (
    <Section title={t('alerts.section.history')} count={steps.length.toLocaleString(i18n.language)}>
      {steps.length === 0 ? (
        <p className={alertClasses.nothing}>{t('alerts.noHistory')}</p>
      ) : (
        <ol className={alertClasses.history}>
          {steps.map((step) => (
            <li key={step.key}>
              <span className={alertClasses.stepHead}>
                <strong dir="auto">{step.by}</strong> {step.words}
                <Timestamp at={step.at} className={alertClasses.stepAt} />
              </span>
              {step.note === null ? null : (
                <span className={alertClasses.note} dir="auto">
                  {step.note}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
