import type { Activity, RiskLevel } from '../../shared/schema/activity.ts'
import type { DetectionPolicy } from '../../shared/schema/detection-policy.ts'
import type { JsonValue } from '../seal/canonical.ts'
import { coldStartOf, coldStartReason, coldStartSignal } from './cold-start.ts'
import { combined, levelOfScore, stricter } from './combine.ts'
import type {
  Assessment,
  Contribution,
  Detector,
  FeatureSource,
  Features,
  Model,
  ModelScore,
  Profile,
  Reason,
  RuleBook,
  RuleFacts,
  RuleHit,
  Sight,
} from './ports.ts'
import { reasonsOf } from './reasons.ts'
import { smallStakeOf, smallStakeReason, smallStakeSignal } from './small-stake.ts'

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

/** Reasons that lower a score tell no signal. */
const noSignals: ReadonlySet<string> = new Set(['other_features', coldStartSignal, smallStakeSignal])

/** Signals in the order of their reasons; a model's features count as signals only where the risk is not low. */
const signalsOf = (hits: readonly RuleHit[], reasons: readonly Reason[], level: RiskLevel): readonly string[] => {
  const told = reasons.filter(({ source, signal }) => source === 'rule' || (level !== 'low' && !noSignals.has(signal)))
  return [...new Set([...told.map(({ signal }) => signal), ...hits.filter(isLive).map(({ signal }) => signal)])]
}

type Graph = NonNullable<DetectorParts['graph']>

/**
 * What rules may read of an activity, each part made as it is asked for. A class, because an object literal with
 * accessors costs as much as a rule.
 */
class FactsInSight implements RuleFacts {
  readonly event: RuleFacts['event']
  readonly metadata: RuleFacts['metadata']
  readonly model: RuleFacts['model']
  readonly #activity: Activity
  readonly #sight: Sight
  readonly #graphOf: Graph | undefined
  #graph: RuleFacts['graph'] | undefined

  constructor(activity: Activity, sight: Sight, score: number | null, graphOf: Graph | undefined) {
    this.event = eventOf(activity)
    this.metadata = activity.metadata ?? nothing
    this.model = { score }
    this.#activity = activity
    this.#sight = sight
    this.#graphOf = graphOf
  }

  get features(): Features {
    return this.#sight.features
  }

  get profile(): Readonly<Record<string, Profile>> {
    return this.#sight.profiles
  }

  get graph(): RuleFacts['graph'] {
    return (this.#graph ??= this.#graphOf?.(this.#activity) ?? nothing)
  }
}

/** What speaks for the score at the least; what else is told speaks against it, and is no reason. */
const contributionsOf = (model: Model, sight: Sight): readonly Contribution[] =>
  sight.vector !== null && model.rising !== undefined
    ? model.rising(sight.vector)
    : model.explain(sight.features).contributions

/**
 * Makes the detector: the score is the noisy-or of the model's probability and the live rules' weights, the level
 * follows from it by the policy's thresholds, the action from the level, and a live rule's action can only make it
 * stricter. Without a model the rules judge alone, and without rules the model does. Where little is known of who pays,
 * or little can be lost, the score of a model that is no institution's own counts for less (`cold-start.ts`,
 * `small-stake.ts`); what it said by itself is told
 * beside, and is what rules read.
 */
export const createDetector = (parts: DetectorParts): Detector => {
  const judge = (event: Activity, sight: Sight, explain: 'always' | 'if_not_low'): Assessment => {
    const model = isForModel(event) ? parts.model() : null
    const { vector } = sight
    const opinion: ModelScore | null =
      model === null
        ? null
        : vector !== null && model.scoreVector !== undefined
          ? model.scoreVector(vector)
          : model.score(sight.features)
    const { hits, faults } = parts
      .rules()
      ?.evaluate(new FactsInSight(event, sight, opinion?.score ?? null, parts.graph), vector) ?? {
      hits: [],
      faults: [],
    }
    if (faults.length > 0) parts.onFaults?.(faults)
    const live = hits.filter(isLive)
    const policy = parts.policy()
    const cold =
      model?.isGeneral !== true || opinion === null
        ? null
        : coldStartOf(event, sight, opinion.score, model.baseRate, vector)
    const warmScore = cold?.score ?? opinion?.score ?? 0
    const stake = model?.isGeneral !== true ? null : smallStakeOf(event, warmScore, model.baseRate)
    const modelScore = stake?.score ?? warmScore
    const score = combined([modelScore, ...live.map(({ weight }) => weight)])
    const riskLevel = levelOfScore(score, policy.levels)
    const action = live.reduce((strictest, hit) => stricter(strictest, hit.action), policy.actions[riskLevel])
    const isExplained = explain === 'always' || riskLevel !== 'low'
    const said =
      model === null || opinion === null ? null : { name: model.name, version: model.version, score: opinion.score }
    const contributions =
      isExplained && model !== null && opinion !== null
        ? { score: modelScore, contributions: contributionsOf(model, sight) }
        : null
    const grounds = isExplained ? reasonsOf(live, contributions) : []
    const reasons = isExplained
      ? [
          ...grounds,
          ...(cold === null ? [] : [coldStartReason(cold)]),
          ...(stake === null ? [] : [smallStakeReason(stake)]),
        ]
      : grounds
    return { score, riskLevel, action, signals: signalsOf(hits, reasons, riskLevel), reasons, hits, model: said }
  }
  return {
    assess: (event) => judge(event, { ...parts.features.peek(event), vector: null }, 'always'),
    take: (event, receivedMs) =>
      parts.features.observeWith(event, (sight) => judge(event, sight, 'if_not_low'), receivedMs),
  }
}
