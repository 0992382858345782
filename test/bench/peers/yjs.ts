import * as Y from 'yjs'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import { entryText, measured, type Contender, type SyncWork } from './contender.ts'
import { startPeer } from './peer-process.ts'

const post = async (url: URL, body: Uint8Array): Promise<Uint8Array> => {
  const answer = await fetch(url, { method: 'POST', body: Buffer.from(body) })
  if (!answer.ok) throw new Error(`the yjs server answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

const write = (doc: Y.Doc, from: number, count: number, cases: number): void =>
  doc.transact(() => {
    for (let n = from; n < from + count; n++)
      doc
        .getArray(`case-${n % cases}`)
        .push([{ id: n, type: 'note.added', at: new Date(1_772_442_000_000 + n).toISOString(), text: entryText(n) }])
  })

const sizeOf = (doc: Y.Doc, work: SyncWork): number =>
  Array.from({ length: work.cases }, (_, n) => doc.getArray(`case-${n}`).length).reduce(
    (sum, length) => sum + length,
    0,
  )

/**
 * yjs 13: one document in memory, an array a case; state vectors and updates over HTTP. Nothing is durable or signed.
 */
export const yjsContender: Contender = {
  name: 'yjs 13 (in memory)',
  round: async (work) => {
    const server = await startPeer('yjs-server.ts')
    const proxy = await startProxy(server.url)
    const watched = { bytes: proxy.bytes, serverPid: server.pid }
    const at = (what: string): URL => new URL(`/work/${what}`, proxy.url)
    const push = async (doc: Y.Doc): Promise<void> =>
      void (await post(at('update'), Y.encodeStateAsUpdate(doc, await post(at('vector'), new Uint8Array()))))
    const pull = async (doc: Y.Doc): Promise<void> =>
      Y.applyUpdate(doc, await post(at('missing'), Y.encodeStateVector(doc)))
    try {
      const a = new Y.Doc()
      const b = new Y.Doc()
      const held = work.cases * work.entriesEach
      write(a, 0, held, work.cases)
      const pushed = await measured(watched, () => push(a))
      const pulled = await measured(watched, () => pull(b))
      write(a, held, work.apart, work.cases)
      write(b, held + work.apart, work.apart, work.cases)
      const reconcile = await measured(watched, async () => {
        await push(a)
        await push(b)
        await pull(b)
        await pull(a)
      })
      for (const one of [a, b])
        if (sizeOf(one, work) !== held + 2 * work.apart) throw new Error('yjs has not reconciled')
      return { push: pushed, pull: pulled, reconcile }
    } finally {
      await proxy.close()
      await server.stop()
    }
  },
}
