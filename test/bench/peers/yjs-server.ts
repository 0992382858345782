import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as Y from 'yjs'

/**
 * The least that a server of yjs can do, in a process of its own: it merges updates in memory and answers with what a
 * state vector lacks. No durability, no signatures, no permissions: a lower bound on work, not an equal.
 */

const docs = new Map<string, Y.Doc>()
const docOf = (name: string): Y.Doc => {
  const known = docs.get(name) ?? new Y.Doc()
  docs.set(name, known)
  return known
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const [, name = '', what] = (request.url ?? '').split('/')
    const doc = docOf(name)
    if (what === 'update') {
      Y.applyUpdate(doc, body)
      response.end()
    } else if (what === 'missing') response.end(Y.encodeStateAsUpdate(doc, body.length === 0 ? undefined : body))
    else response.end(Y.encodeStateVector(doc))
  })
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`),
)
