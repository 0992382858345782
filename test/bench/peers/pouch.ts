import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import { entryText, measured, type Contender, type SyncWork } from './contender.ts'
import { startPeer } from './peer-process.ts'

interface Replicated {
  readonly ok: boolean
  readonly docs_written: number
}
interface Pouch {
  bulkDocs(docs: readonly object[]): Promise<unknown>
  info(): Promise<{ readonly doc_count: number }>
  close(): Promise<void>
  readonly adapter: string
  readonly replicate: { to(remote: Pouch): Promise<Replicated>; from(remote: Pouch): Promise<Replicated> }
}
type PouchMaker = new (name: string, options?: object) => Pouch

const PouchDB = createRequire(import.meta.url)('pouchdb') as PouchMaker

const docs = (work: SyncWork): object[] =>
  Array.from({ length: work.cases * work.entriesEach }, (_, n) => ({
    _id: `case-${n % work.cases}-entry-${n}`,
    case: n % work.cases,
    type: 'note.added',
    at: new Date(1_772_442_000_000 + n).toISOString(),
    text: entryText(n),
  }))

const apart = (who: string, work: SyncWork): object[] =>
  Array.from({ length: work.apart }, (_, n) => ({
    _id: `apart-${who}-${n}`,
    case: n % work.cases,
    type: 'note.added',
    at: new Date(1_772_443_000_000 + n).toISOString(),
    text: entryText(n + 100_000),
  }))

/** PouchDB 9 on LevelDB at both ends, replicating over HTTP with express-pouchdb 4. Nothing is signed. */
export const pouchContender: Contender = {
  name: 'PouchDB 9',
  round: async (work) => {
    const base = mkdtempSync(path.join(tmpdir(), 'fieldseal-pouch-'))
    const hubDir = path.join(base, 'hub')
    mkdirSync(hubDir)
    const server = await startPeer('pouch-server.ts', hubDir)
    const proxy = await startProxy(server.url)
    const watched = { bytes: proxy.bytes, serverPid: server.pid }
    // Without the adapter a URL is the name of a local database, and nothing crosses the network.
    const remote = new PouchDB(new URL('/work', proxy.url).href, { adapter: 'http' })
    const a = new PouchDB(path.join(base, 'a'))
    const b = new PouchDB(path.join(base, 'b'))
    try {
      if (remote.adapter !== 'http') throw new Error('PouchDB syncs with a local database')
      await a.bulkDocs(docs(work))
      const push = await measured(watched, () => a.replicate.to(remote))
      const pull = await measured(watched, () => b.replicate.from(remote))
      await a.bulkDocs(apart('a', work))
      await b.bulkDocs(apart('b', work))
      const reconcile = await measured(watched, async () => {
        await a.replicate.to(remote)
        await b.replicate.to(remote)
        await b.replicate.from(remote)
        await a.replicate.from(remote)
      })
      const whole = work.cases * work.entriesEach + 2 * work.apart
      for (const one of [a, b])
        if ((await one.info()).doc_count !== whole) throw new Error('PouchDB has not reconciled')
      return { push, pull, reconcile }
    } finally {
      for (const one of [a, b, remote]) await one.close()
      await proxy.close()
      await server.stop()
      rmSync(base, { recursive: true, force: true })
    }
  },
}
