import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchEverything } from '../../../shared/api/search.ts'
import { searchedMax, type SearchGroup } from '../../../shared/schema/search.ts'
import { isVisible } from '../../../shared/schema/text.ts'
import { call } from '../client.ts'
import { fitsTyped } from '../fitsTyped.ts'
import { keys } from './keys.ts'

const pauseMs = 150
/** Where there are fewer characters than this nothing is asked. */
export const searchedLeast = 2

/** What may be pasted with a text, and no line of text holds: controls, line ends, overrides of direction. */
const unsearchable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

const asked = (typed: string): string => {
  const text = typed.replace(unsearchable, ' ').trim().slice(0, searchedMax)
  return isVisible(text) ? text : ''
}

/** What the one search shows now. */
export type Searched = {
  readonly groups: readonly SearchGroup[]
  /** False: the groups fit an older text. They may be shown and clicked; Enter waits. */
  readonly isCurrent: boolean
  /** Whether text of evidence has been looked at, too. */
  readonly isComplete: boolean
  readonly hasFailed: boolean
  /** In how many cases text of evidence was looked at, and how many have any. */
  readonly texts: { readonly searched: number; readonly cases: number } | null
}

const nothing: Searched = { groups: [], isCurrent: true, isComplete: true, hasFailed: false, texts: null }

/** Everything that fits what was typed. Text of evidence takes longer: it comes after the rest, at its end. */
export const useSearch = (typed: string, isEnabled: boolean): Searched => {
  const wanted = asked(typed)
  const [q] = useDebouncedValue(wanted, pauseMs)
  const enabled = isEnabled && q.length >= searchedLeast
  const shared = { enabled, placeholderData: keepPreviousData, gcTime: 30_000 }
  const answer = useQuery({
    ...shared,
    queryKey: keys.search(q, 'all'),
    queryFn: ({ signal }) => call(searchEverything, { query: { q }, signal }),
    select: ({ data }) => data,
  })
  const ofTexts = useQuery({
    ...shared,
    queryKey: keys.search(q, 'texts'),
    queryFn: ({ signal }) => call(searchEverything, { query: { q, areas: 'evidence_text' }, signal }),
    select: ({ data }) => data,
  })
  if (!isEnabled || wanted.length < searchedLeast) return nothing
  return {
    groups: [...(answer.data?.groups ?? []), ...(ofTexts.data?.groups ?? [])],
    isCurrent: fitsTyped(wanted, q, answer),
    isComplete: fitsTyped(wanted, q, answer) && fitsTyped(wanted, q, ofTexts),
    hasFailed: answer.isError,
    texts: ofTexts.data?.texts ?? null,
  }
}
