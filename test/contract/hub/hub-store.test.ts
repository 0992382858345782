import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { refused } from '../storage/support.ts'
import { engines } from './engines.ts'
import { inFreshStores } from './each-test.ts'
import type { FreshStore } from './each-test.ts'
import type { TestStore } from './engines.ts'
import { carried, code, device, disclosure, entry, identity, take, touch } from './samples.ts'

describe.each(engines)('the store of a hub on $name', (engine) => {
  let at: TestStore
  let store: HubStore
  let another: FreshStore['another']
  inFreshStores(engine, (fresh) => {
    ;({ at, store, another } = fresh)
  })

  describe('a transaction', () => {
    test('is kept whole, also by a store that is opened anew', async () => {
      await store.exclusively(async (tx) => {
        await tx.found(identity)
        await tx.setCount({ dseq: 3, hlc: 'later' })
        await tx.saveDevice(device(1))
      })
      await store.close()
      const again = await another()
      expect(await again.reading((tx) => tx.identity())).toEqual(identity)
      expect(await again.reading((tx) => tx.count())).toEqual({ dseq: 3, hlc: 'later' })
      expect(await again.reading((tx) => tx.device('device-1'))).toEqual(device(1))
    })

    test('that throws undoes all that it did, and hands on what was thrown', async () => {
      const failing = store.exclusively(async (tx) => {
        await tx.saveDevice(device(1))
        await tx.appendEntries([entry('case-a', 0)])
        expect(await tx.entriesOf('case-a', 0, 10)).toHaveLength(1)
        throw new Error('the sequencer changed its mind')
      })
      await expect(failing).rejects.toThrow('the sequencer changed its mind')
      expect(await store.reading((tx) => tx.totals())).toMatchObject({ devices: 0, entries: 0 })
      expect(await store.reading((tx) => tx.entriesOf('case-a', 0, 10))).toEqual([])
    })

    test('in which a statement failed is undone, even where its job goes on', async () => {
      await store.exclusively((tx) => tx.saveDevice(device(1)))
      const going = store.exclusively(async (tx) => {
        await tx.saveDevice(device(2))
        await tx.saveDevice(device(3, { number: 1 })).catch(() => undefined)
        return 'as if nothing had been'
      })
      await expect(going).rejects.toThrow(/unique/i)
      expect((await store.reading((tx) => tx.devices())).map(({ number }) => number)).toEqual([1])
    })

    test('does not disturb those that wait behind it', async () => {
      const outcomes = await Promise.allSettled([
        store.exclusively((tx) => tx.saveDevice(device(1))),
        store.exclusively(async (tx) => {
          await tx.saveDevice(device(2))
          throw new Error('a fault')
        }),
        store.exclusively((tx) => tx.saveDevice(device(3))),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((await store.reading((tx) => tx.devices())).map(({ number }) => number)).toEqual([1, 3])
    })

    test('that is used after its end throws, and changes nothing', async () => {
      const kept = await store.exclusively((tx) => Promise.resolve(tx))
      await expect(kept.saveDevice(device(1))).rejects.toThrow(/has ended/)
      await expect(kept.devices()).rejects.toThrow(/has ended/)
      expect(await store.reading((tx) => tx.devices())).toEqual([])
    })

    test('whose job does not await a call keeps all of that call or nothing', async () => {
      const aside = {
        id: 'q-1',
        case: 'case-a',
        deviceId: 'device-1',
        code: 'device_fork',
        entry: carried([disclosure('notes', 'aside').encoded]),
        atMs: 5,
      }
      const hasty = store.exclusively((tx) => {
        tx.quarantine(aside).catch(() => undefined)
        return Promise.resolve()
      })
      const [outcome] = await Promise.allSettled([hasty])
      expect(await store.reading((tx) => tx.quarantined(10))).toEqual(outcome.status === 'fulfilled' ? [aside] : [])
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/await/)
    })

    test('takes nothing that its job left to come later', async () => {
      const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
      const late = await store.exclusively((tx) =>
        Promise.resolve({ call: later.then(() => tx.saveDevice(device(1))) }),
      )
      goOn()
      await expect(late.call).rejects.toThrow(/has ended/)
      expect(await store.reading((tx) => tx.devices())).toEqual([])
    })

    test('reads one moment, however long it takes and whoever writes meanwhile', async () => {
      const other = await another()
      await store.exclusively((tx) => touch(tx, 'workspace'))
      const seen = await store.reading(async (tx) => {
        const before = await tx.feed()
        await other.exclusively((writing) => touch(writing, 'workspace', 2))
        return [before, await tx.feed(), (await tx.chain('workspace'))?.size]
      })
      expect(seen).toEqual([{ newest: 1, floor: 0 }, { newest: 1, floor: 0 }, 1])
      expect((await store.reading((tx) => tx.feed())).newest).toBe(2)
    })

    test('more reads at once than there are connections are all answered', async () => {
      await store.exclusively((tx) => touch(tx, 'workspace'))
      const reads = Array.from({ length: 40 }, () => store.reading((tx) => tx.feed()))
      expect(new Set((await Promise.all(reads)).map(({ newest }) => newest))).toEqual(new Set([1]))
    })

    test('after the store was closed is refused as unavailable; what waited is done', async () => {
      const waiting = store.exclusively((tx) => tx.saveDevice(device(1)))
      await store.close()
      await waiting
      await expect(store.exclusively((tx) => tx.saveDevice(device(2)))).rejects.toMatchObject({
        name: 'HubStoreFault',
        refusal: { code: 'unavailable' },
      })
      await expect(store.reading((tx) => tx.devices())).rejects.toMatchObject({
        name: 'HubStoreFault',
        refusal: { code: 'unavailable' },
      })
      expect((await (await another()).reading((tx) => tx.devices())).map(({ number }) => number)).toEqual([1])
    })
  })

  describe('what the hub is', () => {
    test('is nothing at first, and is founded once', async () => {
      expect(await store.reading((tx) => tx.identity())).toBeNull()
      expect(await store.reading((tx) => tx.count())).toEqual({ dseq: 0, hlc: '' })
      await store.exclusively((tx) => tx.found(identity))
      await expect(store.exclusively((tx) => tx.found({ ...identity, name: 'Another' }))).rejects.toThrow()
      expect(await store.reading((tx) => tx.identity())).toEqual(identity)
    })

    test('another key is refused in words, and changes nothing', async () => {
      await store.exclusively((tx) => tx.found(identity))
      const wrong = await at.open(Buffer.alloc(32, 8))
      expect(refused(wrong)).toBe('unavailable')
      expect(await store.reading((tx) => tx.identity())).toEqual(identity)
    })
  })

  describe('the feed', () => {
    test('counts one by one, and goes back with a transaction that failed', async () => {
      expect(await store.reading((tx) => tx.feed())).toEqual({ newest: 0, floor: 0 })
      expect(await store.exclusively((tx) => tx.nextFeed())).toBe(1)
      const failing = store.exclusively(async (tx) => {
        await tx.nextFeed()
        throw new Error('a fault')
      })
      await expect(failing).rejects.toThrow('a fault')
      expect(await store.exclusively((tx) => tx.nextFeed())).toBe(2)
      await store.exclusively((tx) => tx.setFloor(2))
      expect(await store.reading((tx) => tx.feed())).toEqual({ newest: 2, floor: 2 })
    })
  })

  describe('Y-11: devices and codes', () => {
    test('a device is found by its id and by its key, and is changed as a whole', async () => {
      const changed = device(1, {
        name: 'Ana \0 \u{1f4bb}',
        kid: 'kid-new',
        state: 'revoked',
        lastContactMs: 7_000,
        dseq: 12,
        revokedFromDseq: 13,
        slots: [4, 5],
        leaseUntilMs: 9_000,
        pastSlots: [2, 3],
        joined: true,
      })
      await store.exclusively((tx) => tx.saveDevice(device(1)))
      await store.exclusively((tx) => tx.saveDevice(changed))
      expect(await store.reading((tx) => tx.device('device-1'))).toEqual(changed)
      expect(await store.reading((tx) => tx.deviceOfKey('kid-new'))).toEqual(changed)
      expect(await store.reading((tx) => tx.deviceOfKey('kid-1'))).toBeNull()
      expect(await store.reading((tx) => tx.device('no such device \0'))).toBeNull()
    })

    test('a number or a key that another device has is refused', async () => {
      await store.exclusively((tx) => tx.saveDevice(device(1)))
      await expect(store.exclusively((tx) => tx.saveDevice(device(2, { number: 1 })))).rejects.toThrow()
      await expect(store.exclusively((tx) => tx.saveDevice(device(2, { kid: 'kid-1' })))).rejects.toThrow()
    })

    test('numbers of devices begin at 1 and never come again', async () => {
      expect(await store.exclusively(async (tx) => [await tx.nextDeviceNumber(), await tx.nextDeviceNumber()])).toEqual(
        [1, 2],
      )
      expect(await store.exclusively((tx) => tx.nextDeviceNumber())).toBe(3)
    })

    test('a code is kept with who used it', async () => {
      const used = code('hash-1', { usedBy: 'device-1', cases: ['case-a', 'case-b'] })
      await store.exclusively((tx) => tx.saveCode(code('hash-1')))
      await store.exclusively((tx) => tx.saveCode(code('hash-2', { createdAtMs: 2_000 })))
      await store.exclusively((tx) => tx.saveCode(used))
      expect(await store.reading((tx) => tx.code('hash-1'))).toEqual(used)
      expect(await store.reading((tx) => tx.code('hash-3'))).toBeNull()
      expect((await store.reading((tx) => tx.codes())).map(({ hash }) => hash)).toEqual(['hash-1', 'hash-2'])
    })

    test('Y-16: a slot is free that no unended lease holds, whatever became of the device', async () => {
      await store.exclusively(async (tx) => {
        await tx.saveDevice(device(1, { slots: [0, 2], leaseUntilMs: 100 }))
        await tx.saveDevice(device(2, { slots: [1], leaseUntilMs: 200, state: 'removed' }))
      })
      expect(await store.exclusively((tx) => tx.freeSlots(99, 3))).toEqual([3, 4, 5])
      expect(await store.exclusively((tx) => tx.freeSlots(100, 3))).toEqual([0, 2, 3])
      expect(await store.exclusively((tx) => tx.freeSlots(200, 2))).toEqual([0, 1])
      expect(await store.exclusively((tx) => tx.freeSlots(99, 5_000))).toHaveLength(997)
    })
  })

  describe('entries', () => {
    test('come back as they came, in hub order, from any position', async () => {
      const entries = Array.from({ length: 5 }, (_, pos) =>
        entry('case-a', pos, {
          ...carried(pos === 2 ? [disclosure('notes', 'first').encoded, disclosure('title', 'second').encoded] : []),
          feed: pos,
        }),
      )
      await store.exclusively((tx) => tx.appendEntries(entries))
      expect(await store.reading((tx) => tx.entriesOf('case-a', 0, 100))).toEqual(entries)
      expect(await store.reading((tx) => tx.entriesOf('case-a', 1, 2))).toEqual(entries.slice(1, 3))
      expect(await store.reading((tx) => tx.entriesOf('case-a', 5, 2))).toEqual([])
      expect(await store.reading((tx) => tx.entriesOf('case-b', 0, 2))).toEqual([])
      expect(await store.reading((tx) => tx.entry(entries[2]?.id ?? ''))).toEqual(entries[2])
      expect(await store.reading((tx) => tx.entry('00'.repeat(32)))).toBeNull()
      expect((await store.reading((tx) => tx.totals())).entries).toBe(5)
    })

    test('are found by what their device counted', async () => {
      const a = [entry('case-a', 0, { seq: 1, dseq: 1 }), entry('case-a', 1, { seq: 2, dseq: 3 })]
      const b = entry('case-b', 0, { seq: 1, dseq: 2 })
      await store.exclusively((tx) => tx.appendEntries([...a, b]))
      expect(await store.reading((tx) => tx.entryAt({ deviceId: 'device-1', dseq: 2 }))).toEqual(b)
      expect(await store.reading((tx) => tx.entryAt({ deviceId: 'device-1', case: 'case-a', seq: 2 }))).toEqual(a[1])
      expect(await store.reading((tx) => tx.entryAt({ deviceId: 'device-1', case: 'case-b', seq: 2 }))).toBeNull()
      expect(await store.reading((tx) => tx.entryAt({ deviceId: 'device-2', dseq: 1 }))).toBeNull()
      expect(await store.reading((tx) => tx.lastOf('case-a', 'device-1'))).toEqual({ seq: 2, id: a[1]?.id })
      expect(await store.reading((tx) => tx.lastOf('case-a', 'device-2'))).toBeNull()
    })

    test('Y-22: an id, a place of a device over all, or in a case, is taken once; who takes it again is undone whole', async () => {
      const first = entry('case-a', 0)
      await store.exclusively((tx) => tx.appendEntries([first]))
      const doubles = {
        'the same id': entry('case-b', 0, { id: first.id, deviceId: 'device-2' }),
        'the same dseq': entry('case-b', 0, { dseq: first.dseq }),
        'the same seq in the case': entry('case-a', 1, { seq: first.seq, dseq: 9 }),
        'the same position': entry('case-a', 0, { deviceId: 'device-2' }),
      }
      for (const [what, double] of Object.entries(doubles)) {
        const before = entry('case-c', 0, { deviceId: 'device-3' })
        const failing = store.exclusively(async (tx) => {
          await tx.saveDevice(device(3))
          await tx.appendEntries([before, double])
        })
        await expect(failing, what).rejects.toThrow()
        expect(await store.reading((tx) => tx.entry(before.id)), what).toBeNull()
        expect(await store.reading((tx) => tx.devices()), what).toEqual([])
      }
      expect((await store.reading((tx) => tx.totals())).entries).toBe(1)
    })

    test('a position that leaves a gap is refused', async () => {
      await expect(store.exclusively((tx) => tx.appendEntries([entry('case-a', 1)]))).rejects.toThrow(/does not follow/)
      await expect(
        store.exclusively((tx) => tx.appendEntries([entry('case-a', 0), entry('case-a', 2)])),
      ).rejects.toThrow(/does not follow/)
    })

    test('two thousand entries with disclosures are one transaction', async () => {
      const entries = Array.from({ length: 2_000 }, (_, pos) =>
        entry('case-a', pos, carried([disclosure('notes', `note ${pos}`).encoded])),
      )
      await store.exclusively((tx) => tx.appendEntries(entries))
      expect(await store.reading((tx) => tx.entriesOf('case-a', 0, 2_000))).toEqual(entries)
    })
  })

  describe('positions and feed numbers under concurrency', () => {
    test('Y-20: writers on several connections leave no gap and no double, and no reader sees a feed number before the one below it', async () => {
      const writers = [store, await another(), await another()]
      const reader = await another()
      const each = 12
      const taken: { pos: number; feed: number }[] = []
      let writing = true

      const write = async (writer: HubStore, number: number): Promise<void> => {
        for (let n = 0; n < each; n++)
          taken.push(await writer.exclusively((tx) => take(tx, 'case-a', `device-${number}`)))
      }
      const read = async (): Promise<void> => {
        while (writing) {
          const [feed, seen] = await reader.reading(
            async (tx) => [await tx.feed(), await tx.entriesOf('case-a', 0, 1_000)] as const,
          )
          expect(seen.map((one) => one.pos)).toEqual(seen.map((_, index) => index))
          // Every number up to the newest one is there: none is committed after a higher one.
          expect(seen.map((one) => one.feed)).toEqual(Array.from({ length: feed.newest }, (_, index) => index + 1))
        }
      }
      const reading = read()
      await Promise.all(writers.map(write)).finally(() => {
        writing = false
      })
      await reading
      const all = Array.from({ length: each * writers.length }, (_, index) => index)
      expect(taken.map(({ pos }) => pos).sort((a, b) => a - b)).toEqual(all)
      expect(taken.map(({ feed }) => feed).sort((a, b) => a - b)).toEqual(all.map((n) => n + 1))
    })
  })

  describe('Y-24, Y-25: grants and what is new', () => {
    const ana = { deviceId: 'device-1', userUid: 'user-1' }
    const user = { kind: 'user', id: 'user-1' } as const
    const laptop = { kind: 'device', id: 'device-1' } as const

    test('the chain of the workspace is everyone’s, a case is whose user or device it was granted to', async () => {
      await store.exclusively(async (tx) => {
        await touch(tx, 'workspace', 4)
        await touch(tx, 'case-a', 2)
        await tx.saveGrant({ case: 'case-a', subject: user, feed: 1, endedFeed: null })
        await tx.saveGrant({ case: 'case-b', subject: laptop, feed: 1, endedFeed: null })
        await tx.saveGrant({ case: 'case-c', subject: { kind: 'user', id: 'device-1' }, feed: 1, endedFeed: null })
        await tx.saveGrant({ case: 'case-d', subject: user, feed: 1, endedFeed: 2 })
      })
      const held = await store.reading(
        async (tx) =>
          await Promise.all(
            ['workspace', 'case-a', 'case-b', 'case-c', 'case-d', 'case-e'].map((name) => tx.isGranted(ana, name)),
          ),
      )
      expect(held).toEqual([true, true, true, false, false, false])
      expect(await store.reading((tx) => tx.granted(ana))).toEqual([
        { case: 'case-a', size: 2 },
        { case: 'case-b', size: 0 },
        { case: 'workspace', size: 4 },
      ])
      expect(await store.reading((tx) => tx.granted({ deviceId: 'device-9', userUid: 'user-9' }))).toEqual([
        { case: 'workspace', size: 4 },
      ])
      expect(await store.reading((tx) => tx.grants('case-d'))).toEqual([
        { case: 'case-d', subject: user, feed: 1, endedFeed: 2 },
      ])
    })

    test('two grants of one case are one: it is held until the last of them ends', async () => {
      await store.exclusively(async (tx) => {
        await tx.saveGrant({ case: 'case-a', subject: user, feed: 1, endedFeed: 5 })
        await tx.saveGrant({ case: 'case-a', subject: laptop, feed: 2, endedFeed: null })
      })
      expect(await store.reading((tx) => tx.isGranted(ana, 'case-a'))).toBe(true)
      expect(await store.reading((tx) => tx.granted(ana))).toContainEqual({ case: 'case-a', size: 0 })
    })

    test('a case that grew, that was granted, whose grant ended: each stands once, at its newest change, in the order of the feed', async () => {
      await store.exclusively((tx) => touch(tx, 'workspace')) // 1
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-a', subject: user, feed: await touch(tx, 'case-a'), endedFeed: null }),
      ) // 2
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-b', subject: user, feed: await touch(tx, 'case-b'), endedFeed: null }),
      ) // 3
      await store.exclusively((tx) => touch(tx, 'case-c')) // 4, granted to nobody
      await store.exclusively((tx) => touch(tx, 'case-a', 7)) // 5
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-b', subject: user, feed: 3, endedFeed: await tx.nextFeed() }),
      ) // 6
      await store.exclusively((tx) => touch(tx, 'case-b', 9)) // 7, no longer ours to see
      const since = (feed: number) => store.reading((tx) => tx.changedSince(ana, feed, 100))
      expect(await since(0)).toEqual([
        { case: 'workspace', kind: 'grown', feed: 1, size: 1 },
        { case: 'case-a', kind: 'granted', feed: 5, size: 7 },
        { case: 'case-b', kind: 'ended', feed: 6, size: 0 },
      ])
      expect(await since(2)).toEqual([
        { case: 'case-a', kind: 'grown', feed: 5, size: 7 },
        { case: 'case-b', kind: 'ended', feed: 6, size: 0 },
      ])
      expect(await since(6)).toEqual([])
      expect(await since(7)).toEqual([])
      // Granted again, it comes as granted, with all that it is now.
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-b', subject: user, feed: await tx.nextFeed(), endedFeed: null }),
      ) // 8
      expect(await since(6)).toEqual([{ case: 'case-b', kind: 'granted', feed: 8, size: 9 }])
    })

    test('the end of one of two grants is no change', async () => {
      await store.exclusively(async (tx) => {
        const feed = await touch(tx, 'case-a')
        await tx.saveGrant({ case: 'case-a', subject: user, feed, endedFeed: null })
        await tx.saveGrant({ case: 'case-a', subject: laptop, feed, endedFeed: null })
      })
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-a', subject: user, feed: 1, endedFeed: await tx.nextFeed() }),
      )
      expect(await store.reading((tx) => tx.changedSince(ana, 1, 100))).toEqual([])
    })

    test('Y-73: a copy that a device gave back ends there alone, whatever the case does since, until it is taken again', async () => {
      const desk = { deviceId: 'device-2', userUid: 'user-1' }
      const since = (device: typeof desk, feed: number) => store.reading((tx) => tx.changedSince(device, feed, 100))
      const held = (device: typeof desk) =>
        store.reading(async (tx) => ({
          granted: await tx.isGranted(device, 'case-a'),
          listed: (await tx.granted(device)).map((one) => one.case),
          givenBack: await tx.givenBack(device),
        }))
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-a', subject: user, feed: await touch(tx, 'case-a', 3), endedFeed: null }),
      ) // 1
      expect(await store.reading((tx) => tx.release('device-1', 'case-a'))).toBeNull()
      await store.exclusively(async (tx) =>
        tx.saveRelease({ deviceId: 'device-1', case: 'case-a', feed: await tx.nextFeed(), takenFeed: null }),
      ) // 2
      expect(await since(ana, 1)).toEqual([{ case: 'case-a', kind: 'ended', feed: 2, size: 0 }])
      expect(await since(desk, 1)).toEqual([])
      expect(await held(ana)).toEqual({
        granted: false,
        listed: ['workspace'],
        givenBack: [{ case: 'case-a', size: 3 }],
      })
      expect(await held(desk)).toEqual({ granted: true, listed: ['case-a', 'workspace'], givenBack: [] })
      await store.exclusively((tx) => touch(tx, 'case-a', 5)) // 3
      expect(await since(ana, 2)).toEqual([])
      expect(await since(desk, 2)).toEqual([{ case: 'case-a', kind: 'grown', feed: 3, size: 5 }])
      await store.exclusively(async (tx) =>
        tx.saveRelease({ deviceId: 'device-1', case: 'case-a', feed: 2, takenFeed: await tx.nextFeed() }),
      ) // 4
      expect(await since(ana, 3)).toEqual([{ case: 'case-a', kind: 'granted', feed: 4, size: 5 }])
      expect(await held(ana)).toEqual({ granted: true, listed: ['case-a', 'workspace'], givenBack: [] })
      expect(await store.reading((tx) => tx.release('device-1', 'case-a'))).toEqual({
        deviceId: 'device-1',
        case: 'case-a',
        feed: 2,
        takenFeed: 4,
      })
      // Given back once more, then granted anew: what is granted later than it was given back counts.
      await store.exclusively(async (tx) =>
        tx.saveRelease({ deviceId: 'device-1', case: 'case-a', feed: await tx.nextFeed(), takenFeed: null }),
      ) // 5
      await store.exclusively(async (tx) =>
        tx.saveGrant({ case: 'case-a', subject: laptop, feed: await tx.nextFeed(), endedFeed: null }),
      ) // 6
      expect(await since(ana, 5)).toEqual([{ case: 'case-a', kind: 'granted', feed: 6, size: 5 }])
      expect(await held(ana)).toMatchObject({ granted: true, givenBack: [] })
    })

    test('Y-73: what is not granted any more cannot be taken again', async () => {
      await store.exclusively(async (tx) => {
        await tx.saveGrant({ case: 'case-a', subject: user, feed: 1, endedFeed: null })
        await tx.saveRelease({ deviceId: 'device-1', case: 'case-a', feed: 2, takenFeed: 3 })
        await tx.saveGrant({ case: 'case-a', subject: user, feed: 1, endedFeed: 4 })
      })
      expect(await store.reading(async (tx) => [await tx.isGranted(ana, 'case-a'), await tx.givenBack(ana)])).toEqual([
        false,
        [],
      ])
    })

    test('whoever goes on from the last number of a page meets every change, for one number is never cut in two', async () => {
      await store.exclusively(async (tx) => {
        for (let n = 0; n < 10; n++) await tx.saveGrant({ case: `case-${n}`, subject: user, feed: 0, endedFeed: null })
      })
      for (const group of [
        ['case-0'],
        ['case-1', 'case-2', 'case-3', 'case-4'],
        ['case-5', 'case-6'],
        ['case-7', 'case-8', 'case-9'],
      ]) {
        await store.exclusively(async (tx) => {
          const feed = await tx.nextFeed()
          for (const name of group)
            await tx.saveChain({ case: name, size: 1, frontier: Buffer.alloc(0), head: '{}', feed, checkpointSize: 0 })
        })
      }
      const met: string[] = []
      let since = 0
      for (;;) {
        const page = await store.reading((tx) => tx.changedSince(ana, since, 2))
        const last = page.at(-1)
        if (last === undefined) break
        met.push(...page.map((change) => change.case))
        since = last.feed
      }
      expect(met).toEqual(Array.from({ length: 10 }, (_, n) => `case-${n}`))
    })
  })

  describe('chains, receipts, checkpoints', () => {
    const receipt = (payload: string) => ({
      payload,
      payloadType: 'application/vnd.fieldseal.receipt.v1+json' as const,
      signatures: [{ keyid: 'k', sig: 's' }],
    })

    test('a head is kept and replaced; several are read at once', async () => {
      const head = {
        case: 'case-a',
        size: 2,
        frontier: randomBytes(40),
        head: '{"status":"open"}',
        feed: 1,
        checkpointSize: 1,
      }
      await store.exclusively((tx) => tx.saveChain({ ...head, size: 1 }))
      await store.exclusively((tx) => tx.saveChain(head))
      await store.exclusively((tx) => tx.saveChain({ ...head, case: 'case-b' }))
      expect(await store.reading((tx) => tx.chain('case-a'))).toEqual(head)
      expect(await store.reading((tx) => tx.chain('case-c'))).toBeNull()
      expect(await store.reading((tx) => tx.chains(['case-b', 'case-c', 'case-a']))).toEqual([
        head,
        { ...head, case: 'case-b' },
      ])
      expect(await store.reading((tx) => tx.chains([]))).toEqual([])
      expect((await store.reading((tx) => tx.totals())).cases).toBe(2)
    })

    test('Y-23: receipts of a case come from a size on', async () => {
      await store.exclusively(async (tx) => {
        for (const size of [2, 5, 9]) await tx.addReceipt('case-a', size - 1, size, receipt(`up to ${size}`))
        await tx.addReceipt('case-b', 0, 7, receipt('another case'))
      })
      expect(await store.reading((tx) => tx.receiptsOf('case-a', 2))).toEqual([
        { first: 4, size: 5, receipt: receipt('up to 5') },
        { first: 8, size: 9, receipt: receipt('up to 9') },
      ])
    })

    test('Y-50: the newest checkpoint of a chain is kept, and no other; it is never gone back behind', async () => {
      const checkpoint = (size: number) => ({
        case: 'case-a',
        size,
        root: randomBytes(32),
        note: `note ${size}`,
        feed: size,
        atMs: 10,
      })
      const [small, large] = [checkpoint(2), checkpoint(5)]
      await store.exclusively(async (tx) => {
        await tx.saveCheckpoint(small)
        await tx.saveCheckpoint(large)
      })
      expect(await store.reading((tx) => tx.checkpoint('case-a'))).toEqual(large)
      for (const one of [small, large])
        await expect(store.exclusively((tx) => tx.saveCheckpoint({ ...one, root: randomBytes(32) }))).rejects.toThrow()
      expect(await store.reading((tx) => tx.checkpoint('case-b'))).toBeNull()
    })
  })

  describe('Y-21: quarantine', () => {
    test('keeps an entry with its disclosures, once, the newest first', async () => {
      const aside = {
        id: 'q-1',
        case: 'case-a',
        deviceId: 'device \0 1',
        code: 'device_fork',
        entry: { ...carried([disclosure('notes', 'aside').encoded]), kid: 'kid \0' },
        atMs: 5,
      }
      await store.exclusively((tx) => tx.quarantine(aside))
      await store.exclusively((tx) => tx.quarantine({ ...aside, code: 'another' }))
      await store.exclusively((tx) => tx.quarantine({ ...aside, id: 'q-2', atMs: 6, entry: carried() }))
      const found = await store.reading((tx) => tx.quarantined(10))
      expect(found.map(({ id }) => id)).toEqual(['q-2', 'q-1'])
      expect(found[1]).toEqual(aside)
      expect(await store.reading((tx) => tx.quarantined(1))).toHaveLength(1)
      expect((await store.reading((tx) => tx.totals())).quarantined).toBe(2)
    })
  })

  describe('Y-70: files that were carried', () => {
    test('the last one of each device is kept', async () => {
      const first = { deviceId: 'device-1', fileId: 'f1', request: '{"since":1}', refused: '{}', lacks: '[]', atMs: 1 }
      await store.exclusively(async (tx) => {
        await tx.saveCarried(first)
        await tx.saveCarried({ ...first, deviceId: 'device-2' })
        await tx.saveCarried({ ...first, fileId: 'f2', request: '{"since":2}', lacks: '[{}]', atMs: 2 })
      })
      expect(
        await store.reading(async (tx) => [
          await tx.carried('device-1'),
          await tx.carried('device-2'),
          await tx.carried('device-3'),
        ]),
      ).toEqual([
        { ...first, fileId: 'f2', request: '{"since":2}', lacks: '[{}]', atMs: 2 },
        { ...first, deviceId: 'device-2' },
        null,
      ])
    })
  })

  describe('bytes of evidence', () => {
    test('are known by case and hash, with the key that they lie under now', async () => {
      const blob = {
        case: 'case-a',
        sha256: 'ab'.repeat(32),
        size: 3_000_000_000,
        wrappedKey: randomBytes(60),
        receivedAtMs: 5,
      }
      const again = { ...blob, wrappedKey: randomBytes(60) }
      await store.exclusively((tx) => tx.saveBlob(blob))
      await store.exclusively((tx) => tx.saveBlob(again))
      await store.exclusively((tx) => tx.saveBlob({ ...blob, case: 'case-b', size: 1 }))
      expect(await store.reading((tx) => tx.blob('case-a', blob.sha256))).toEqual(again)
      expect(await store.reading((tx) => tx.blob('case-c', blob.sha256))).toBeNull()
      expect(await store.reading((tx) => tx.totals())).toMatchObject({ blobs: 2, blobBytes: 3_000_000_001 })
      await store.exclusively((tx) => tx.saveBlob({ ...blob, sha256: 'cd'.repeat(32), size: 2 }))
      const walked: string[] = []
      for (let after: { readonly case: string; readonly sha256: string } | null = null; ;) {
        const [next]: readonly { readonly case: string; readonly sha256: string }[] = await store.reading((tx) =>
          tx.blobsAfter(after, 1),
        )
        if (next === undefined) break
        walked.push(`${next.case} ${next.sha256.slice(0, 2)}`)
        after = next
      }
      expect(walked).toEqual(['case-a ab', 'case-a cd', 'case-b ab'])
    })

    test('Y-120: that are erased lose their key, of that case alone, and are due until their file is gone', async () => {
      const blob = { case: 'case-a', sha256: 'ab'.repeat(32), size: 7, wrappedKey: randomBytes(60), receivedAtMs: 5 }
      const due = () => store.reading((tx) => tx.erasedBlobs())
      await store.exclusively((tx) => tx.saveBlob(blob))
      await store.exclusively((tx) => tx.saveBlob({ ...blob, case: 'case-b' }))
      for (let time = 0; time < 2; time += 1) await store.exclusively((tx) => tx.eraseBlob('case-a', blob.sha256))
      expect(await store.reading((tx) => tx.blob('case-a', blob.sha256))).toBeNull()
      expect(await store.reading((tx) => tx.blob('case-b', blob.sha256))).not.toBeNull()
      expect(await due()).toEqual([{ case: 'case-a', sha256: blob.sha256 }])
      await store.exclusively((tx) => tx.forgetErasedBlob('case-a', blob.sha256))
      expect(await due()).toEqual([])
      await store.exclusively((tx) => tx.eraseBlob('case-a', blob.sha256))
      await store.exclusively((tx) => tx.saveBlob(blob))
      expect(await due(), 'another piece has brought them').toEqual([])
    })
  })

  describe('listeners', () => {
    test('hear of what this process and another one write, and nothing after they ended', async () => {
      const other = await another()
      let heard = 0
      const next = () =>
        new Promise<void>((resolve) => {
          const end = store.onChange(() => {
            heard += 1
            end()
            resolve()
          })
        })
      const own = next()
      await store.exclusively((tx) => touch(tx, 'workspace'))
      await own
      const others = next()
      await other.exclusively((tx) => touch(tx, 'workspace', 2))
      await others
      expect(heard).toBe(2)
      await store.exclusively((tx) => touch(tx, 'workspace', 3))
      expect(heard).toBe(2)
    })
  })
})
