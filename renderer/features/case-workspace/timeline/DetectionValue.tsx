import { useTranslation } from 'react-i18next'
import { riskLevel } from '../../../../shared/schema/activity.ts'
import { alertStatus } from '../../../../shared/schema/alerts.ts'
import { decisionOutcome } from '../../../../shared/schema/decisions.ts'
import { detectionHref } from '../../../state/route.ts'
import { AlertStatusMark } from '../../../ui/AlertStatusMark.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { plainText, type ValueKind } from '../model/changes.ts'
import classes from './timeline.module.css'

const kinds = ['alert', 'alertStatus', 'risk', 'outcome'] as const
export type DetectionKind = (typeof kinds)[number]

export const isDetectionKind = (kind: ValueKind): kind is DetectionKind => kinds.some((one) => one === kind)

/** A value of an entry of detection; what this release does not know stands as it is. */
export const DetectionValue = ({ kind, value }: { readonly kind: DetectionKind; readonly value: unknown }) => {
  const { t } = useTranslation()
  const status = alertStatus.safeParse(value)
  const level = riskLevel.safeParse(value)
  const outcome = decisionOutcome.safeParse(value)
  if (kind === 'alert' && typeof value === 'number')
    return (
      <a href={detectionHref('alerts', String(value))} className={classes.alertLink}>
        {t('case.values.alert', { id: value })}
      </a>
    )
  if (kind === 'alertStatus' && status.success) return <AlertStatusMark status={status.data} />
  if (kind === 'risk' && level.success) return <RiskMark level={level.data} />
  if (kind === 'outcome' && outcome.success) return <>{t(`outcome.${outcome.data}`)}</>
  return <span dir="auto">{plainText(value)}</span>
}
