import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { dataFolder, hasWorkspace, type DataFolder } from '../platform/data-folder.ts'
import { systemEnv } from '../platform/env.ts'
import { usedFolder } from '../platform/used-folder.ts'
import { createLog } from '../platform/log.ts'
import { createClient, type ApiClient, type Credentials, type Held } from './client.ts'
import { failed, misused, type Stop } from './io.ts'

/** What a running service writes into its data folder, readable by its owner only. */
const serviceFile = z.object({ url: z.url(), pid: z.int(), institution_key: z.string() })
type ServiceFile = z.infer<typeof serviceFile>

interface Connection {
  readonly client: ApiClient
  close(): Promise<void>
}

/** The data folder, or why it cannot be worked on. */
export const openFolder = (dir: string): Result<DataFolder, Stop> => {
  const folder = dataFolder(dir)
  if (hasWorkspace(folder)) return ok(folder)
  const used = usedFolder(folder)
  return fail(misused(used?.message ?? `${folder.dir} holds no workspace; make one with: fieldseal init --data ${dir} --institution CODE`))
}

/** What the running service says about itself; undefined where none says anything. */
export const readServiceFile = async (folder: DataFolder): Promise<ServiceFile | undefined> => {
  try {
    return serviceFile.parse(JSON.parse(await readFile(folder.service, 'utf8')))
  } catch {
    return undefined
  }
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

/** Access tokens live 15 minutes; one is used for ten. */
const tokenUseMs = 600_000

const renewing = (mint: Credentials): Credentials => {
  let current: { readonly atMs: number; readonly held: Held } | undefined
  return async () => {
    if (current !== undefined && performance.now() - current.atMs < tokenUseMs) return ok(current.held)
    const minted = await mint()
    if (minted.ok) current = { atMs: performance.now(), held: minted.value }
    return minted
  }
}

const toRunning = async (folder: DataFolder): Promise<Connection | undefined> => {
  const service = await readServiceFile(folder)
  if (service === undefined || !(await answers(service.url))) return undefined
  const { mintLocalToken } = await import('./local-token.ts')
  const credentials = renewing(async () => {
    const token = await mintLocalToken(folder.dir, {})
    return token.ok ? ok({ accessToken: token.value.access_token, institutionKey: service.institution_key }) : token
  })
  return { client: createClient(service.url, credentials), close: () => Promise.resolve() }
}

const toOwn = async (folder: DataFolder): Promise<Result<Connection, Refusal>> => {
  const { startService } = await import('../server/compose.ts')
  const started = await startService(
    { dataDir: folder.dir, port: 0, host: '127.0.0.1', role: 'local', limits: { perCredential: 0, perAddress: 0 } },
    systemEnv(createLog('warn')),
  )
  if (!started.ok) return started
  const service = started.value
  const credentials = renewing(async () => {
    const session = await service.localSession()
    return ok({ accessToken: session.access_token, institutionKey: session.institution_key })
  })
  return ok({ client: createClient(service.url, credentials), close: () => service.close() })
}

const tries = 20

/** Reaches the service that holds the folder, or starts one in this process. A service that is just starting or stopping is waited for. */
const connect = async (folder: DataFolder): Promise<Result<Connection, Stop>> => {
  const { inUse } = await import('../storage/ledger/open-workspace.ts')
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const running = await toRunning(folder)
    if (running !== undefined) return ok(running)
    const own = await toOwn(folder)
    if (own.ok) return own
    if (own.error !== inUse) return fail(failed(own.error.message))
    await wait(250)
  }
  return fail(failed(inUse.message))
}

/** Runs work against the service of a data folder, whether one runs already or not. */
export async function withService<T>(dir: string, work: (client: ApiClient) => Promise<Result<T, Stop>>): Promise<Result<T, Stop>> {
  const folder = openFolder(dir)
  if (!folder.ok) return folder
  const connection = await connect(folder.value)
  if (!connection.ok) return connection
  try {
    return await work(connection.value.client)
  } finally {
    await connection.value.close()
  }
}
