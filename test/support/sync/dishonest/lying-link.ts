import type { PushAnswer } from '../../../../shared/protocol/sync.ts'
import { ok, type Result } from '../../../../shared/schema/result.ts'
import type { CarriedRun } from '../../../../main/sync/entry.ts'
import type { SyncLink } from '../../../../main/sync/link.ts'
import {
  decodeFeed,
  decodePush,
  decodePushAnswer,
  encodeFeed,
  encodePushAnswer,
  type FeedItem,
} from '../../../../main/sync/wire.ts'

/** What a hub, or someone who sits between, makes of the answers that an honest hub would give. */
export interface Lie {
  readonly feed?: (items: readonly FeedItem[]) => readonly FeedItem[]
  readonly pushed?: (answer: PushAnswer, runs: readonly CarriedRun[]) => PushAnswer
  /** Told of what the device sends, as it sends it. */
  readonly overhears?: (call: Parameters<SyncLink['call']>[0]) => void
}

const read = <T>(result: Result<T, { readonly message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** A link over a true one that tells lies, as `lie` says at each call. */
export const lyingLink = (truth: SyncLink, lie: () => Lie): SyncLink => ({
  call: async (call, signal) => {
    const { feed, pushed, overhears } = lie()
    overhears?.(call)
    const answer = await truth.call(call, signal)
    if (!answer.ok) return answer
    if (call.name === 'pull' && feed !== undefined) return ok(encodeFeed(feed(read(decodeFeed(answer.value)).items)))
    if (call.name === 'push' && pushed !== undefined)
      return ok(encodePushAnswer(pushed(read(decodePushAnswer(answer.value)), read(decodePush(call.body)).runs)))
    return answer
  },
})
