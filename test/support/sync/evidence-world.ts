import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import type { InjectedAnswer, RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { startProxy } from './byte-proxy.ts'
import type { ByteProxy, Passing } from './byte-proxy.ts'
import { localSessionOf } from '../local-session-of.ts'
import { preparedWorkspace } from '../prepared-workspace.ts'

/** What a person gets back: the status, and what the body says. */
export interface Answer {
  readonly status: number
  readonly body: {
    readonly data?: Record<string, unknown>
    readonly error?: { readonly code: string; readonly message: string }
  }
}

/** A hub and its devices in one process, each over a proxy that can cut it off. */
export interface EvidenceWorld {
  readonly root: string
  readonly hub: () => RunningService
  readonly proxy: ByteProxy
  /** Starts a device that is enrolled in the hub, through the proxy. */
  enrol(name: string, cases?: 'all' | readonly number[], userId?: number): Promise<RunningService>
  /** Starts the folder of a device, or the hub, anew. */
  restart(service: RunningService): Promise<RunningService>
  /** `between`: what happens to its folder meanwhile. */
  restartHub(between?: () => void | Promise<void>): Promise<RunningService>
  stop(): Promise<void>
}

const env = systemEnv(createLog(process.env['DBG'] ?? 'silent'))

/** Calls a service once, as its first administrator does. */
const askOnce = async (
  service: RunningService,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  address: string,
  body?: unknown,
): Promise<Answer> => {
  const session = await localSessionOf(service)
  const answer: InjectedAnswer = await service.inject({
    method,
    path: address,
    headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json() as Answer['body'] }
}

/**
 * Calls a service as its first administrator does. A change of role that a round brings between signing in and the call
 * ends the session: as every client does, it signs in again.
 */
export const ask = async (...asked: Parameters<typeof askOnce>): Promise<Answer> => {
  const answer = await askOnce(...asked)
  return answer.body.error?.code === 'token_expired' ? await askOnce(...asked) : answer
}

/** The same, where nothing but success will do. */
export const must = async (...asked: Parameters<typeof ask>): Promise<Record<string, unknown>> => {
  const { status, body } = await ask(...asked)
  if (status >= 400) throw new Error(`${asked[1]} ${asked[2]}: ${status} ${JSON.stringify(body.error)}`)
  return body.data ?? {}
}

/** A round of sync, whole. */
export const sync = (service: RunningService): Promise<Record<string, unknown>> =>
  must(service, 'POST', '/v1/sync/now', {})

/** Waits until something holds; how long does not matter, for it looks again and again. */
export const until = async (what: string, holds: () => Promise<boolean>, forMs = 120_000): Promise<void> => {
  const end = performance.now() + forMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/**
 * Where sync stands when no round is on: a device begins rounds by itself, and whenever its hub hints at something new.
 */
export const stateAtRest = async (service: RunningService): Promise<Record<string, unknown>> => {
  let state: Record<string, unknown> = {}
  await until('a round ends', async () => {
    state = await must(service, 'GET', '/v1/sync/state')
    return state['state'] !== 'syncing'
  })
  return state
}

/** Opens a case; answers its id. */
export const openCase = async (service: RunningService, title: string): Promise<number> =>
  Number(
    (await must(service, 'POST', '/v1/cases', { title, description: 'A case with evidence.', priority: 'high' }))['id'],
  )

/** The uid by which all devices know a case. */
export const uidOf = async (service: RunningService, caseId: number): Promise<string> =>
  (await service.workspace.db.selectFrom('cases').select('uid').where('id', '=', caseId).executeTakeFirstOrThrow()).uid

/** Takes bytes in as evidence of a case, by a path of this computer; answers their SHA-256 when they are evidence. */
export const acquire = async (
  service: RunningService,
  root: string,
  caseId: number,
  name: string,
  bytes: Uint8Array,
): Promise<string> => {
  const file = path.join(root, `${name}.source`)
  writeFileSync(file, bytes)
  const begun = await must(service, 'POST', `/v1/cases/${caseId}/acquisitions`, {
    path: file,
    facts: { source: 'A test' },
  })
  await until(
    'an acquisition ends',
    async () => (await must(service, 'GET', `/v1/acquisitions/${String(begun['id'])}`))['state'] === 'done',
  )
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Starts a hub in a folder of its own.
 *
 * @param options `cutAfter`, `passing`: of the proxy between the devices and the hub. `envOf`: what a service gets from outside,
 * by the name of its folder
 */
export const startEvidenceWorld = async (
  options: {
    readonly blobs?: string
    readonly cutAfter?: () => number | null
    readonly passing?: Passing
    readonly envOf?: (name: string) => Env
  } = {},
): Promise<EvidenceWorld> => {
  const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-bytes-'))
  const running = new Map<RunningService, string>()
  const envOf = options.envOf ?? (() => env)
  const start = async (name: string): Promise<RunningService> => {
    const started = await startService(
      {
        dataDir: path.join(root, name),
        port: 0,
        host: '127.0.0.1',
        role: name === 'hub' ? 'hub' : 'local',
        limits: { perAddress: 0, perCredential: 0 },
        ...(options.blobs === undefined ? {} : { blobs: options.blobs }),
      },
      envOf(name),
    )
    if (!started.ok) throw new Error(started.error.message)
    running.set(started.value, name)
    return started.value
  }
  await preparedWorkspace(path.join(root, 'hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' })
  let hub = await start('hub')
  await sync(hub)
  const proxy = await startProxy(new URL(hub.url), options.cutAfter, options.passing)
  const restart = async (
    service: RunningService,
    between: () => void | Promise<void> = () => undefined,
  ): Promise<RunningService> => {
    const name = running.get(service) ?? ''
    running.delete(service)
    await service.close()
    await between()
    return await start(name)
  }
  return {
    root,
    hub: () => hub,
    proxy,
    enrol: async (name, cases = 'all', userId = 1) => {
      const code = await must(hub, 'POST', '/v1/sync/hub/codes', { user_id: userId, device_name: name, cases })
      const enrolled = await enrolDevice(
        path.join(root, name),
        { url: proxy.url.href, code: code['code'] as string, deviceName: name },
        envOf(name),
        new AbortController().signal,
      )
      if (!enrolled.ok) throw new Error(enrolled.error.message)
      return await start(name)
    },
    restart: (service) => restart(service),
    restartHub: async (between) => {
      hub = await restart(hub, between)
      proxy.retarget(new URL(hub.url))
      return hub
    },
    stop: async () => {
      for (const service of [...running.keys()].reverse()) await service.close()
      await proxy.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
