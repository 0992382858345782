import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../shared/api/errors.ts'
import type { PushAnswer } from '../../../../shared/protocol/sync.ts'
import { ok } from '../../../../shared/schema/result.ts'
import { createExchange } from '../../../../main/sync/device/exchange.ts'
import { ReplicaRefused } from '../../../../main/sync/device/replica.ts'
import type { DeviceReplica } from '../../../../main/sync/device/replica.ts'
import type { CarriedRun } from '../../../../main/sync/entry.ts'
import { decodePush, encodePushAnswer } from '../../../../main/sync/wire.ts'

const cases = ['01a21bc7-50d1-7e6e-9f61-7b38c674f870', '01a21bc7-50d1-7e6e-9f61-7b38c674f871'] as const
const deviceId = '01a21bc7-50d1-7e6e-9f61-7b38c674f87d'

/** Entries that wait: which case each is in. */
const waitingIn = (places: readonly (0 | 1)[]): readonly CarriedRun[] =>
  places.map((at, n) => ({
    case: cases[at],
    deviceId,
    kid: 'k'.repeat(43),
    entries: [
      {
        id: String(n).padStart(64, '0'),
        payload: Buffer.from(String(n)),
        kid: 'k'.repeat(43),
        sig: new Uint8Array(64),
        disclosures: [],
      },
    ],
  }))

/** The hub knows an entry by its bytes. */
const numberOf = ({ payload }: CarriedRun['entries'][number]): number => Number(Buffer.from(payload).toString('utf8'))
const idsOf = (runs: readonly CarriedRun[]): number[] => runs.flatMap(({ entries }) => entries.map(numberOf))

/** A device of which the disk is full, and a hub that takes what it is sent but for the entries that it refuses. */
const world = (runs: readonly CarriedRun[], refuses: readonly number[] = []) => {
  let isFull = true
  const sent: number[][] = []
  const write = (): Promise<void> =>
    isFull ? Promise.reject(new ReplicaRefused(refusal('storage_full', 'The disk is full.'))) : Promise.resolve()
  const replica = {
    pending: ({ entries, skip = 0 }: { entries: number; skip?: number }) =>
      Promise.resolve(runs.slice(skip, skip + entries)),
    withFormerPlaces: (given: readonly CarriedRun[]) => Promise.resolve(given),
    standing: () => Promise.resolve(null),
    contacted: write,
    keepRefusal: write,
  } as unknown as DeviceReplica
  const answerTo = (given: readonly CarriedRun[]): PushAnswer => ({
    forked: false,
    runs: given.map((run) => {
      const id = Math.max(...run.entries.map(numberOf))
      const isRefused = refuses.includes(id)
      return {
        case: run.case,
        positions: isRefused ? [] : [10 + id],
        ...(isRefused
          ? { refused: { at: 0, code: 'not_permitted' as const, message: 'No.', quarantined: false } }
          : {}),
      }
    }),
  })
  const exchange = createExchange({
    replica,
    link: {
      call: ({ body }) => {
        const read = decodePush(body)
        if (!read.ok) throw new Error(read.error.message)
        const got = read.value.runs
        sent.push(idsOf(got))
        return Promise.resolve(ok(encodePushAnswer(answerTo(got))))
      },
    },
    device: { deviceId, sign: () => new Uint8Array(64) },
    nowMs: () => 0,
  })
  const push = () => exchange.push('token', 2, new AbortController().signal)
  return { push, sent, room: () => (isFull = false) }
}

describe('Y-96: a device whose disk is full', () => {
  test('sends everything that waits, one message after another', async () => {
    const { push, sent } = world(waitingIn([0, 1, 0, 1, 0]))
    expect(await push()).toMatchObject({ ok: true, value: { sent: 2, placed: 2, waiting: 1 } })
    expect(await push()).toMatchObject({ ok: true, value: { sent: 2, placed: 2, waiting: 1 } })
    expect(await push()).toMatchObject({ ok: true, value: { sent: 1, placed: 1, waiting: 0 } })
    expect(sent).toEqual([[0, 1], [2, 3], [4]])
    expect(await push()).toMatchObject({ ok: true, value: { sent: 0, waiting: 0 } })
    expect(sent).toHaveLength(3)
  })

  test('sends nothing that follows on what the hub refused, which would look as if the hub had lost it', async () => {
    const { push, sent } = world(waitingIn([0, 1, 1, 0, 0, 1]), [0])
    for (const _ of [1, 2, 3]) await push()
    expect(sent).toEqual([
      [0, 1],
      [2, 5],
    ])
  })

  test('begins with the first again once there is room: the hub answers as it did', async () => {
    const { push, sent, room } = world(waitingIn([0, 1, 0, 1]))
    await push()
    room()
    await push()
    await push()
    expect(sent).toEqual([
      [0, 1],
      [2, 3],
      [0, 1],
    ])
  })
})
