import type { Activity, RecommendedAction, RiskLevel } from '../../shared/schema/activity.ts'
import type { JsonValue } from '../seal/canonical.ts'

/** Features by name, for example `customer_count_1d`; null where nothing is known (a mean over no payment). */
export type Features = Readonly<Record<string, number | null>>

/** What is usual for an entity, told by rules and people. */
export type Profile = Readonly<Record<string, JsonValue>>

/** What the windows and profiles said of an activity just before it was counted itself. */
export interface Observed {
  readonly features: Features
  /** By kind of entity. */
  readonly profiles: Readonly<Record<string, Profile>>
}

/** The values of features in one fixed order, NaN where nothing is known. */
export interface FeatureVector {
  readonly values: Float64Array
  /** The place of each feature; always the same map of one source, so that a place may be remembered with it. */
  readonly places: ReadonlyMap<string, number>
}

/**
 * What is known of an activity while somebody looks at it: records that nobody asks for are never made, which is most
 * of what looking would cost.
 */
export interface Sight extends Observed {
  /** null: this source has none. */
  readonly vector: FeatureVector | null
}

/** Windows and profiles over everything that was seen. */
export interface FeatureSource {
  /** What is known of an activity, without counting it. */
  peek(event: Activity): Observed
  /**
   * The same, and counts it. `receivedMs`: when it was received, which bounds how far it moves the source's clock;
   * without it, its own time is believed.
   */
  observe(event: Activity, receivedMs?: number): Observed
  /**
   * The same, told to `look` before it is counted; answers what `look` does. What `look` is shown holds only while it
   * runs, and `look` must not ask the source anything.
   */
  observeWith<T>(event: Activity, look: (sight: Sight) => T, receivedMs?: number): T
  /** Tells whether a past activity was fraud; features know of it from `knownAtMs` on. */
  learn(event: Activity, isFraud: boolean, knownAtMs: number): void
}

/** The data that a rule may read, and nothing else. */
export interface RuleFacts {
  readonly event: Readonly<Record<string, JsonValue>>
  readonly metadata: Readonly<Record<string, JsonValue>>
  readonly features: Features
  readonly profile: Readonly<Record<string, Profile>>
  readonly graph: Readonly<Record<string, JsonValue>>
  /** The model's score, 0 to 1; null without a model. */
  readonly model: { readonly score: number | null }
}

/** A rule that holds of an activity. */
export interface RuleHit {
  readonly rule: string
  readonly version: number
  readonly name: string
  /** Name of the signal that people and callers see, in snake_case. */
  readonly signal: string
  /** What the rule adds to the risk, 0 to 1. */
  readonly weight: number
  /** The mildest action that the rule asks for. */
  readonly action: RecommendedAction
  /** A sentence that a person can read, with the values that it holds for. */
  readonly reason: string
  /** A rule in its trial: it is noted and changes nothing. */
  readonly shadow: boolean
}

/** The rules in force, compiled. */
export interface RuleBook {
  /**
   * Every rule that holds, live and shadow. Never throws; a rule that fails or takes too long is told in `faults`.
   *
   * @param vector the features of the facts once more, so that their record need not be made for the few that rules
   * read
   */
  evaluate(
    facts: RuleFacts,
    vector?: FeatureVector | null,
  ): {
    readonly hits: readonly RuleHit[]
    readonly faults: readonly { readonly rule: string; readonly message: string }[]
  }
}

/** One feature's share of a score. */
export interface Contribution {
  readonly feature: string
  readonly value: number | null
  /** In the model's margin (log-odds), as exact TreeSHAP gives it. */
  readonly share: number
}

/** What each feature gave to a score. */
export interface Explanation {
  readonly bias: number
  readonly contributions: readonly Contribution[]
}

export interface ModelScore {
  /** Probability of fraud, 0 to 1. */
  readonly score: number
  /** Log-odds. */
  readonly margin: number
}

/** A model that is ready to score. */
export interface Model {
  readonly name: string
  readonly version: string
  readonly featureNames: readonly string[]
  /** What it scores where it knows nothing better: its answer at the mean of its margins in training, 0 to 1. */
  readonly baseRate: number
  /**
   * Whether it learnt from no institution's own activities, as the shipped one: of customers of whom little is known it
   * counts for less (`cold-start.ts`).
   */
  readonly isGeneral?: boolean
  score(features: Features): ModelScore
  /** The same by a vector, without a record of the features. */
  scoreVector?(vector: FeatureVector): ModelScore
  /** The shares of all features; they and `bias` sum to the margin. */
  explain(features: Features): Explanation
  /** By a vector, and of those shares that raise the score alone: all that a reason is made of. */
  rising?(vector: FeatureVector): readonly Contribution[]
}

/** A reason that a person can read. */
export interface Reason {
  readonly signal: string
  readonly text: string
  /** Of the whole risk, 0 to 1; the shares of an assessment sum to 1. */
  readonly share: number
  readonly source: 'rule' | 'model'
}

/** What the detection says of one activity. */
export interface Assessment {
  /** 0 to 1. */
  readonly score: number
  readonly riskLevel: RiskLevel
  readonly action: RecommendedAction
  readonly signals: readonly string[]
  readonly reasons: readonly Reason[]
  readonly hits: readonly RuleHit[]
  readonly model: { readonly name: string; readonly version: string; readonly score: number } | null
}

/** The whole detection: features, model, rules and policy. */
export interface Detector {
  /** Judges an activity without counting it (`POST /v4/fraud-assessments/create`, a trial). */
  assess(event: Activity): Assessment
  /**
   * Judges it and counts it (intake), received at a time in milliseconds. Reasons are made only where the risk is not
   * low.
   */
  take(event: Activity, receivedMs: number): Assessment
}
