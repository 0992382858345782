import { describe, expect, test } from 'vitest'
import { openMisfit } from '../../../main/domain/entries/sealing-forms.ts'
import { checkEntryContent } from '../../../main/sync/hub/check-run.ts'
import type { RunKnowledge } from '../../../main/sync/hub/check-run.ts'
import { foundingHead, workspaceAfter } from '../../../main/sync/hub/workspace-head.ts'
import { newCaseHead } from '../../../main/sync/hub/case-head.ts'
import { makeDisclosure } from '../../../main/seal/disclosure.ts'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { makeDevice, payloadOf } from '../seal/support.ts'

const founder = makeDevice(0)
const hub = makeDevice(2)
const begun = foundingHead({
  kid: founder.kid,
  deviceId: founder.id,
  spki: Buffer.from(founder.spki).toString('base64url'),
})
const workspace = workspaceAfter(
  begun,
  {
    id: 'e'.repeat(64),
    payload: payloadOf(founder, {
      case: 'workspace',
      actor: 'boss',
      type: 'user.added',
      subject: 'boss',
      pub: { id: 1, role: 'admin' },
    }),
  },
  hub,
)

const holding = { status: 'open', statusEntry: 'e'.repeat(64), ownerUid: 'boss', ownerEntry: 'e'.repeat(64) }

/** An admin works on the hub's own folder, and may do everything. */
const fresh: RunKnowledge = {
  workspace,
  hub: { kid: hub.kid, origin: 'hub/w' },
  founderId: founder.id,
  isHubFolder: true,
  deviceUser: null,
  joining: null,
  caseHead: { ...newCaseHead, holding, statusBy: 'boss' },
  last: null,
  dseq: 0,
  request: null,
  signedBefore: false,
}

const salt = (n: number): Uint8Array => Buffer.alloc(16, n)

/** Pushes an entry with these withheld values, of which the erased ones come by their digest alone. */
const pushed = (
  type: string,
  pub: Readonly<Record<string, JsonValue>>,
  withheld: readonly (readonly [string, JsonValue])[],
  erased: readonly string[] = [],
  known = fresh,
) => {
  const disclosures = withheld.map(([name, value], index) => makeDisclosure(name, value, salt(index)))
  const payload = payloadOf(founder, { actor: 'boss', type, pub, _sd: disclosures.map(({ digest }) => digest).sort() })
  return checkEntryContent(
    {
      id: 'a'.repeat(64),
      disclosures: disclosures.filter(({ name }) => !erased.includes(name)).map(({ encoded }) => encoded),
    },
    payload,
    known,
  )
}

const moved = { from: 'open', to: 'investigating' }

describe('Y-35: a modified device that seals what its own product would not', () => {
  test.each([
    ['status.changed', moved, 'notes'],
    [
      'priority.changed',
      { from: 'low', to: 'high', sla_hours: 4, sla_due_at: '2026-03-02T09:00:00.000+00:00' },
      'notes',
    ],
    ['note.added', {}, 'text'],
    ['hold.placed', {}, 'reason'],
    ['hold.released', {}, 'reason'],
    ['evidence.noted', { evidence_id: 1 }, 'text'],
    ['report.withdrawn', { version: 1 }, 'note'],
    ['case.exported', { evidence: 'all' }, 'reason'],
    ['case.edited', { fields: ['title'] }, 'title'],
  ] as const)('%s is refused without its text, with a blank one and with one that shows nothing', (type, pub, name) => {
    expect(pushed(type, pub, [[name, 'Because']])).toEqual({ ok: true, value: null })
    expect(pushed(type, pub, [])).toMatchObject({ ok: false, error: { code: 'invalid_values', quarantined: false } })
    for (const blank of ['', ' \t ', '\u2800', 7, null])
      expect(pushed(type, pub, [[name, blank]]), JSON.stringify(blank)).toMatchObject({
        error: { code: 'invalid_values' },
      })
  })

  test('a good text beside a blank one of the same name does not help', () => {
    expect(
      pushed('status.changed', moved, [
        ['notes', ''],
        ['notes', 'Because'],
      ]),
    ).toMatchObject({ error: { code: 'invalid_values' } })
  })

  test('a text that was erased before the entry came is not missed', () => {
    expect(pushed('status.changed', moved, [['notes', 'Because']], ['notes'])).toMatchObject({ ok: true })
  })

  test('what the hub signed for before it was set back stands by the rule of then', () => {
    expect(pushed('status.changed', moved, [['notes', '']], [], { ...fresh, signedBefore: true })).toMatchObject({
      ok: true,
    })
    expect(pushed('status.changed', moved, [], [], { ...fresh, signedBefore: true })).toMatchObject({ ok: true })
  })

  test('an acquisition does not end before it began, and what names its tool is one line', () => {
    const piece = {
      evidence_id: 1,
      sha256: 'a'.repeat(64),
      size: 1,
      method: 'upload',
      tool: 'Imager',
      tool_version: '',
    }
    const [early, late] = ['2026-03-02T09:00:00.000+00:00', '2026-03-02T10:00:00.000+00:00']
    for (const odd of [{ started_at: late, ended_at: early }, { tool: ' ' }, { write_blocker: 'a\nb' }])
      expect(openMisfit('evidence.acquired', { ...piece, ...odd }), JSON.stringify(odd)).not.toBeNull()
    for (const fine of [{}, { started_at: early, ended_at: late }, { started_at: 'the other day', ended_at: early }])
      expect(openMisfit('evidence.acquired', { ...piece, ...fine }), JSON.stringify(fine)).toBeNull()
  })

  test('open values are held against the form by which every replica reads them', () => {
    expect(pushed('report.refused', {}, [['note', 'Because']])).toMatchObject({ error: { code: 'invalid_values' } })
    expect(pushed('alert.moved', { alert_id: 1, from: 'new', to: 'gone' }, [])).toMatchObject({
      error: { code: 'invalid_values' },
    })
    expect(
      pushed('redaction.applied', { entry: 'e'.repeat(64), digests: ['d'.repeat(43)], legal_basis: 'because' }, []),
    ).toMatchObject({ error: { code: 'invalid_values' } })
  })
})
