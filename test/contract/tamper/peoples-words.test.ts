import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScreeningService } from '../../../main/server/screening/screening-service.ts'
import { screenedFacts } from '../../../shared/schema/screening.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from '../api/support.ts'
import { listed, testLists } from '../screening/support.ts'
import { freshWorkspace } from '../storage/support.ts'
import { runHere } from '../../support/command-here.ts'
import { Forger } from '../../support/forger.ts'
import { must } from '../../support/must.ts'

/**
 * L-80, L-81, L-84: what people sealed of reports, alerts, decisions and matches cannot be turned round in the rows
 * that everybody reads.
 */

let kept: string

const found = async (dataDir: string): Promise<string[]> => {
  const { lines } = await runHere('verify', dataDir)
  const findings = lines
    .filter((line) => line['severity'] === 'fault')
    .map((line) => `${String(line['code'])}: ${String(line['message'])}`)
  expect(lines.at(-1)?.['verdict']).toBe(findings.length > 0 ? 'faults_found' : 'intact')
  return findings
}

/**
 * A case with an alert in it and a report that nobody approved; an alert on its own that somebody confirmed; a decision
 * on each.
 */
const workedFolder = async (to: string): Promise<void> => {
  const bench = await startBench()
  const ines = await bench.addPerson('investigator', 'ines')
  await bench.addPerson('supervisor', 'sue')
  const put = async <M extends string, A extends string>(method: M, address: A, body: unknown) => {
    const answer = await bench.ask(method, address, { body, as: ines })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const at = Date.UTC(2026, 2, 4, 10)
  const [inCase, alone] = await takeIn(bench.service.workspace, actor, [
    { event: payment('one', at, { customer_id: '4711' }), assessment: judged(0.5) },
    { event: payment('two', at, { customer_id: '4712' }), assessment: judged(0.5) },
  ])
  const { id: caseId } = await put('POST', '/v1/cases', {
    title: 'Deposits',
    description: 'What was seen.',
    priority: 'high',
    alert_ids: [inCase?.id],
  })
  await put('PUT', `/v1/alerts/${inCase?.id}/status`, { status: 'confirmed', notes: 'She did not make it.' })
  await put('PUT', `/v1/alerts/${alone?.id}/status`, { status: 'confirmed', notes: 'Nor did he.' })
  await put('PUT', `/v1/alerts/${alone?.id}/assignee`, { assignee_id: ines.id })
  for (const alert of [inCase, alone])
    await put('POST', '/v1/decisions', { alert_id: alert?.id, outcome: 'decline', reason: 'Not hers.' })
  await put('POST', '/v1/reports', { kind: 'sar', case_id: caseId })
  await bench.service.close()
  cpSync(bench.dataDir, to, { recursive: true })
  await bench.close()
}

/** A subject whose match with a list somebody called true. */
const screenedFolder = async (to: string): Promise<void> => {
  const t = await freshWorkspace()
  const lists = testLists()
  const screening = startScreeningService({ store: t.workspace.screening, lists, scheduler: t.scheduler })
  await screening.settle()
  lists.put('un', '1', [listed('E1', 'Aleksandr Petrov')])
  await screening.settle()
  must(
    await screening.register(
      {
        subjects: [
          {
            subject: { kind: 'customer', id: '1' },
            ...screenedFacts.parse({ names: ['Aleksandr Petrov'], kind: 'person' }),
          },
        ],
      },
      t.admin,
    ),
  )
  const { uid } = t.workspace.screening.sql.get<{ uid: string }>('select uid from screening_hits') ?? { uid: '' }
  must(
    await t.workspace.screening.dispose(
      { hit_ids: [uid], disposition: 'true_match', reason: 'Passport seen.', expires_in_days: 30 },
      t.admin,
    ),
  )
  await screening.close()
  await t.workspace.close()
  cpSync(t.dir, to, { recursive: true })
  await t.remove()
}

beforeAll(async () => {
  kept = mkdtempSync(path.join(tmpdir(), 'fieldseal-words-'))
  await workedFolder(path.join(kept, 'worked'))
  await screenedFolder(path.join(kept, 'screened'))
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const strange = (sign: string): string => sign.repeat(64)

const step = 'insert into case_report_steps (entry, n, report_uid, case_id, type, version, actor, at, sha256)'

/** What is done to a copy of a folder, and what verification must say of it. */
const alterations: readonly (readonly [
  what: string,
  folder: 'worked' | 'screened',
  statement: string,
  message: string,
])[] = [
  [
    'a report that nobody approved reads approved',
    'worked',
    "update case_reports set state = 'approved'",
    'a row of case_reports differs from its entries in state',
  ],
  [
    'an approval that nobody gave',
    'worked',
    `${step} select '${strange('f')}', n, uid, case_id, 'report.approved', version, 'u', 1, sha256 from case_reports`,
    '1 rows of case_report_steps come from no entry',
  ],
  [
    'a step of a report filed under no case',
    'worked',
    `${step} select '${strange('f')}', n, uid, 999999, 'report.approved', version, 'u', 1, sha256 from case_reports`,
    'rows of case_report_steps belong to no case',
  ],
  [
    'a report that is gone',
    'worked',
    'delete from case_reports',
    'a row of case_reports that the entries make is missing',
  ],
  [
    'a report moved to no case',
    'worked',
    'update case_reports set case_id = 999999',
    'rows of case_reports belong to no case',
  ],
  [
    'a step of an alert filed under no case',
    'worked',
    `insert into case_alert_steps (entry, n, case_id, alert_uid, alert_id, hlc, at, actor, type, status) select '${strange('d')}', n, 888888, alert_uid, alert_id, 'ffffffffffff-0000', at, actor, type, 'false_positive' from case_alert_steps limit 1`,
    'rows of case_alert_steps belong to no case',
  ],
  [
    'an alert tied to no case',
    'worked',
    'insert into case_alerts select 888888, alert_uid, alert_id, n, at + 1, raised_at, score, level, action, count, facts from case_alerts',
    'rows of case_alerts belong to no case',
  ],
  [
    'a decision filed under no case',
    'worked',
    `insert into case_decisions (uid, n, entry, case_id, subject, alert_uid, alert_id, outcome, state, decided_by, decided_at) select 'x', n, '${strange('e')}', 999999, subject, alert_uid, alert_id, 'approve', 'recorded', decided_by, decided_at from case_decisions`,
    'rows of case_decisions belong to no case',
  ],
  ...['status', 'assignee', 'moved_by'].map(
    (column) =>
      [
        `an alert whose ${column} is another`,
        'worked',
        `update alerts set ${column} = 'dismissed' where case_id is null`,
        `rows of alerts differ in ${column} from what was sealed of them`,
      ] as const,
  ),
  ...['case_id', 'acknowledged_at', 'moved_at', 'revision'].map(
    (column) =>
      [
        `an alert whose ${column} is another`,
        'worked',
        `update alerts set ${column} = 7`,
        `rows of alerts differ in ${column} from what was sealed of them`,
      ] as const,
  ),
  [
    'an alert that a case tells of is gone',
    'worked',
    'delete from alerts where case_id is not null',
    'alerts that cases tell of are missing',
  ],
  [
    'a true match that reads false',
    'screened',
    "update screening_hits set disposition = 'false_match'",
    'rows of screening_hits differ in disposition from what was sealed of them',
  ],
  ...['disposition_n', 'disposed_at', 'disposed_by', 'expires_at'].map(
    (column) =>
      [
        `a match whose ${column} is another`,
        'screened',
        `update screening_hits set ${column} = '70001'`,
        `rows of screening_hits differ in ${column} from what was sealed of them`,
      ] as const,
  ),
  [
    'a match without what was said of it',
    'screened',
    'delete from screening_dispositions',
    'a row of screening_dispositions that the entries make is missing',
  ],
]

describe('what people sealed', () => {
  test('is as the rows tell it, in folders that nobody altered', async () => {
    for (const folder of ['worked', 'screened']) expect(await found(path.join(kept, folder)), folder).toEqual([])
  })

  test.each(alterations)('%s: is named', async (_what, folder, statement, message) => {
    const forger = new Forger(path.join(kept, folder))
    try {
      forger.db.exec(statement)
      expect(await found(forger.dataDir)).toContain(`row_differs: ${message}`)
    } finally {
      forger.close()
      forger.discard()
    }
  })
})
