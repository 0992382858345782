import type { Activity } from '../../../shared/schema/activity.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { Observed, RuleFacts } from '../ports.ts'

const nothing: Readonly<Record<string, JsonValue>> = {}

/** What rules may read of an activity: everything but what became known of it afterwards. */
export const ruleFactsOf = (
  activity: Activity,
  observed: Observed,
  modelScore: number | null,
  graph: RuleFacts['graph'] = nothing,
): RuleFacts => {
  const { metadata, is_fraud: _later, ...event } = activity
  return {
    event: event,
    metadata: (metadata as Readonly<Record<string, JsonValue>> | undefined) ?? nothing,
    features: observed.features,
    profile: observed.profiles,
    graph,
    model: { score: modelScore },
  }
}
