import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalBytes } from '../../../../main/seal/canonical.ts'
import type { JsonValue } from '../../../../main/seal/canonical.ts'
import { makeDisclosure } from '../../../../main/seal/disclosure.ts'
import { sealEntry } from '../../../../main/seal/entry.ts'
import type { EntryPayload } from '../../../../main/seal/entry.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import { appliers } from '../../../../main/storage/areas.ts'
import { granted } from '../support.ts'
import { seedOfRun } from '../../../support/seed-of-run.ts'
import { tries } from '../../../support/tries.ts'
import { dumpOf, faultsOf, freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

/** Y-46: a device that is enrolled, and seals whatever it likes. */

let field: Field
let liar: Replica
let sealedCount = 0
beforeAll(async () => {
  field = await freshField()
  liar = await field.enrol()
})
afterAll(() => field.remove())

const types = [...appliers.keys()].sort()

/** Ids, numbers and texts that exist, beside everything that JSON can say. */
const pool = (caseId: number, loser: string): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    fc.constantFrom<JsonValue>(
      caseId,
      caseId + 1,
      1,
      0,
      -1,
      2 ** 32 + 1,
      2 ** 32 + 7,
      2 ** 53,
      1e300,
      0.5,
      null,
      true,
      false,
      '',
      'open',
      'closed',
      'urgent',
      'high',
      'all',
      'none',
      'derived_from',
      loser,
      'CASE-ACME-20260302-00001',
      'CASE-ACME-20260302-00101',
      '2026-03-02T09:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      'a'.repeat(64),
      '\u0000',
      'two\nlines',
      'x'.repeat(5_000),
      [],
      {},
      [1, 1, 2],
      [{ digest: 'x', place: 0 }],
      [null],
      { system: 'S', reference: 'R' },
      { system: 1 },
      'admin',
      'api',
      ['v4:read'],
    ),
    { arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>, weight: 1 },
  )

const names = [
  'case_id',
  'case_number',
  'status',
  'priority',
  'owner',
  'owner_id',
  'sla_hours',
  'sla_due_at',
  'created_at',
  'sla_paused',
  'sla_paused_ms',
  'source',
  'from',
  'to',
  'from_uid',
  'to_uid',
  'to_id',
  'alert_ids',
  'removed',
  'settles',
  'evidence_id',
  'sha256',
  'size',
  'kind',
  'media_type',
  'relation',
  'evidence',
  'label_removed',
  'entry',
  'digests',
  'names',
  'id',
  'role',
  'active',
  'scopes',
  'secret_sha256',
  'kid',
  'spki',
  'device_id',
  'device_number',
  'joined',
  'joined_dseq',
  'from_dseq',
  'workspace_id',
  'institution',
  'name',
  'sla_hours',
  'four_eyes',
  'workflow',
]
const withheldNames = [
  'title',
  'description',
  'notes',
  'text',
  'reason',
  'customer_ids',
  'account_ids',
  'owner_name',
  'login_name',
  'name',
  'label',
  'tags',
  'path',
  '__proto__',
  'constructor',
]

interface Odd {
  readonly type: string
  readonly pub: Readonly<Record<string, JsonValue>>
  readonly withheld: Readonly<Record<string, JsonValue>>
  readonly inCase: boolean
  readonly subject: string
}

/** An entry that is well-formed as an opening or the like, with some values replaced. */
const plausible = (caseId: number): Readonly<Record<string, JsonValue>> => ({
  case_id: caseId,
  case_number: 'CASE-ACME-20260302-00150',
  status: 'open',
  priority: 'high',
  owner: 'someone',
  owner_id: 1,
  sla_hours: 4,
  sla_due_at: '2026-03-03T09:00:00.000Z',
  created_at: '2026-03-02T09:00:00.000Z',
  from: 'open',
  to: 'investigating',
  from_uid: 'a',
  to_uid: 'b',
  to_id: 1,
  evidence_id: 2 ** 32 + 3,
  sha256: 'b'.repeat(64),
  size: 5,
  evidence: 'all',
  id: 2 ** 32 + 9,
  role: 'admin',
})

const odd = (caseId: number, loser: string, users: readonly string[]): fc.Arbitrary<Odd> =>
  fc.record({
    type: fc.constantFrom(...types),
    pub: fc
      .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...names), pool(caseId, loser), { maxKeys: 8 }))
      .map(([likely, values]) => ({ ...(likely ? plausible(caseId) : {}), ...values })),
    withheld: fc.dictionary(fc.constantFrom(...withheldNames), pool(caseId, loser), { maxKeys: 4 }),
    inCase: fc.boolean(),
    subject: fc.constantFrom('', 'x', 'policy', ...users),
  })

/** Seals what comes next of the lying device, and hands it to the order as if it had been taken. */
const seal = (chain: string, { type, pub, withheld, subject }: Odd, refs: readonly string[] = []): CarriedEntry => {
  const { workspace, env } = liar
  const before = field.order
    .chain(chain)
    .filter(
      (entry) => (JSON.parse(Buffer.from(entry.payload).toString()) as EntryPayload).dev === workspace.facts.deviceId,
    )
  const disclosures = Object.entries(withheld).map(([name, value]) => makeDisclosure(name, value, env.random.bytes(16)))
  sealedCount += 1
  const payload: EntryPayload = {
    v: 1,
    case: chain,
    type,
    dev: workspace.facts.deviceId,
    kid: workspace.keys.device.kid,
    actor: 'liar',
    seq: before.length + 1,
    dseq: 100 + sealedCount,
    prev: before.at(-1)?.id ?? null,
    seen: [],
    at: '2026-03-02T10:00:00.000Z',
    hlc: `019caf000000-${sealedCount.toString(16).padStart(4, '0')}`,
    boot: 'b',
    mono: sealedCount,
    anchor: null,
    subject,
    refs,
    pub,
    _sd: disclosures.map(({ digest }) => digest).sort(),
    _sd_alg: 'sha-256',
  }
  canonicalBytes(payload)
  const sealed = sealEntry(payload, workspace.keys.device)
  const entry: CarriedEntry = {
    id: sealed.id,
    payload: sealed.payload,
    kid: sealed.kid,
    sig: sealed.sig,
    disclosures: disclosures.map(({ encoded }) => encoded),
  }
  field.order.chain(chain).push(entry)
  return entry
}

test('L-19: an entry that was sealed before its type asked for a text verifies and has its effect, as it was', async () => {
  const id = granted(
    await field.root.workspace.cases.create(
      { title: 'Of before', description: 'Sealed by an earlier build', priority: 'high' },
      { actor: field.admin },
    ),
  ).id
  const uid = granted(await field.root.workspace.cases.read(id)).uid
  await field.order.push(field.root)
  const opening = field.order.chain(uid)[0]?.id ?? ''
  const move = { type: 'status.changed', inCase: true, subject: uid }
  const blank = seal(uid, { ...move, pub: { from: 'open', to: 'investigating' }, withheld: { notes: '' } }, [opening])
  seal(uid, { ...move, pub: { from: 'investigating', to: 'escalated' }, withheld: {} }, [blank.id])
  await field.order.pull(field.root)
  expect(granted(await field.root.workspace.cases.read(id)).status).toBe('escalated')
  const { data } = granted(await field.root.workspace.cases.timeline(id, { order: 'newest', page: 1, size: 2 }))
  expect(data.map(({ seal: { state }, withheld }) => [state, withheld])).toEqual([
    ['verified', {}],
    ['verified', { notes: expect.objectContaining({ state: 'disclosed', value: '' }) as unknown }],
  ])
  expect(await faultsOf(field.root)).toEqual([])
})

test(
  'L-24, Y-46: whatever values an enrolled device seals, no replica breaks, and those that take it piece by piece and all at once come to the same tables',
  { timeout: 600_000 },
  async () => {
    const seed = seedOfRun()
    console.log(`hostile: seed ${seed} (FIELDSEAL_SEED=${seed} repeats it)`)
    const id = granted(
      await field.root.workspace.cases.create(
        { title: 'Target', description: 'Of the office', priority: 'high' },
        { actor: field.admin },
      ),
    ).id
    const bystander = granted(
      await field.root.workspace.cases.create(
        { title: 'Bystander', description: 'Untouched', priority: 'low' },
        { actor: field.admin },
      ),
    ).id
    const uid = granted(await field.root.workspace.cases.read(id)).uid
    await field.order.push(field.root)
    const opening = field.order.chain(uid)[0]?.id ?? ''
    const before = granted(await field.root.workspace.cases.read(bystander))
    const users = (await field.root.workspace.access.listUsers()).map((user) => user.uid)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(odd(id, opening, users), fc.constantFrom<readonly string[]>([], [opening], ['x'])), {
          minLength: 5,
          maxLength: 40,
        }),
        async (entries) => {
          for (const [entry, refs] of entries) {
            const chain = entry.inCase ? uid : 'workspace'
            // The keys of devices are not the liar's to end: a hub refuses that, and without it nothing else would be
            // taken.
            if (entry.type !== 'key.revoked' && entry.type !== 'key.rotated') seal(chain, entry, refs)
            if (entry.type === 'case.opened') seal(liar.env.random.uuidv7(Date.now()), entry)
          }
          await field.order.pull(field.root, undefined, 3)
        },
      ),
      { numRuns: tries('FIELDSEAL_RUNS', { everyday: 12, full: 25 }), seed, endOnFailure: true },
    )
    const {
      title,
      description,
      case_number: number,
      status,
      owner_id: owner,
      revision,
      seal: { entries },
    } = before
    expect(
      granted(await field.root.workspace.cases.read(bystander)),
      'a case in which nothing was sealed',
    ).toMatchObject({ title, description, case_number: number, status, owner_id: owner, revision, seal: { entries } })
    granted(
      await field.root.workspace.cases
        .changeStatus(id, { status: 'closed', notes: 'work goes on' }, { actor: field.admin })
        .then((result) =>
          result.ok || result.error.code === 'already_done' ? { ok: true as const, value: null } : result,
        ),
    )
    await field.order.push(field.root)
    const late = await field.enrol()
    expect(dumpOf(late)).toEqual(dumpOf(field.root))
    expect((await faultsOf(field.root)).filter((fault) => fault.startsWith('row_differs'))).toEqual([])
    expect((await late.workspace.access.listDevices()).length).toBeGreaterThan(2)
    expect((await late.workspace.cases.timeline(id, { order: 'oldest', page: 1, size: 100 })).ok).toBe(true)
  },
)
