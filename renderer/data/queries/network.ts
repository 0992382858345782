import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  findPath,
  listCommonPoints,
  listNeighbours,
  listProposals,
  proposeMerge,
  readGraph,
  readNetworkState,
  readNode,
  riskiestNodes,
  searchNetwork,
  settleProposal,
} from '../../../shared/api/network.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { EntityRef, NetworkGraph, ProposalState } from '../../../shared/schema/network.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'

/** Keys of what is known of the network. */
const networkKeys = {
  all: ['network'] as const,
  state: ['network', 'state'] as const,
  riskiest: (size: number) => ['network', 'riskiest', size] as const,
  points: (size: number) => ['network', 'points', size] as const,
  search: (q: string) => ['network', 'search', q] as const,
  node: ({ kind, id }: EntityRef) => ['network', 'node', kind, id] as const,
  neighbours: ({ kind, id }: EntityRef) => ['network', 'neighbours', kind, id] as const,
  proposals: (state: ProposalState) => ['network', 'proposals', state] as const,
}

export type GraphRequest = BodyOf<typeof readGraph>
export type FoundPath = AnswerOf<typeof findPath>['data']

/** How the network stands: asked for again while transactions wait to be taken in. */
export const useNetworkState = () =>
  useQuery({
    queryKey: networkKeys.state,
    queryFn: ({ signal }) => call(readNetworkState, { signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) => (query.state.data?.data.state === 'building' ? 3_000 : 60_000),
  })

/** The riskiest nodes that are not known bad themselves. */
export const useRiskiest = (size: number) =>
  useQuery({
    queryKey: networkKeys.riskiest(size),
    queryFn: ({ signal }) => call(riskiestNodes, { query: { size }, signal }),
    select: (answer) => answer.data,
    staleTime: 30_000,
  })

/** The common points of compromise, the least likely by chance first. */
export const useCommonPoints = (size: number) =>
  useQuery({
    queryKey: networkKeys.points(size),
    queryFn: ({ signal }) => call(listCommonPoints, { query: { size }, signal }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    staleTime: 30_000,
  })

/** Nodes whose identifier or name holds a text; nothing is asked for an empty one. */
export const useNodeSearch = (q: string) =>
  useQuery({
    queryKey: networkKeys.search(q),
    queryFn: ({ signal }) => call(searchNetwork, { query: { q, size: 20 }, signal }),
    select: (answer) => answer.data,
    enabled: q !== '',
    placeholderData: (before) => before,
    staleTime: 15_000,
  })

/** All that is known of an entity; nothing is asked for null. */
export const useNode = (entity: EntityRef | null) =>
  useQuery({
    queryKey: networkKeys.node(entity ?? { kind: 'customer', id: '' }),
    queryFn: ({ signal }) =>
      call(readNode, { query: { entity_kind: entity?.kind ?? 'customer', entity_id: entity?.id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: entity !== null,
    staleTime: 15_000,
    retry: false,
  })

/** The riskiest neighbours of an entity with the links to them. */
export const useNeighbours = (entity: EntityRef) =>
  useQuery({
    queryKey: networkKeys.neighbours(entity),
    queryFn: ({ signal }) =>
      call(listNeighbours, { query: { entity_kind: entity.kind, entity_id: entity.id, size: 200 }, signal }),
    staleTime: 15_000,
    retry: false,
  })

/** Asks for a part of the network. */
export const fetchGraph = async (body: GraphRequest, signal?: AbortSignal): Promise<NetworkGraph> =>
  (await call(readGraph, { body, ...(signal === undefined ? {} : { signal }) })).data

/** Asks for a way between two entities. */
export const fetchPath = async (from: EntityRef, to: EntityRef): Promise<FoundPath> =>
  (await call(findPath, { query: { from_kind: from.kind, from_id: from.id, to_kind: to.kind, to_id: to.id } })).data

const proposalsAPage = 20

/** Proposals of merges, page by page: those that wait best first, decided ones newest first. */
export const useProposals = (state: ProposalState) =>
  useInfiniteQuery({
    queryKey: networkKeys.proposals(state),
    queryFn: ({ signal, pageParam }) =>
      call(listProposals, {
        query: { state, size: proposalsAPage, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    staleTime: 5_000,
  })

const useNetworkWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: networkKeys.all })
  return useSending({ mutationFn: send, onSuccess: refresh, onError: () => void refresh() })
}

/** Accepts, refuses or takes back a merge; sealed with its reason. */
export const useSettleProposal = () =>
  useNetworkWrite(
    ({
      uid,
      verdict,
      notes,
    }: {
      readonly uid: string
      readonly verdict: 'accept' | 'refuse' | 'undo'
      readonly notes: string
    }) => call(settleProposal, { params: { uid }, body: { verdict, notes } }),
  )

/** Proposes that two entities are one. */
export const useProposeMerge = () =>
  useNetworkWrite((body: BodyOf<typeof proposeMerge>) => call(proposeMerge, { body }))
