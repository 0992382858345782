import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { makeDisclosure } from '../../main/seal/disclosure.ts'
import { keyId, sealEntry } from '../../main/seal/entry.ts'
import type { EntryPayload } from '../../main/seal/entry.ts'
import { encodeHlc } from '../../main/seal/hlc.ts'
import { signMessage } from '../../main/seal/signature.ts'
import type { Hub, HubCall } from '../../main/sync/hub/create-hub.ts'
import type { HubAnswer } from '../../main/sync/hub/answer.ts'
import { enrolMessage } from '../../main/sync/enrolment.ts'
import { sessionMessage } from '../../main/sync/signed-messages.ts'
import type { CarriedEntry, CarriedRun } from '../../main/sync/entry.ts'
import { decodeFeed, decodePushAnswer, encodeJson, encodePush } from '../../main/sync/wire.ts'
import type { FeedPage } from '../../main/sync/wire.ts'
import { honestWithheld } from './honest-withheld.ts'
import type { EnrolAnswer, EnrolRequest, PullRequest, PushAnswer } from '../../shared/protocol/sync.ts'

/** The clock of a test: it stands until it is moved. */
export interface TestClock {
  nowMs(): number
  monoMs(): number
  upMs(): number
  readonly bootId: string
  pass(ms: number): void
  /** Sets the wall clock alone forward or back. */
  setBy(ms: number): void
}

export const testClock = (startMs: number): TestClock => {
  let now = startMs
  let mono = 0
  return {
    nowMs: () => now,
    monoMs: () => mono,
    upMs: () => mono,
    bootId: 'test-boot',
    pass: (ms) => {
      now += ms
      mono += ms
    },
    setBy: (ms) => {
      now += ms
    },
  }
}

/** A JSON answer of a hub. */
export const readAnswer = (answer: HubAnswer): { readonly status: number; readonly json: unknown } => ({
  status: answer.status,
  json: JSON.parse(Buffer.from(answer.body).toString('utf8')),
})

/** What is given of an entry; the rest follows from the device's count. */
export interface PaperDraft {
  readonly case: string
  readonly type: string
  readonly pub?: EntryPayload['pub']
  /** Absent: what the type asks for. */
  readonly withheld?: Readonly<Record<string, JsonValue>>
  readonly refs?: readonly string[]
  readonly actor?: string
  readonly more?: Partial<EntryPayload>
}

let salts = 0

/** A device without a store: it seals, and speaks the protocol, honestly or not. */
export class PaperDevice {
  deviceId: string
  number = 0
  kid: string
  spki: Uint8Array
  privateKey: KeyObject
  userUid: string
  token: string | null = null
  dseq = 0
  /** The slot of case numbers that it was enrolled with. */
  slot = 0
  readonly heads = new Map<string, { seq: number; id: string }>()
  readonly sealed: { readonly case: string; readonly entry: CarriedEntry; readonly payload: EntryPayload }[] = []
  readonly hub: Hub
  readonly clock: TestClock

  constructor(hub: Hub, clock: TestClock, deviceId: string, userUid: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    this.hub = hub
    this.clock = clock
    this.deviceId = deviceId
    this.userUid = userUid
    this.privateKey = privateKey
    this.spki = publicKey.export({ format: 'der', type: 'spki' })
    this.kid = keyId(this.spki)
  }

  /** A copy of this device as it stands, with its key. */
  clone(): PaperDevice {
    const copy = new PaperDevice(this.hub, this.clock, this.deviceId, this.userUid)
    Object.assign(copy, {
      number: this.number,
      kid: this.kid,
      spki: this.spki,
      privateKey: this.privateKey,
      token: this.token,
      dseq: this.dseq,
      slot: this.slot,
    })
    for (const [name, head] of this.heads) copy.heads.set(name, head)
    copy.sealed.push(...this.sealed)
    return copy
  }

  seal(draft: PaperDraft): CarriedEntry {
    this.dseq += 1
    const disclosures = Object.entries(
      draft.withheld ?? honestWithheld(draft.type, draft.more?.pub ?? draft.pub ?? {}),
    ).map(([name, value]) => {
      salts += 1
      const salt = Buffer.alloc(16)
      salt.writeUInt32BE(salts)
      return makeDisclosure(name, value, salt)
    })
    const head = this.heads.get(draft.case)
    const payload: EntryPayload = {
      v: 1,
      case: draft.case,
      type: draft.type,
      dev: this.deviceId,
      kid: this.kid,
      actor: draft.actor ?? this.userUid,
      seq: (head?.seq ?? 0) + 1,
      dseq: this.dseq,
      prev: head?.id ?? null,
      seen: [],
      at: new Date(this.clock.nowMs()).toISOString(),
      hlc: encodeHlc({ ms: this.clock.nowMs(), counter: this.dseq % 65_536 }),
      boot: this.clock.bootId,
      mono: this.clock.monoMs(),
      anchor: null,
      subject: draft.case,
      refs: draft.refs ?? [],
      pub: draft.pub ?? {},
      _sd: disclosures.map((one) => one.digest).sort(),
      _sd_alg: 'sha-256',
      ...draft.more,
    }
    const { id, payload: bytes, sig } = sealEntry(payload, this)
    const entry = { id, payload: bytes, kid: this.kid, sig, disclosures: disclosures.map((one) => one.encoded) }
    this.heads.set(draft.case, { seq: payload.seq, id })
    this.sealed.push({ case: draft.case, entry, payload })
    return entry
  }

  open(caseUid: string, more: Readonly<Record<string, JsonValue>> = {}): CarriedEntry {
    return this.seal({
      case: caseUid,
      type: 'case.opened',
      pub: {
        case_id: this.number * 2 ** 32 + this.dseq + 1,
        case_number: `CASE-ACME-20260301-${String(this.slot * 100 + (this.dseq % 100) + 1).padStart(5, '0')}`,
        status: 'open',
        priority: 'high',
        owner: this.userUid,
        owner_id: 1,
        sla_hours: 24,
        sla_due_at: '2026-03-02T09:00:00.000+00:00',
        created_at: '2026-03-01T09:00:00.000+00:00',
        alert_ids: [],
        ...more,
      },
      withheld: { title: 'A case', description: 'What happened', owner_name: 'Someone' },
    })
  }

  note(caseUid: string, text = 'A note'): CarriedEntry {
    return this.seal({ case: caseUid, type: 'note.added', withheld: { text } })
  }

  run(name: string, entries: readonly CarriedEntry[]): CarriedRun {
    return { case: name, deviceId: this.deviceId, kid: this.kid, entries }
  }

  /** Everything that was sealed since an index, in runs by `dseq`. */
  runs(from = 0): CarriedRun[] {
    const runs: (CarriedRun & { entries: CarriedEntry[] })[] = []
    for (const { case: name, entry } of this.sealed.slice(from)) {
      const last = runs.at(-1)
      if (last?.case === name && last.kid === entry.kid) last.entries.push(entry)
      else runs.push({ case: name, deviceId: this.deviceId, kid: entry.kid, entries: [entry] })
    }
    return runs
  }

  async call(call: HubCall, body: unknown): Promise<{ readonly status: number; readonly json: unknown }> {
    return readAnswer(await this.hub.handle(call, this.token, encodeJson(body)))
  }

  async enrol(
    code: string,
    more: Partial<EnrolRequest> = {},
  ): Promise<{ readonly status: number; readonly json: unknown }> {
    const spki = Buffer.from(this.spki).toString('base64url')
    const proof = Buffer.from(signMessage(enrolMessage(code, spki, more.joining), this.privateKey)).toString(
      'base64url',
    )
    const answer = await this.call('enrol', { protocol: 1, code, device_name: 'Laptop', spki, proof, ...more })
    if (answer.status === 200) {
      const { device_id: deviceId, device_number: number, user_uid: userUid, lease } = answer.json as EnrolAnswer
      Object.assign(this, { deviceId, number, userUid, slot: lease.slots[0] ?? 0 })
    }
    return answer
  }

  async signIn(): Promise<{ readonly status: number; readonly json: unknown }> {
    const asked = (await this.call('challenge', { device_id: this.deviceId })).json as { challenge: string }
    const sig = Buffer.from(signMessage(sessionMessage(asked.challenge), this.privateKey)).toString('base64url')
    const answer = await this.call('session', { device_id: this.deviceId, challenge: asked.challenge, sig })
    if (answer.status === 200) this.token = (answer.json as { token: string }).token
    return answer
  }

  async send(runs: readonly CarriedRun[] = this.runs()): Promise<HubAnswer> {
    return await this.hub.handle('push', this.token, encodePush(runs))
  }

  async push(runs: readonly CarriedRun[] = this.runs()): Promise<PushAnswer> {
    const answer = await this.send(runs)
    const read = answer.status === 200 ? decodePushAnswer(answer.body) : null
    if (read?.ok !== true) throw new Error(`the push was refused: ${Buffer.from(answer.body).toString('utf8')}`)
    return read.value
  }

  async ask(request: Partial<PullRequest>): Promise<HubAnswer> {
    return await this.hub.handle('pull', this.token, encodeJson({ protocol: 1, since: 0, ...request }))
  }

  async pull(request: Partial<PullRequest> = {}): Promise<FeedPage> {
    const answer = await this.ask(request)
    const read = answer.status === 200 ? decodeFeed(answer.body) : null
    if (read?.ok !== true) throw new Error(`the pull was refused: ${Buffer.from(answer.body).toString('utf8')}`)
    return read.value
  }
}
