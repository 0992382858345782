import { setTimeout as pause } from 'node:timers/promises'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '../../../../main/domain/access/actor.ts'
import type { ReceiptPayload, WireReceipt } from '../../../../shared/protocol/sync.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { dataFolder } from '../../../../main/platform/data-folder.ts'
import { systemEnv } from '../../../../main/platform/env.ts'
import { createLog } from '../../../../main/platform/log.ts'
import { signCheckpoint } from '../../../../main/seal/checkpoint.ts'
import type { Signer } from '../../../../main/seal/entry.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from '../../../../main/seal/frontier.ts'
import { toHex } from '../../../../main/seal/hash.ts'
import { signReceipt } from '../../../../main/seal/receipt.ts'
import { rawFromSpki } from '../../../../main/seal/signature.ts'
import { startService } from '../../../../main/server/compose.ts'
import type { RunningService } from '../../../../main/server/running-service.ts'
import { enrolDevice } from '../../../../main/server/sync/enrol-device.ts'
import { hubSecretOf } from '../../../../main/server/sync/open-hub.ts'
import { openHubStore } from '../../../../main/storage/hub/open-hub-store.ts'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../../main/storage/ledger/workspace.ts'
import { startSync } from '../../../../main/sync/device/sync-service.ts'
import type { HubIdentity } from '../../../../main/sync/hub/records.ts'
import { openHubKey } from '../../../../main/sync/hub/hub-key.ts'
import { createHttpLink } from '../../../../main/sync/link/http.ts'
import { preparedWorkspace } from '../../prepared-workspace.ts'
import { keysIn } from '../../raw-database.ts'
import { lyingLink, type Lie } from './lying-link.ts'
import { localSessionOf } from '../../local-session-of.ts'

export const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

const env = systemEnv(createLog('silent'))
const noTimers = { after: () => () => undefined }

/** A device over a real folder, with a hub that may lie to it. */
export interface TownDevice {
  readonly dir: string
  readonly workspace: Workspace
  /** What its hub makes of the next answers. */
  lie: Lie
  /** One round; the state that it comes to, and the codes of its alarms. */
  /** What comes of asking the hub again: `ok`, or the code of the refusal. */
  askAgain(): Promise<string>
  sync(): Promise<{ readonly state: string; readonly alarms: readonly string[]; readonly message: string }>
  /** Whoever the hub enrolled the device for. */
  person(): Actor
  note(caseId: number, text: string): Promise<void>
  /** Texts of a case's notes; null where the case is not here. */
  notes(caseId: number): Promise<readonly string[] | null>
  /** Codes of the faults that `fieldseal verify` finds. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

/** What someone who holds the hub's key can sign. */
export interface HubHand {
  readonly identity: HubIdentity
  readonly signer: Signer
  receipt(name: string, ids: readonly string[], said?: Partial<ReceiptPayload>, by?: Signer): WireReceipt
  checkpoint(name: string, ids: readonly string[], by?: Signer & { readonly spki: Uint8Array }): string
}

/** A hub that serves over HTTP, and folders that have joined it. */
export interface Town {
  readonly root: string
  /** The service that runs now. */
  hub(): RunningService
  readonly hand: HubHand
  /** The hub's own folder. */
  workspace(): RunningService['workspace']
  enrol(name: string, userId: number, cases: 'all' | readonly number[]): Promise<void>
  /** Opens a folder; `hubUrl` where the link leads to another hub. */
  open(name: string, hubUrl?: string): Promise<TownDevice>
  /** A copy of a folder on which nothing runs, opened; it goes with the town. */
  twin(name: string, hubUrl?: string): Promise<TownDevice>
  /** A request of the hub's administrator. */
  ask(
    method: 'GET' | 'POST',
    address: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly data: unknown }>
  /** Stops the hub, copies its folder, and starts it again elsewhere: devices are to be opened anew. */
  backUp(name: string): Promise<void>
  close(): Promise<void>
}

const rootOf = (ids: readonly string[]): Uint8Array =>
  frontierRoot(ids.reduce((tree, id) => appendLeaf(tree, Buffer.from(id, 'hex')), emptyFrontier))

const handOf = (identity: HubIdentity, signer: Signer): HubHand => ({
  identity,
  signer,
  receipt: (name, ids, said = {}, by = signer) => {
    const size = said.size ?? ids.length
    return signReceipt(
      {
        v: 1,
        hub: identity.origin,
        case: name,
        first: Math.max(0, size - 1),
        size,
        root: toHex(rootOf(ids.slice(0, size))),
        at: new Date().toISOString(),
        ...said,
      },
      by,
    )
  },
  checkpoint: (name, ids, by = { ...signer, spki: identity.spki }) =>
    signCheckpoint(
      { origin: `${identity.origin}/case/${name}`, size: ids.length, root: rootOf(ids) },
      { name: identity.origin, publicKeyRaw: rawFromSpki(by.spki) as Uint8Array, privateKey: by.privateKey },
    ),
})

/** The hub's key as its own operator can open it. */
const openHand = async (dir: string): Promise<HubHand> => {
  const keys = keysIn(dir)
  const store = granted(
    await openHubStore({ folder: dataFolder(dir), key: keys.workspace, random: env.random, log: env.log }),
  )
  try {
    const identity = await store.reading((tx) => tx.identity())
    const signer = identity === null ? null : openHubKey(identity, hubSecretOf(keys))
    if (identity === null || signer === null) throw new Error('the hub has no key')
    return handOf(identity, signer)
  } finally {
    await store.close()
  }
}

const openDevice = async (dir: string, hubUrl: string): Promise<TownDevice> => {
  const workspace = granted(await openWorkspace(dir, env))
  const http = createHttpLink({ url: hubUrl })
  const service = startSync({
    workspace,
    link: lyingLink(http, () => device.lie),
    scheduler: noTimers,
    takeBytes: () => ({ sent: 0, received: 0 }),
  })
  let person: Actor | null = null
  const meet = async (): Promise<void> => {
    const row = await workspace.db
      .selectFrom('users')
      .innerJoin('hub', 'hub.user_uid', 'users.uid')
      .select(['users.id', 'users.uid', 'users.role'])
      .executeTakeFirst()
    if (row !== undefined) person = { userId: row.id, userUid: row.uid, role: row.role }
  }
  await meet()
  const device: TownDevice = {
    dir,
    workspace,
    lie: {},
    askAgain: async () => {
      const asked = await service.askHubAgain()
      return asked.ok ? 'ok' : asked.error.code
    },
    sync: async () => {
      await service.syncNow()
      // The alarm is kept after the halt that it tells of.
      const lastingMs = performance.now() + 10_000
      while (
        (await service.state()).state === 'hub_not_trusted' &&
        (await service.state()).alarms.length === 0 &&
        performance.now() < lastingMs
      )
        await pause(5)
      const { state, alarms, message } = await service.state()
      await meet()
      return { state, alarms: alarms.map(({ code }) => code), message }
    },
    person: () => {
      if (person === null) throw new Error('the device has not synced yet')
      return person
    },
    note: async (caseId, text) =>
      void granted(await workspace.cases.addNote(caseId, { text }, { actor: device.person() })),
    notes: async (caseId) => {
      const read = await workspace.cases.notes(caseId, { page: 1, size: 100 })
      return read.ok ? read.value.data.map(({ text }) => text).reverse() : null
    },
    faults: async () =>
      ((await workspace.verification.verifyWorkspace())?.findings ?? [])
        .filter(({ severity }) => severity === 'fault')
        .map(({ code }) => code),
    close: async () => {
      await service.close()
      http.close()
      await workspace.close()
    },
  }
  return device
}

/** Founds a hub. Users are added by `ask`. */
export const foundTown = async (): Promise<Town> => {
  const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-town-'))
  const hubDir = path.join(root, 'hub')
  await preparedWorkspace(hubDir, { institution: 'ACME', name: 'Acme', admin: 'Ada' })
  const serve = async (): Promise<RunningService> =>
    granted(
      await startService(
        { dataDir: hubDir, port: 0, host: '127.0.0.1', role: 'hub', limits: { perAddress: 0, perCredential: 0 } },
        env,
      ),
    )
  let hub = await serve()
  const open: TownDevice[] = []
  let twins = 0

  const ask: Town['ask'] = async (method, address, body) => {
    const session = await localSessionOf(hub)
    const answer = await hub.inject({
      method,
      path: address,
      headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, data: (answer.json() as { data?: unknown }).data }
  }

  const openAt = async (dir: string, url: string): Promise<TownDevice> => {
    const device = await openDevice(dir, url)
    open.push(device)
    return device
  }

  await ask('POST', '/v1/sync/now', {})
  return {
    root,
    hub: () => hub,
    hand: await openHand(hubDir),
    workspace: () => hub.workspace,
    ask,
    enrol: async (name, userId, cases) => {
      const { data } = await ask('POST', '/v1/sync/hub/codes', { user_id: userId, device_name: name, cases })
      granted(
        await enrolDevice(
          path.join(root, name),
          { url: hub.url, code: (data as { code: string }).code, deviceName: name },
          env,
          new AbortController().signal,
        ),
      )
    },
    open: (name, url = hub.url) => openAt(path.join(root, name), url),
    twin: async (name, url = hub.url) => {
      twins += 1
      const dir = path.join(root, `${name}-twin-${twins}`)
      cpSync(path.join(root, name), dir, { recursive: true })
      return await openAt(dir, url)
    },
    backUp: async (name) => {
      await hub.close()
      cpSync(hubDir, path.join(root, name), { recursive: true })
      hub = await serve()
    },
    close: async () => {
      for (const device of open) await device.close()
      await hub.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
