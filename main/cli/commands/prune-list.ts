import type { Command } from 'commander'
import { readVersionUse, removeVersions } from '../../../shared/api/lists.ts'
import type { ListVersionUse } from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { misused, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface PruneOptions {
  readonly data: string
  readonly keep: string
  readonly reason?: string
  readonly dryRun?: true
}

/** Versions that one call removes at most. */
const removedAtOnce = 200

const words: Readonly<Record<NonNullable<ListVersionUse['kept']>, string>> = {
  in_force: 'in force',
  newest: 'the newest',
  hits: 'hits were found in it',
  dispositions: 'sealed dispositions were made by it',
}

const prune = async (
  client: ApiClient,
  key: string,
  { keep, reason, dryRun }: PruneOptions,
  io: Io,
): Promise<Result<void, Stop>> => {
  const read = await client.call(readVersionUse, { params: { key } })
  if (!read.ok) return read
  const use = read.value.data
  for (const { version, kept } of use) if (kept !== null) io.say(`version ${version} stays: ${words[kept]}`)
  const removable = use
    .filter(({ kept }, place) => kept === null && place >= Number(keep))
    .map(({ version }) => version)
  const removed: number[] = []
  for (let at = 0; dryRun !== true && at < removable.length; at += removedAtOnce) {
    const done = await client.call(removeVersions, {
      params: { key },
      body: { versions: removable.slice(at, at + removedAtOnce), reason: reason ?? '' },
    })
    if (!done.ok) return done
    removed.push(...done.value.data.removed)
  }
  io.print({
    list: key,
    dry_run: dryRun === true,
    versions: use.length,
    removable,
    removed,
    kept: use
      .map(({ version }) => version)
      .filter((version) => !(dryRun === true ? removable : removed).includes(version)),
  })
  return ok(undefined)
}

const about = `
The current version, the newest, and those that hits or sealed dispositions refer to stay. Each removal is sealed with the SHA-256 of the file and the reason.
The workspace's database reuses the freed space; its file does not become smaller.

Example: fieldseal prune-list un --keep 5 --reason "Kept for five years." --data ./data`

/** `prune-list`. */
export const addPruneListCommand = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('prune-list')
    .description('remove old versions of a list that names were screened against')
    .argument('<list>', 'key of the list: un, ofac-sdn, or one of your own')
    .addOption(dataOption())
    .option('--keep <n>', 'keep at least so many of the newest versions', '1')
    .option('--reason <text>', 'why; sealed with each removal')
    .option('--dry-run', 'only say which would be removed')
    .addHelpText('after', about)
  registrar.runs<PruneOptions>(command, async (options, [key = '']) => {
    if (!/^[0-9]{1,4}$/u.test(options.keep)) return fail(misused('--keep must be a whole number up to 9999'))
    if (options.dryRun !== true && (options.reason ?? '').trim() === '')
      return fail(misused('a reason is needed: --reason TEXT, or --dry-run to look only'))
    return withService(options.data, (client) => prune(client, key, options, registrar.io))
  })
}
