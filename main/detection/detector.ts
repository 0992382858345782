import type { Activity, RiskLevel } from '../../shared/schema/activity.ts'
import type { DetectionPolicy } from '../../shared/schema/detection-policy.ts'
import type { JsonValue } from '../seal/canonical.ts'
import { coldStartOf, coldStartReason, coldStartSignal } from './cold-start.ts'
import { combined, levelOf, stricter } from './combine.ts'
import type { Assessment, Detector, FeatureSource, Model, ModelScore, Observed, Reason, RuleBook, RuleFacts, RuleHit } from './ports.ts'
import { reasonsOf } from './reasons.ts'

/** What a detector is made of. Rules, model and policy are asked for each activity: they change while it works. */
export interface DetectorParts {
  readonly features: FeatureSource
  readonly rules: () => RuleBook | null
  readonly model: () => Model | null
  readonly policy: () => DetectionPolicy
  /** Facts of the graph for rules; default: none. */
  readonly graph?: (event: Activity) => Readonly<Record<string, JsonValue>>
  /** Told of rules that failed or took too long. */
  readonly onFaults?: (faults: readonly { readonly rule: string; readonly message: string }[]) => void
}

const nothing: Readonly<Record<string, never>> = Object.freeze({})

/** What the institution learnt afterwards must reach neither rules nor model. */
const eventOf = ({ metadata: _metadata, is_fraud: _label, ...event }: Activity): RuleFacts['event'] => event

/** The model learnt from payments: what carries no amount is left to the rules. */
export const isForModel = (event: Activity): boolean => event.amount !== undefined

const isLive = ({ shadow }: RuleHit): boolean => !shadow

/** Signals in the order of their reasons; a model's features count as signals only where the risk is not low. */
const signalsOf = (hits: readonly RuleHit[], reasons: readonly Reason[], level: RiskLevel): readonly string[] => {
  const told = reasons.filter(({ source, signal }) => source === 'rule' || (level !== 'low' && signal !== 'other_features' && signal !== coldStartSignal))
  return [...new Set([...told.map(({ signal }) => signal), ...hits.filter(isLive).map(({ signal }) => signal)])]
}

/**
 * Makes the detector: the score is the noisy-or of the model's probability and the live rules' weights, the level follows from it by the policy's thresholds, the action from the level,
 * and a live rule's action can only make it stricter. Without a model the rules judge alone, and without rules the model does. Where little is known of who pays, the model's score counts
 * for less (`cold-start.ts`); what it said by itself is told beside, and is what rules read.
 */
export const createDetector = (parts: DetectorParts): Detector => {
  const judge = (event: Activity, observed: Observed, explain: 'always' | 'if_not_low'): Assessment => {
    const { features, profiles } = observed
    const model = isForModel(event) ? parts.model() : null
    const opinion: ModelScore | null = model?.score(features) ?? null
    const { hits, faults } = parts.rules()?.evaluate({
      event: eventOf(event),
      metadata: event.metadata ?? nothing,
      features,
      profile: profiles,
      graph: parts.graph?.(event) ?? nothing,
      model: { score: opinion?.score ?? null },
    }) ?? { hits: [], faults: [] }
    if (faults.length > 0) parts.onFaults?.(faults)
    const live = hits.filter(isLive)
    const policy = parts.policy()
    const cold = model === null || opinion === null ? null : coldStartOf(event, observed, opinion.score, model.baseRate)
    const modelScore = cold?.score ?? opinion?.score ?? 0
    const score = combined([modelScore, ...live.map(({ weight }) => weight)])
    const riskLevel = levelOf(score, policy.levels)
    const action = live.reduce((strictest, hit) => stricter(strictest, hit.action), policy.actions[riskLevel])
    const isExplained = explain === 'always' || riskLevel !== 'low'
    const said = model === null || opinion === null ? null : { name: model.name, version: model.version, score: opinion.score }
    const contributions = isExplained && model !== null && opinion !== null ? { score: modelScore, contributions: model.explain(features).contributions } : null
    const grounds = isExplained ? reasonsOf(live, contributions) : []
    const reasons = isExplained && cold !== null ? [...grounds, coldStartReason(cold)] : grounds
    return { score, riskLevel, action, signals: signalsOf(hits, reasons, riskLevel), reasons, hits, model: said }
  }
  return {
    assess: (event) => judge(event, parts.features.peek(event), 'always'),
    take: (event) => judge(event, parts.features.observe(event), 'if_not_low'),
  }
}
