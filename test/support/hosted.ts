import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Served } from './served.ts'

/** What a host of services is asked. */
export type Asked = { readonly call: number } & (
  | { readonly open: string; readonly port: number }
  | { readonly close: string }
)

/** What it answers: the address of the service, or why there is none. */
export type Told = { readonly call: number } & ({ readonly url: string } | { readonly error: string })

/** A service in the process of a host. */
export type Hosted = Pick<Served, 'url' | 'stop'>

/** A process in which services run. */
export type ServiceHost = {
  /**
   * Serves a workspace on loopback; at the address of the service before, where that has ended, because browsers keep
   * what they know of an address.
   */
  readonly open: (dataDir: string) => Promise<Hosted>
  readonly end: () => Promise<void>
}

/** Starts a host of services (`service-host.ts`). */
export const startServiceHost = (): ServiceHost => {
  const child = fork(fileURLToPath(new URL('./service-host.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Receivers of webhooks listen on loopback, which none may reach unless the operator allows it.
    env: { ...process.env, FIELDSEAL_WEBHOOK_NETWORKS: '127.0.0.1' },
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  const log: string[] = []
  let calls = 0
  let port = 0
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()))
  child.on('message', (told: Told) => {
    const answer = waiting.get(told.call)
    waiting.delete(told.call)
    if ('url' in told) answer?.resolve(told.url)
    else answer?.reject(new Error(`${told.error}\n${log.join('')}`))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the host of services ended with ${String(code)}\n${log.join('')}`))
  })
  const ask = (
    asked: { readonly open: string; readonly port: number } | { readonly close: string },
  ): Promise<string> => {
    const call = calls++
    const answer = Promise.withResolvers<string>()
    waiting.set(call, answer)
    child.send({ call, ...asked } satisfies Asked)
    return answer.promise
  }
  return {
    open: async (dataDir) => {
      const url = await ask({ open: dataDir, port })
      port = 0
      return {
        url,
        stop: async () => {
          await ask({ close: url })
          port = Number(new URL(url).port)
        },
      }
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
