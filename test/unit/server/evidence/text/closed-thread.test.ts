import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

/** Tries one thing in a thread that was closed as that of the evidence is, and answers what came of it. */
const tried = async (work: string): Promise<string> => {
  const module = new URL('../../../../../main/server/evidence/text/closed-thread.ts', import.meta.url).href
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     import(${JSON.stringify(module)}).then(async ({ closeThread }) => {
       closeThread()
       try { parentPort.postMessage(String(await (async () => { ${work} })())) }
       catch (error) { parentPort.postMessage(error.message) }
     })`,
    { eval: true, env: {} },
  )
  try {
    const [answer] = (await once(worker, 'message')) as [string]
    return answer
  } finally {
    await worker.terminate()
  }
}

const none = 'the thread that reads evidence has no network'

describe('the thread that reads evidence', () => {
  it.each([
    ['connection', `require('node:net').connect(1, '127.0.0.1')`],
    ['server', `require('node:net').createServer().listen(0)`],
    ['request', `require('node:http').get('http://127.0.0.1:1/'); return 'asked'`],
    ['encrypted connection', `require('node:tls').connect(1, '127.0.0.1')`],
    ['datagram', `require('node:dgram').createSocket('udp4').send('x', 1, '127.0.0.1')`],
    ['look-up of a name', `require('node:dns').lookup('localhost', () => undefined)`],
    ['look-up that is waited for', `await require('node:dns').promises.resolve4('localhost')`],
    ['look-up of its own', `new (require('node:dns').Resolver)().resolve('localhost', () => undefined)`],
    ['process', `require('node:child_process').spawn('true')`],
    ['process that is imported', `(await import('node:child_process')).execFileSync('true')`],
  ])('makes no %s', async (_what, work) => {
    expect(await tried(work)).toBe(none)
  })

  it('knows no fetch, no socket of the web, and nothing of the environment', async () => {
    expect(
      await tried('return [typeof fetch, typeof WebSocket, typeof EventSource, JSON.stringify(process.env)]'),
    ).toBe('undefined,undefined,undefined,{}')
  })

  it('leaves the network to the service', () => {
    expect(typeof fetch).toBe('function')
  })
})
