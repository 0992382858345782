import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '../../main/domain/access/actor.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import type { Scheduler } from '../../main/platform/scheduler.ts'
import { signMessage } from '../../main/seal/signature.ts'
import { enrolDevice } from '../../main/server/sync/enrol-device.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../main/storage/ledger/workspace.ts'
import { startRunner } from '../../main/sync/device/runner.ts'
import type { SyncLink } from '../../main/sync/link.ts'
import { createHttpLink } from '../../main/sync/link/http.ts'
import { freshToken, freshWorkspace, serve, v1Headers } from '../support/live-service.ts'

/** A hub in a process of its own, as an operator starts it. */
export interface BenchHub {
  readonly url: URL
  readonly pid: number
  readonly dataDir: string
  /** A code by which a device joins that gets every case, or those alone that its user owns. */
  createCode(cases?: 'all' | [], userId?: number): Promise<string>
  /** Adds an investigator; answers the id. */
  addUser(login: string): Promise<number>
  /** Ends the process; its folder stays. */
  stop(): Promise<void>
}

/** Starts a hub in a fresh workspace, or in one that a hub was in before. */
export const startHub = async (made = freshWorkspace()): Promise<BenchHub> => {
  const { dataDir } = made
  const credentials = { ...made.credentials, access_token: freshToken(made.dataDir, made.credentials.user_id) }
  const service = await serve(dataDir, { FIELDSEAL_LOG: 'error', FIELDSEAL_RATE_PER_ADDRESS: '0' }, ['--role', 'hub'])
  const post = async <T>(address: string, body: unknown): Promise<T> => {
    const answer = await fetch(new URL(address, service.url), {
      method: 'POST',
      headers: { ...v1Headers(credentials), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(`the hub refused: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  return {
    url: service.url,
    pid: service.process.pid ?? 0,
    dataDir,
    createCode: async (cases = 'all', userId = credentials.user_id) =>
      (await post<{ code: string }>('/v1/sync/hub/codes', { user_id: userId, device_name: 'Laptop', cases })).code,
    addUser: async (login) =>
      (await post<{ id: number }>('/v1/users', { login_name: login, name: login, role: 'investigator' })).id,
    stop: async () => void (await service.stop()),
  }
}

/**
 * A device in this process: an enrolled folder that syncs when it is told to, over HTTP, each commit on the disk before
 * it counts.
 */
export interface BenchDevice {
  readonly dataDir: string
  readonly workspace: Workspace
  /** One round: what waits is sent, and what is new is fetched. */
  sync(): Promise<{ readonly sent: number; readonly received: number }>
  /** How long the hub took to answer each pull since this was last asked, in milliseconds. */
  takePulls(): readonly number[]
  /** The enrolled user; known once the workspace's chain is here. */
  actor(): Promise<Actor>
  close(): Promise<void>
}

const silent = systemEnv(createLog('error'))

/** Devices of a benchmark begin no round by themselves. */
const never: Scheduler = { after: () => () => undefined }

/** Enrols a fresh folder with a hub, by an address that may be a proxy's. Nothing is synced yet. */
export const enrolBenchDevice = async (hub: BenchHub, url = hub.url): Promise<BenchDevice> => {
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-device-')), 'data')
  const enrolled = await enrolDevice(
    dataDir,
    { url: url.href, code: await hub.createCode(), deviceName: 'Laptop' },
    silent,
    new AbortController().signal,
  )
  if (!enrolled.ok) throw new Error(enrolled.error.message)
  return await openBenchDevice(dataDir, url)
}

/** Opens an enrolled folder. */
export const openBenchDevice = async (dataDir: string, url: URL): Promise<BenchDevice> => {
  const opened = await openWorkspace(dataDir, silent)
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const { facts, keys, env, sync, db } = workspace
  const link = createHttpLink({ url: url.href })
  let pulls: number[] = []
  const timed: SyncLink = {
    ...link,
    call: async (call, signal) => {
      const from = performance.now()
      const answer = await link.call(call, signal)
      if (call.name === 'pull') pulls.push(performance.now() - from)
      return answer
    },
  }
  const runner = startRunner({
    replica: sync.replica,
    link: timed,
    device: { deviceId: facts.deviceId, sign: (message) => signMessage(message, keys.device.privateKey) },
    clock: env.clock,
    random: env.random,
    scheduler: never,
    log: env.log,
    paused: false,
  })
  return {
    dataDir,
    workspace,
    sync: async () => {
      const { machine, moved } = await runner.round()
      if (machine.trouble !== null || machine.halted !== null)
        throw new Error(`a device could not sync: ${machine.trouble?.message ?? machine.halted?.message ?? ''}`)
      if (moved.refused > 0) throw new Error('the hub refused entries of the benchmark')
      return { sent: moved.sent, received: moved.received }
    },
    takePulls: () => {
      const taken = pulls
      pulls = []
      return taken
    },
    actor: async () => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'uid', 'role'])
        .where('role', '=', 'admin')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      return { userId: user.id, userUid: user.uid, role: user.role }
    },
    close: async () => {
      await runner.stop()
      link.close()
      await workspace.close()
    },
  }
}

/** Removes the folder of a hub or a device that was closed. */
export const removeData = ({ dataDir }: { readonly dataDir: string }): void =>
  rmSync(path.dirname(dataDir), { recursive: true, force: true })
