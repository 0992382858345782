import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * Names the displays, `:1,:2`, that tests may open windows on: one a worker, because a display has one focus and one
 * clipboard.
 */
export const displaysVariable = 'FIELDSEAL_TEST_DISPLAYS'

/** Virtual displays that end with this process. */
export type VirtualDisplays = { readonly names: readonly string[]; stop(): void }

/** Starts `count` X servers that draw into memory; each chooses a free number. */
export const startDisplays = async (count: number): Promise<VirtualDisplays> => {
  const servers = Array.from({ length: count }, () =>
    spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
  )
  const stop = (): void => {
    for (const server of servers) server.kill()
  }
  const names = servers.map(async (server) => {
    const told = once(createInterface(server.stdio[3] as Readable), 'line').then(([number]) => `:${String(number)}`)
    const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${String(code)}`)))
    return await Promise.race([told, ended])
  })
  try {
    return { names: await Promise.all(names), stop }
  } catch (error) {
    stop()
    throw error
  }
}

/** The display of one worker among those that were started; undefined where the system's own is used. */
export const displayOf = (worker: number, names: string | undefined): string | undefined => names?.split(',')[worker]
