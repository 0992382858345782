import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { ListValue, NewListValue, ValueList } from '../../../shared/schema/rules.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { namedIn } from '../../detection/rules/named.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { listChanged, listValuesAdded, listValuesRemoved } from './drafts.ts'
import type { RuleParts } from './parts.ts'
import type { RuleStore } from './rule-store.ts'
import { contentOf } from './rule-views.ts'
import type { ListsTable, ListValuesTable, RulesTable } from './tables.ts'

const noList = refusal('not_found', 'There is no list with this key.')

/** Written in a pattern of LIKE, a text that a value begins with. */
const beginsWith = (text: string): string => `${text.replaceAll(/[\\%_]/gu, '\\$&')}%`

const expiresMs = ({ expires_at: at }: NewListValue): number | null => (at === null ? null : Date.parse(at))

/** Lists as they are shown: with how many values count, and the rules that read them. */
const listViews = ({ sql, env }: Pick<RuleParts, 'sql' | 'env'>) => {
  /** Rules that are not retired, by the lists that they read. */
  const readers = (): ReadonlyMap<string, readonly string[]> => {
    const byList = new Map<string, string[]>()
    for (const row of sql.all<RulesTable>(`select * from rules where state <> 'retired' order by key`)) {
      for (const list of namedIn(contentOf(row).logic).lists) {
        const keys = byList.get(list) ?? []
        if (!keys.includes(row.key)) keys.push(row.key)
        byList.set(list, keys)
      }
    }
    return byList
  }

  const viewOf = (row: ListsTable, readBy: ReadonlyMap<string, readonly string[]>): ValueList => {
    const values = sql.get<{ count: number }>(
      'select count(*) as count from list_values where list = ? and (expires_at is null or expires_at > ?)',
      row.key,
      env.clock.nowMs(),
    )
    return {
      key: row.key,
      name: row.name,
      why: row.why,
      match: row.match,
      values: values?.count ?? 0,
      changed_at: toTimestamp(row.changed_at),
      read_by: [...(readBy.get(row.key) ?? [])],
    }
  }
  const rowOf = (key: string): ListsTable | undefined => sql.get<ListsTable>('select * from lists where key = ?', key)
  const readAgain = (key: string): ValueList => {
    const row = rowOf(key)
    if (row === undefined) throw new Error('a list that was just written is not there')
    return viewOf(row, readers())
  }
  return { readers, viewOf, rowOf, readAgain }
}

const isThere = async (tx: LedgerTx, key: string): Promise<boolean> =>
  (await tx.sql.get('select key from lists where key = ?', key)) !== undefined

/** Commands on lists, and what can be asked of them. */
export const createListCommands = (
  parts: RuleParts,
): Pick<RuleStore, 'lists' | 'putList' | 'listValues' | 'addListValues' | 'removeListValues'> => {
  const { ledger, sql, env, views } = parts
  const { readers, viewOf, rowOf, readAgain } = listViews(parts)

  return {
    lists: () => {
      const readBy = readers()
      return sql.all<ListsTable>('select * from lists order by key').map((row) => viewOf(row, readBy))
    },
    putList: async (list, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        const row = await tx.sql.get<ListsTable>('select * from lists where key = ?', list.key)
        if (row?.name === list.name && row.why === list.why && row.match === list.match)
          return fail(refusal('already_done', 'The list already says this. Nothing was changed.'))
        const { count } = (await tx.sql.get<{ count: number }>('select count(*) as count from lists')) ?? { count: 0 }
        if (row === undefined && count >= ruleLimits.lists)
          return fail(refusal('unknown_reference', `A workspace has at most ${ruleLimits.lists} lists.`))
        return ok(await tx.append(listChanged(list)))
      })
      return written.ok ? ok(readAgain(list.key)) : written
    },
    listValues: (key, { q, page, size }) => {
      if (rowOf(key) === undefined) return fail(noList)
      const like = q === undefined ? '%' : beginsWith(q)
      const total =
        sql.get<{ count: number }>(
          `select count(*) as count from list_values where list = ? and value like ? escape '\\'`,
          key,
          like,
        )?.count ?? 0
      const rows = sql.all<ListValuesTable>(
        `select * from list_values where list = ? and value like ? escape '\\' order by id desc limit ? offset ?`,
        key,
        like,
        size,
        (page - 1) * size,
      )
      const items = rows.map((row): ListValue => ({
        id: row.id,
        value: row.value,
        reason: row.reason,
        expires_at: row.expires_at === null ? null : toTimestamp(row.expires_at),
        added_at: toTimestamp(row.added_at),
        added_by: views.nameOf(row.added_by),
      }))
      return ok({ items, total })
    },
    addListValues: async (key, values, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        if (!(await isThere(tx, key))) return fail(noList)
        const fresh: (NewListValue & { readonly id: string })[] = []
        for (const value of values) {
          const there = await tx.sql.get(
            'select id from list_values where list = ? and value = ? and expires_at is ?',
            key,
            value.value,
            expiresMs(value),
          )
          const isTwice = fresh.some((one) => one.value === value.value && one.expires_at === value.expires_at)
          if (there === undefined && !isTwice) fresh.push({ ...value, id: env.random.uuidv7(tx.nowMs) })
        }
        const { count } = (await tx.sql.get<{ count: number }>(
          'select count(*) as count from list_values where list = ?',
          key,
        )) ?? { count: 0 }
        if (count + fresh.length > ruleLimits.values)
          return fail(refusal('unknown_reference', `A list holds at most ${ruleLimits.values} values.`))
        if (fresh.length > 0) await tx.append(listValuesAdded(key, fresh))
        return ok(fresh.length)
      })
      return written.ok
        ? ok({ added: written.value, already_there: values.length - written.value, list: readAgain(key) })
        : written
    },
    removeListValues: async (key, ids, reason, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        if (!(await isThere(tx, key))) return fail(noList)
        const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
        for (const id of wanted) {
          if ((await tx.sql.get('select id from list_values where list = ? and id = ?', key, id)) === undefined)
            return fail(refusal('unknown_reference', `There is no value ${id} on this list.`))
        }
        await tx.append(listValuesRemoved(key, wanted, reason))
        return ok(wanted.length)
      })
      return written.ok ? ok({ removed: written.value, list: readAgain(key) }) : written
    },
  }
}
