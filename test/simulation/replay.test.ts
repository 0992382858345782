import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseRelationKinds } from '../../shared/schema/case-relations.ts'
import { casePriorities, caseStatuses } from '../../shared/schema/case.ts'
import { appliers } from '../../main/storage/areas.ts'
import { openStored } from '../../main/storage/ledger/open-entry.ts'
import type { EntriesTable } from '../../main/storage/ledger/tables.ts'
import { createVault } from '../../main/storage/ledger/vault.ts'
import { projections } from '../../main/storage/projections.ts'
import { openReader } from '../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../main/storage/sqlite/statements.ts'
import type { SqlValue, SyncStatements } from '../../main/storage/sqlite/statements.ts'
import { createReplica } from '../../main/storage/verification/replica.ts'
import { freshWorkspace, granted } from '../contract/storage/support.ts'
import type { TestWorkspace } from '../contract/storage/support.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { tries } from '../support/tries.ts'

/** L-20: the tables are what the entries make of empty ones. */

/** The projections, and the numbers that their entries use. */
const tables = [
  // The key of a case's table tells apart the rows of one case.
  ...projections.map(
    ({ table, key, ofChain }) =>
      [table, [...(ofChain === 'case_id = ?' ? ['case_id'] : []), ...key].join(', ')] as const,
  ),
  ['number_slots', 'day, slot'] as const,
]

const dump = (sql: SyncStatements): Record<string, string> =>
  Object.fromEntries(
    tables.map(([table, order]) => [
      table,
      JSON.stringify(
        sql.all<Record<string, SqlValue>>(
          `select ${table === 'search' ? 'rowid, text' : '*'} from ${table} order by ${order}`,
        ),
        (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value),
      ),
    ]),
  )

type Command =
  | { kind: 'create'; priority: number; customer?: number; alerts: number[]; title: string }
  | { kind: 'status'; at: number; to: number; by: number }
  | { kind: 'edit' | 'note'; at: number; text: string }
  | { kind: 'priority' | 'assign'; at: number; to: number }
  | { kind: 'link' | 'unlink'; at: number; ids: number[] }
  | { kind: 'relate' | 'unrelate'; at: number; to: number; how: number }
  | { kind: 'hold' | 'release'; at: number }
  | { kind: 'redact'; at: number; which: number }
  | { kind: 'policy'; pauses: boolean }
  | { kind: 'wait'; ms: number }

const at = fc.nat({ max: 5 })
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => value.trim() !== '' && value.isWellFormed())
const line = text.map((value) => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '.'))
const small = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 })

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      priority: fc.nat({ max: 3 }),
      customer: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      alerts: small,
      title: line,
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('status' as const), at, to: fc.nat({ max: 5 }), by: fc.nat({ max: 1 }) }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'note' as const), at, text: line }), weight: 3 },
  {
    arbitrary: fc.record({ kind: fc.constantFrom('priority' as const, 'assign' as const), at, to: fc.nat({ max: 3 }) }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('link' as const, 'unlink' as const), at, ids: small }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('relate' as const, 'relate' as const, 'unrelate' as const),
      at,
      to: at,
      how: fc.nat({ max: 4 }),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom('hold' as const, 'release' as const), at }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('redact' as const), at, which: fc.nat({ max: 40 }) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('policy' as const), pauses: fc.boolean() }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 10_000_000 }) }),
    weight: 1,
  },
)

const perform = async (t: TestWorkspace, ids: number[], users: readonly number[], step: Command): Promise<void> => {
  const { cases, access } = t.workspace
  const options = { actor: t.admin }
  const id = 'at' in step ? (ids[step.at % Math.max(1, ids.length)] ?? 0) : 0
  switch (step.kind) {
    case 'create':
      ids.push(
        granted(
          await cases.create(
            {
              title: step.title,
              description: `About ${step.title}`,
              priority: casePriorities[step.priority] ?? 'low',
              related_customer_id: step.customer,
              alert_ids: step.alerts,
            },
            options,
          ),
        ).id,
      )
      return
    case 'status':
      await cases.changeStatus(id, { status: caseStatuses[step.to] ?? 'open', notes: `to ${step.to}` }, options)
      return
    case 'edit':
      await cases.edit(id, { title: step.text }, options)
      return
    case 'note':
      await cases.addNote(id, { text: step.text }, options)
      return
    case 'priority':
      await cases.changePriority(id, { priority: casePriorities[step.to] ?? 'low', notes: 'because' }, options)
      return
    case 'assign':
      await cases.assign(id, { owner_id: users[step.to % users.length] ?? 0, notes: 'because' }, options)
      return
    case 'link':
      await cases.link(id, { alert_ids: step.ids, customer_ids: step.ids.map((n) => n + 100) }, options)
      return
    case 'unlink':
      await cases.unlink(
        id,
        { alert_ids: step.ids, customer_ids: step.ids.map((n) => n + 100), account_ids: step.ids },
        options,
      )
      return
    case 'relate':
      await cases.relate(
        id,
        {
          other_id: ids[step.to % ids.length] ?? 0,
          relation: caseRelationKinds[step.how] ?? 'related',
          notes: 'one ring',
        },
        options,
      )
      return
    case 'unrelate': {
      const relations = await cases.relations(id, { page: 1, size: 100 })
      const chosen = relations.ok ? relations.value.data[step.to % Math.max(1, relations.value.data.length)] : undefined
      if (chosen !== undefined)
        await cases.unrelate(
          id,
          { other_uid: chosen.other_uid, relation: chosen.relation, notes: 'two matters' },
          options,
        )
      return
    }
    case 'hold':
      await cases.placeHold(id, { reason: 'order' }, options)
      return
    case 'release':
      await cases.releaseHold(id, { reason: 'lifted' }, options)
      return
    case 'redact': {
      const timeline = await cases.timeline(id, { order: 'oldest', page: 1, size: 100 })
      const values = timeline.ok
        ? timeline.value.data.flatMap((entry) =>
            Object.values(entry.withheld).map(({ digest }) => ({ entry_id: entry.entry_id, digests: [digest] })),
          )
        : []
      const chosen = values[step.which % Math.max(1, values.length)]
      if (chosen !== undefined) await cases.redact(id, { ...chosen, legal_basis: 'gdpr_art_17' }, options)
      return
    }
    case 'policy':
      await access.changePolicy({ ...access.policy(), sla_pauses_in_pending_review: step.pauses }, options)
      return
    case 'wait':
      t.clock.advance(step.ms)
  }
}

const replay = async (
  t: TestWorkspace,
): Promise<{ stored: Record<string, string>; replayed: Record<string, string> }> => {
  const reader = openReader(t.workspace.folder.database, t.workspace.keys.database)
  const replica = createReplica(appliers)
  try {
    const sql = statementsOf(reader)
    const vault = createVault(t.workspace.keys.workspace, t.env.random)
    for (const row of sql.all<EntriesTable>('select * from entries order by n')) {
      const entry = openStored(sql, vault, row)
      if (entry === null) throw new Error('an entry cannot be read')
      await replica.apply(entry)
    }
    return { stored: dump(sql), replayed: dump(replica.sql) }
  } finally {
    replica.close()
    reader.close()
  }
}

test('L-20: replaying the entries of any history into an empty database gives the same rows, and all of it verifies', async () => {
  const seed = seedOfRun()
  console.log(`replay: seed ${seed} (FIELDSEAL_SEED=${seed} repeats it)`)
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 60 }), async (steps) => {
      const t = await freshWorkspace()
      try {
        const users = [
          t.admin.userId,
          (await t.addUser('Ben Ito', 'investigator')).userId,
          (await t.addUser('Cho Mensah', 'investigator')).userId,
        ]
        const ids: number[] = []
        await perform(t, ids, users, { kind: 'create', priority: 1, alerts: [1], title: 'First' })
        for (const step of steps) await perform(t, ids, users, step)
        const { stored, replayed } = await replay(t)
        expect(replayed).toEqual(stored)
        const report = await t.workspace.verification.verifyWorkspace()
        expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
      } finally {
        await t.remove()
      }
    }),
    { numRuns: tries('FIELDSEAL_RUNS', { everyday: 12, full: 60 }), seed, endOnFailure: false },
  )
})
