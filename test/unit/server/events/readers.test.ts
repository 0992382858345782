import { expect, test } from 'vitest'
import { createEventReaders, defaultStreamLimits } from '../../../../main/server/events/readers.ts'
import type { ReaderConnection, Ending } from '../../../../main/server/events/readers.ts'
import { createWindowLocks } from '../../../../main/storage/access/window-locks.ts'
import type { EventStore } from '../../../../main/storage/events/event-store.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

const store: Pick<EventStore, 'bounds' | 'after' | 'onNews'> = {
  bounds: () => ({ stream: 's', newest: 0, oldest: null, runs: [{ first: 1, last: 0 }] }),
  after: () => [],
  onNews: () => () => undefined,
}

test('Y-102: whoever reads is ended once the device is locked, at the next sign of life', () => {
  const locked = { is: false }
  const scheduler = turnedByHand()
  const readers = createEventReaders({
    events: store as EventStore,
    access: {
      keyIsLive: () => true,
      userByUid: () => undefined,
      hasEnded: () => false,
      windowLocks: createWindowLocks(() => 0),
      onSignInsEnded: () => () => undefined,
    },
    env: { log: { warn: () => undefined } } as unknown as Parameters<typeof createEventReaders>[0]['env'],
    scheduler,
    limits: defaultStreamLimits,
    isLocked: () => locked.is,
    mayRead: () => true,
  })
  const ends: Ending[] = []
  const connection: ReaderConnection = {
    kind: 'sse',
    hello: () => undefined,
    event: () => undefined,
    pending: () => 0,
    heartbeat: () => true,
    end: (why) => void ends.push(why),
  }
  readers.open({ holder: { kind: 'key', id: 'k' }, after: undefined, stream: undefined, wanted: null }, connection)
  scheduler.run()
  expect(ends).toEqual([])
  locked.is = true
  scheduler.run()
  expect(ends).toEqual(['revoked'])
  expect(readers.counts().sse).toBe(0)
  readers.close()
})
