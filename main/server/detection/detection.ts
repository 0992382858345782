import type { Detector, FeatureSource, Model, RuleBook } from '../../detection/ports.ts'
import { createDetector } from '../../detection/detector.ts'
import type { DetectorParts } from '../../detection/detector.ts'
import type { FeatureState } from '../../storage/features/feature-state.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

/** What detection is composed of; whatever is absent is done without. */
export interface DetectionSources {
  readonly state: FeatureState
  readonly rules: () => RuleBook | null
  readonly model: () => Model | null
  /** Facts of the network for rules. */
  readonly graph?: NonNullable<DetectorParts['graph']>
  /** How many rules are live. */
  readonly liveRules: () => number
}

/** The detection of a service. */
export interface Detection {
  readonly detector: Detector
  readonly features: FeatureSource
  readonly state: FeatureState
  status(): { readonly model: { readonly name: string; readonly version: string } | null; readonly liveRules: number }
}

/**
 * Composes the detection of a workspace. A rule that fails is logged once a run of the service: it fails on every
 * activity.
 */
export const composeDetection = (
  { alerts, env }: Pick<Workspace, 'alerts' | 'env'>,
  { state, rules, model, graph, liveRules }: DetectionSources,
): Detection => {
  const { features } = state
  const told = new Set<string>()
  const detector = createDetector({
    features,
    rules,
    model,
    policy: () => alerts.policy(),
    ...(graph === undefined ? {} : { graph }),
    onFaults: (faults) => {
      for (const { rule, message } of faults) {
        if (told.has(rule)) continue
        told.add(rule)
        env.log.warn({ rule, message }, 'a rule failed on an activity; it counts as one that does not hold')
      }
    },
  })
  return {
    detector,
    features,
    state,
    status: () => {
      const inForce = model()
      return {
        model: inForce === null ? null : { name: inForce.name, version: inForce.version },
        liveRules: liveRules(),
      }
    },
  }
}
