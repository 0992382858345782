import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, Operation } from '../../../shared/api/operation.ts'
import {
  addWebhookSecret,
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  replayWebhookDelivery,
  retireWebhookSecret,
  testWebhook,
} from '../../../shared/api/webhooks.ts'
import { call, type CallOptions } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

export type ListedWebhook = AnswerOf<typeof listWebhooks>['data'][number]
export type Delivery = AnswerOf<typeof listWebhookDeliveries>['data'][number]
export type DeliveryState = Delivery['state']

/** Deliveries go on while one looks. */
const lookAgainMs = 3_000

export const useWebhooks = () =>
  useQuery({
    queryKey: keys.webhooks,
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    select: (answer) => answer.data,
    refetchInterval: lookAgainMs,
  })

export const useDeliveries = (webhookId: string, state: DeliveryState | null, page: number) =>
  useQuery({
    queryKey: keys.deliveries(webhookId, state, page),
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, {
        params: { webhook_id: webhookId },
        query: { page, size: 20, ...(state === null ? {} : { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })

/** A change of webhooks; what is known of them and of their deliveries is stale after it. */
const useChange = <O extends Operation, V>(operation: O, options: (value: V) => CallOptions<O>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (value: V) => call(operation, options(value)),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.webhooks }),
  })
}

export const useCreateWebhook = () => useChange(createWebhook, (body: BodyOf<typeof createWebhook>) => ({ body }))
export const useChangeWebhook = () =>
  useChange(changeWebhook, ({ id, ...body }: { id: string } & BodyOf<typeof changeWebhook>) => ({
    params: { webhook_id: id },
    body,
  }))
export const useRemoveWebhook = () => useChange(removeWebhook, (id: string) => ({ params: { webhook_id: id } }))
export const useAddSecret = () => useChange(addWebhookSecret, (id: string) => ({ params: { webhook_id: id } }))
export const useRetireSecret = () =>
  useChange(retireWebhookSecret, ({ id, secretId }: { id: string; secretId: string }) => ({
    params: { webhook_id: id, secret_id: secretId },
  }))
export const useTestWebhook = () => useChange(testWebhook, (id: string) => ({ params: { webhook_id: id } }))
export const useReplayDelivery = () =>
  useChange(replayWebhookDelivery, ({ id, deliveryId }: { id: string; deliveryId: number }) => ({
    params: { webhook_id: id, delivery_id: deliveryId },
  }))
export const useReplayFailed = () =>
  useChange(replayWebhook, ({ id, since }: { id: string; since: string }) => ({
    params: { webhook_id: id },
    body: { since, what: 'failed' as const },
  }))
