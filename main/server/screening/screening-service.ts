import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { registerSubjects, screenBatch, screenSomebody, ScreeningStatus } from '../../../shared/api/screening.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type {
  ScreeningFull,
  ScreeningPolicy,
  ScreeningPreview,
  SearchedList,
} from '../../../shared/schema/screening.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { matchItem } from '../../domain/screening/facts.ts'
import type { ScreeningMatch, ScreeningSubject } from '../../domain/screening/screener.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ScoredActivity } from '../../storage/alerts/ports.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import { latestRun } from '../../storage/screening/runs.ts'
import { keepScreening, readScreeningRow } from '../../storage/screening/screenings.ts'
import type { ScreeningStore } from '../../storage/screening/screening-store.ts'
import { hitCounts, registerSubject } from '../../storage/screening/subjects.ts'
import { registerNamed } from './intake-names.ts'
import type { ListSource } from './list-source.ts'
import { loadLists, noLists, searchedLists } from './lists-at-work.ts'
import type { LoadedLists } from './lists-at-work.ts'
import { previewPolicy } from './preview-policy.ts'
import { beginAfterChange, continueRuns } from './rescreening.ts'
import { screenWaiting } from './screen-waiting.ts'
import {
  listsAsked,
  optionsOf,
  outcomeOfSearch,
  screenRegistered,
  search,
  settingsOf,
  shownMax,
  withoutHits,
} from './screen-subject.ts'
import type { ScreenSettings } from './screen-subject.ts'

type Answer<T> = Promise<Result<T, Refusal>>
type Asked = Pick<BodyOf<typeof screenBatch>, 'mode' | 'threshold' | 'lists'>

/** Screening at work: on demand, on intake, and by itself when a list changes or a disposition expires. */
export interface ScreeningService {
  readonly store: ScreeningStore
  status(): ScreeningStatus
  /** The lists that are searched; waits while they are being loaded. */
  loaded(): Promise<LoadedLists>
  searched(): SearchedList[]
  /**
   * Whom of the lists somebody fits by the policy, the best fifty; keeps nothing. While the lists are being loaded
   * nobody fits.
   */
  matches(subject: ScreeningSubject): readonly ScreeningMatch[]
  screen(asked: BodyOf<typeof screenSomebody>, actor: Actor): Answer<ScreeningFull>
  register(asked: BodyOf<typeof registerSubjects>, actor: Actor): Answer<AnswerOf<typeof registerSubjects>['data']>
  /** What another policy would make of the register; changes nothing. */
  preview(policy: ScreeningPolicy): Promise<ScreeningPreview>
  batch(asked: BodyOf<typeof screenBatch>): Answer<AnswerOf<typeof screenBatch>['data']>
  /** Takes the subjects that activities name, in the transaction that keeps these; they are screened after it. */
  take(tx: LedgerTx, scored: readonly Pick<ScoredActivity, 'event'>[]): Promise<void>
  /**
   * Does what waits: lists that changed, runs that have not ended, subjects that came. Resolves when nothing is left.
   */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface ScreeningServiceParts {
  readonly store: ScreeningStore
  readonly lists: ListSource
  readonly scheduler: Scheduler
}

/** How often dispositions are looked through for those that expired. */
const lookMs = 10 * 60_000
const chunkMs = 40

const unknownLists = (asked: readonly string[]): Refusal =>
  refusal('unknown_reference', `No such list is in force: ${asked.join(', ')}.`, [
    { path: 'body.lists', message: 'names a list that is not in force' },
  ])

/** Starts screening over a store; it loads the lists and goes on with what an earlier run left. */
export const startScreeningService = ({ store, lists: source, scheduler }: ScreeningServiceParts): ScreeningService => {
  const { env, ledger, sql } = store
  const monoMs = (): number => env.clock.monoMs()
  let loaded: LoadedLists = noLists
  let closed = false
  let stale = true
  let working: Promise<void> | null = null
  let again = false
  let firstLoad: Promise<unknown> | null = null

  /** Those of some lists that count by the policy. */
  const counting = <T extends { readonly key: string }>(lists: readonly T[]): T[] =>
    lists.filter(({ key }) => !store.policy().excluded_lists.includes(key))

  const searchedNow = (): SearchedList[] => searchedLists(loaded.lists, source.inForce(), env.clock.nowMs())

  const reload = async (): Promise<void> => {
    while (stale && !closed) {
      stale = false
      loaded = await loadLists(source, monoMs)
    }
  }

  const must = (result: Result<unknown, Refusal>): void => {
    if (!result.ok) throw new Error(result.error.message)
  }

  const round = async (): Promise<void> => {
    await reload()
    if (closed) return
    const parts = { store, isClosed: () => closed }
    must(await store.reopenExpired())
    if (store.policy().on_list_changes) must(await beginAfterChange(parts, loaded))
    must(await continueRuns(parts, () => loaded))
    must(
      await screenWaiting({
        store,
        loaded: () => loaded,
        searched: searchedNow,
        isOver: () => closed || counting(loaded.lists).length === 0,
      }),
    )
  }

  const work = async (): Promise<void> => {
    do {
      again = false
      try {
        await round()
      } catch (error) {
        if (!closed) env.log.error({ err: error }, 'screening could not do what waits; it tries again')
        return
      }
    } while (again && !closed)
  }

  const settle = (): Promise<void> => {
    if (closed) return Promise.resolve()
    if (working !== null) {
      again = true
      return working
    }
    working = work().finally(() => {
      working = null
      if (again) void settle()
    })
    return working
  }

  let stopLooking: () => void = () => undefined
  const look = (): void => {
    stopLooking = scheduler.after(lookMs, () => {
      void settle()
      look()
    })
  }
  look()
  const stopHearing = source.onChange(() => {
    stale = true
    void settle()
  })
  firstLoad = reload()
  void firstLoad.then(settle, (error: unknown) => env.log.error({ err: error }, 'the lists could not be loaded'))

  const ready = async (): Promise<LoadedLists> => {
    await firstLoad
    return loaded
  }

  const settingsFor = ({ mode, threshold, lists }: Asked): Result<ScreenSettings, Refusal> => {
    const byPolicy = settingsOf(store.policy(), loaded, mode)
    const unknown = (lists ?? []).filter((key) => !loaded.lists.some((list) => list.key === key))
    return unknown.length > 0
      ? fail(unknownLists(unknown))
      : ok({
          ...byPolicy,
          ...(threshold === undefined ? {} : { threshold }),
          ...(lists === undefined ? {} : { lists }),
        })
  }

  const isByPolicy = ({ mode, threshold, lists }: Asked): boolean =>
    mode === undefined && threshold === undefined && lists === undefined

  return {
    store,
    searched: searchedNow,
    matches: (subject) => {
      return loaded.screener.screen(subject, { ...optionsOf(settingsOf(store.policy(), loaded)), limit: shownMax })
    },
    loaded: ready,
    settle,
    status: () => ({
      status:
        counting(source.inForce()).length === 0 ? 'no_lists' : stale && loaded.lists.length === 0 ? 'loading' : 'ready',
      lists: searchedNow(),
      entries: loaded.screener.entries,
      subjects: sql.get<{ subjects: number }>('select count(*) as subjects from screening_subjects')?.subjects ?? 0,
      waiting:
        sql.get<{ waiting: number }>(
          'select (select count(*) from screening_subjects where waiting is not null) + (select count(*) from screening_told where waiting = 1) as waiting',
        )?.waiting ?? 0,
      names_left_out:
        sql.get<{ names: number }>(
          'select coalesce(sum(names_left_out), 0) as names from screening_subjects where names_left_out > 0',
        )?.names ?? 0,
      hits: hitCounts(sql),
      run: latestRun(sql),
      policy: store.policy(),
    }),
    screen: async ({ subject, mode, threshold, lists, ...facts }, actor) => {
      await ready()
      const asked = { mode, threshold, lists }
      const settings = settingsFor(asked)
      if (!settings.ok) return settings
      const kept = await ledger.write(actor, async (tx) => {
        const registered = subject === undefined ? null : await registerSubject(tx, { subject, ...facts }, 'register')
        const byPolicy =
          registered === null
            ? null
            : await screenRegistered(
                { tx, random: env.random, loaded, lists: searchedNow(), policy: store.policy() },
                registered.row,
                'on_demand',
              )
        if (byPolicy !== null && isByPolicy(asked)) return ok(byPolicy.uid)
        // Asked in another way than the policy's, the answer is of that question; hits stay those of the policy.
        const matches = search(loaded, facts, subject ?? null, settings.value).map(matchItem)
        const searched = listsAsked(searchedNow(), settings.value)
        const uid = env.random.uuidv7(tx.nowMs)
        await keepScreening(tx, uid, {
          reason: 'on_demand',
          subjectN: registered?.row.n ?? null,
          searched: facts.names,
          status: outcomeOfSearch(searched, matches.length),
          mode: settings.value.mode,
          threshold: settings.value.threshold,
          lists: searched,
          hits: matches.length,
          cleared: 0,
          standing: 0,
          matches: matches.slice(0, shownMax),
        })
        return ok(uid)
      })
      return kept.ok ? readScreeningRow(sql, kept.value) : kept
    },
    register: async ({ subjects }, actor) => {
      await ready()
      const results: AnswerOf<typeof registerSubjects>['data']['results'] = []
      let left = subjects
      while (left.length > 0) {
        // Each chunk is kept by itself: what is registered again is unchanged, so a call that was cut short can be made
        // again.
        const done = await ledger.write(actor, async (tx) => {
          const until = monoMs() + chunkMs
          const lists = searchedNow()
          const some: typeof results = []
          for (const one of left) {
            const { row, outcome } = await registerSubject(tx, one, 'register')
            await tx.sql.run("update screening_subjects set source = 'register' where n = ?", row.n)
            const { uid, status, matches, kept } = await screenRegistered(
              { tx, random: env.random, loaded, lists, policy: store.policy() },
              row,
              outcome === 'changed' ? 'changed' : outcome === 'added' ? 'intake' : 'on_demand',
            )
            const [best] = matches
            const open = await tx.sql.get<{ open: number }>(
              "select count(*) as open from screening_hits where subject_n = ? and state = 'open'",
              row.n,
            )
            some.push({
              subject: one.subject,
              outcome,
              status,
              screening_id: uid,
              hits: matches.length,
              open_hits: open?.open ?? 0,
              standing: kept.standing,
              best:
                best === undefined
                  ? null
                  : { list: best.list, entry_id: best.entry_id, listed_name: best.listed_name, score: best.score },
            })
            if (monoMs() > until) break
          }
          return ok(some)
        })
        if (!done.ok) return done
        results.push(...done.value)
        left = left.slice(done.value.length)
        await untilNextTurn()
      }
      return ok({ lists: searchedNow(), results })
    },
    batch: async ({ subjects, limit, ...asked }) => {
      await ready()
      const settings = settingsFor(asked)
      if (!settings.ok) return settings
      const searching = loaded
      const searched = listsAsked(searchedNow(), settings.value)
      const results: AnswerOf<typeof screenBatch>['data']['results'] = []
      let until = monoMs() + chunkMs
      for (const { reference, ...facts } of subjects) {
        const found = search(searching, facts, null, settings.value)
        results.push({
          reference: reference ?? null,
          status: outcomeOfSearch(searched, found.length),
          matches: withoutHits(found.slice(0, limit).map(matchItem)),
        })
        if (monoMs() < until) continue
        await untilNextTurn()
        until = monoMs() + chunkMs
      }
      const { mode, threshold } = settings.value
      return ok({ mode, threshold, lists: searched, results })
    },
    preview: async (policy) => previewPolicy(sql, await ready(), policy, monoMs),
    take: async (tx, scored) => {
      if (!store.policy().on_activities || (await registerNamed(tx, scored)) === 0) return
      // Resolves after the commit that holds the subjects.
      ledger
        .write(systemActor, () => ok(undefined))
        .then(settle, (error: unknown) =>
          closed
            ? undefined
            : env.log.error(
                { err: error },
                'what activities name is screened later: the commit that holds it could not be awaited',
              ),
        )
    },
    close: async () => {
      closed = true
      stopLooking()
      stopHearing()
      await firstLoad
      await working
    },
  }
}
