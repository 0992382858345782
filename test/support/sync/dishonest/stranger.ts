import { generateKeyPairSync } from 'node:crypto'
import { deviceKeyOf } from '../../../../main/platform/key-files.ts'
import type { JsonValue } from '../../../../main/seal/canonical.ts'
import { makeDisclosure } from '../../../../main/seal/disclosure.ts'
import { sealEntry, type EntryPayload } from '../../../../main/seal/entry.ts'
import { signMessage } from '../../../../main/seal/signature.ts'
import { enrolWith, type EnrolInput } from '../../../../main/sync/device/enrol.ts'
import { openSession } from '../../../../main/sync/device/session.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import { createHttpLink } from '../../../../main/sync/link/http.ts'
import type { SyncLink } from '../../../../main/sync/link.ts'
import { decodePushAnswer, encodeJson, encodePush } from '../../../../main/sync/wire.ts'
import type { EnrolAnswer, PushedRun } from '../../../../shared/protocol/sync.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { honestWithheld } from '../../honest-withheld.ts'

/** What is given of an entry; the rest follows from what was sealed before. */
export type StrangersDraft = Partial<EntryPayload> & Pick<EntryPayload, 'type' | 'actor'>

/**
 * A program of somebody who has a code and a key, and none of this product's rules: it speaks the protocol over HTTP.
 */
export interface Stranger {
  /** The device id under which it seals; to begin with the one that it brings. */
  deviceId: string
  readonly kid: string
  /** base64url */
  readonly spki: string
  enrol(code: string, joining?: EnrolInput['joining']): Promise<Result<EnrolAnswer, Refusal>>
  /** @param withheld absent: what the type asks for */
  seal(draft: StrangersDraft, withheld?: Readonly<Record<string, JsonValue>>): CarriedEntry
  /** Opens a session; its token. */
  session(): Promise<string>
  /** Pushes entries of one chain in a session of its own; `dev`: as those of another device. */
  push(name: string, entries: readonly CarriedEntry[], dev?: string): Promise<PushedRun>
  close(): void
}

/**
 * Makes one that has nothing but the address of a hub.
 *
 * @param alter what somebody on the way makes of its enrolment
 */
export const makeStranger = (
  url: string,
  deviceId: string,
  alter: (request: Readonly<Record<string, unknown>>) => unknown = (request) => request,
): Stranger => {
  const key = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
  const link = createHttpLink({ url })
  const { signal } = new AbortController()
  const sign = (message: Uint8Array): Uint8Array => signMessage(message, key.privateKey)
  const heads = new Map<string, { readonly seq: number; readonly id: string }>()
  let dseq = 0
  const stranger: Stranger = {
    deviceId,
    kid: key.kid,
    spki: Buffer.from(key.spki).toString('base64url'),
    enrol: async (code, joining) => {
      const altering: SyncLink = {
        call: (call, until) =>
          link.call(
            call.name === 'enrol'
              ? {
                  ...call,
                  body: encodeJson(
                    alter(JSON.parse(Buffer.from(call.body).toString('utf8')) as Record<string, unknown>),
                  ),
                }
              : call,
            until,
          ),
      }
      const answer = await enrolWith(
        altering,
        { code, deviceName: 'tablet', spki: key.spki, sign, ...(joining === undefined ? {} : { joining }) },
        signal,
      )
      if (answer.ok) stranger.deviceId = answer.value.device_id
      return answer
    },
    seal: (draft, withheld = honestWithheld(draft.type, draft.pub ?? {})) => {
      const name = draft.case ?? 'workspace'
      const nowMs = Date.now()
      const head = heads.get(name)
      dseq += 1
      const disclosures = Object.entries(withheld).map(([label, value], index) =>
        makeDisclosure(label, value, Buffer.alloc(16, index + 1)),
      )
      const payload: EntryPayload = {
        v: 1,
        case: name,
        dev: stranger.deviceId,
        kid: key.kid,
        seq: (head?.seq ?? 0) + 1,
        dseq,
        prev: head?.id ?? null,
        seen: [],
        at: new Date(nowMs).toISOString(),
        hlc: `${nowMs.toString(16).padStart(12, '0')}-${dseq.toString(16).padStart(4, '0')}`,
        boot: 'stranger',
        mono: dseq,
        anchor: null,
        subject: name,
        refs: [],
        pub: {},
        _sd: disclosures.map(({ digest }) => digest).sort(),
        _sd_alg: 'sha-256',
        ...draft,
      }
      const { id, payload: bytes, kid, sig } = sealEntry(payload, key)
      heads.set(name, { seq: payload.seq, id })
      return { id, payload: bytes, kid, sig, disclosures: disclosures.map(({ encoded }) => encoded) }
    },
    session: async () => {
      const session = await openSession(link, { deviceId: stranger.deviceId, sign }, [], signal)
      if (!session.ok) throw new Error(`no session: ${JSON.stringify(session.error)}`)
      return session.value.token
    },
    push: async (name, entries, dev = stranger.deviceId) => {
      const answer = await link.call(
        {
          name: 'push',
          token: await stranger.session(),
          body: encodePush([{ case: name, deviceId: dev, kid: key.kid, entries }]),
        },
        signal,
      )
      if (!answer.ok) throw new Error(`${answer.error.code ?? ''}: ${answer.error.message}`)
      const read = decodePushAnswer(answer.value)
      if (!read.ok) throw new Error(read.error.message)
      return read.value.runs[0] as PushedRun
    },
    close: () => link.close(),
  }
  return stranger
}
