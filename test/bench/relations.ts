import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { readRelations } from '../../main/storage/cases/read-relations.ts'
import { suggestRelations } from '../../main/storage/cases/suggest-relations.ts'
import { openReadOnly } from '../../main/storage/ledger/open-read-only.ts'
import { statementsOf } from '../../main/storage/sqlite/statements.ts'
import { listCases } from '../../shared/api/cases.ts'
import { freshWorkspace } from '../support/live-service.ts'
import { openRaw } from '../support/raw-database.ts'
import { fillCases } from './list.ts'
import { alternate, type BenchLine } from './report.ts'

const cases = 100_000
const rounds = 15
const callsPerRound = 20

/**
 * Case 1 has 500 links, each shared with 200 other cases; case 2 has a customer that every case has; the others three
 * links each. Case 1 has 1,000 children.
 */
const fillLinks = (dataDir: string): void => {
  const db = openRaw(dataDir)
  db.pragma('synchronous = OFF')
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cases})`
  const into = 'insert or ignore into case_links (case_id, kind, target, digest, place, given)'
  db.exec(`${numbers} ${into} select i, 'customer', 1, 'c' || i, 0, 0 from n`)
  db.exec(`${numbers} ${into} select i, 'account', 10 + i % 20000, 'a' || i, 0, 0 from n where i > 2`)
  db.exec(`${numbers} ${into} select i, 'alert', 10 + i, null, 0, 0 from n where i > 2`)
  db.exec(`${numbers} ${into} select 1, 'account', 900000 + i, 'x' || i, i, 0 from n where i <= 500`)
  db.exec(
    `${numbers} ${into} select i, 'account', 900000 + 1 + (i - 3) / 199, 'y' || i, 1, 0 from n where i > 2 and i <= 99500`,
  )
  const relation =
    'insert into case_relations (case_id, act, kind, other_uid, other_number, place, holds, entry, at, actor)'
  const uid = (id: string): string => `(select uid from cases where id = ${id})`
  db.exec(
    `${numbers} ${relation} select i, 'act' || i, 'parent', ${uid('1')}, 'CASE-1', 1, 1, 'e', 1, 'u' from n where i > 2 and i <= 1002`,
  )
  db.exec(
    `${numbers} ${relation} select 1, 'act' || i, 'child', ${uid('i')}, 'CASE-' || i, i, 1, 'e', 1, 'u' from n where i > 2 and i <= 1002`,
  )
  db.exec('analyze')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

const line = (name: string, ours: number, limit: number): BenchLine => ({
  name: `${name}, ${cases.toLocaleString('en')} cases`,
  unit: 'us',
  ours,
  limit,
  limitName: 'for a person',
  ratio: ours / limit,
  aim: '<= 1',
  met: ours <= limit,
})

/**
 * What a person waits for who looks at related cases: suggestions, the list of a case with 1,000 children, a page of
 * the queue of which each row is a child.
 */
export const benchRelations = async (): Promise<BenchLine[]> => {
  const { dataDir, credentials } = freshWorkspace()
  const peek = openRaw(dataDir, { readonly: true })
  const owner = peek.prepare('select id, uid from users where id = ?').get(credentials.user_id) as {
    id: number
    uid: string
  }
  peek.close()
  fillCases(dataDir, cases, owner)
  fillLinks(dataDir)
  const opened = await openReadOnly(dataDir, systemEnv(createLog('error')))
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const raw = openRaw(dataDir, { readonly: true })
  const sql = statementsOf(raw)
  const [suggest, list] = [suggestRelations({ sql }), readRelations({ sql })]
  const each = (call: () => Promise<unknown>) => async (): Promise<number> => {
    const start = performance.now()
    for (let n = 0; n < callsPerRound; n++) await call()
    return ((performance.now() - start) / callsPerRound) * 1000
  }
  const children = listCases.query.parse({ size: '100', view: 'queue', parent_id: '1' })
  const medians = await alternate(rounds, {
    usual: each(() => suggest(4_711)),
    common: each(() => suggest(2)),
    most: each(() => suggest(1)),
    list: each(() => list(1, { page: 10, size: 100 })),
    queue: each(() => workspace.cases.list(children)),
  })
  raw.close()
  workspace.close()
  return [
    line('suggestions for a case with three links', medians.usual, 20_000),
    line('suggestions where every case has the customer', medians.common, 20_000),
    line('suggestions for 500 links that 200 cases share each', medians.most, 200_000),
    line('the last 100 of 1,000 children', medians.list, 50_000),
    line('100 children in the queue', medians.queue, 50_000),
  ]
}
