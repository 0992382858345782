// Answers are looked into without types: what is in them is what these tests assert.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { freshWorkspaceHere } from '../../support/command-here.ts'
import { serve, v1Headers } from '../../support/live-service.ts'
import type { LiveService } from '../../support/live-service.ts'
import { startReceiver } from './receiver.ts'
import { openClient } from './support.ts'

const environment = { FIELDSEAL_WEBHOOK_NETWORKS: '127.0.0.1' }

describe('kill -9', () => {
  it('V-15: between the commit of an event and its delivery loses nothing: what was told is delivered, and readers resume', async () => {
    const { dataDir, credentials } = await freshWorkspaceHere()
    const receiver = await startReceiver()
    const v4 = { authorization: `Bearer ${credentials.api_key}` }
    const tell = async ({ url }: LiveService): Promise<number> => {
      const answer = await fetch(new URL(`/v4/events/test?workspace_id=${credentials.workspace_id}`, url), {
        headers: v4,
      })
      const { data } = (await answer.json()) as { data: { event: { id: number } } }
      return data.event.id
    }
    const stream = (service: LiveService, after: number) =>
      openClient(
        new URL(`/v4/events/ws?workspace_id=${credentials.workspace_id}&types=test.event&after=${after}`, service.url)
          .href,
        v4,
      )

    const first = await serve(dataDir, environment)
    const created = await fetch(new URL('/v1/webhooks', first.url), {
      method: 'POST',
      headers: { ...v1Headers(credentials), 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, types: ['test.event'] }),
    })
    const { data } = (await created.json()) as { data: { secret: string } }
    // The receiver takes the first message and never answers: the service dies while it waits.
    receiver.answer(() => new Promise(() => undefined))
    const told = [await tell(first), await tell(first), await tell(first)]
    // All three go at once (V-12): none is on its way any more when the service dies.
    await receiver.count(told.length)
    const reader = stream(first, 0)
    await reader.count(2)
    const seen = reader.events().map(({ id }) => id)
    await first.kill()

    const cut = receiver.received.length
    receiver.answer({ status: 204 })
    const second = await serve(dataDir, environment)
    told.push(await tell(second))
    const again = stream(second, seen.at(-1) ?? 0)
    await again.count(told.length - seen.length)
    expect([...seen, ...again.events().map(({ id }) => id)]).toEqual(told)
    const delivered = (await receiver.count(cut + told.length)).slice(cut)
    for (const { headers, body } of delivered)
      expect(new Webhook(data.secret).verify(body, headers)).toMatchObject({ type: 'test.event' })
    expect(delivered.map(({ body }) => (JSON.parse(body) as { id: number }).id).sort((a, b) => a - b)).toEqual(told)
    expect(delivered.map(({ headers }) => headers['webhook-id'])).toContain(receiver.received[0]?.headers['webhook-id'])
    await again.close()
    await second.stop()
    await receiver.close()
    rmSync(path.dirname(dataDir), { recursive: true })
  })
})
