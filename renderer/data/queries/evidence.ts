import { useThrottledValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listAcquisitions, listEvidence, readEvidence } from '../../../shared/api/evidence.ts'
import type { Acquisition } from '../../../shared/schema/evidence.ts'
import { call } from '../client.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

const busyPollMs = 700
const idlePollMs = 20_000

/** Whether an acquisition is still to be followed by itself: paused ones change only when someone resumes them. */
export const isAtWork = ({ state }: Pick<Acquisition, 'state'>): boolean => state === 'running' || state === 'waiting'

/** The first hundred pieces of a case, to choose from. */
export const useEvidencePage = (caseId: number) =>
  useQuery({
    queryKey: [...keys.evidenceCount(caseId), 'first'],
    queryFn: ({ signal }) => call(listEvidence, { params: { id: caseId }, query: { size: 100 }, signal }),
    select: (answer) => answer.data,
  })

/** How many pieces of evidence a case has. */
export const useEvidenceCount = (caseId: number) =>
  useQuery({
    queryKey: keys.evidenceCount(caseId),
    queryFn: ({ signal }) => call(listEvidence, { params: { id: caseId }, query: { size: 1 }, signal }),
    select: (answer) => answer.pagination.total,
    staleTime: 60_000,
  })

/** One piece with its facts, notes, relations and custody. */
export const usePiece = (caseId: number, pieceId: number) =>
  useQuery({
    queryKey: keys.piece(caseId, pieceId),
    queryFn: ({ signal }) => call(readEvidence, { params: { id: caseId, evidence_id: pieceId }, signal }),
    select: (answer) => answer.data,
    staleTime: 15_000,
  })

/** The acquisitions of the whole workspace, newest first; asked for often while one is at work. */
export const useAcquisitions = () =>
  useQuery({
    queryKey: keys.acquisitions,
    queryFn: ({ signal }) => call(listAcquisitions, { query: {}, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.data.some(isAtWork) === true ? busyPollMs : idlePollMs),
  })

/**
 * How often the case is read again while files are taken into it: each time costs its list, its timeline and its row in
 * the queue.
 */
const followMs = 2_500

/** Reads a case again as its acquisitions go on. */
export const useFollowAcquisitions = (caseId: number): void => {
  const client = useQueryClient()
  const mine = useAcquisitions().data?.filter((one) => one.case_id === caseId) ?? []
  const taken = useThrottledValue(mine.map((one) => `${one.id}:${one.files_done}:${one.state}`).join(), followMs)
  useEffect(() => {
    if (taken !== '') void refreshAfterCaseChange(client, caseId)
  }, [taken, client, caseId])
}
