import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { BundleContents, BundledDisclosure, BundledEntry, BundledEvidence } from '../../../main/bundle/contents.ts'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { makeDisclosure } from '../../../main/seal/disclosure.ts'
import { keyId, sealEntry, type EntryPayload } from '../../../main/seal/entry.ts'
import { treeRoot } from '../../../main/seal/merkle.ts'
import { rawFromSpki } from '../../../main/seal/signature.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'

/** An entry to be sealed. */
export interface Draft {
  readonly type: string
  readonly actor?: string
  readonly subject?: string
  readonly refs?: readonly string[]
  readonly pub?: Record<string, JsonValue>
  readonly withheld?: Record<string, JsonValue>
}

export const caseUid = '0198f3a1-0000-7000-8000-00000000ca5e'
export const ines = '0198f3a1-0000-7000-8000-0000000001e5'
export const omar = '0198f3a1-0000-7000-8000-000000000a45'
export const startMs = Date.UTC(2026, 2, 12, 8, 30, 0)

/** Seals drafts of one device, one every 61 seconds, into contents that a bundle is made from. */
export class SampleCase {
  readonly entries: BundledEntry[] = []
  readonly disclosures: BundledDisclosure[] = []
  readonly evidence: BundledEvidence[] = []
  readonly #privateKey: KeyObject
  readonly #spki: Buffer
  readonly #kid: string
  #prev: string | null = null

  constructor(privateKey: KeyObject = generateKeyPairSync('ed25519').privateKey) {
    this.#privateKey = privateKey
    this.#spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
    this.#kid = keyId(this.#spki)
  }

  /** Seals a draft and answers its entry's id and the digests of its withheld values by name. */
  seal({ type, actor = ines, subject = caseUid, refs = [], pub = {}, withheld = {} }: Draft): {
    readonly id: string
    readonly digests: Readonly<Record<string, string>>
  } {
    const n = this.entries.length
    const atMs = startMs + n * 61_007
    const disclosures = Object.entries(withheld).map(([name, value], index) =>
      makeDisclosure(name, value, createHash('md5').update(`${n} ${index}`).digest()),
    )
    const payload: EntryPayload = {
      v: 1,
      case: caseUid,
      type,
      dev: 'device-one',
      kid: this.#kid,
      actor,
      seq: n + 1,
      dseq: n + 1,
      prev: this.#prev,
      seen: [],
      at: new Date(atMs).toISOString(),
      hlc: `${atMs.toString(16).padStart(12, '0')}-0000`,
      boot: 'boot',
      mono: n,
      anchor: null,
      subject,
      refs,
      pub: { origin: { by: 'person' }, ...pub },
      _sd: disclosures.map(({ digest }) => digest),
      _sd_alg: 'sha-256',
    }
    const { id, payload: bytes, sig } = sealEntry(payload, { kid: this.#kid, privateKey: this.#privateKey })
    this.entries.push({ position: n, id, kid: this.#kid, payload: bytes, sig })
    this.disclosures.push(...disclosures.map(({ digest, name, encoded }) => ({ digest, entry: id, name, encoded })))
    this.#prev = id
    return { id, digests: Object.fromEntries(disclosures.map(({ name, digest }) => [name, digest])) }
  }

  /** Acquires a piece: its entry and its row. */
  acquire(
    name: string,
    more: {
      readonly label?: string
      readonly path?: string
      readonly size?: number
      readonly source?: string
      readonly description?: string
      readonly bytes?: boolean
    } = {},
  ): string {
    const n = this.evidence.length + 1
    const uid = `0198f3a1-0000-7000-9000-${n.toString(16).padStart(12, '0')}`
    const sha256 = createHash('sha256').update(`${n} ${name}`).digest('hex')
    const at = toTimestamp(startMs + this.entries.length * 61_007)
    const size = more.size ?? 1_234_567 * n
    const { id } = this.seal({
      type: 'evidence.acquired',
      subject: uid,
      pub: {
        evidence_id: n,
        sha256,
        size,
        kind: 'other',
        media_type: 'application/octet-stream',
        method: 'logical_copy',
        tool: 'Fieldseal',
        tool_version: '0.1.0',
        started_at: at,
        ended_at: at,
      },
      withheld: { name, acquired_by: 'Inês Prado', ...(more.source === undefined ? {} : { source: more.source }) },
    })
    this.evidence.push({
      item: {
        id: n,
        uid,
        case_id: 7,
        name,
        path: more.path ?? null,
        kind: 'other',
        media_type: 'application/octet-stream',
        size,
        sha256,
        label: more.label ?? null,
        tags: [],
        notes: 0,
        relations: 0,
        acquired_at: at,
        acquired_by: { id: 1, name: 'Inês Prado' },
        same_bytes: [],
        known: [],
        entry_id: id,
        bytes: 'here' as const,
      },
      facts: {
        source: more.source ?? null,
        serial: null,
        method: 'logical_copy',
        tool: 'Fieldseal',
        tool_version: '0.1.0',
        write_blocker: null,
        acquired_by: 'Inês Prado',
        started_at: at,
        ended_at: at,
        source_sha256: null,
        image_hashes: null,
        description: more.description ?? null,
      },
      bytes: more.bytes === false ? null : async function* () {},
    })
    return uid
  }

  /** Opens the case. */
  open(
    title = 'Mule account at Łódź branch',
    description = 'Three salary payments forwarded within minutes.',
  ): { readonly id: string; readonly digests: Readonly<Record<string, string>> } {
    return this.seal({
      type: 'case.opened',
      pub: {
        case_id: 7,
        case_number: 'CASE-ACME-20260312-00001',
        status: 'open',
        priority: 'high',
        owner: ines,
        owner_id: 1,
        sla_hours: 24,
        sla_due_at: toTimestamp(startMs + 86_400_000),
        created_at: toTimestamp(startMs),
        alert_ids: [101, 102],
      },
      withheld: { title, description, owner_name: 'Inês Prado', customer_ids: [4711] },
    })
  }

  /** The contents of a bundle of what was sealed so far. */
  contents(changes: Partial<BundleContents> = {}): BundleContents {
    const root = treeRoot(this.entries.map(({ id }) => Buffer.from(id, 'hex')))
    const origin = `device-one/case/${caseUid}`
    const signer = { name: origin, publicKeyRaw: rawFromSpki(this.#spki) as Uint8Array, privateKey: this.#privateKey }
    const checkpoint = signCheckpoint({ origin, size: this.entries.length, root }, signer)
    const endMs = startMs + this.entries.length * 61_007
    return {
      workspace: { uid: '0198f3a1-0000-7000-8000-000000000ac3', institution: 'ACME', name: 'Acme Bank' },
      case: {
        uid: caseUid,
        id: 7,
        number: 'CASE-ACME-20260312-00001',
        title: 'Mule account network at Łódź branch',
        description: 'Three salary payments forwarded within minutes.',
        priority: 'high',
        status: 'investigating',
        ownerName: 'Inês Prado',
        createdAtMs: startMs,
        updatedAtMs: endMs,
        slaDueAtMs: startMs + 86_400_000,
        finishedAtMs: null,
        outcome: null,
        onLegalHold: true,
        alertIds: [101, 102],
        customerIds: [4711],
        accountIds: [],
      },
      chain: { uid: caseUid, entries: this.entries, checkpoint, earlierCheckpoints: [] },
      workspaceChain: { uid: 'workspace', entries: [], checkpoint: '', earlierCheckpoints: [] },
      keys: [
        {
          kid: this.#kid,
          deviceId: 'device-one',
          deviceNumber: 0,
          name: 'Laptop of the fraud desk',
          spki: this.#spki,
          enrolledAtMs: startMs - 86_400_000,
          revokedAtMs: null,
          revokedFromDseq: null,
        },
      ],
      disclosures: this.disclosures,
      people: new Map([
        [ines, 'Inês Prado'],
        [omar, 'عمر الفارسي'],
      ]),
      nameDisclosures: [],
      evidence: this.evidence,
      export: {
        atMs: endMs,
        byName: 'Inês Prado',
        reason: 'Regional court of Łódź, by order of 3 March.',
        entryId: this.entries.at(-1)?.id ?? '',
      },
      softwareVersion: '0.1.0',
      ...changes,
    }
  }
}

/** Names in every script that the report must set. */
export const namesByScript: Readonly<Record<string, string>> = {
  latin: 'Łukasz Öztürk-Núñez',
  vietnamese: 'Nguyễn Thị Hồng',
  greek: 'Ελένη Παπαδοπούλου',
  cyrillic: 'Александр Ющенко',
  arabic: 'محمد عبد الرحمن',
  hebrew: 'יוסף בן־דוד',
  devanagari: 'श्रीमती हिमांशी क्षत्रिय',
  thai: 'สมชาย น้ำใจดี',
  simplified: '张伟 账户资料',
  traditional: '陳美玲 帳戶資料',
  japanese: '山田たろう ケース',
  korean: '김민수 계좌',
  armenian: 'Արամ Խաչատրյան',
  georgian: 'ნინო ბერიძე',
  bengali: 'অনিন্দ্য চৌধুরী',
}

/** A case in which everything happened once, in many scripts. */
export const workedCase = (sample = new SampleCase()): SampleCase => {
  sample.open()
  sample.seal({
    type: 'status.changed',
    pub: { from: 'open', to: 'investigating' },
    withheld: { notes: 'The payments match the pattern of the alert, and the holder does not answer.' },
  })
  const ledger = sample.acquire('ledger 2025.xlsx', {
    label: 'Exhibit A-1',
    source: 'Laptop of the branch manager',
    description: 'Bookings of the branch account.',
  })
  const photo = sample.acquire('IMG_0042.jpg', { path: 'phone/DCIM/IMG_0042.jpg' })
  for (const name of Object.values(namesByScript)) sample.acquire(`${name}.pdf`)
  sample.seal({ type: 'evidence.viewed', actor: omar, subject: ledger, pub: { evidence_id: 1 } })
  sample.seal({ type: 'evidence.downloaded', actor: omar, subject: ledger, pub: { evidence_id: 1 } })
  sample.seal({
    type: 'evidence.edited',
    subject: ledger,
    pub: { evidence_id: 1, fields: ['label', 'tags'] },
    withheld: { label: 'Exhibit A-1', tags: ['bookings', 'branch'] },
  })
  sample.seal({
    type: 'evidence.noted',
    actor: omar,
    subject: photo,
    pub: { evidence_id: 2 },
    withheld: { text: 'يظهر في الصورة رقم الحساب 4711.\nThe face in the mirror is not the holder’s.' },
  })
  sample.seal({
    type: 'evidence.related',
    subject: photo,
    pub: { evidence_id: 2, to_id: 1, to: ledger, relation: 'related_to' },
  })
  sample.seal({
    type: 'evidence.unrelated',
    subject: photo,
    pub: { evidence_id: 2, to_id: 1, to: ledger, relation: 'related_to' },
  })
  sample.seal({
    type: 'priority.changed',
    pub: { from: 'high', to: 'urgent', sla_hours: 4, sla_due_at: toTimestamp(startMs + 4 * 3_600_000) },
    withheld: { notes: 'Money is still moving.' },
  })
  sample.seal({
    type: 'owner.assigned',
    pub: { from_uid: ines, from_id: 1, to_uid: omar, to_id: 2 },
    withheld: { from_owner: 'Inês Prado', to_owner: 'عمر الفارسي', notes: 'Speaks the language.' },
  })
  sample.seal({ type: 'links.added', pub: { alert_ids: [103] }, withheld: { customer_ids: [4712] } })
  sample.seal({ type: 'links.removed', pub: { alert_ids: [101], removed: [] } })
  sample.seal({
    type: 'case.edited',
    pub: { fields: ['title'] },
    withheld: { title: 'Mule account network at Łódź branch' },
  })
  sample.seal({ type: 'case.renumbered', pub: { from: 'CASE-ACME-20260312-00001', to: 'CASE-ACME-20260312-00101' } })
  const bystander = sample.seal({ type: 'note.added', withheld: { text: 'The name of a bystander.' } })
  sample.seal({ type: 'note.added', actor: omar, withheld: { text: 'Called the branch; they hold the card.' } })
  sample.seal({
    type: 'redaction.applied',
    pub: {
      entry: bystander.id,
      digests: [bystander.digests['text'] as string],
      legal_basis: 'gdpr_art_17',
      reference: 'DSR-2026-118',
    },
  })
  sample.disclosures.splice(
    sample.disclosures.findIndex(({ entry }) => entry === bystander.id),
    1,
  )
  sample.seal({ type: 'hold.placed', withheld: { reason: 'Order of the court of Łódź.' } })
  sample.seal({ type: 'hold.released', withheld: { reason: 'The order was lifted.' } })
  sample.seal({
    type: 'evidence.statement_read',
    actor: omar,
    subject: ledger,
    pub: {
      evidence_id: 1,
      sha256: 'ab'.repeat(32),
      import_id: '019d0000-0000-7000-8000-000000000001',
      rows: 214,
      mapping: { 0: 'at', 1: 'amount' },
      settings: { time_zone: 'UTC', make_ids: true },
    },
    withheld: { account: 'DE89370400440532013000', sheet: 'March' },
  })
  const ordered = { evidence_id: 1, sha256: 'ab'.repeat(32), size: 48_211 }
  const order = { legal_basis: 'court_order', reference: 'AG 12/31' }
  const asked = { subject: ledger, pub: { ...ordered, ...order }, withheld: { reason: 'Seized unlawfully.' } }
  const { id: request } = sample.seal({ type: 'evidence.erasure_requested', actor: omar, ...asked })
  const word = { subject: ledger, refs: [request], withheld: { reason: 'Compared with the order.' } }
  sample.seal({ type: 'evidence.erasure_declined', ...word, pub: { ...ordered, request } })
  sample.seal({ type: 'evidence.erased', ...word, pub: { ...ordered, ...order, request } })
  const other = {
    act: '018f0000-0000-7000-8000-000000000001',
    other_uid: '018f0000-0000-7000-8000-000000000002',
    other_number: 'CASE-ACME-20260310-00007',
  }
  sample.seal({ type: 'case.related', pub: { ...other, relation: 'parent' }, withheld: { notes: 'The same ring.' } })
  sample.seal({ type: 'case.unrelated', pub: { ...other, relation: 'parent' }, withheld: { notes: 'Two matters.' } })
  sample.seal({ type: 'device.teleported', pub: { place: 'elsewhere' } })
  sample.seal({
    type: 'case.exported',
    pub: { evidence: 'all', disclosures: 'all', encrypted: false },
    withheld: { reason: 'Regional court of Łódź, by order of 3 March.' },
  })
  return sample
}

/** The same case once who may know it was set, and somebody broke its glass: papers of fixed facts are without it. */
export const restrictedCase = (): SampleCase => {
  const sample = workedCase()
  sample.seal({
    type: 'access.set',
    pub: { rule: 'named', people: [omar] },
    withheld: { notes: 'It names a colleague.' },
  })
  sample.seal({ type: 'glass.broken', actor: omar, withheld: { reason: 'The owner is ill.' } })
  return sample
}
