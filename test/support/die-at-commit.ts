import Database from 'better-sqlite3-multiple-ciphers'

/**
 * Preloaded into a process, this kills it (SIGKILL) at its n-th COMMIT, DIE_AT_COMMIT: just before it, or with
 * DIE_AFTER just after it.
 */

const dieAt = Number(process.env['DIE_AT_COMMIT'] ?? 0)
const after = process.env['DIE_AFTER'] !== undefined
let commits = 0

const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as void
const database = Database.prototype as unknown as {
  prepare: (text: string) => { run: (...values: never[]) => unknown }
}
const prepare = Reflect.get(database, 'prepare')
database.prepare = function (this: unknown, text: string) {
  const statement = prepare.call(this as typeof database, text)
  if (text !== 'COMMIT') return statement
  return {
    run: (...values: never[]) => {
      commits += 1
      if (commits === dieAt && !after) die()
      const done = statement.run(...values)
      if (commits === dieAt) die()
      return done
    },
  }
}
