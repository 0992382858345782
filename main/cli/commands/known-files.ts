import { setTimeout as wait } from 'node:timers/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { importKnownFiles, listKnownFiles, removeKnownFiles } from '../../../shared/api/known-files.ts'
import { standings } from '../../../shared/schema/known-files.ts'
import type { KnownFileList, KnownFiles, Standing } from '../../../shared/schema/known-files.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { sendFile } from '../import-file.ts'
import { isFile } from '../import-job.ts'
import { misused } from '../io.ts'
import type { Io, Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'

interface ImportOptions {
  readonly data: string
  readonly name: string
  readonly as: Standing
}

const pollMs = 200

const about = `
One hash a line, the output of sha256sum, sha1sum and md5sum, NSRLFile.txt of NIST's NSRL, or CSV whose header names its columns SHA-256, SHA-1 or MD5.
Of each line the strongest hash is kept. A list of the same name is replaced. Nothing is sealed, and the list stays on this device.

Example: fieldseal known-files import NSRLFile.txt --name "NSRL 2026.09" --as known_good --data ./data`

/** Waits until every piece is compared with every list. */
const compared = async (client: ApiClient, io: Io): Promise<Result<KnownFiles, Stop>> => {
  const progress = createProgress(io, 'pieces')
  let most = 0
  for (;;) {
    const answer = await client.call(listKnownFiles, {})
    if (!answer.ok) return answer
    const { waiting } = answer.value.data
    if (waiting === 0) {
      progress.end()
      return ok(answer.value.data)
    }
    most = Math.max(most, waiting)
    progress.update(most - waiting, most)
    await wait(pollMs)
  }
}

const tellLeft = ({ lines_left: left, lines_left_first: first }: KnownFileList, io: Io): void => {
  if (left === 0) return
  const more = left > first.length ? ', ...' : ''
  io.say(
    `left aside: ${left} ${left === 1 ? 'line' : 'lines'} without a hash that can be used (${first.join(', ')}${more})`,
  )
}

const weakWords = (count: number): string =>
  `of ${count} ${count === 1 ? 'piece' : 'pieces'} this device has the SHA-256 alone, so far; lines of MD5 or SHA-1 alone do not find ${count === 1 ? 'it' : 'them'}. Both are made in the background of pieces whose bytes are here`

const take = async (
  client: ApiClient,
  file: string,
  { name, as }: ImportOptions,
  io: Io,
): Promise<Result<void, Stop>> => {
  const taken = await sendFile(file, io, (fileName, content) =>
    client.upload(importKnownFiles, { query: { name, standing: as, file_name: fileName } }, content),
  )
  if (!taken.ok) return taken
  const now = await compared(client, io)
  if (!now.ok) return now
  const list = now.value.lists.find(({ id }) => id === taken.value.id) ?? taken.value
  tellLeft(list, io)
  if (now.value.sha256_only > 0) io.say(weakWords(now.value.sha256_only))
  io.print({ ...list })
  return ok(undefined)
}

/** `known-files`: lists of hashes that evidence is compared with. */
export const addKnownFileCommands = (program: Command, registrar: Registrar): void => {
  const known = program.command('known-files').description('lists of hashes that evidence is compared with')
  const importing = known
    .command('import')
    .description('import a list of known files')
    .argument('<file>', 'the list, as text')
    .addOption(dataOption())
    .requiredOption('--name <name>', 'what the list is called')
    .addOption(
      new Option('--as <standing>', 'what it says of a file to be on it').choices(standings).makeOptionMandatory(),
    )
    .addHelpText('after', about)
  registrar.runs<ImportOptions>(importing, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    return await withService(options.data, (client) => take(client, file, options, registrar.io))
  })
  const list = known.command('list').description('the lists, and how many pieces are on each').addOption(dataOption())
  registrar.runs<{ readonly data: string }>(list, async ({ data }) =>
    withService(data, async (client) => {
      const now = await client.call(listKnownFiles, {})
      if (!now.ok) return now
      const { lists, waiting, sha256_only: weak } = now.value.data
      for (const each of lists) registrar.io.print({ ...each })
      if (waiting > 0) registrar.io.say(`${waiting} pieces are not compared with every list yet`)
      if (weak > 0) registrar.io.say(weakWords(weak))
      return ok(undefined)
    }),
  )
  const remove = known
    .command('remove')
    .description('remove a list and its marks from this device')
    .argument('<id>', 'the id of the list')
    .addOption(dataOption())
  registrar.runs<{ readonly data: string }>(remove, async ({ data }, [id = '']) => {
    if (!/^[1-9]\d{0,14}$/u.test(id)) return fail(misused('a list is named by its id: fieldseal known-files list'))
    return await withService(data, async (client) => {
      const removed = await client.call(removeKnownFiles, { params: { id: Number(id) } })
      if (!removed.ok) return removed
      registrar.io.print({ removed: Number(id) })
      return ok(undefined)
    })
  })
}
