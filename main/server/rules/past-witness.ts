import type { Activity } from '../../../shared/schema/activity.ts'
import type { DryRun } from '../../../shared/schema/rules.ts'
import { isForModel } from '../../detection/detector.ts'
import type { ModelStore } from '../../storage/models/model-store.ts'
import type { PastFacts } from '../../storage/rules/past-activities.ts'
import { trialModelOf } from '../models/trial-model.ts'
import type { PastNetwork } from '../network/past-network.ts'

/** What the model and the network say of the past, as far as rules read it. */
export interface PastWitness extends PastFacts {
  readonly told: { readonly model: DryRun['model']; readonly asOfNow: DryRun['as_of_now'] }
  /** Does between two steps what takes longer than an activity may. */
  settle(stop: AbortSignal): Promise<void>
}

/** What the rules of a dry run read. */
export interface RuleReads {
  /** Those of live rules too, with which hits are compared. */
  readonly paths: readonly string[]
  /** Whether those that are looked at, or rules that they read, read a list. */
  readonly lists: boolean
}

/** Makes the witness of a dry run. */
export type Witnesses = (reads: RuleReads) => PastWitness

const nothing = Object.freeze({})

/** Whether a path, or one that holds it, is read: the empty path is all of it. */
const reads = (paths: readonly string[], section: string): boolean =>
  paths.some((path) => path === '' || path === section || path.startsWith(`${section}.`))

/** What is not read is not worked out: a network of millions of activities takes minutes to grow again. */
export const witnessesOf =
  (models: Pick<ModelStore, 'inForce' | 'read'>, newNetwork: () => PastNetwork): Witnesses =>
  ({ paths, lists }) => {
    const model = reads(paths, 'model') ? trialModelOf(models) : null
    const network = reads(paths, 'graph') ? newNetwork() : null
    return {
      told: {
        model: model === null ? null : { name: model.name, version: model.version },
        asOfNow: [
          ...(model === null ? [] : (['model'] as const)),
          ...(lists ? (['lists'] as const) : []),
          ...(network?.asOfNow ?? []),
        ],
      },
      of: (event: Activity, features) => ({
        modelScore: model !== null && isForModel(event) ? model.score(features).score : null,
        graph: network?.factsOf(event) ?? nothing,
      }),
      take: (row, event) => network?.take(row, event),
      settle: async (stop) => network?.settle(stop),
    }
  }
