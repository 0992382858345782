import path from 'node:path'
import { createClient, type ApiClient } from '../../../../main/cli/client.ts'
import { readServiceFile } from '../../../../main/cli/connection.ts'
import { mintLocalToken } from '../../../../main/cli/local-token.ts'
import { dataFolder } from '../../../../main/platform/data-folder.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import { failed } from '../../../../main/cli/io.ts'
import { serve, type LiveService } from '../../live-service.ts'

/** A service of the world as a process of its own; its data folder outlives it. */
export interface Machine {
  readonly name: string
  readonly dir: string
  /** Where it listens; null while it is down. */
  url(): URL | null
  /** A person at it, in the life that it is in; waits while it starts, and fails where it does not. */
  client(): Promise<ApiClient>
  /** Starts it; what it is asked for meanwhile waits. */
  start(): Promise<void>
  /** Ends it as a power switch of its process would: SIGKILL. */
  kill(): Promise<void>
  /** Asks it to stop; answers its exit code, null where it is down. */
  stop(): Promise<number | null>
}

export interface MachineOptions {
  readonly root: string
  readonly name: string
  readonly role: 'local' | 'hub'
  /** The user who works at it. */
  readonly userId: number
  readonly env: Readonly<Record<string, string>>
  /** Told of what it logs as an error, and of an end that nobody asked for. */
  readonly onError: (line: string) => void
}

const commonEnv = { FIELDSEAL_LOG: 'error', FIELDSEAL_RATE_PER_ADDRESS: '0', FIELDSEAL_RATE_PER_CREDENTIAL: '0' }

/** Access tokens last 15 minutes; one is used for ten. */
const tokenUseMs = 600_000

interface Life {
  readonly live: LiveService
  readonly client: ApiClient
}

/** A machine that is down. */
export const createMachine = ({ root, name, role, userId, env, onError }: MachineOptions): Machine => {
  const dir = path.join(root, name)
  let life: Promise<Life> | null = null
  let url: URL | null = null
  let isWanted = false

  const clientOf = async (live: LiveService): Promise<ApiClient> => {
    const service = await readServiceFile(dataFolder(dir))
    let minted: { readonly token: string; readonly atMs: number } | null = null
    return createClient(live.url.href.replace(/\/$/u, ''), async () => {
      if (minted === null || performance.now() - minted.atMs > tokenUseMs) {
        const token = await mintLocalToken(dir, { userId })
        if (!token.ok) return token
        minted = { token: token.value.access_token, atMs: performance.now() }
      }
      return service === undefined
        ? fail(failed('the service says nothing about itself'))
        : ok({ accessToken: minted.token, institutionKey: service.institution_key })
    })
  }

  const begin = async (): Promise<Life> => {
    const live = await serve(dir, { ...commonEnv, ...env }, ['--role', role], (line) =>
      line.startsWith('{') ? onError(`${name}: ${line}`) : undefined,
    )
    url = live.url
    isWanted = true
    live.process.once('exit', (code, signal) =>
      isWanted ? onError(`${name}: ended by itself, ${code ?? signal ?? ''}`) : undefined,
    )
    return { live, client: await clientOf(live) }
  }

  const end = async (how: (live: LiveService) => Promise<number | null | void>): Promise<number | null> => {
    const ending = life
    if (ending === null) return null
    const { live } = await ending
    life = null
    url = null
    isWanted = false
    return (await how(live)) ?? null
  }

  return {
    name,
    dir,
    url: () => url,
    client: async () => {
      if (life === null) throw new Error(`${name} is down`)
      return (await life).client
    },
    start: async () => {
      if (life === null) {
        const beginning = begin()
        life = beginning
        beginning.catch(() => {
          if (life === beginning) life = null
        })
      }
      await life
    },
    kill: async () => void (await end((live) => live.kill())),
    stop: () => end((live) => live.stop()),
  }
}
