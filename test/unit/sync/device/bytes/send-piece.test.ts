import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../../../shared/schema/result.ts'
import type { Result } from '../../../../../shared/schema/result.ts'
import type { BytesLink, OfferAnswer, SentBytes } from '../../../../../main/sync/bytes-link.ts'
import type { Sessions } from '../../../../../main/sync/device/bytes/attempt.ts'
import { sendPiece } from '../../../../../main/sync/device/bytes/send-piece.ts'
import type { SendParts } from '../../../../../main/sync/device/bytes/send-piece.ts'
import type { LinkFault } from '../../../../../main/sync/link.ts'

const half = 524_288
const piece = {
  id: 1,
  caseId: 1,
  caseUid: 'c',
  sha256: 'ab'.repeat(32),
  size: 6 * half,
  entryId: 'cd'.repeat(32),
}

interface Sent {
  readonly offset: number
  readonly follows: boolean
  readonly signal: AbortSignal
  readonly answer: (answered: Result<number, LinkFault>) => void
}

const mismatch: LinkFault = { kind: 'refused', status: 409, code: 'offset_mismatch', message: 'elsewhere' }
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A hub whose answers the test gives, over a link with room for four parts. */
const sending = (states: readonly Partial<OfferAnswer>[]) => {
  const sent: Sent[] = []
  const offers: Partial<OfferAnswer>[] = [...states]
  const reached: number[] = []
  const link: BytesLink = {
    offer: () => {
      const state = offers.length > 1 ? offers.shift() : offers[0]
      return Promise.resolve(ok({ size: piece.size, offset: 0, received: false, ...state }))
    },
    send: (_token, _blob, { offset, follows }: SentBytes, signal) =>
      new Promise((resolve) => {
        sent.push({ offset, follows, signal, answer: resolve })
        signal.addEventListener('abort', () => resolve(fail({ kind: 'unreachable', message: 'left' })))
      }),
    read: () => Promise.reject(new Error('nothing is read')),
    lacking: () => Promise.reject(new Error('nothing is asked')),
    close: () => undefined,
  }
  const sessions: Sessions = { call: (job) => job('token') }
  const parts: SendParts = {
    link,
    sessions,
    source: {
      open: () =>
        Promise.resolve({
          length: piece.size,
          read: async function* () {
            await Promise.resolve()
          },
          close: () => Promise.resolve(),
        }),
    },
    pace: { chunkBytes: () => 65_536, pass: () => Promise.resolve() },
    stride: {
      room: () => ({ partBytes: half, parts: 4 }),
      began: () => undefined,
      ended: () => undefined,
      arrived: () => undefined,
      broke: () => undefined,
    },
    scheduler: { after: () => () => undefined },
    onBytes: () => undefined,
    onReached: (_piece, offset) => reached.push(offset),
    letGo: () => Promise.resolve(ok(undefined)),
  }
  const leaving = new AbortController()
  const done = sendPiece(parts, piece, leaving.signal)
  const openOffsets = (): readonly number[] => sent.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset)
  return { sent, done, reached, openOffsets, leave: () => leaving.abort() }
}

const ahead = 33_554_432

describe('Y-103: several parts of a piece are under way at once', () => {
  test('four are before the first answer, and each answer lets another one go', async () => {
    const { sent, done, reached, openOffsets } = sending([{ ahead }, { offset: piece.size, received: true }])
    await turn()
    expect(openOffsets()).toEqual([0, half, 2 * half, 3 * half])
    expect(sent.map(({ follows }) => follows)).toEqual([false, true, true, true])
    // A later one is answered first: nothing is decided by that.
    sent[1]?.answer(ok(2 * half))
    await turn()
    expect(sent.length).toBe(4)
    sent[0]?.answer(ok(half))
    await turn()
    expect(openOffsets()).toEqual([0, half, 2 * half, 3 * half, 4 * half, 5 * half])
    for (const [n, { answer }] of sent.entries()) answer(ok((n + 1) * half))
    expect(await done).toEqual({ reached: piece.size, end: ok(undefined) })
    expect(reached).toEqual([0, half, 2 * half, 3 * half, 4 * half, 5 * half, 6 * half, 6 * half])
  })

  test('a hub of an earlier release, which says nothing of it, gets one after another, and longer ones', async () => {
    const { sent, leave, done } = sending([{}])
    await turn()
    expect(sent.map(({ offset, follows }) => [offset, follows])).toEqual([[0, false]])
    sent[0]?.answer(ok(4 * half))
    await turn()
    expect(sent.map(({ offset, follows }) => [offset, follows])).toEqual([
      [0, false],
      [4 * half, false],
    ])
    leave()
    await done
  })

  test('no more is under way than the hub lets be', async () => {
    const { openOffsets, leave, done } = sending([{ ahead: half }])
    await turn()
    expect(openOffsets()).toEqual([0, half])
    leave()
    await done
  })

  test('where the connection breaks, those behind are given up, and what the hub has counts', async () => {
    const { sent, done } = sending([{ ahead }])
    await turn()
    sent[0]?.answer(ok(half))
    sent[2]?.answer(ok(3 * half))
    sent[1]?.answer(fail({ kind: 'cut', message: 'cut' }))
    expect(await done).toMatchObject({ reached: half, end: { ok: false, error: { kind: 'link' } } })
    expect(sent.slice(2).every(({ signal }) => signal.aborted)).toBe(true)
  })

  test('a full hub is told of as such, and nothing more is begun', async () => {
    const { sent, done } = sending([{ ahead }])
    await turn()
    sent[0]?.answer(fail({ kind: 'refused', status: 507, code: 'storage_full', message: 'full' }))
    expect(await done).toMatchObject({ end: { ok: false, error: { kind: 'link', hubFull: true } } })
    expect(sent.length).toBe(4)
  })

  test('whoever leaves leaves all of them', async () => {
    const { sent, done, leave } = sending([{ ahead }])
    await turn()
    leave()
    expect(await done).toMatchObject({ end: { ok: false, error: { kind: 'left' } } })
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  })

  test('a hub that stands elsewhere is asked, then gets one after another, and is not asked without end', async () => {
    const { sent, done, openOffsets } = sending([{ ahead }])
    await turn()
    sent[0]?.answer(ok(half))
    sent[1]?.answer(fail(mismatch))
    await turn()
    expect(openOffsets().at(-1), 'from where the hub says that it stands').toBe(0)
    expect(sent.slice(5).map(({ follows }) => follows)).toEqual([false])
    for (let times = 0; times < 3; times += 1) {
      sent.at(-1)?.answer(fail(mismatch))
      await turn()
    }
    expect(await done).toMatchObject({ reached: half, end: { ok: false, error: { kind: 'link' } } })
  })

  test('a hub that answers a part with an offset that is none of its bytes is asked, and those behind are given up', async () => {
    const { sent, done, leave } = sending([{ ahead }])
    await turn()
    sent[0]?.answer(ok(half - 1))
    await turn()
    expect(sent.slice(1, 4).every(({ signal }) => signal.aborted)).toBe(true)
    expect(sent[4]).toMatchObject({ offset: 0, follows: false })
    leave()
    await done
  })
})
