import { setImmediate } from 'node:timers/promises'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { NetworkState } from '../../../shared/schema/network.ts'
import { timestampMs, toTimestamp } from '../../../shared/schema/text.ts'
import { toldBy } from '../../domain/network/extract.ts'
import { createNetworkModel } from '../../domain/network/model.ts'
import type { ContextLink } from '../../domain/network/kept.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { createTurns } from '../../platform/turns.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import type { Ledger } from '../../storage/ledger/ledger.ts'
import { clearNetwork, keepGrowth } from '../../storage/network/keep.ts'
import { copiedPoints, saidOfCopyPoint } from './copied-points.ts'
import type { FoundCopyPoint } from './copied-points.ts'
import { foundPoints, saidOfPoint } from './found-points.ts'
import type { FoundPoint } from './found-points.ts'
import { saidByPoints } from './said-by-points.ts'
import type { NetworkContext } from '../../storage/network/contexts.ts'
import type { Because } from '../../storage/network/because.ts'
import type { NetworkStore } from '../../storage/network/network-store.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'

export interface NetworkServiceParts {
  readonly ledger: Pick<Ledger, 'write' | 'onCommitted'>
  readonly store: NetworkStore
  readonly transactions: Pick<TransactionStore, 'activitiesAfter' | 'lastRow'>
  readonly contexts: readonly NetworkContext[]
  readonly proposalsWaiting: () => number
  readonly env: Env
  readonly scheduler: Scheduler
}

/** The network of a workspace, kept up with what is taken in. */
export interface NetworkService {
  /** The network as far as it goes, once what was kept is read. */
  model(): Promise<NetworkModel>
  /** The same where it is read already; null before. */
  now(): NetworkModel | null
  /** Why entities are known bad, undecided or exposed. */
  because(): readonly Because[]
  /** Points at which cards may have been copied, the least likely by chance first. */
  copyPoints(): readonly FoundCopyPoint[]
  /** The common points of frauds, the least likely by chance first. */
  commonPoints(): readonly FoundPoint[]
  state(): NetworkState
  /** Activities were committed: they are taken in soon. */
  wake(): void
  /** Takes in all that waits, and what other areas have changed. */
  catchUp(): Promise<Result<void, Refusal>>
  /** Reads everything again: a merge was accepted or undone. */
  reload(): Promise<void>
  /** Forgets what was made of the activities and begins anew, in the background. */
  rebuild(): Promise<Result<void, Refusal>>
  close(): Promise<void>
}

/** A step holds up everybody else's answers for about this long. */
const stepMs = 40
const fewestRows = 50
const mostRows = 2_000
const page = 2_000

/** While transactions pour in the network takes a third of the time: pauses are this many times a step. */
const pauseFor = 2

/** Known bad nodes that are taken in at once. */
const seedsAtOnce = 50

/**
 * What other areas know is read again at most once in this many times what reading it costs, and not more often than
 * each second.
 */
const contextEvery = 20
const contextEveryMs = 1_000

/** Communities are found anew when ties have grown by this share. */
const refindFrom = 0.2

const contextKey = ({ from, to, kind }: ContextLink): string => JSON.stringify([from, to, kind])

/** Opens the network of a workspace: what is kept is read in the background, then what waits is taken in. */
export const openNetwork = (parts: NetworkServiceParts): NetworkService => {
  const { ledger, store, transactions, env } = parts
  const nowMs = (): number => env.clock.nowMs()
  let model: NetworkModel | null = null
  /** Whether the network in memory has taken in what is not kept: if that fails, it must be read again. */
  let ahead = false
  /** Whether what is kept, if anything, counts for nothing. */
  let anew = false
  let cursor = { activity: 0, newestMs: null as number | null }
  let updatedMs: number | null = null
  let because: readonly Because[] = []
  let points: readonly FoundPoint[] = []
  let copies: readonly FoundCopyPoint[] = []
  /** What was taken in of each area. */
  let taken = new Map<NetworkContext, { readonly version: string; readonly keys: ReadonlySet<string> }>()
  let contextStale = true
  let contextAgainMs = 0
  let rows = 200
  let motifs = 0
  let tiesFound = 0
  let closed = false
  let planned: (() => void) | null = null

  /** One after another: the model, the cursor and what is kept must agree. */
  const { run: inTurn, rest } = createTurns()
  /** Pages of what was kept, with turns for others in between. */
  const inPages = async <T>(
    read: (after: number) => readonly T[],
    placeOf: (item: T) => number,
    take: (item: T) => void,
    from = 0,
  ): Promise<void> => {
    for (let after = from; ;) {
      const items = read(after)
      for (const item of items) take(item)
      const end = items.at(-1)
      if (end === undefined || closed) return
      after = placeOf(end)
      await setImmediate()
    }
  }
  /** What work in steps comes to, with turns for others in between; null where the network was closed meanwhile. */
  const inSteps = async <T>(steps: Generator<void, T>): Promise<T | null> => {
    while (!closed) {
      const step = steps.next()
      if (step.done === true) return step.value
      await setImmediate()
    }
    return null
  }
  const findCommunities = async (of: NetworkModel): Promise<void> => {
    tiesFound = of.graph.ties
    await inSteps(of.communities.refind())
  }
  const findPoints = async (of: NetworkModel): Promise<void> => {
    const confirmed = new Set(store.compromised().flatMap((entity) => of.find(entity) ?? []))
    const frauds = [...store.placedFrauds(nowMs(), cursor.activity)]
    points = foundPoints(of, frauds, confirmed)
    copies = (await inSteps(copiedPoints(of, frauds, new Set(points.map(({ point }) => point)), confirmed))) ?? []
  }
  /** Takes in what other areas know. Answers whether a link has gone, so that everything must be read again. */
  const takeContext = async (of: NetworkModel): Promise<boolean> => {
    contextStale = false
    const started = env.clock.monoMs()
    let isGone = false
    for (const context of parts.contexts) {
      const before = taken.get(context)
      const version = context.version(nowMs())
      if (before?.version === version) continue
      const keys = new Set<string>()
      for (const link of context.links(nowMs())) {
        const key = contextKey(link)
        if (!keys.has(key) && before?.keys.has(key) !== true) of.addContext(link)
        keys.add(key)
      }
      for (const { entity, name } of context.names()) of.tellName(entity, name)
      isGone ||= before !== undefined && [...before.keys].some((key) => !keys.has(key))
      taken.set(context, { version, keys })
    }
    await findPoints(of)
    because = [
      ...parts.contexts.flatMap(({ knownBad }) => [...knownBad(nowMs())]),
      ...saidByPoints(of, points, saidOfPoint),
      ...saidByPoints(of, copies, saidOfCopyPoint),
    ]
    while (!closed && !of.know(because, seedsAtOnce)) await setImmediate()
    const ended = env.clock.monoMs()
    contextAgainMs = ended + Math.max(contextEveryMs, (ended - started) * contextEvery)
    return isGone
  }
  const load = async (): Promise<NetworkModel> => {
    const kept = store.cursor()
    anew = kept === null
    cursor = { activity: kept?.activity ?? 0, newestMs: kept?.newestMs ?? null }
    updatedMs = kept?.updatedMs ?? null
    const fresh = createNetworkModel(store.accepted())
    const { restore } = fresh
    if (!anew) {
      await inPages(
        (after) => store.nodesAfter(after, page),
        ({ node }) => node,
        restore.node,
        -1,
      )
      await inPages(
        (after) => store.linksAfter(after, page),
        ({ n }) => n,
        restore.link,
      )
      await inPages(
        (after) => store.factsAfter(after, page),
        ({ n }) => n,
        restore.fact,
      )
      await inPages(
        (after) => store.paymentsAfter(after, page),
        ({ node }) => node,
        restore.payments,
        -1,
      )
    }
    await inPages(
      (after) =>
        after >= cursor.activity ? [] : transactions.activitiesAfter(after, Math.min(page, cursor.activity - after)),
      ({ row }) => row,
      ({ row, event }) => restore.movement(row, toldBy(event), timestampMs(event.at)),
      fresh.movementsAfter(cursor.activity),
    )
    restore.done()
    taken = new Map()
    await takeContext(fresh)
    await findCommunities(fresh)
    motifs = anew ? 0 : store.motifs()
    ahead = false
    model = fresh
    return fresh
  }
  const adapt = (taken: number, ms: number): void => {
    if (taken >= rows / 2)
      rows = Math.min(
        mostRows,
        Math.max(fewestRows, Math.round(rows * Math.min(2, Math.max(0.5, stepMs / Math.max(1, ms))))),
      )
  }
  /** Takes in the next activities; answers whether there were any. What cannot be kept is forgotten again. */
  const step = async (): Promise<Result<boolean, Refusal>> => {
    const into = model === null || ahead ? await load() : model
    const started = env.clock.monoMs()
    const waiting = transactions.activitiesAfter(cursor.activity, rows)
    const end = waiting.at(-1)
    if (end === undefined) return ok(false)
    let { newestMs } = cursor
    ahead = true
    for (const { row, event } of waiting) {
      const atMs = timestampMs(event.at)
      into.take(row, toldBy(event), atMs)
      newestMs = Math.max(newestMs ?? atMs, atMs)
    }
    const growth = into.drain()
    const next = { activity: end.row, newestMs }
    const keptMs = nowMs()
    const kept = await ledger.write(systemActor, async ({ sql }) => {
      await keepGrowth(sql, growth, next, {
        nowMs: keptMs,
        newUid: () => env.random.uuidv7(keptMs),
        refOf: (node) => into.refOf(node),
        anew,
      })
      return ok(undefined)
    })
    if (!kept.ok) return kept
    ahead = false
    anew = false
    cursor = next
    updatedMs = keptMs
    if (growth.motifs.length > 0) motifs = store.motifs()
    adapt(waiting.length, env.clock.monoMs() - started)
    return ok(true)
  }
  const settle = async (): Promise<void> => {
    const into = model ?? (await load())
    if (contextStale && (await takeContext(into))) await load()
    if (model !== null && model.graph.ties > tiesFound * (1 + refindFrom)) await findCommunities(model)
  }
  const failed = (error: unknown): void => {
    if (!closed) env.log.error({ err: error }, 'the network could not be kept up; it is read again when it is needed')
  }
  /** Goes on in the background, a step at a time, until nothing waits. */
  const plan = (ms: number): void => {
    if (closed || planned !== null) return
    planned = parts.scheduler.after(ms, () => {
      planned = null
      void inTurn(async () => {
        if (closed) return
        const started = env.clock.monoMs()
        const stepped = await step()
        if (!stepped.ok) {
          env.log.warn(
            { code: stepped.error.code },
            'the network could not be kept; it is tried again with the next transactions',
          )
          return
        }
        if (stepped.value) {
          contextStale = true
          plan((env.clock.monoMs() - started) * pauseFor)
        } else if (contextStale && env.clock.monoMs() < contextAgainMs) plan(contextAgainMs - env.clock.monoMs())
        else await settle()
      }).catch(failed)
    })
  }
  const endListening = ledger.onCommitted(() => {
    contextStale = true
    plan(50)
  })
  plan(0)

  const catchUp = (): Promise<Result<void, Refusal>> =>
    inTurn(async () => {
      for (;;) {
        const stepped = await step()
        if (!stepped.ok) return stepped
        if (!stepped.value || closed) break
        await setImmediate()
      }
      contextStale = true
      await settle()
      return ok(undefined)
    })
  const reload = (): Promise<void> =>
    inTurn(async () => {
      await load()
    })
  return {
    model: async () => model ?? (await inTurn(async () => model ?? (await load()))),
    now: () => model,
    because: () => because,
    commonPoints: () => points,
    copyPoints: () => copies,
    state: () => {
      const lastRow = transactions.lastRow()
      const waiting = lastRow - cursor.activity
      return {
        state:
          lastRow === 0 && (model?.nodes ?? 0) === 0 ? 'empty' : waiting > 0 || model === null ? 'building' : 'ready',
        nodes: model?.nodes ?? 0,
        links: model?.graph.links ?? 0,
        known_bad: model?.knownBad ?? 0,
        motifs,
        proposals: parts.proposalsWaiting(),
        transactions: cursor.activity,
        waiting,
        newest_at: cursor.newestMs === null ? null : toTimestamp(cursor.newestMs),
        updated_at: updatedMs === null ? null : toTimestamp(updatedMs),
      }
    },
    wake: () => plan(0),
    catchUp,
    reload,
    rebuild: () =>
      inTurn(async () => {
        const cleared = await ledger.write(systemActor, async ({ sql }) => {
          await clearNetwork(sql)
          return ok(undefined)
        })
        if (!cleared.ok) return cleared
        await load()
        plan(0)
        return ok(undefined)
      }),
    close: async () => {
      closed = true
      endListening()
      planned?.()
      await rest()
    },
  }
}
