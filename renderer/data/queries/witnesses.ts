import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api/witnesses.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

/** The witnesses whose cosignatures count on this device. */
export const useWitnesses = () =>
  useQuery({
    queryKey: keys.witnesses,
    queryFn: ({ signal }) => call(api.listWitnesses, { signal }),
    select: (answer) => answer.data,
  })

/** What counts changes beside every case. */
const useWitnessWrite = <V, A>(run: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: run, onSuccess: () => client.invalidateQueries({ queryKey: keys.sync }) })
}

export const useTrustWitness = () => useWitnessWrite((key: string) => call(api.trustWitness, { body: { key } }))
export const useDistrustWitness = () => useWitnessWrite((name: string) => call(api.distrustWitness, { body: { name } }))
