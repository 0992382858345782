import { useQuery } from '@tanstack/react-query'
import { readEntry } from '../../../../shared/api/case-entries.ts'
import type { AnswerOf } from '../../../../shared/api/operation.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'

export type EntryAnswer = AnswerOf<typeof readEntry>
export type EntryDetail = EntryAnswer['data']

/**
 * One sealed entry with all that is needed to check it by hand; the whole answer, as docs/verify-by-hand.md takes it.
 */
export const useEntry = (caseId: number, entryId: string) =>
  useQuery({
    queryKey: keys.entry(caseId, entryId),
    queryFn: ({ signal }) => call(readEntry, { params: { id: caseId, entry_id: entryId }, signal }),
  })
