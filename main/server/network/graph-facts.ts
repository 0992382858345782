import { entityKinds, entityOf } from '../../../shared/schema/activity.ts'
import { isCounterpartyCustomer } from '../../../shared/schema/counterparty.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { normalRef } from '../../domain/network/refs.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { JsonValue } from '../../seal/canonical.ts'

const nothing: Readonly<Record<string, JsonValue>> = Object.freeze({})

/**
 * What rules may read of the network about the entities of an activity, as it stood before it: by kind `known_bad`,
 * `hops_to_bad` (null: none within four ties), `nearness`, `risk`, `ties` and `shapes`. The risk leaves out open alerts
 * and cases and the common points of frauds: no alert may bring forth the next one.
 * What the network does not know, or before it is read after a start, is missing.
 */
export const graphFacts = (model: NetworkModel | null, event: Activity): Readonly<Record<string, JsonValue>> => {
  if (model === null) return nothing
  const facts: Record<string, JsonValue> = {}
  for (const kind of entityKinds) {
    const id = entityOf(event, kind)
    const isCustomer = kind === 'counterparty' && isCounterpartyCustomer(event.metadata)
    const ref = id === undefined ? null : normalRef({ kind: isCustomer ? 'customer' : kind, id })
    const node = ref === null ? undefined : model.find(ref)
    if (node === undefined) continue
    facts[kind] = {
      known_bad: model.certaintyOf(node) === 'confirmed',
      hops_to_bad: model.hops.of(node),
      nearness: model.nearnessOf(node),
      risk: model.scoreForRules(node),
      ties: model.graph.degree(node),
      shapes: [...model.shapesOf(node)],
    }
  }
  return facts
}
