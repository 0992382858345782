import * as api from '../../../shared/api/webhooks.ts'
import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { EventService } from '../events/event-service.ts'
import { answer, enveloped, paged } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import { bodyOf } from '../webhooks/attempt.ts'

/** Webhooks as admins keep them. */
export const webhookRoutes = ({ events, webhooks }: Workspace, service: EventService): readonly Route[] => {
  const checkUrl = async (url: string | undefined): Promise<Result<void, Refusal>> => {
    const fault = url === undefined ? null : await service.addressFault(url)
    return fault === null ? ok(undefined) : fail(fieldRefused('body.url', fault))
  }

  /** What made something due starts it. */
  const waking = <T>(result: Result<T, Refusal>): Result<T, Refusal> => {
    if (result.ok) service.wakeDeliveries()
    return result
  }

  return [
    route(api.listWebhooks, () => answer([...webhooks.list()])),
    route(api.createWebhook, async ({ body, caller }) => {
      const checked = await checkUrl(body.url)
      return checked.ok ? enveloped(await webhooks.create(caller, body)) : checked
    }),
    route(api.readWebhook, ({ params }) => enveloped(webhooks.find(params.webhook_id))),
    route(api.changeWebhook, async ({ params, body, caller }) => {
      const checked = await checkUrl(body.url)
      return checked.ok ? enveloped(waking(await webhooks.change(caller, params.webhook_id, body))) : checked
    }),
    route(api.removeWebhook, async ({ params, caller }) => enveloped(await webhooks.remove(caller, params.webhook_id))),
    route(api.addWebhookSecret, async ({ params, caller }) =>
      enveloped(await webhooks.addSecret(caller, params.webhook_id)),
    ),
    route(api.retireWebhookSecret, async ({ params, caller }) =>
      enveloped(await webhooks.retireSecret(caller, params.webhook_id, params.secret_id)),
    ),
    route(api.testWebhook, async ({ params, caller }) => {
      const found = webhooks.find(params.webhook_id)
      if (!found.ok) return found
      const told = await events.injectTest(caller, 'A test of one webhook.')
      return told.ok ? enveloped(waking(await webhooks.deliver(caller, params.webhook_id, told.value.id))) : told
    }),
    route(api.listWebhookDeliveries, ({ params, query }) => {
      const found = webhooks.find(params.webhook_id)
      return found.ok ? paged(webhooks.deliveries(params.webhook_id, query), query) : found
    }),
    route(api.readWebhookDelivery, ({ params }) => {
      const found = webhooks.delivery(params.webhook_id, params.delivery_id)
      if (!found.ok) return found
      const { delivery, tries } = found.value
      const event = events.read(delivery.event_id)
      return answer({ ...delivery, tries: [...tries], body: event === undefined ? null : bodyOf(event) })
    }),
    route(api.replayWebhookDelivery, async ({ params, caller }) =>
      enveloped(waking(await webhooks.replay(caller, params.webhook_id, params.delivery_id))),
    ),
    route(api.replayWebhook, async ({ params, body, caller }) => {
      const replayed = waking(await webhooks.replaySince(caller, params.webhook_id, Date.parse(body.since), body.what))
      return replayed.ok ? answer({ replayed: replayed.value }) : replayed
    }),
  ]
}
