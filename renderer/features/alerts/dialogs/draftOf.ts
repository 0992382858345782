import type { AlertItem } from '../../../../shared/schema/alerts.ts'
import type { RiskReason } from '../../../../shared/schema/assessments.ts'
import { defaultDetectionPolicy, type DetectionPolicy } from '../../../../shared/schema/detection-policy.ts'
import { titleMax } from '../../../../shared/schema/text.ts'
import type { Draft } from './EscalateDialog.tsx'

const number = (kind: 'customer' | 'account', { entity }: Pick<AlertItem, 'entity'>): number | null => {
  if (entity?.kind !== kind || !/^[1-9]\d{0,15}$/u.test(entity.id)) return null
  const id = Number(entity.id)
  return Number.isSafeInteger(id) ? id : null
}

/**
 * What a case opened for alerts would say: the title of the first, the reasons that are known, the priority that the
 * policy gives its level.
 */
export const draftOf = (
  alerts: readonly AlertItem[],
  reasons: readonly RiskReason[],
  policy: DetectionPolicy = defaultDetectionPolicy,
): Draft => {
  const riskiest = [...alerts].sort((one, other) => other.score - one.score)[0]
  if (riskiest === undefined) return { title: '', description: '', priority: 'medium', customer: null, account: null }
  const lines = alerts.length === 1 ? reasons.map(({ text }) => `- ${text}`) : alerts.map(({ title }) => `- ${title}`)
  return {
    title: riskiest.title.slice(0, titleMax),
    description: [riskiest.title, ...lines].join('\n'),
    priority: policy.cases.priority[riskiest.risk_level],
    customer: number('customer', riskiest),
    account: number('account', riskiest),
  }
}
