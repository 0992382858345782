import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { strayRefusal } from '../api/asked.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

/** A refusal as the interface says it, or what it answered. */
export interface Told {
  readonly status: number
  readonly data: Record<string, unknown>
  readonly error:
    | {
        readonly code: string
        readonly message: string
        readonly details?: readonly { readonly path: string; readonly message: string }[]
      }
    | undefined
}

/** A hub and devices as services over real folders, in one process. */
export interface ServedWorld {
  readonly root: string
  readonly folder: (name: string) => string
  /** Serves a folder, on a port that the system chooses. */
  start(name: string, role: 'local' | 'hub'): Promise<RunningService>
  stop(service: RunningService): Promise<void>
  /** Makes the hub of a new workspace. */
  hub(): Promise<RunningService>
  /**
   * Enrols the folder of a device for the first administrator, with none of the cases and at the hub's own address
   * where nothing else is said; nothing of the workspace has come to it yet.
   */
  enrolOnly(
    hub: RunningService,
    name: string,
    options?: { readonly cases?: 'all' | readonly number[]; readonly url?: URL },
  ): Promise<void>
  /** Enrols a device for the first administrator, or for a user, and brings it what it may have. */
  enrol(
    hub: RunningService,
    name: string,
    options?: { readonly cases?: 'all' | readonly number[]; readonly user?: number },
  ): Promise<RunningService>
  end(): Promise<void>
}

const env = systemEnv(createLog('silent'))

/** What a person at a service asks of it, with the desktop's own session. */
export const ask = async (
  service: RunningService,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  address: string,
  body?: unknown,
): Promise<Told> => {
  const session = await localSessionOf(service)
  const answer = await service.inject({
    method,
    path: address,
    headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    ...(body === undefined ? {} : { body }),
  })
  const told = answer.json() as Pick<Told, 'data' | 'error'>
  const stray = strayRefusal(method, address, told)
  if (stray !== null) throw new Error(stray)
  const { data, error } = told
  return { status: answer.status, data, error }
}

/** The same where nothing may go wrong. */
export const did = async (
  service: RunningService,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  address: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const { status, data, error } = await ask(service, method, address, body)
  if (status >= 400) throw new Error(`${method} ${address}: ${status} ${JSON.stringify(error)}`)
  return data
}

export const createServedWorld = (): ServedWorld => {
  const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-served-'))
  const running = new Set<RunningService>()
  const folder = (name: string): string => path.join(root, name)

  const start: ServedWorld['start'] = async (name, role) => {
    const started = await startService(
      { dataDir: folder(name), port: 0, host: '127.0.0.1', role, limits: { perAddress: 0, perCredential: 0 } },
      env,
    )
    if (!started.ok) throw new Error(started.error.message)
    running.add(started.value)
    return started.value
  }

  const enrolFor = async (
    hub: RunningService,
    name: string,
    whom: { readonly user_id: number; readonly cases: 'all' | readonly number[] },
    url = new URL(hub.url),
  ): Promise<void> => {
    const made = await did(hub, 'POST', '/v1/sync/hub/codes', { ...whom, device_name: name })
    const enrolled = await enrolDevice(
      folder(name),
      { url: url.origin, code: made['code'] as string, deviceName: name },
      env,
      new AbortController().signal,
    )
    if (!enrolled.ok) throw new Error(enrolled.error.message)
  }

  return {
    root,
    folder,
    start,
    stop: async (service) => {
      running.delete(service)
      await service.close()
    },
    hub: async () => {
      await preparedWorkspace(folder('hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' })
      const hub = await start('hub', 'hub')
      await did(hub, 'POST', '/v1/sync/now', {})
      return hub
    },
    enrolOnly: (hub, name, { cases = [], url } = {}) => enrolFor(hub, name, { user_id: 1, cases }, url),
    enrol: async (hub, name, { cases = [], user = 1 } = {}) => {
      await enrolFor(hub, name, { user_id: user, cases })
      const device = await start(name, 'local')
      await did(device, 'POST', '/v1/sync/now', {})
      return device
    },
    end: async () => {
      for (const service of [...running].reverse()) await service.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** What the tables of a case say, and its notes. */
export const rowsOf = async ({ workspace: { db } }: RunningService, uid: string): Promise<unknown> => {
  const row = await db
    .selectFrom('cases')
    .select(['id', 'uid', 'number', 'title', 'status', 'owner_uid', 'priority'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  const notes =
    row === undefined
      ? []
      : await db.selectFrom('notes').select('digest').where('case_id', '=', row.id).orderBy('digest').execute()
  return { row, notes: notes.map(({ digest }) => digest) }
}
