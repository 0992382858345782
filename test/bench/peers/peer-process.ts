import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../../..')

/** A server of a peer, in a process of its own. */
export interface PeerProcess {
  readonly url: URL
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a program of this folder and waits for the address that it prints. */
export const startPeer = (program: string, ...args: readonly string[]): Promise<PeerProcess> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      path.join(root, 'node_modules/.bin/node'),
      ['--no-warnings', path.join(import.meta.dirname, program), ...args],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: args[0] ?? root },
    )
    const exited = new Promise<void>((done) => child.once('exit', () => done()))
    child.once('error', reject)
    void exited.then(() => reject(new Error(`${program} ended before it answered`)))
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"url"')) return
      const { url } = JSON.parse(line) as { url: string }
      resolve({
        url: new URL(url),
        pid: child.pid ?? 0,
        stop: async () => {
          child.kill('SIGKILL')
          await exited
        },
      })
    })
  })
