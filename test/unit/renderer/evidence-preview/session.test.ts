import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { ToViewer } from '../../../../shared/preview/port.ts'
import {
  pingMs,
  pingsMissed,
  startSession,
  type PreviewState,
} from '../../../../renderer/ui/evidence-preview/session.ts'

const file = { name: 'a.txt', mediaType: 'text/plain', size: 10_000 }

/** A port whose two ends are called by the test, so that no message waits. */
const createPort = () => {
  const sent: ToViewer[] = []
  const closers: (() => void)[] = []
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    closed: false,
    postMessage: (message: ToViewer) => sent.push(message),
    addEventListener: (_: string, listener: () => void) => closers.push(listener),
    close: () => {
      port.closed = true
    },
  }
  return {
    port,
    sent,
    say: (message: unknown) => port.onmessage?.({ data: message }),
    end: () => closers.forEach((closer) => closer()),
  }
}

const start = (read = vi.fn((_offset: number, length: number) => Promise.resolve(new ArrayBuffer(length)))) => {
  const states: PreviewState[] = []
  const { port, sent, say, end } = createPort()
  const onLeave = vi.fn()
  const session = startSession({
    port: port as unknown as MessagePort,
    file,
    read,
    onState: (state) => states.push(state),
    onLeave,
  })
  return { states, port, sent, say, end, session, read, onLeave, last: () => states.at(-1) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a preview', () => {
  it('is served the bytes that it asks for, four reads at a time', async () => {
    const waiting: ((bytes: ArrayBuffer) => void)[] = []
    const read = vi.fn(() => new Promise<ArrayBuffer>((resolve) => waiting.push(resolve)))
    const { say, sent } = start(read)
    for (let id = 0; id < 6; id += 1) say({ type: 'read', id, offset: id * 10, length: 10 })
    expect(read).toHaveBeenCalledTimes(4)
    waiting[0]?.(new ArrayBuffer(10))
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(5)
    expect(sent).toEqual([{ type: 'bytes', id: 0, bytes: new ArrayBuffer(10) }])
  })
  it('hears that a read was refused, and goes on', async () => {
    const { say, sent, last } = start(vi.fn(() => Promise.reject(new Error('410'))))
    say({ type: 'read', id: 7, offset: 0, length: 10 })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([{ type: 'refused', id: 7 }])
    expect(last()).toBeUndefined()
  })
  it('tells of its progress, that it shows, and why it does not', () => {
    const { say, states } = start()
    say({ type: 'progress', done: 99_999_999, total: 1 })
    say({ type: 'shown' })
    say({ type: 'failed', why: 'broken' })
    expect(states).toEqual([
      { kind: 'loading', done: 10_000, total: 10_000 },
      { kind: 'shown' },
      { kind: 'failed', why: 'broken' },
    ])
  })
  it('gives the keyboard back', () => {
    const { say, onLeave } = start()
    say({ type: 'leave' })
    expect(onLeave).toHaveBeenCalledOnce()
  })
})

describe('a preview is ended', () => {
  it('when it leaves four pings unanswered, and not while it answers', async () => {
    const { say, last, port, sent } = start()
    say({ type: 'shown' })
    for (let turn = 1; turn <= 20; turn += 1) {
      await vi.advanceTimersByTimeAsync(pingMs)
      say({ type: 'pong', id: turn })
    }
    expect(last()).toEqual({ kind: 'shown' })
    await vi.advanceTimersByTimeAsync(pingMs * pingsMissed)
    expect(last()).toEqual({ kind: 'shown' })
    await vi.advanceTimersByTimeAsync(pingMs)
    expect(last()).toEqual({ kind: 'trouble', why: 'silent' })
    expect(port.closed).toBe(true)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(10 * pingMs)
    expect(sent).toHaveLength(before)
  })
  it('when its process ends', () => {
    const { end, last } = start()
    end()
    expect(last()).toEqual({ kind: 'trouble', why: 'ended' })
  })
  it.each([
    [
      'a message that is not in the protocol',
      (say: (message: unknown) => void) => say({ type: 'read', id: 0, offset: 0, length: 1, url: 'x' }),
    ],
    [
      'a read beyond the file',
      (say: (message: unknown) => void) => say({ type: 'read', id: 0, offset: 9_999, length: 2 }),
    ],
    [
      'too many reads at once',
      (say: (message: unknown) => void) => {
        for (let id = 0; id < 300; id += 1) say({ type: 'read', id, offset: 0, length: 1 })
      },
    ],
    [
      'a flood of messages',
      (say: (message: unknown) => void) => {
        for (let id = 0; id < 5_000; id += 1) say({ type: 'pong', id })
      },
    ],
  ])('for %s', (_, misbehave) => {
    const { say, last, port } = start()
    misbehave(say)
    expect(last()).toEqual({ kind: 'trouble', why: 'misbehaved' })
    expect(port.closed).toBe(true)
  })
  it('and is heard no more', () => {
    const { end, say, states, read } = start()
    end()
    say({ type: 'shown' })
    expect(states).toHaveLength(1)
    expect(read).not.toHaveBeenCalled()
  })
})

test('a preview that reads nothing and shows nothing is called slow, and may still show', async () => {
  const { say, last } = start()
  for (let turn = 1; turn <= 8; turn += 1) {
    await vi.advanceTimersByTimeAsync(pingMs)
    say({ type: 'pong', id: turn })
  }
  expect(last()).toEqual({ kind: 'slow' })
  say({ type: 'shown' })
  expect(last()).toEqual({ kind: 'shown' })
})
