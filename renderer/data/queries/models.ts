import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addModel,
  cancelTraining,
  listModels,
  listTrainings,
  proposeTraining,
  readModel,
  readModelDrift,
  readTraining,
  setModelInForce,
  trainModel,
} from '../../../shared/api/models.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'
import { isRefusal } from '../errors.ts'
import { useSending } from '../useSending.ts'

const modelKeys = {
  all: ['models'] as const,
  list: ['models', 'list'] as const,
  one: (id: string) => ['models', 'one', id] as const,
  drift: (id: string) => ['models', 'drift', id] as const,
  proposal: ['models', 'proposal'] as const,
  trainings: ['trainings'] as const,
  training: (id: string) => ['trainings', id] as const,
}

/** How often a training is asked how far it is. */
const followMs = 1_000
const awaitedMs = 5_000
/** How often it is asked whether somebody else trains. */
const othersMs = 10_000

/** The models; one whose file is still on its way is looked for again and again. */
export const useModels = () =>
  useQuery({
    queryKey: modelKeys.list,
    queryFn: ({ signal }) => call(listModels, { signal }),
    select: (answer) => answer.data,
    staleTime: 10_000,
    refetchInterval: (query) => (query.state.data?.data.awaited ? awaitedMs : false),
  })

/** A model with its evaluation; nothing is asked for null. */
export const useModel = (id: string | null) =>
  useQuery({
    queryKey: modelKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(readModel, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    staleTime: 60_000,
  })

/** How far the newest activities are from those that a model learned from. */
export const useModelDrift = (id: string) =>
  useQuery({
    queryKey: modelKeys.drift(id),
    queryFn: ({ signal }) => call(readModelDrift, { params: { id }, signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** A training as it goes on; once it is done the models are read anew. */
export const useTraining = (id: string | null) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: modelKeys.training(id ?? ''),
    queryFn: async ({ signal }) => {
      const answer = await call(readTraining, { params: { id: id ?? '' }, signal })
      if (answer.data.state === 'done') await client.invalidateQueries({ queryKey: modelKeys.all })
      return answer
    },
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) =>
      query.state.data?.data.state === 'running' && !isRefusal(query.state.error, 'not_found') ? followMs : false,
  })
}

/** Days for a training on the workspace's own labels, as they lie now; null: there are too few. */
export const useTrainingProposal = () =>
  useQuery({
    queryKey: modelKeys.proposal,
    queryFn: ({ signal }) => call(proposeTraining, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0,
  })

/** The last trainings, whoever started them. */
export const useTrainings = () =>
  useQuery({
    queryKey: modelKeys.trainings,
    queryFn: ({ signal }) => call(listTrainings, { signal }),
    select: (answer) => answer.data.trainings,
    refetchInterval: othersMs,
  })

const useModelWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: send,
    onSettled: () =>
      Promise.all([modelKeys.all, modelKeys.trainings].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export const useTrainModel = () => useModelWrite((body: BodyOf<typeof trainModel>) => call(trainModel, { body }))
export const useCancelTraining = () => useModelWrite((id: string) => call(cancelTraining, { params: { id } }))
export const useAddModel = () => useModelWrite((body: BodyOf<typeof addModel>) => call(addModel, { body }))
export const useSetModelInForce = () =>
  useModelWrite((body: BodyOf<typeof setModelInForce>) => call(setModelInForce, { body }))
