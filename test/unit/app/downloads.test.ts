import { describe, expect, it } from 'vitest'
import { makeDownloads, type DownloadItem } from '../../../main/app/downloads.ts'
import type { HeardAnswer } from '../../../main/app/heardAnswers.ts'
import { isOwnDownload } from '../../../main/app/page.ts'

type Given = {
  readonly answer?: HeardAnswer | null
  /** The hash of the file on the disk; null where it cannot be read. */
  readonly onDisk?: string | null
  readonly free?: number | null
  readonly removes?: boolean
  /** When the file at the place was last written. */
  readonly writtenAtMs?: number
  readonly agrees?: boolean
}

const said = (sha256: string | null, change: Partial<HeardAnswer> = {}): HeardAnswer => ({
  status: 200,
  sha256,
  brokeOff: false,
  ...change,
})

/** When downloads begin here, in Unix seconds. */
const begunAt = 1_790_000_000

/** Downloads whose disk, service and person the test plays. */
const bench = ({
  answer = null,
  onDisk = null,
  free = 1e12,
  removes = true,
  writtenAtMs = begunAt * 1_000,
  agrees = false,
}: Given = {}) => {
  const seen = {
    removed: [] as string[],
    shown: [] as string[],
    asked: [] as (readonly string[])[],
    states: [] as string[],
  }
  const downloads = makeDownloads({
    answerAt: () => answer,
    sha256Of: () => (onDisk === null ? Promise.reject(new Error('EIO')) : Promise.resolve(onDisk)),
    freeBytes: () => Promise.resolve(free),
    isWrittenSince: (_file, ms) => Promise.resolve(writtenAtMs >= ms),
    remove: (file) => (removes ? Promise.resolve(void seen.removed.push(file)) : Promise.reject(new Error('EACCES'))),
    show: (file) => void seen.shown.push(file),
    ask: (names) => {
      seen.asked.push(names)
      return Promise.resolve(agrees)
    },
    onChange: (all) => void seen.states.push(all.map(({ state }) => state.kind).join()),
    log: () => undefined,
  })
  return { downloads, seen }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A download under the test's hands. */
const begin = ({ downloads }: ReturnType<typeof bench>, { total = 200, name = 'a.bin' } = {}) => {
  let updated: (event: unknown, state: 'progressing' | 'interrupted') => void = () => undefined
  let done: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void = () => undefined
  const facts = { received: 0, path: '', cancelled: 0 }
  const item: DownloadItem = {
    getURL: () => 'app://fieldseal/api/v1/evidence/content/t',
    getFilename: () => name,
    getReceivedBytes: () => facts.received,
    getTotalBytes: () => total,
    getSavePath: () => facts.path,
    getStartTime: () => begunAt,
    cancel: () => {
      facts.cancelled += 1
      done(null, 'cancelled')
    },
    on: (_event, listener) => (updated = listener),
    once: (_event, listener) => (done = listener),
  }
  downloads.take(item)
  return {
    facts,
    moves: (received: number, path = '/out/b.bin', state: 'progressing' | 'interrupted' = 'progressing') => {
      Object.assign(facts, { received, path })
      updated(null, state)
    },
    ends: async (how: 'completed' | 'cancelled' | 'interrupted'): Promise<void> => {
      done(null, how)
      await settled()
    },
  }
}

describe('a download', () => {
  it('is told from its beginning: the name that is proposed, then the place, the bytes and the whole', () => {
    const own = bench()
    const one = begin(own)
    expect(own.downloads.list()).toEqual([
      { id: 1, name: 'a.bin', received: 0, total: 200, path: null, state: { kind: 'running' } },
    ])
    one.moves(50)
    expect(own.downloads.list()).toEqual([
      { id: 1, name: 'b.bin', received: 50, total: 200, path: '/out/b.bin', state: { kind: 'running' } },
    ])
  })

  it('whose length nobody knows has none', () => {
    const own = bench()
    begin(own, { total: 0 })
    expect(own.downloads.list()[0]?.total).toBeNull()
  })

  it('that is whole is compared with the hash that was stated, and only then saved', async () => {
    const own = bench({ answer: said('aa'), onDisk: 'aa' })
    const one = begin(own)
    one.moves(200)
    await one.ends('completed')
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'saved', checked: true })
    expect(own.seen.states).toEqual(['running', 'running', 'checking', 'saved'])
  })

  it('of which no hash is stated is saved, and not called checked', async () => {
    const own = bench({ answer: said(null) })
    const one = begin(own)
    one.moves(200)
    await one.ends('completed')
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'saved', checked: false })
  })

  it.each([
    ['is removed', true, 'differs', ['/out/b.bin']],
    ['that cannot be removed is said to be no true copy', false, 'differs_left', []],
  ] as const)('whose file has another hash %s', async (_, removes, fault, removed) => {
    const own = bench({ answer: said('aa'), onDisk: 'bb', removes })
    const one = begin(own)
    one.moves(200)
    await one.ends('completed')
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'failed', fault })
    expect(own.seen.removed).toEqual(removed)
  })

  it('that cannot be read again is not called saved', async () => {
    const own = bench({ answer: said('aa') })
    const one = begin(own)
    one.moves(200)
    await one.ends('completed')
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'failed', fault: 'not_read_again' })
  })

  it.each([
    ['the service went away', said('aa', { brokeOff: true }), 1e12, 'service_ended'],
    ['there was no service', said(null, { status: 503 }), 1e12, 'service_ended'],
    ['its link had ended', said(null, { status: 404 }), 1e12, 'refused'],
    ['the disk has less room than it is long', said('aa'), 199, 'no_room'],
    ['of anything else', said('aa'), 1e12, 'not_written'],
    ['of anything else, where the room is not known', null, null, 'not_written'],
  ] as const)('that breaks off because %s says so', async (_, answer, free, fault) => {
    const own = bench({ answer, free })
    const one = begin(own)
    one.moves(50)
    await one.ends('interrupted')
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'failed', fault })
  })

  it.each([
    ['was cancelled', 'cancelled', { kind: 'cancelled' }],
    ['broke off', 'interrupted', { kind: 'failed', fault: 'service_ended' }],
  ] as const)('that %s is told once nothing of it is left', async (_, how, state) => {
    const own = bench({ answer: said('aa', { brokeOff: true }) })
    const one = begin(own)
    one.moves(50)
    await one.ends(how)
    expect([own.downloads.list()[0]?.state, own.seen.removed]).toEqual([state, ['/out/b.bin']])
  })

  it.each(['cancelled', 'interrupted'] as const)(
    'that was %s and leaves a part which cannot be removed says that it is no true copy',
    async (how) => {
      const own = bench({ answer: said('aa', { brokeOff: true }), removes: false })
      const one = begin(own)
      one.moves(50)
      await one.ends(how)
      expect(own.downloads.list()[0]?.state).toEqual({ kind: 'failed', fault: 'part_left' })
    },
  )

  it.each(['cancelled', 'interrupted'] as const)(
    'that was %s before a byte of an older file was overwritten leaves that one',
    async (how) => {
      const own = bench({ answer: said(null, { status: 404 }), writtenAtMs: begunAt * 1_000 - 60_000 })
      const one = begin(own)
      one.moves(0)
      await one.ends(how)
      expect([own.downloads.list()[0]?.state.kind, own.seen.removed]).toEqual([
        how === 'cancelled' ? 'cancelled' : 'failed',
        [],
      ])
    },
  )

  it('that is cancelled before it has a place removes nothing', async () => {
    const own = bench()
    await begin(own).ends('cancelled')
    expect([own.downloads.list()[0]?.state, own.seen.removed]).toEqual([{ kind: 'cancelled' }, []])
  })

  it('that Electron would keep for being resumed is ended, as one that broke off and not as one that was cancelled', async () => {
    const own = bench({ answer: said('aa', { brokeOff: true }) })
    const one = begin(own)
    one.moves(50, '/out/b.bin', 'interrupted')
    await settled()
    expect(one.facts.cancelled).toBe(1)
    expect(own.downloads.list()[0]?.state).toEqual({ kind: 'failed', fault: 'service_ended' })
  })
})

describe('a person', () => {
  it('cancels one that runs, hides one that ended, and sees the place of one that is saved', async () => {
    const own = bench()
    const { downloads, seen } = own
    const one = begin(own)
    const two = begin(own)
    for (const id of [1, 2]) for (const action of ['show', 'hide'] as const) downloads.steer({ id, action })
    expect([downloads.list().length, seen.shown]).toEqual([2, []])
    downloads.steer({ id: 1, action: 'cancel' })
    await settled()
    expect([one.facts.cancelled, downloads.list()[0]?.state]).toEqual([1, { kind: 'cancelled' }])
    two.moves(200)
    await two.ends('completed')
    downloads.steer({ id: 2, action: 'cancel' })
    downloads.steer({ id: 2, action: 'show' })
    expect([two.facts.cancelled, seen.shown]).toEqual([0, ['/out/b.bin']])
    downloads.steer({ id: 2, action: 'hide' })
    downloads.steer({ id: 9, action: 'hide' })
    expect(downloads.list().map(({ id }) => id)).toEqual([1])
  })

  it('sees the newest that ended, and every one that failed', async () => {
    const own = bench()
    await begin(own).ends('interrupted')
    for (let index = 0; index < 7; index++) await begin(own).ends('completed')
    expect(own.downloads.list().map(({ id }) => id)).toEqual([1, 4, 5, 6, 7, 8])
  })
})

describe('a window that closes', () => {
  it('goes where nothing is being saved', async () => {
    const own = bench()
    expect(own.downloads.mayLeave(() => undefined)).toBe(true)
    await begin(own).ends('completed')
    expect(own.downloads.mayLeave(() => undefined)).toBe(true)
    expect(own.seen.asked).toEqual([])
  })

  it('asks once while something is, stays where told so, and asks again the next time', async () => {
    const own = bench()
    const one = begin(own)
    let gone = 0
    const go = (): void => void (gone += 1)
    expect([own.downloads.mayLeave(go), own.downloads.mayLeave(go)]).toEqual([false, false])
    await settled()
    expect([own.seen.asked, gone, one.facts.cancelled]).toEqual([[['a.bin']], 0, 0])
    expect(own.downloads.mayLeave(go)).toBe(false)
    expect(own.seen.asked).toHaveLength(2)
  })

  it('cancels what runs where a person gives it up, and asks anew about what begins later', async () => {
    const own = bench({ agrees: true })
    const one = begin(own)
    let gone = 0
    const go = (): void => void (gone += 1)
    own.downloads.mayLeave(go)
    await settled()
    expect([one.facts.cancelled, gone, own.downloads.mayLeave(go)]).toEqual([1, 1, true])
    begin(own)
    expect(own.downloads.mayLeave(go)).toBe(false)
  })
})

describe('what may be saved', () => {
  it('is what the API answers and what the own page made, and nothing else', () => {
    expect(['app://fieldseal/api/v1/evidence/content/t', 'blob:app://fieldseal/0b'].filter(isOwnDownload)).toHaveLength(
      2,
    )
    expect(
      [
        'app://fieldseal/index.html',
        'blob:null/0b',
        'data:text/plain,x',
        'https://example.com/api/',
        'app://other/api/x',
        'preview://viewer/text.html',
        'blob:app://fieldseal.example/0b',
      ].filter(isOwnDownload),
    ).toEqual([])
  })
})
