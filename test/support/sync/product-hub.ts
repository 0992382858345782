import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { answerRefusal, type CallRefusal } from '../../../main/sync/hub/answer.ts'
import type { HubCore } from '../../../main/sync/hub/core.ts'
import { sealing } from '../../../main/sync/hub/core.ts'
import { give } from '../../../main/sync/hub/grants.ts'
import { openHubKey } from '../../../main/sync/hub/hub-key.ts'
import { pull } from '../../../main/sync/hub/pull.ts'
import { push } from '../../../main/sync/hub/push.ts'
import { decodeJson, encodeFeed, encodeJson, encodePushAnswer } from '../../../main/sync/wire.ts'
import { challengeRequest, sessionRequest } from '../../../shared/protocol/sync.ts'
import type { LinkFault } from '../../../main/sync/link.ts'
import type { SyncCall } from './network.ts'
import type { HubSubject, NodeParts } from './subject.ts'

/** The secret of the simulated hub: its processes share it, and it outlives them. */
export const hubSecret = Buffer.alloc(32, 7)

const refused = (error: CallRefusal): Result<never, LinkFault> => {
  const { status, retryAfterMs } = answerRefusal(error)
  return fail({ kind: 'refused', status, code: error.code, message: error.message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
}

/** Opens the store of a hub and what its calls stand on. */
export const openCore = async ({ dir, env, scheduler }: NodeParts): Promise<HubCore> => {
  const store = await openHubStore({ folder: dataFolder(dir), key: hubSecret, random: env.random, log: env.log, scheduler })
  if (!store.ok) throw new Error(store.error.message)
  const identity = await store.value.reading((tx) => tx.identity())
  const signer = identity === null ? null : openHubKey(identity, hubSecret)
  if (identity === null || signer === null) throw new Error('the hub has no identity')
  return { store: store.value, identity, signer, env: { clock: env.clock, random: env.random, log: env.log, hubSecret }, alarm: () => undefined }
}

const session = (deviceId: string): Uint8Array => encodeJson({ token: deviceId, expires_in: 900 })

/** The product's hub over the files of a folder. */
export const openProductHub = async (parts: NodeParts): Promise<HubSubject> => {
  const core = await openCore(parts)
  const { store } = core

  const answer = async (call: SyncCall): Promise<Result<Uint8Array, LinkFault>> => {
    switch (call.name) {
      case 'challenge':
        return decodeJson(challengeRequest, call.body).ok ? ok(encodeJson({ challenge: 'challenge' })) : fail({ kind: 'refused', code: 'invalid_request', message: '' })
      case 'session': {
        const asked = decodeJson(sessionRequest, call.body)
        return asked.ok ? ok(session(asked.value.device_id)) : fail({ kind: 'refused', code: 'invalid_request', message: '' })
      }
      case 'push': {
        const done = await push(core, call.token, call.body)
        return done.ok ? ok(encodePushAnswer(done.value)) : refused(done.error)
      }
      case 'pull': {
        const done = await pull(core, call.token, call.body)
        return done.ok ? ok(encodeFeed(done.value)) : refused(done.error)
      }
      case 'enrol':
        return fail({ kind: 'refused', code: 'unavailable', message: '' })
    }
  }

  const namesOf = async (named: readonly string[]): Promise<Set<string>> =>
    await store.reading(async (tx) => {
      const names = new Set(['workspace', ...named])
      for (const device of await tx.devices()) for (const { case: name } of await tx.granted(device)) names.add(name)
      return names
    })

  return {
    handle: (call) => answer(call),
    grant: async (name, deviceId) => {
      await sealing(core, async (work) => {
        await work.seal(name, { type: 'grant.given', actor: work.hubDeviceId, subject: name, pub: { device: deviceId } })
        await give(work.tx, name, { kind: 'device', id: deviceId }, await work.feed())
        return ok(undefined)
      })
    },
    endGrant: async (name, deviceId) => {
      await sealing(core, async (work) => {
        const device = await work.tx.device(deviceId)
        for (const grant of await work.tx.grants(name)) {
          const isTheirs = grant.subject.kind === 'device' ? grant.subject.id === deviceId : grant.subject.id === device?.userUid
          if (isTheirs && grant.endedFeed === null) await work.tx.saveGrant({ ...grant, endedFeed: await work.feed() })
        }
        await work.seal(name, { type: 'grant.ended', actor: work.hubDeviceId, subject: name, pub: { device: deviceId } })
        return ok(undefined)
      })
    },
    granted: async (deviceId) =>
      await store.reading(async (tx) => {
        const device = await tx.device(deviceId)
        return device === null ? [] : (await tx.granted(device)).map((one) => one.case)
      }),
    revoke: async (deviceId) => {
      await sealing(core, async (work) => {
        const device = await work.tx.device(deviceId)
        if (device === null) return ok(undefined)
        await work.seal('workspace', { type: 'key.revoked', actor: work.hubDeviceId, subject: deviceId, pub: { kid: device.kid, from_dseq: device.dseq + 1 } })
        await work.tx.saveDevice({ ...device, state: 'revoked', revokedFromDseq: device.dseq + 1 })
        return ok(undefined)
      })
    },
    order: async (named) => {
      const order: Record<string, readonly string[]> = {}
      for (const name of await namesOf(named)) order[name] = (await store.reading((tx) => tx.entriesOf(name, 0, 100_000))).map(({ id }) => id)
      return order
    },
    quarantined: async () => (await store.reading((tx) => tx.quarantined(10_000))).map(({ id }) => id),
    verify: () => Promise.resolve([]),
    close: () => store.close(),
  }
}
