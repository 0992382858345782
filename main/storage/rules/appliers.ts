import { redactedText } from '../../../shared/schema/case.ts'
import { policy as policySchema } from '../../../shared/schema/policy.ts'
import { listKey, listMatch, ruleContent, ruleState } from '../../../shared/schema/rules.ts'
import type { RuleContent, RuleState } from '../../../shared/schema/rules.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { mayMove, needsSecondPerson } from '../../detection/rules/life-cycle.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { RulesTable } from './tables.ts'

type Row = Readonly<Record<string, JsonValue>>

const isRow = (value: JsonValue | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value.toWellFormed() : redactedText

/**
 * A rule of an entry with its texts; null where it is not of the form of a rule. Texts that were erased leave their
 * mark.
 */
const contentOf = (open: JsonValue | undefined, texts: JsonValue | undefined): RuleContent | null => {
  if (!isRow(open)) return null
  const said = isRow(texts) ? texts : {}
  const parsed = ruleContent.safeParse({
    ...open,
    name: asText(said['name']),
    why: asText(said['why']),
    reason: asText(said['reason']),
  })
  return parsed.success ? parsed.data : null
}

/** Of what a folder sealed before it joined only users count (Y-14). */
const isBeforeJoining = async ({ sql }: ProjectionTx, { payload }: OpenedEntry): Promise<boolean> =>
  (await deviceIdsOf(sql, payload)).beforeJoining

/** The draft of a rule is written anew; where there is none, a version begins. */
const writeContent = async (sql: Statements, entry: OpenedEntry, content: RuleContent): Promise<number> => {
  const draft = await sql.get<{ version: number }>(
    `select version from rules where key = ? and state = 'draft'`,
    content.key,
  )
  const last = await sql.get<{ version: number | null }>(
    'select max(version) as version from rules where key = ?',
    content.key,
  )
  const version = draft?.version ?? (last?.version ?? 0) + 1
  await sql.run(
    `insert into rules (key, version, state, content_entry, content, changed_by, changed_at) values (?, ?, 'draft', ?, ?, ?, ?)
     on conflict (key, version) do update set content_entry = excluded.content_entry, content = excluded.content, changed_by = excluded.changed_by,
       changed_at = excluded.changed_at, proposed_to = null, proposed_by = null, proposed_at = null`,
    content.key,
    version,
    entry.id,
    canonicalJson(content),
    entry.payload.actor,
    entry.atMs,
  )
  return version
}

/** One version at most is in force, and one on trial: the one before it retires. */
const moveVersion = async (
  sql: Statements,
  key: string,
  version: number,
  to: RuleState,
  atMs: number,
): Promise<void> => {
  if (to === 'live' || to === 'shadow')
    await sql.run(
      `update rules set state = 'retired', moved_at = ? where key = ? and state = ? and version <> ?`,
      atMs,
      key,
      to,
      version,
    )
  await sql.run(
    'update rules set state = ?, moved_at = ?, proposed_to = null, proposed_by = null, proposed_at = null where key = ? and version = ?',
    to,
    atMs,
    key,
    version,
  )
}

const ruleChanged: Applier = async (tx, entry) => {
  const content = contentOf(entry.payload.pub['rule'], entry.disclosures['texts']?.value)
  if (content === null || content.key !== entry.payload.subject || (await isBeforeJoining(tx, entry))) return
  await writeContent(tx.sql, entry, content)
}

/** Lists that come with rules; one that is there stays as it is. */
const addLists = async (sql: Statements, entry: OpenedEntry, lists: readonly JsonValue[]): Promise<void> => {
  const texts = entry.disclosures['list_texts']?.value
  for (const [index, open] of lists.entries()) {
    const match = listMatch.safeParse(isRow(open) ? open['match'] : null)
    const key = listKey.safeParse(isRow(open) ? open['key'] : null)
    const said = Array.isArray(texts) ? (texts as readonly JsonValue[])[index] : undefined
    const { name, why } = isRow(said) ? said : {}
    if (!match.success || !key.success) continue
    await sql.run(
      'insert into lists (key, name, why, match, changed_at, changed_entry) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
      key.data,
      asText(name),
      asText(why),
      match.data,
      entry.atMs,
      entry.id,
    )
  }
}

const fourEyes = async (sql: Statements): Promise<readonly string[]> => {
  const row = await sql.get<{ policy: string }>('select policy from policy where id = 1')
  const parsed = row === undefined ? null : policySchema.safeParse(JSON.parse(row.policy))
  return parsed?.success === true ? parsed.data.four_eyes : []
}

const rulesImported: Applier = async (tx, entry) => {
  const { rules, state, lists } = entry.payload.pub
  const to = ruleState.safeParse(state)
  if (!Array.isArray(rules) || !to.success || (await isBeforeJoining(tx, entry))) return
  // Nobody puts rules in force alone by calling them a set.
  const standing = to.data === 'live' && (await fourEyes(tx.sql)).includes('rule_live') ? 'shadow' : to.data
  if (Array.isArray(lists)) await addLists(tx.sql, entry, lists as readonly JsonValue[])
  const texts = entry.disclosures['texts']?.value
  const seen = new Set<string>()
  for (const [index, open] of (rules as readonly JsonValue[]).entries()) {
    const content = contentOf(open, Array.isArray(texts) ? (texts as readonly JsonValue[])[index] : undefined)
    if (content === null || seen.has(content.key)) continue
    seen.add(content.key)
    const version = await writeContent(tx.sql, entry, content)
    if (standing !== 'draft') await moveVersion(tx.sql, content.key, version, standing, entry.atMs)
  }
}

/** The version that an entry names by what wrote it; undefined where it has been written anew since. */
const namedVersion = async (sql: Statements, { payload }: OpenedEntry): Promise<RulesTable | undefined> =>
  await sql.get<RulesTable>(
    'select * from rules where key = ? and content_entry = ?',
    payload.subject,
    payload.refs[0] ?? '',
  )

const ruleMoved: Applier = async (tx, entry) => {
  const to = ruleState.safeParse(entry.payload.pub['to'])
  const row = await namedVersion(tx.sql, entry)
  if (!to.success || row === undefined || !mayMove(row.state, to.data) || (await isBeforeJoining(tx, entry))) return
  // Whoever wrote a version cannot put it in force by himself, whatever the device that sealed this let pass.
  if (needsSecondPerson(to.data, row.changed_by, entry.payload.actor, await fourEyes(tx.sql))) return
  await moveVersion(tx.sql, row.key, row.version, to.data, entry.atMs)
}

const ruleProposed: Applier = async (tx, entry) => {
  const to = ruleState.safeParse(entry.payload.pub['to'])
  const row = await namedVersion(tx.sql, entry)
  if (!to.success || row === undefined || !mayMove(row.state, to.data) || (await isBeforeJoining(tx, entry))) return
  await tx.sql.run(
    'update rules set proposed_to = ?, proposed_by = ?, proposed_at = ? where key = ? and version = ?',
    to.data,
    entry.payload.actor,
    entry.atMs,
    row.key,
    row.version,
  )
}

const listChanged: Applier = async (tx, entry) => {
  const match = listMatch.safeParse(entry.payload.pub['match'])
  const { subject: key } = entry.payload
  if (!match.success || !listKey.safeParse(key).success || (await isBeforeJoining(tx, entry))) return
  await tx.sql.run(
    `insert into lists (key, name, why, match, changed_at, changed_entry) values (?, ?, ?, ?, ?, ?)
     on conflict (key) do update set name = excluded.name, why = excluded.why, match = excluded.match, changed_at = excluded.changed_at, changed_entry = excluded.changed_entry`,
    key,
    asText(entry.disclosures['name']?.value),
    asText(entry.disclosures['why']?.value),
    match.data,
    entry.atMs,
    entry.id,
  )
}

const touchList = async (sql: Statements, entry: OpenedEntry): Promise<boolean> =>
  (
    await sql.run(
      'update lists set changed_at = ?, changed_entry = ? where key = ?',
      entry.atMs,
      entry.id,
      entry.payload.subject,
    )
  ).changes > 0

const listValuesAdded: Applier = async (tx, entry) => {
  const { values } = entry.payload.pub
  if (!Array.isArray(values) || (await isBeforeJoining(tx, entry)) || !(await touchList(tx.sql, entry))) return
  for (const added of values as readonly JsonValue[]) {
    if (!isRow(added)) continue
    const { id, expires_at: expiresAt } = added
    const disclosed = typeof id === 'string' ? entry.disclosures[id]?.value : undefined
    // A value that was erased is on no list any more.
    if (typeof id !== 'string' || !isRow(disclosed) || typeof disclosed['value'] !== 'string') continue
    const expires = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN
    await tx.sql.run(
      'insert into list_values (list, id, value, reason, expires_at, added_by, added_at) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
      entry.payload.subject,
      id,
      disclosed['value'].toWellFormed(),
      asText(disclosed['reason']),
      Number.isNaN(expires) ? null : expires,
      entry.payload.actor,
      entry.atMs,
    )
  }
}

const listValuesRemoved: Applier = async (tx, entry) => {
  const { values } = entry.payload.pub
  if (!Array.isArray(values) || (await isBeforeJoining(tx, entry)) || !(await touchList(tx.sql, entry))) return
  for (const id of values as readonly JsonValue[])
    if (typeof id === 'string')
      await tx.sql.run('delete from list_values where list = ? and id = ?', entry.payload.subject, id)
}

/** Rules and lists, as the ledger takes them in. */
export const rulesArea: Area = {
  appliers: {
    'rule.changed': ruleChanged,
    'rules.imported': rulesImported,
    'rule.moved': ruleMoved,
    'rule.proposed': ruleProposed,
    'list.changed': listChanged,
    'list.values_added': listValuesAdded,
    'list.values_removed': listValuesRemoved,
  },
}
