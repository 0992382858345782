import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  dropEvidenceText,
  readEvidenceText,
  renewEvidenceText,
  searchEvidenceText,
} from '../../../../shared/api/evidence-text.ts'
import type { AnswerOf } from '../../../../shared/api/operation.ts'
import type { FoundPassage } from '../../../../shared/schema/evidence-text.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useSending } from '../../../data/useSending.ts'
import type { OpenedPassages } from '../text/lines.ts'

/** How far the evidence of a case is read; followed while something waits. */
export const useTextState = (caseId: number) =>
  useQuery({
    queryKey: keys.evidenceText(caseId),
    queryFn: ({ signal }) => call(readEvidenceText, { params: { id: caseId }, signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) => ((query.state.data?.data.pieces.waiting ?? 0) > 0 ? 2_000 : 30_000),
  })

/** What is found is sealed as a look: nothing but a person asks for it, and no answer is asked for twice. */
const asked = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 10 * 60_000,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retry: false,
} as const

/** The pieces in which the words stand, page by page. */
export const useFoundText = (caseId: number, q: string) =>
  useInfiniteQuery({
    queryKey: keys.foundText(caseId, q),
    queryFn: ({ pageParam }) =>
      call(searchEvidenceText, {
        params: { id: caseId },
        body: { q, ...(pageParam === null ? {} : { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    enabled: q !== '',
    ...asked,
  })

/** The first pages of passages of one piece. */
const fetchOpened = async (
  caseId: number,
  q: string,
  id: number,
  pages: number,
): Promise<readonly [number, OpenedPassages]> => {
  const passages: FoundPassage[] = []
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const answer: AnswerOf<typeof searchEvidenceText> = await call(searchEvidenceText, {
      params: { id: caseId },
      body: { q, evidence_id: id, ...(after === null ? {} : { after }) },
    })
    passages.push(...answer.data.flatMap((piece) => piece.passages))
    after = answer.next
    if (after === null) break
  }
  return [id, { passages, more: after !== null }]
}

/** The passages of the pieces that were opened, each by its id with how many pages were asked for. */
export const useOpenedPieces = (
  caseId: number,
  q: string,
  opened: ReadonlyMap<number, number>,
): ReadonlyMap<number, OpenedPassages> =>
  new Map(
    useQueries({
      queries: [...opened].map(([id, pages]) => ({
        queryKey: keys.foundInPiece(caseId, q, id, pages),
        queryFn: () => fetchOpened(caseId, q, id, pages),
        ...asked,
      })),
    }).flatMap(({ data }) => (data === undefined ? [] : [data])),
  )

/** Has the evidence read anew, or takes what was read away. */
export const useTextChange = (caseId: number) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (change: 'renew' | 'drop') =>
      call(change === 'renew' ? renewEvidenceText : dropEvidenceText, { params: { id: caseId } }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: keys.foundTexts(caseId) })
      await client.invalidateQueries({ queryKey: keys.evidenceText(caseId) })
    },
  })
}
