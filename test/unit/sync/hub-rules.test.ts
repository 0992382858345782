import { describe, expect, test } from 'vitest'
import { encodeCode, fingerprintOfCode, readCode } from '../../../shared/protocol/enrolment-code.ts'
import { checkPlace, needsTaken } from '../../../main/sync/hub/check-run.ts'
import { caseAfter, newCaseHead, readCaseHead } from '../../../main/sync/hub/case-head.ts'
import { fourEyesFault } from '../../../main/sync/hub/four-eyes.ts'
import { permissionFault } from '../../../main/sync/hub/permissions.ts'
import { isLeaseDue, leaseMs, usesUpSlots } from '../../../main/sync/hub/slots.ts'
import { valueFault } from '../../../main/sync/hub/values.ts'
import { foundingHead, isBeforeJoining, workspaceAfter } from '../../../main/sync/hub/workspace-head.ts'
import type { WorkspaceHead } from '../../../main/sync/hub/workspace-head.ts'
import { makeDevice, payloadOf } from '../seal/support.ts'
import type { Draft } from '../seal/support.ts'

const founder = makeDevice(0)
const laptop = makeDevice(1)
const hub = makeDevice(2)
const spkiOf = (device: typeof founder): string => Buffer.from(device.spki).toString('base64url')
const begun = foundingHead({ kid: founder.kid, deviceId: founder.id, spki: spkiOf(founder) })

const after = (head: WorkspaceHead, draft: Draft, device = founder): WorkspaceHead =>
  workspaceAfter(
    head,
    { id: 'e'.repeat(64), payload: payloadOf(device, { case: 'workspace', actor: 'boss', pub: {}, ...draft }) },
    hub,
  )

const peopled = (): WorkspaceHead => {
  const withUsers = ['admin', 'investigator', 'auditor', 'supervisor'].reduce(
    (head, role) => after(head, { type: 'user.added', subject: role, pub: { id: 1, role } }),
    begun,
  )
  return after(withUsers, {
    type: 'key.enrolled',
    pub: {
      kid: laptop.kid,
      spki: spkiOf(laptop),
      device_id: laptop.id,
      device_number: 4,
      joined: true,
      joined_dseq: 10,
    },
  })
}

describe('Y-10: enrolment codes', () => {
  const code = encodeCode(Buffer.alloc(15, 0xa5), Buffer.from('00112233445566778899', 'hex'))

  test('are FS1 and ten groups of four, and are read in any spelling that people give them', () => {
    expect(code).toMatch(/^FS1(-[0-9A-HJKMNP-TV-Z]{4}){10}$/u)
    const spoken = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replace('fs1', 'FS1')
    expect(readCode(spoken)).toEqual(readCode(code))
    expect(Buffer.from(readCode(code)?.secret ?? []).equals(Buffer.alloc(15, 0xa5))).toBe(true)
    expect(fingerprintOfCode(code)).toBe('00112233445566778899')
  })

  test('what is shorter, longer, or has other letters is none', () => {
    for (const text of ['', 'FS1', code.slice(0, -1), `${code}0`, code.replace('FS1', 'FS2'), code.replace(/.$/u, 'U')])
      expect(readCode(text)).toBeNull()
  })
})

describe('Y-20: where an entry stands', () => {
  const last = { seq: 3, id: 'a'.repeat(64) }
  const place = (draft: Draft, taken: Parameters<typeof checkPlace>[3] = { bySeq: null, byDseq: null }) =>
    checkPlace('c'.repeat(64), payloadOf(laptop, draft), { last }, taken)

  test('it follows the last one of its device, and numbers over all cases may be left out but not used again', () => {
    expect(place({ seq: 4, dseq: 9, prev: last.id })).toEqual({ ok: true, value: { kind: 'new' } })
    expect(place({ seq: 5, prev: last.id })).toMatchObject({ error: { code: 'missing_entry' } })
    expect(place({ seq: 4, prev: 'b'.repeat(64) })).toMatchObject({ error: { code: 'device_fork', quarantined: true } })
    expect(place({ seq: 3, prev: last.id })).toMatchObject({ error: { code: 'device_fork' } })
    expect(place({ seq: 4, prev: last.id }, { bySeq: null, byDseq: { id: 'd'.repeat(64) } })).toMatchObject({
      error: { code: 'device_fork' },
    })
    expect(needsTaken(payloadOf(laptop, { seq: 4, dseq: 9 }), { last, dseq: 8 })).toEqual({ seq: false, dseq: false })
  })

  test('Y-22: the same again stands where it stood; Y-15: another in its place is a fork', () => {
    expect(place({ seq: 2, prev: last.id }, { bySeq: { id: 'c'.repeat(64), pos: 7 }, byDseq: null })).toEqual({
      ok: true,
      value: { kind: 'taken', pos: 7 },
    })
    expect(place({ seq: 2, prev: last.id }, { bySeq: { id: 'd'.repeat(64), pos: 7 }, byDseq: null })).toMatchObject({
      error: { code: 'device_fork', quarantined: true },
    })
  })
})

describe('Y-19: who may do what', () => {
  /** On the device of whoever acts, unless another is named. */
  const may = (draft: Draft & { readonly deviceUser?: string }, head = peopled(), device = laptop) => {
    const { deviceUser = draft.actor ?? '', ...rest } = draft
    return permissionFault(payloadOf(device, { dseq: 50, pub: {}, ...rest }), {
      workspace: head,
      hub: { kid: hub.kid, origin: 'hub/w' },
      founderId: founder.id,
      isHubFolder: device.id === founder.id,
      deviceUser,
      joining: null,
    })
  }

  test('roles are those of the workspace chain in its order', () => {
    expect(may({ actor: 'investigator', type: 'note.added' })).toBeNull()
    expect(may({ actor: 'auditor', type: 'note.added' })).not.toBeNull()
    expect(may({ actor: 'auditor', type: 'evidence.viewed' })).toBeNull()
    expect(may({ actor: 'nobody', type: 'note.added' })).not.toBeNull()
    expect(may({ actor: 'toString', type: 'note.added' })).not.toBeNull()
    const gone = after(peopled(), { type: 'user.changed', subject: 'investigator', pub: { active: false } })
    expect(may({ actor: 'investigator', type: 'note.added' }, gone)).not.toBeNull()
  })

  test('the workspace is an admin’s, but for one’s own password and second factor', () => {
    expect(may({ case: 'workspace', actor: 'investigator', type: 'policy.changed' })).not.toBeNull()
    expect(may({ case: 'workspace', actor: 'admin', type: 'policy.changed' })).toBeNull()
    expect(
      may({
        case: 'workspace',
        actor: 'investigator',
        type: 'user.changed',
        subject: 'investigator',
        pub: { password: 'changed' },
      }),
    ).toBeNull()
    const factor = { case: 'workspace', type: 'user.changed', subject: 'investigator' } as const
    expect(may({ ...factor, actor: 'investigator', pub: { second_factor: 'removed' } })).toBeNull()
    expect(may({ ...factor, actor: 'auditor', pub: { second_factor: 'reset' } })).not.toBeNull()
    expect(
      may({
        case: 'workspace',
        actor: 'investigator',
        type: 'user.changed',
        subject: 'investigator',
        pub: { password: 'changed', role: 'admin' },
      }),
    ).not.toBeNull()
  })

  test.each([
    'rule.changed',
    'rules.imported',
    'rule.moved',
    'rule.proposed',
    'list.changed',
    'list.values_added',
    'list.values_removed',
  ])('%s is for supervisors and admins', (type) => {
    const by = (actor: string): string | null => may({ case: 'workspace', actor, type })
    expect([by('supervisor'), by('admin')]).toEqual([null, null])
    for (const other of ['investigator', 'auditor', 'nobody']) expect(by(other), other).not.toBeNull()
  })

  test.each([
    'hold.placed',
    'hold.released',
    'redaction.applied',
    'decision.approved',
    'decision.refused',
    'report.approved',
  ])('Y-31: in a case, %s is for supervisors and admins, and no API key’s', (type) => {
    const keyed = after(peopled(), { type: 'api_key.created', subject: 'k1' })
    expect(['supervisor', 'admin'].map((actor) => may({ actor, type }))).toEqual([null, null])
    for (const actor of ['investigator', 'auditor', 'nobody', 'key:k1'])
      expect(may({ actor, type }, keyed), actor).not.toBeNull()
    // A laptop that gets every case writes in anyone's name; what takes a role takes one of the laptop's own user too.
    const shared: WorkspaceHead = { ...peopled(), everything: [founder.id, laptop.id] }
    expect(may({ actor: 'supervisor', type, deviceUser: 'investigator' }, shared)).not.toBeNull()
    expect(may({ actor: 'supervisor', type, deviceUser: 'admin' }, shared)).toBeNull()
    expect(may({ actor: 'supervisor', type, deviceUser: 'investigator' }, shared, founder)).toBeNull()
  })

  test.each(['rule.changed', 'webhook.changed', 'detection.policy_changed'])(
    'Y-31: %s takes its role in whatever chain it stands',
    (type) => {
      expect(may({ actor: 'investigator', type })).not.toBeNull()
      expect(may({ actor: 'admin', type })).toBeNull()
    },
  )

  test('a device acts for its own user; the hub’s folders, which have every case, for whoever works there; the workspace is changed from an admin’s device alone', () => {
    const shared: WorkspaceHead = { ...peopled(), everything: [founder.id, laptop.id] }
    expect(may({ actor: 'investigator', type: 'note.added', deviceUser: 'auditor' })).not.toBeNull()
    expect(may({ actor: 'admin', type: 'note.added', deviceUser: 'investigator' })).not.toBeNull()
    expect(may({ actor: 'investigator', type: 'note.added', deviceUser: 'admin' }, shared)).toBeNull()
    expect(may({ actor: 'investigator', type: 'note.added', deviceUser: 'admin' }, peopled(), founder)).toBeNull()
    const promote: Draft = {
      case: 'workspace',
      actor: 'admin',
      type: 'user.changed',
      subject: 'investigator',
      pub: { role: 'admin' },
    }
    expect(may({ ...promote, deviceUser: 'investigator' })).not.toBeNull()
    expect(may({ ...promote, deviceUser: 'investigator' }, shared)).not.toBeNull()
    expect(may({ ...promote, deviceUser: 'admin' })).toBeNull()
  })

  test('Y-3: what is sealed is the hub’s where its key is; a device that is called as a hub is gets nothing by that, and no key is enrolled for one', () => {
    const promote: Draft = {
      case: 'workspace',
      actor: 'investigator',
      type: 'user.changed',
      subject: 'investigator',
      pub: { role: 'admin' },
    }
    for (const dev of ['hub:evil', 'hub:evil/1']) {
      expect(may({ ...promote, dev }), dev).not.toBeNull()
      expect(may({ ...promote, dev, type: 'grant.given' }), dev).not.toBeNull()
    }
    expect(may({ ...promote, type: 'grant.given', dev: 'hub:w/1' }, peopled(), hub)).toBeNull()
    const pub = { spki: spkiOf(laptop), kid: laptop.kid, device_id: 'hub:evil', device_number: 4 }
    expect(after(begun, { type: 'key.enrolled', pub }).keys).not.toHaveProperty(laptop.kid)
    expect(may({ type: 'key.enrolled', pub: { ...pub, role: 'hub' } }, begun, founder)).not.toBeNull()
    const hubs = { spki: spkiOf(hub), kid: hub.kid, device_id: 'hub:w', device_number: 0, role: 'hub' }
    expect(may({ type: 'key.enrolled', pub: hubs }, begun, founder)).toBeNull()
    expect(after(begun, { type: 'key.enrolled', pub: hubs }).keys).toHaveProperty(hub.kid)
  })

  test('Y-19: a device of which nothing says whom it is for acts for nobody', () => {
    const facts = {
      workspace: peopled(),
      hub: { kid: hub.kid, origin: 'hub/w' },
      founderId: founder.id,
      isHubFolder: false,
      deviceUser: null,
      joining: null,
    }
    expect(
      permissionFault(payloadOf(laptop, { dseq: 50, actor: 'investigator', type: 'note.added' }), facts),
    ).not.toBeNull()
  })

  test('API keys work on cases until they are revoked', () => {
    const keyed = after(peopled(), { type: 'api_key.created', subject: 'k1' })
    expect(may({ actor: 'key:k1', type: 'note.added' }, keyed)).toBeNull()
    expect(may({ case: 'workspace', actor: 'key:k1', type: 'user.added' }, keyed)).not.toBeNull()
    expect(
      may({ actor: 'key:k1', type: 'note.added' }, after(keyed, { type: 'api_key.revoked', subject: 'k1' })),
    ).not.toBeNull()
  })

  test('API keys work alerts in the workspace’s chain, and are nobody’s second person', () => {
    const keyed = after(peopled(), { type: 'api_key.created', subject: 'k1' })
    for (const type of ['alert.moved', 'alert.assigned', 'decision.recorded', 'decision.proposed', 'kpi.reported'])
      expect(may({ case: 'workspace', actor: 'key:k1', type }, keyed), type).toBeNull()
    for (const type of [
      'decision.approved',
      'decision.refused',
      'detection.policy_changed',
      'rule.changed',
      'report_settings.changed',
    ])
      expect(may({ case: 'workspace', actor: 'key:k1', type }, keyed), type).not.toBeNull()
    for (const type of ['decision.approved', 'decision.refused', 'report.approved'])
      expect(may({ actor: 'key:k1', type }, keyed), type).not.toBeNull()
  })

  test('Y-14: of what a folder sealed before it joined its users come inactive, and its keys count for nothing', () => {
    expect(isBeforeJoining(peopled(), payloadOf(laptop, { dseq: 10 }))).toBe(true)
    expect(isBeforeJoining(peopled(), payloadOf(laptop, { dseq: 11 }))).toBe(false)
    const joined = after(
      peopled(),
      { type: 'user.added', subject: 'old', pub: { id: 1, role: 'admin' }, dseq: 2 },
      laptop,
    )
    expect(joined.users['old']).toEqual({ role: 'admin', active: false, folder: laptop.id })
    const other = makeDevice(9)
    const smuggled = after(
      peopled(),
      {
        type: 'key.enrolled',
        pub: { kid: other.kid, spki: spkiOf(other), device_id: other.id, device_number: 9 },
        dseq: 2,
      },
      laptop,
    )
    expect(smuggled.keys).not.toHaveProperty(other.kid)
  })
})

describe('Y-32: four eyes where a case is moved', () => {
  const opening = 'a'.repeat(64)
  const opened = caseAfter(
    newCaseHead,
    {
      id: opening,
      payload: payloadOf(laptop, {
        type: 'case.opened',
        actor: 'investigator',
        pub: { status: 'open', owner: 'admin' },
      }),
    },
    hub,
  ).head
  const asked = after(peopled(), { type: 'policy.changed', pub: { four_eyes: ['closed', 'rule_live'] } })
  const fault = (draft: Draft, caseHead = opened, workspace = asked) =>
    fourEyesFault(
      'b'.repeat(64),
      payloadOf(laptop, { type: 'status.changed', pub: { from: 'open', to: 'closed' }, refs: [opening], ...draft }),
      { workspace, caseHead },
    )

  test('a supervisor or admin moves it, who neither owns it nor set its state before', () => {
    expect(fault({ actor: 'supervisor' })).toBeNull()
    expect(fault({ actor: 'admin' })).not.toBeNull()
    for (const actor of ['investigator', 'auditor', 'key:k1', 'toString'])
      expect(fault({ actor }), actor).not.toBeNull()
    const reviewed = caseAfter(
      opened,
      {
        id: 'c'.repeat(64),
        payload: payloadOf(laptop, {
          type: 'status.changed',
          actor: 'supervisor',
          pub: { from: 'open', to: 'pending_review' },
          refs: [opening],
        }),
      },
      hub,
    ).head
    expect(fault({ actor: 'supervisor', refs: ['c'.repeat(64)] }, reviewed)).not.toBeNull()
    const noted = caseAfter(
      opened,
      { id: 'd'.repeat(64), payload: payloadOf(laptop, { type: 'note.added', actor: 'supervisor' }) },
      hub,
    ).head
    expect(fault({ actor: 'supervisor' }, noted)).toBeNull()
  })

  test('only to the states that the policy in force names, and only where the move has an effect', () => {
    expect(fault({ actor: 'investigator', pub: { from: 'open', to: 'resolved' } })).toBeNull()
    expect(
      fault({ actor: 'investigator' }, opened, after(asked, { type: 'policy.changed', pub: { four_eyes: [] } })),
    ).toBeNull()
    expect(fault({ actor: 'investigator', refs: ['e'.repeat(64)] })).toBeNull()
    expect(fault({ actor: 'investigator', type: 'note.added' })).toBeNull()
  })

  test('a head of a release before this one does not know who set the state: then the owner alone is asked about', () => {
    const { statusBy: _statusBy, opener: _opener, shared: _shared, ...kept } = opened
    const read = readCaseHead(JSON.stringify(kept))
    expect(read).toMatchObject({ statusBy: null, opener: null, shared: true })
    expect(fault({ actor: 'supervisor' }, read)).toBeNull()
    expect(fault({ actor: 'admin' }, read)).not.toBeNull()
  })

  test('Y-14: the policy of a folder that joined is none here', () => {
    expect(
      after(peopled(), { type: 'policy.changed', pub: { four_eyes: ['closed'] }, dseq: 5 }, laptop).fourEyes,
    ).toEqual([])
  })
})

describe('Y-20: values', () => {
  const author = { number: 4, joinedDseq: 10 }
  const opened = {
    case_id: 4 * 2 ** 32 + 1,
    case_number: 'CASE-ACME-20260301-00001',
    status: 'open',
    priority: 'high',
    owner: 'u',
    owner_id: 1,
    sla_hours: 4,
    sla_due_at: '2026-03-01T09:00:00.000Z',
    created_at: '2026-03-01T09:00:00.000Z',
  }
  const fault = (draft: Draft) => valueFault(payloadOf(laptop, { dseq: 50, ...draft }), author)?.code ?? null

  test('of known types have their form, and may say more; unknown types say what they like', () => {
    expect(fault({ type: 'case.opened', pub: opened })).toBeNull()
    expect(fault({ type: 'case.opened', pub: { ...opened, from_a_newer_release: true } })).toBeNull()
    expect(fault({ type: 'case.opened', pub: { ...opened, status: 'lost' } })).toBe('invalid_values')
    expect(fault({ type: 'status.changed', pub: { from: 'open' } })).toBe('invalid_values')
    expect(fault({ type: 'something.new', pub: { a: [1] } })).toBeNull()
    expect(fault({ type: 'constructor', pub: {} })).toBeNull()
  })

  test('ids are of the device’s range, or, from before it joined, of the first', () => {
    expect(fault({ type: 'case.opened', pub: { ...opened, case_id: 5 * 2 ** 32 + 1 } })).toBe('id_out_of_range')
    expect(fault({ type: 'case.opened', pub: { ...opened, case_id: 7 } })).toBe('id_out_of_range')
    expect(fault({ type: 'case.opened', pub: { ...opened, case_id: 7 }, dseq: 10 })).toBeNull()
  })

  test('a type of a case has no place in the workspace chain, nor the other way round', () => {
    expect(fault({ type: 'note.added', case: 'workspace' })).toBe('invalid_values')
    expect(fault({ type: 'user.added', pub: { id: 4 * 2 ** 32 + 1, role: 'admin' } })).toBe('invalid_values')
  })
})

describe('Y-16: slots and leases', () => {
  test('another slot is due when the newest is nearly used up, and a lease a day after it was given', () => {
    const numbered = (text: string) => payloadOf(laptop, { type: 'case.opened', pub: { case_number: text } })
    expect(usesUpSlots({ slots: [0, 3] }, numbered('CASE-ACME-20260301-00381'))).toBe(true)
    expect(usesUpSlots({ slots: [0, 3] }, numbered('CASE-ACME-20260301-00380'))).toBe(false)
    expect(usesUpSlots({ slots: [0, 3] }, numbered('CASE-ACME-20260301-00099'))).toBe(false)
    expect(isLeaseDue({ leaseUntilMs: leaseMs }, 0)).toBe(false)
    expect(isLeaseDue({ leaseUntilMs: leaseMs }, 86_400_001)).toBe(true)
  })
})
