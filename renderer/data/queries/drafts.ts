import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endDraft, keepDraft, listDrafts } from '../../../shared/api/drafts.ts'
import { layDrafts, markStored, readDraft, useDrafts } from '../../state/drafts.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

/** What is typed reaches the service at the latest so long after. */
const storeEveryMs = 600
/**
 * What the service did not take is offered again; sooner than a window that closes asks (`main/app/leaving.ts`), so
 * that nobody is asked about a service that has just come back.
 */
const againMs = 1_000

const store = async (key: string, caseId: number | null): Promise<void> => {
  const text = readDraft(key)
  if (text === '') await call(endDraft, { params: { key } })
  else await call(keepDraft, { params: { key }, body: { text, case_id: caseId } })
  markStored(key, text)
}

/**
 * Hands the service what it has not taken yet. Rejects with the first refusal; what was refused stays in the window,
 * and is offered again.
 */
export const storeDrafts = async (): Promise<void> => {
  const results: PromiseSettledResult<void>[] = []
  // One after the other: two texts of one key must arrive in the order in which they were typed.
  for (const [key, caseId] of useDrafts.getState().unstored)
    results.push(...(await Promise.allSettled([store(key, caseId)])))
  const refused = results.find((result) => result.status === 'rejected')
  if (refused !== undefined) throw refused.reason
}

/** Stores what is typed, soon after; what is refused is tried again. Returns how to stop. */
const keepStoring = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  let storing = false
  const soon = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      storing = true
      void storeDrafts()
        .then(
          () => storeEveryMs,
          () => againMs,
        )
        .then((next) => {
          storing = false
          if (useDrafts.getState().unstored.size > 0) soon(next)
        })
    }, ms)
  }
  const unsubscribe = useDrafts.subscribe(({ unstored }) => {
    if (unstored.size > 0 && !storing) soon(storeEveryMs)
  })
  return () => {
    unsubscribe()
    if (timer !== null) clearTimeout(timer)
  }
}

/**
 * Says before the window goes that something typed is in its memory alone: the desktop asks by itself, a browser is
 * told to.
 */
const warnOfLoss = (): (() => void) => {
  const bridge = window.fieldseal
  if (bridge !== undefined) {
    return useDrafts.subscribe(({ unstored }, before) => {
      if (unstored.size > 0 !== before.unstored.size > 0) void bridge.holdsUnstored(unstored.size > 0)
    })
  }
  const ask = (event: BeforeUnloadEvent): void => {
    if (useDrafts.getState().unstored.size > 0) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

const draftsOf = (userId: number) =>
  queryOptions({
    queryKey: keys.drafts(userId),
    queryFn: ({ signal }) => call(listDrafts, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Asks for the drafts of whoever is signed in before anything needs them. */
export const useDraftsAhead = (userId: number): void => usePrefetchQuery(draftsOf(userId))

/**
 * Reads the drafts of whoever is signed in, then keeps what is typed. Fields are shown once they are there, so that
 * nothing is typed over one.
 */
export const useKeptDrafts = (userId: number) => {
  const kept = useQuery(draftsOf(userId))
  const owner = useDrafts((drafts) => drafts.owner)
  const read = kept.isFetching ? undefined : kept.data?.data
  useEffect(() => {
    if (read !== undefined && owner !== userId) layDrafts(userId, read)
  }, [read, owner, userId])
  useEffect(keepStoring, [])
  useEffect(warnOfLoss, [])
  return { isReady: owner === userId, error: kept.error, refetch: kept.refetch }
}
