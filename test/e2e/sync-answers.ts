import type { Page } from '@playwright/test'
import type {
  CaseGrant,
  CreatedCode,
  EnrolmentCode,
  HubDeviceView,
  HubLogHead,
  QuarantinedEntry,
} from '../../shared/schema/hub.ts'
import { syncStates } from '../../shared/schema/sync.ts'
import type {
  CaseNews,
  CaseSync,
  Conflict,
  EvidencePlace,
  SetAsideEntry,
  SyncState,
  SyncStateName,
} from '../../shared/schema/sync.ts'
import { layAnswers } from './laid-answers.ts'

/** Answers about sync that a test lays before the window: states and amounts that no short run brings about. */

const at = new Date(Date.now() - 8 * 60_000).toISOString().replace('Z', '+00:00')
const hex = (seed: number): string => seed.toString(16).padStart(2, '0').repeat(32)

export const stateNamed = (state: SyncStateName, more: Partial<SyncState> = {}): SyncState => ({
  state,
  message: state === 'up_to_date' || state === 'standalone' ? '' : 'connect ECONNREFUSED hub.acme.example:443',
  hub:
    state === 'standalone'
      ? null
      : {
          url: 'https://hub.acme.example',
          origin: 'hub/018f3a7c-0000-7000-8000-000000000001',
          fingerprint: '9f86d081884c7d659a2f',
        },
  device: {
    id: '018f3a7c-0000-7000-8000-00000000000a',
    number: 12,
    name: 'Field laptop 12, Bezirksdirektion Nordrhein-Westfalen',
  },
  entries_waiting: state === 'waiting' || state === 'offline' ? 1_204 : 0,
  evidence_waiting: { send: 3, send_bytes: 48_000_000, fetch: 12, fetch_bytes: 9_400_000_000 },
  evidence_moving:
    state === 'evidence_waits'
      ? { send: { bytes_per_s: 210_000, seconds_left: 229 }, fetch: { bytes_per_s: 3_400_000, seconds_left: null } }
      : { send: null, fetch: null },
  evidence_kept: state === 'evidence_waits' ? { pieces: 3, bytes: 48_000_000 } : { pieces: 0, bytes: 0 },
  unsent_files: [],
  last_contact_at: at,
  next_attempt_at: state === 'offline' ? new Date(Date.now() + 95_000).toISOString() : null,
  paused: state === 'paused',
  metered: state === 'metered',
  evidence_policy: 'small',
  rate_cap: null,
  lease: { numbers_left_today: 83, until: '2099-04-03T09:12:00.000+00:00' },
  bytes: { sent: 4_100_200, received: 88_000_000 },
  conflicts: 2,
  alarms:
    state === 'hub_not_trusted'
      ? [
          {
            code: 'hub_rolled_back',
            message:
              'The hub shows 118 entries of CASE-ACME-20310304-00017; this device verified 131 under its signature on 2031-03-04.',
            at,
          },
        ]
      : [],
  clock: null,
  lock: null,
  ...more,
})

export const everyState = syncStates

const titles = [
  'Mule account: three couriers, one beneficiary',
  'Rechnungsbetrug über die Lieferantenstammdaten der Niederlassung Köln-Mülheim, zweiter Teil der Ermittlung',
  'تحويلات متكررة إلى حساب واحد',
  '取引明細の不一致',
] as const

/** The row at an index of a list of any length. */
export const caseRow = (index: number): CaseSync => ({
  case_id: index + 1,
  case_uid: `018f3a7c-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
  case_number: `CASE-ACME-20310304-${String(index + 1).padStart(5, '0')}`,
  title: titles[index % titles.length] ?? '',
  entries: 31 + (index % 90),
  waiting: index === 0 ? 14 : index < 5 ? 3 : 0,
  witnessed: index === 4 ? null : { size: 17 + (index % 90), root: hex(index % 250), at, witnesses: index % 3 },
  cosigned:
    index % 3 === 0 || index === 4
      ? null
      : {
          size: 15 + (index % 90),
          by: Array.from({ length: index % 3 }, (_, n) => ({ name: `witness.example/${n + 1}`, at })),
        },
  time_stamped: index % 4 === 1 ? { size: 12, at, signer: 'CN=Time Stamps, O=Example Authority' } : null,
  stuck:
    index === 0
      ? { code: 'not_granted', message: 'The case is no longer granted to this device.', quarantined: false }
      : null,
  evidence: {
    pieces: 6,
    here: index % 2 === 0 ? 6 : 2,
    bytes: 91_000_000,
    bytes_here: index % 2 === 0 ? 91_000_000 : 400_000,
  },
})

const piece = (index: number): EvidencePlace => ({
  evidence_id: index + 1,
  name:
    index === 1
      ? 'Kontoauszüge und Buchungsbelege der Zweigstelle 12, Januar bis Dezember 2030.pdf'
      : `ledger-${index}.csv`,
  sha256: hex(index),
  size: 4_000 * 12 ** index,
  here: index % 2 === 0,
})

const conflict = (index: number, kind: Conflict['kind'], settled: Conflict['settled']): Conflict => ({
  id: hex(index),
  case_id: index,
  case_number: `CASE-ACME-20310304-${String(index).padStart(5, '0')}`,
  title: titles[index % titles.length] ?? '',
  kind,
  at,
  winner:
    kind === 'transition'
      ? {
          entry_id: hex(100),
          actor_name: 'Ada Morgan',
          at,
          from: 'open',
          to: 'closed',
          outcome: 'not_fraud',
          notes: 'The customer was paid back; nothing is left to find.',
        }
      : {
          entry_id: hex(100),
          actor_name: 'Ada Morgan',
          at,
          from: 'Ada Morgan',
          to: 'Jörg Brandt',
          outcome: null,
          notes: null,
        },
  loser:
    kind === 'transition'
      ? {
          entry_id: hex(101),
          actor_name: 'Leonora Fitzgerald-Whitcombe von Hohenberg',
          at,
          from: 'open',
          to: 'escalated',
          outcome: null,
          to_owner_id: null,
          notes: 'The beneficiary opened a second account last week.\nThe branch has the pictures.',
        }
      : {
          entry_id: hex(101),
          actor_name: 'Paula Whitcombe',
          at,
          from: 'Ada Morgan',
          to: 'Paula Whitcombe',
          outcome: null,
          to_owner_id: 3,
          notes: 'I was at the branch and know the people.',
        },
  settled,
})

const code: EnrolmentCode = {
  id: 'a'.repeat(43),
  user_id: 1,
  user_name: 'Ada Morgan',
  device_name: 'Field laptop 12',
  cases: 3,
  created_at: at,
  expires_at: at,
  state: 'open',
}
const created: CreatedCode = {
  ...code,
  code: 'FS1-K7QD-2MXA-9RTB-5VHN-4CWE-0ZJ8-P3KG-6TSY-1A2B-3C4D',
  link: 'fieldseal://enroll?hub=https%3A%2F%2Fhub.acme.example&code=FS1-K7QD-2MXA-9RTB-5VHN-4CWE-0ZJ8-P3KG-6TSY-1A2B-3C4D',
  fingerprint: '9f86d081884c7d659a2f',
}
const device = (index: number): HubDeviceView => ({
  id: `018f3a7c-0000-7000-8000-${String(index).padStart(12, '0')}`,
  number: index,
  name:
    index === 2
      ? 'Bezirksdirektion Nordrhein-Westfalen, Laptop der Ermittlungsgruppe 4 (Ersatzgerät)'
      : `Field laptop ${index}`,
  user_name: 'Ada Morgan',
  kid: 'x'.repeat(43),
  state: (['active', 'revoked', 'removed', 'forked'] as const)[index % 4] ?? 'active',
  enrolled_at: at,
  last_contact_at: index === 3 ? null : at,
  silent: index === 4,
  told:
    index === 3
      ? null
      : {
          told_at: at,
          ...(index === 2 ? { wiped: { set_aside: 2, evidence_kept: 1 } } : {}),
          release: '0.1.0',
          entries_waiting: index === 4 ? 1_204 : 0,
          ...(index === 4 ? { oldest_waiting_at: at } : {}),
          evidence_waiting: index === 4 ? { pieces: 3, bytes: 4_800_000_000 } : { pieces: 0, bytes: 0 },
          clock_ahead_s: index === 4 ? -5_400 : 0,
          free_bytes: 84_000_000_000,
          lists: [
            { key: 'ofac-sdn', days: 3 },
            { key: 'eu-sanctions', days: 31 },
          ],
        },
  lease_until: at,
  lease_ended: index === 4,
  refused:
    index === 4
      ? [
          { code: 'not_permitted', cases: 12, workspace: true, since: at, last_tried_at: at },
          { code: 'not_granted', cases: 1, workspace: false, since: at, last_tried_at: at },
          { code: 'invalid_values', cases: 0, workspace: true, since: at, last_tried_at: at },
        ]
      : [],
})
const log: HubLogHead = {
  origin: 'hub/018f3a7c-0000-7000-8000-000000000001/log',
  fingerprint: '9f86d081884c7d659a2f',
  size: 48_211,
  root: hex(7),
  note: 'note',
  witnesses: [{ name: 'witness.acme.example', at }],
  time_stamped: true,
}
const quarantined: QuarantinedEntry = {
  entry_id: hex(9),
  case: caseRow(0).case_uid,
  case_number: caseRow(0).case_number,
  device_id: device(4).id,
  device_name: 'Field laptop 4',
  code: 'device_fork',
  at,
}
const news: readonly CaseNews[] = [1, 2, 3].map((id) => ({
  case_id: id,
  case_number: caseRow(id).case_number,
  title: caseRow(id).title,
  entries: id * 4,
  latest: 100 + id,
}))

export type Laid = { state: SyncState; cases: number; conflicts: readonly Conflict[]; aside?: readonly SetAsideEntry[] }

export const someConflicts = (): readonly Conflict[] => [
  conflict(3, 'transition', null),
  conflict(4, 'assignment', null),
]
export const settledConflicts = (): readonly Conflict[] => [
  conflict(5, 'transition', { entry_id: hex(3), how: 'kept', actor_name: 'Ada Morgan', at }),
]

const pageOf = <T>(items: readonly T[], total: number, page: number, size: number) => ({
  success: true,
  data: items,
  pagination: { total, page, size, total_pages: Math.ceil(total / size) },
})
const one = (data: unknown) => ({ success: true, data })

const rowsOf = (laid: Laid, query: URLSearchParams) => {
  const page = Number(query.get('page') ?? '1')
  const size = Number(query.get('size') ?? '50')
  const total = query.get('filter') === 'stuck' ? Math.min(1, laid.cases) : laid.cases
  const count = Math.max(0, Math.min(size, total - (page - 1) * size))
  return pageOf(
    Array.from({ length: count }, (_, index) => caseRow((page - 1) * size + index)),
    total,
    page,
    size,
  )
}

const grants: readonly CaseGrant[] = [
  { kind: 'user', user_id: 2, device_id: null, team_id: null, name: 'Jörg Brandt' },
  { kind: 'device', user_id: null, device_id: device(1).id, team_id: null, name: 'Field laptop 1' },
  { kind: 'team', user_id: null, device_id: null, team_id: device(2).id, name: 'Ermittlungsgruppe Köln' },
]

/** Entries of this device that no hub has, of each kind. */
export const someAside = (caseId: number): readonly SetAsideEntry[] => {
  const place = {
    case_uid: device(1).id,
    case_number: 'CASE-ACME-20310304-00017',
    set_aside_at: at,
    sealed_at: at,
    refusal: null,
    bytes: null,
  }
  return [
    {
      ...place,
      entry_id: hex(41),
      case_id: caseId,
      reason: 'epoch',
      type: 'note.added',
      values: { text: 'The courier named a second account at the branch in Köln; statement follows.' },
    },
    {
      ...place,
      entry_id: hex(42),
      case_id: null,
      reason: 'dropped',
      type: 'status.changed',
      values: { from: 'open', to: 'investigating', notes: 'حوالة ثانية من الحساب نفسه' },
    },
    {
      ...place,
      entry_id: hex(43),
      case_id: caseId,
      reason: 'refused',
      refusal: 'The user who acts was deactivated.',
      type: 'note.added',
      values: { text: 'Called the branch again.' },
    },
    {
      ...place,
      entry_id: hex(44),
      case_id: caseId,
      reason: 'epoch',
      type: 'evidence.acquired',
      bytes: 2_097_152,
      values: {
        name: 'phone-of-the-courier.tar',
        source: 'Phone, seized at the branch in Köln',
        sha256: hex(44),
        size: 2_097_152,
      },
    },
    {
      ...place,
      entry_id: hex(45),
      case_id: null,
      reason: 'dropped',
      type: 'evidence.acquired',
      bytes: 48_000_000,
      values: { name: 'كشف الحساب.pdf', sha256: hex(45), size: 48_000_000 },
    },
  ]
}

const answers: readonly (readonly [RegExp, (laid: Laid, query: URLSearchParams, method: string) => unknown])[] = [
  [/\/sync\/state$/, (laid) => one(laid.state)],
  [
    /\/sync\/news$/,
    (laid, query) =>
      one({
        cursor: 200,
        total: query.has('since') ? news.length : 0,
        cases: query.has('since') && laid.state.state !== 'standalone' ? news : [],
      }),
  ],
  [/\/sync\/cases$/, rowsOf],
  [
    /\/sync\/takeable$/,
    (laid) =>
      one(
        [0, 1, 2, 3].slice(0, laid.cases).map((index) => ({
          case_uid: caseRow(index).case_uid,
          case_number: index === 3 ? '' : caseRow(index).case_number,
          title: index === 3 ? '' : caseRow(index).title,
          entries: 31 + index,
        })),
      ),
  ],
  [/\/cases\/\d+\/sync\/evidence$/, () => pageOf([0, 1, 2, 3].map(piece), 4, 1, 100)],
  [/\/cases\/\d+\/sync$/, () => one({ ...caseRow(0), open_conflicts: 1 })],
  [
    /\/sync\/conflicts$/,
    (laid, query) =>
      query.get('state') === 'settled'
        ? pageOf(settledConflicts(), 1, 1, 100)
        : pageOf(laid.conflicts, laid.conflicts.length, 1, 100),
  ],
  [
    /\/hub\/codes$/,
    (_laid, _query, method) =>
      one(method === 'POST' ? created : [code, { ...code, id: 'b'.repeat(43), state: 'used', cases: 'all' }]),
  ],
  [/\/hub\/devices$/, () => one([4, 1, 2, 3].map(device))],
  [/\/hub\/log$/, () => one(log)],
  [/\/hub\/quarantine$/, () => pageOf([quarantined], 1, 1, 20)],
  [/\/hub\/devices\/[^/]+\/remove$/, () => one(device(4))],
  [/\/cases\/\d+\/grants(\/end)?$/, () => one(grants)],
  [/\/sync\/set-aside$/, (laid) => one(laid.aside ?? [])],
  [
    /\/sync\/set-aside\/[0-9a-f]{64}\/restore$/,
    (laid) => {
      const caseId = laid.aside?.[0]?.case_id ?? 1
      laid.aside = (laid.aside ?? []).filter(({ entry_id: id }) => id !== hex(44))
      return one({ case_id: caseId, evidence_id: 9, entry_id: hex(46) })
    },
  ],
]

/** Lays these answers before a served window; what is asked of anything else reaches the service. */
export const layBefore = async (page: Page, laid: Laid): Promise<void> => {
  await layAnswers(page, /\/api\/v1\/.*(sync|grants)/, async ({ url, method, answer, pass }) => {
    const found = answers.find(([pattern]) => pattern.test(url.pathname))
    if (found === undefined) return await pass()
    await answer(found[1](laid, url.searchParams, method))
  })
}

/** Makes the served window believe that its service is a hub. */
export const asHub = async (page: Page): Promise<void> => {
  await layAnswers(page, /\/api\/v1\/workspace$/, async ({ fetch, answer }) => {
    const response = await fetch()
    const body = (await response.json()) as { data: object }
    await answer({ ...body, data: { ...body.data, role: 'hub' } }, response.status())
  })
}
