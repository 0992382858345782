/** `node scripts/schema.ts`: writes down what all migrations together make, for new databases; run after a migration is added. */
import { writeFileSync } from 'node:fs'
import { bringForward } from '../main/storage/migrations/migrate.ts'
import { openMemory } from '../main/storage/sqlite/connection.ts'
import { inRoot } from './lib/paths.ts'

const db = openMemory()
const brought = await bringForward(db)
if (!brought.ok) throw new Error(brought.error.message)
// What a virtual table keeps itself in is made with it, and an index without SQL with its table. Which migrations there were is nothing of theirs.
const statements = db
  .prepare<[], string>("select sql from sqlite_master where sql is not null and name not like 'sqlite_%' and name <> 'migrations' and name not in (select name from pragma_table_list where type = 'shadow') order by rowid")
  .pluck()
  .all()
const lines = statements.map((statement) => `  ${JSON.stringify(statement)},`)
const text = `/** What all migrations together make of an empty database. Written by \`node scripts/schema.ts\`: not to be edited. */
export const wholeSchema: readonly string[] = [
${lines.join('\n')}
]
`
writeFileSync(inRoot('main/storage/migrations/whole-schema.ts'), text)
console.log(`wrote ${statements.length} statements`)
