import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Refusal } from '../../shared/api/errors.ts'
import { health } from '../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { dataFolder, hasWorkspace, type DataFolder } from '../platform/data-folder.ts'
import { systemEnv } from '../platform/env.ts'
import { brokenSetUp, usedFolder } from '../platform/used-folder.ts'
import { createLog } from '../platform/log.ts'
import { serviceProof } from '../server/service-proof.ts'
import { createClient, type ApiClient, type Credentials, type RequestContent } from './client.ts'
import { failed, misused, type Stop } from './io.ts'

/** What a running service writes into its data folder, readable by its owner only. */
const serviceFile = z.object({ url: z.url(), pid: z.int(), institution_key: z.string() })
type ServiceFile = z.infer<typeof serviceFile>

interface Connection {
  readonly client: ApiClient
  close(): Promise<void>
}

/**
 * The data folder, or why it cannot be worked on.
 *
 * @param advice what to do where it holds no workspace; default: to make one
 */
export const openFolder = (
  dir: string,
  advice = `make one with: fieldseal init --data ${dir} --institution CODE`,
): Result<DataFolder, Stop> => {
  const folder = dataFolder(dir)
  if (hasWorkspace(folder)) return ok(folder)
  const found = usedFolder(folder) ?? brokenSetUp(folder)
  return fail(misused(found?.message ?? `${folder.dir} holds no workspace; ${advice}`))
}

/** What the running service says about itself; undefined where none says anything. */
export const readServiceFile = async (folder: DataFolder): Promise<ServiceFile | undefined> => {
  try {
    return serviceFile.parse(JSON.parse(await readFile(folder.service, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Whether the service that wrote the file is what answers at its address; whoever listens there after it has ended
 * cannot know its key.
 */
const proves = async ({ url, institution_key: key }: ServiceFile): Promise<boolean> => {
  const challenge = randomBytes(32).toString('base64url')
  try {
    const response = await fetch(`${url}/healthz?challenge=${challenge}`, {
      signal: AbortSignal.timeout(2_000),
      redirect: 'error',
    })
    const { proof = '' } = health.parse(await response.json())
    const expected = Buffer.from(serviceProof(key, challenge))
    return response.ok && proof.length === expected.length && timingSafeEqual(Buffer.from(proof, 'latin1'), expected)
  } catch {
    return false
  }
}

/** Access tokens live 15 minutes; one is used for ten. */
const tokenUseMs = 600_000

const renewing = (mint: Credentials): Credentials => {
  let current: { readonly atMs: number; readonly held: RequestContent } | undefined
  return async () => {
    if (current !== undefined && performance.now() - current.atMs < tokenUseMs) return ok(current.held)
    const minted = await mint()
    if (minted.ok) current = { atMs: performance.now(), held: minted.value }
    return minted
  }
}

const toRunning = async (folder: DataFolder): Promise<Connection | undefined> => {
  const service = await readServiceFile(folder)
  if (service === undefined || !(await proves(service))) return undefined
  const { mintLocalToken } = await import('./local-token.ts')
  const credentials = renewing(async () => {
    const token = await mintLocalToken(folder.dir, {})
    return token.ok ? ok({ accessToken: token.value.access_token, institutionKey: service.institution_key }) : token
  })
  // A service can end at any time and its port go to another program, so it proves itself before each request.
  const gone = fail(
    failed(
      `the service at ${service.url} has ended meanwhile, or its port is another program’s now; nothing more was sent to it. Run the command again`,
    ),
  )
  const proven: Credentials = async () => ((await proves(service)) ? await credentials() : gone)
  return { client: createClient(service.url, proven), close: () => Promise.resolve() }
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
    return session.ok
      ? ok({ accessToken: session.value.access_token, institutionKey: session.value.institution_key })
      : fail(failed(session.error.message))
  })
  return ok({ client: createClient(service.url, credentials), close: () => service.close() })
}

const tries = 20

/**
 * Reaches the service that holds the folder, or starts one in this process. A service that is just starting or stopping
 * is waited for.
 */
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
  const other = await readServiceFile(folder)
  const unproven =
    other === undefined
      ? ''
      : ` What answers at ${other.url} does not prove that it is that service, so nothing was sent to it. Where it is a service of an earlier release, stop it and start it with this one.`
  return fail(failed(`${inUse.message}${unproven}`))
}

/** Runs work against the service of a data folder, whether one runs already or not. */
export async function withService<T>(
  dir: string,
  work: (client: ApiClient) => Promise<Result<T, Stop>>,
): Promise<Result<T, Stop>> {
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

/** Asks the service that runs on a data folder; null where none does, and none is started. */
export const askRunning = async <T>(
  folder: DataFolder,
  work: (client: ApiClient) => Promise<Result<T, Stop>>,
): Promise<Result<T, Stop> | null> => {
  const running = await toRunning(folder)
  return running === undefined ? null : await work(running.client)
}

/** The service that runs on the folder, where one does within the time that one needs to start. */
const runningSoon = async (folder: DataFolder): Promise<Connection | undefined> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const running = await toRunning(folder)
    if (running !== undefined) return running
    await wait(250)
  }
  return undefined
}

/**
 * Runs work against the hub that runs on a data folder. None is started: what this process could start is no hub, and
 * while it held the folder the hub could not start.
 */
export async function withHub<T>(
  dir: string,
  work: (client: ApiClient) => Promise<Result<T, Stop>>,
): Promise<Result<T, Stop>> {
  const folder = openFolder(dir)
  if (!folder.ok) return folder
  const running = await runningSoon(folder.value)
  if (running === undefined) {
    return fail(
      failed(
        `no hub runs on ${folder.value.dir}, and nothing was changed. Start it with: fieldseal serve --data ${dir} --role hub, wait for the line that it prints, and run this again. Where it runs, it is of an earlier release: start it with this one`,
      ),
    )
  }
  return await work(running.client)
}
