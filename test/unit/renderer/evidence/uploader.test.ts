import { describe, expect, it } from 'vitest'
import type { PlannedFile } from '../../../../renderer/features/evidence/model/drops.ts'
import type {
  OpenedUpload,
  SendEvents,
  SendOutcome,
  UploadParts,
} from '../../../../renderer/features/evidence/upload/parts.ts'
import { makeUploader, type Batch } from '../../../../renderer/features/evidence/upload/uploader.ts'

interface Sending {
  readonly name: string
  readonly events: SendEvents
  readonly end: (outcome: SendOutcome) => void
}

/** A service that a test plays by hand, and a clock that stands still unless it is moved. */
const stage = () => {
  const log: string[] = []
  const sending: Sending[] = []
  const refusals = new Map<string, SendOutcome>()
  const unreadable = new Set<string>()
  const remembered = new Set<string>()
  const clock = { now: 0, waits: [] as number[] }
  const parts: UploadParts = {
    open: (_, body) => {
      const refused = refusals.get(body.name)
      if (refused !== undefined) return Promise.reject(new Error('message' in refused ? refused.message : 'lost'))
      log.push(`open ${body.name}`)
      return Promise.resolve({
        acquisition: { id: body.name, bytes_done: 0 },
        upload_url: `/v1/uploads/${body.name}`,
        chunk_bytes: 8,
      } as unknown as OpenedUpload)
    },
    send: (file, _, events) =>
      new Promise((resolve) => {
        sending.push({ name: file.name, events, end: resolve })
        events.signal.addEventListener('abort', () => resolve({ kind: 'stopped' }))
      }),
    steer: (id, action) => {
      log.push(`${action} ${id}`)
      return Promise.resolve()
    },
    judge: (error) => ({ kind: 'refused', message: (error as Error).message }),
    isReadable: (file) => Promise.resolve(!unreadable.has(file.name)),
    memory: {
      remember: ({ acquisition }) => void remembered.add(acquisition.id),
      recall: () => null,
      forget: (id) => void remembered.delete(id),
    },
    now: () => clock.now,
    newId: () => 'batch',
    wait: (ms) => {
      clock.waits.push(ms)
      return Promise.resolve()
    },
    every: () => () => undefined,
  }
  const uploader = makeUploader(parts)
  const batch = (): Batch => {
    const [found] = uploader.store.getState().batches
    if (found === undefined) throw new Error('no batch')
    return found
  }
  return { uploader, batch, log, sending, refusals, unreadable, remembered, clock }
}

const file = (name: string, size = 10): PlannedFile<File> => ({
  file: new File([new Uint8Array(size)], name),
  name,
  size,
  path: null,
})
const given = (...files: PlannedFile<File>[]) => ({ caseId: 1, name: null, files, refused: [], facts: {} })
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
const done: SendOutcome = { kind: 'done' }

describe('sending files', () => {
  it('opens three at a time, and the next when one has ended', async () => {
    const { uploader, batch, sending } = stage()
    await uploader.start(given(...['a', 'b', 'c', 'd'].map((name) => file(name))))
    await settle()
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    sending[1]?.end(done)
    await settle()
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    for (const one of sending) one.end(done)
    await settle()
    expect(batch()).toMatchObject({ state: 'done', files_done: 4, bytes_done: 40, bytes_total: 40, problems: [] })
  })

  it('counts what the service has stored, also where it stands short of what was sent', async () => {
    const { uploader, batch, sending } = stage()
    await uploader.start(given(file('a', 100)))
    await settle()
    sending[0]?.events.onStored(40)
    expect(batch().bytes_done).toBe(40)
    sending[0]?.events.onStored(32)
    expect(batch().bytes_done).toBe(32)
  })

  it('keeps nothing when the first upload is refused, so that the dialog can show why', async () => {
    const { uploader, refusals } = stage()
    refusals.set('a', { kind: 'refused', message: 'The disk is full.' })
    await expect(uploader.start(given(file('a')))).rejects.toThrow('The disk is full.')
    expect(uploader.store.getState().batches).toEqual([])
  })

  it('says of a refused file why, takes its bytes off the whole, and goes on', async () => {
    const { uploader, batch, sending, log } = stage()
    await uploader.start(given(file('a'), file('b')))
    await settle()
    sending[0]?.end({ kind: 'refused', message: 'Other bytes than announced.' })
    sending[1]?.end(done)
    await settle()
    expect(batch()).toMatchObject({
      state: 'done',
      files_done: 1,
      bytes_done: 10,
      bytes_total: 10,
      problems: [{ path: 'a', message: 'Other bytes than announced.' }],
    })
    expect(log).toContain('cancel a')
  })

  it('forgets an upload that ended, however it did', async () => {
    const { uploader, sending, remembered } = stage()
    await uploader.start(given(file('a'), file('b')))
    await settle()
    expect([...remembered]).toEqual(['a', 'b'])
    sending[0]?.end(done)
    sending[1]?.end({ kind: 'refused', message: 'no' })
    await settle()
    expect([...remembered]).toEqual([])
  })
})

describe('a lost connection', () => {
  it('is waited out, longer each time, and forgotten as soon as bytes arrive', async () => {
    const { uploader, batch, sending, clock } = stage()
    await uploader.start(given(file('a')))
    for (let attempt = 0; attempt < 3; attempt++) {
      await settle()
      sending.at(-1)?.end({ kind: 'lost' })
    }
    await settle()
    expect(clock.waits).toEqual([0, 1_000, 3_000])
    expect(batch().waiting).toBe(true)
    sending.at(-1)?.events.onStored(5)
    expect(batch().waiting).toBe(false)
    sending.at(-1)?.end({ kind: 'lost' })
    await settle()
    expect(clock.waits.at(-1)).toBe(0)
  })

  it('is told from a file that is no longer what was chosen', async () => {
    const { uploader, batch, sending, unreadable, log } = stage()
    await uploader.start(given(file('a')))
    await settle()
    unreadable.add('a')
    sending[0]?.end({ kind: 'lost' })
    await settle()
    expect(batch()).toMatchObject({ state: 'done', problems: [{ path: 'a', reason: 'unreadable' }] })
    expect(log).toContain('cancel a')
  })

  it('of the session pauses everything until someone has signed in', async () => {
    const { uploader, batch, sending } = stage()
    await uploader.start(given(file('a'), file('b')))
    await settle()
    sending[0]?.end({ kind: 'signed-out', message: 'Your session has ended.' })
    await settle()
    expect(batch()).toMatchObject({ state: 'paused', stoppedBy: 'Your session has ended.' })
    await uploader.resume('batch')
    await settle()
    expect(
      sending
        .slice(2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b'])
  })
})

describe('steering', () => {
  it('pauses what is under way and goes on with it', async () => {
    const { uploader, batch, sending, log } = stage()
    await uploader.start(given(file('a'), file('b')))
    await settle()
    sending[0]?.events.onStored(4)
    await uploader.pause('batch')
    expect(batch()).toMatchObject({ state: 'paused', bytes_done: 4 })
    expect(log.filter((line) => line.startsWith('pause')).sort()).toEqual(['pause a', 'pause b'])
    await uploader.resume('batch')
    await settle()
    expect(sending).toHaveLength(4)
    for (const one of sending.slice(2)) one.end(done)
    await settle()
    expect(batch()).toMatchObject({ state: 'done', files_done: 2, bytes_done: 20 })
    expect(log.filter((line) => line.startsWith('open'))).toEqual(['open a', 'open b'])
  })

  it('counts only the time that it worked', async () => {
    const { uploader, batch, sending, clock } = stage()
    await uploader.start(given(file('a')))
    await settle()
    clock.now = 1_000
    await uploader.pause('batch')
    clock.now = 60_000
    await uploader.resume('batch')
    await settle()
    clock.now = 61_000
    sending.at(-1)?.end(done)
    await settle()
    expect(batch().active_ms).toBe(2_000)
  })

  it('cancels what was begun, and never begins the rest', async () => {
    const { uploader, batch, sending, log } = stage()
    await uploader.start(given(...['a', 'b', 'c', 'd', 'e'].map((name) => file(name))))
    await settle()
    sending[0]?.end(done)
    await settle()
    await uploader.cancel('batch')
    expect(batch()).toMatchObject({ state: 'cancelled', files_done: 1 })
    expect(log.filter((line) => line.startsWith('cancel')).sort()).toEqual(['cancel b', 'cancel c', 'cancel d'])
    expect(log).not.toContain('open e')
    uploader.forget('batch')
    expect(uploader.store.getState().batches).toEqual([])
  })

  it('goes on with an upload that the window had lost, from where it stood', async () => {
    const { uploader, batch, sending } = stage()
    const lost = file('a', 10)
    uploader.goOn(1, lost.file, {
      acquisition: { id: 'a', bytes_done: 8 },
      upload_url: '/v1/uploads/a',
      chunk_bytes: 8,
    } as unknown as OpenedUpload)
    await settle()
    expect(batch()).toMatchObject({ bytes_done: 8, acquisitions: ['a'] })
    sending[0]?.end(done)
    await settle()
    expect(batch()).toMatchObject({ state: 'done', bytes_done: 10, files_done: 1 })
  })
})
